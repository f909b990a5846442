"""Models and batches for tests: games cut to a few records, and models whose every parameter matters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args

import numpy as np
import pytest
import torch
from hypothesis import strategies as st
from torch import Tensor

from boxscribe.batches import Batch, Example, Vocabularies, chunks, collate, encode
from boxscribe.batches.encode import forms_of_row
from boxscribe.batches.vocab import SPECIALS, UNK, Columns, Ids, VocabularyBuilder, finish
from boxscribe.config import Composition, ModelConfig
from boxscribe.models.copy_forms import FormGate
from boxscribe.models.decoder import DecoderState
from boxscribe.models.records import Encoded
from boxscribe.models.writer import Writer
from boxscribe.tables import Table, load_domain
from boxscribe.text.forms import SurfaceForm, forms
from helpers import games
from models.reference import Array, Reference

EncoderName = Literal["mean", "bilstm"]
Variant = Literal["normalise_memory", "memory_context"]  # the paper tried and dropped them
Extra = Literal["feed_copied_records", "mention_features", "length_control", "copy_forms", "follow_plan"]  # ours
COMPOSITIONS: tuple[Composition, ...] = ("edcc", "hier", "dyn", "ent")  # those that read all rows of a table
HIERARCHICAL: tuple[Composition, ...] = ("hier", "dyn", "ent")
ENCODERS: tuple[EncoderName, ...] = get_args(EncoderName)
VARIANTS: tuple[Variant, ...] = get_args(Variant)
EXTRAS: tuple[Extra, ...] = get_args(Extra)
PATHS = {"plain": False, "fused": True}

# (entities, records of each at most, words of the text) of each game: no two alike, and one entity with no record.
CUTS = ((6, 7, 19), (3, 4, 33), (5, 12, 8), (1, 9, 14))


@dataclass(frozen=True)
class Sample:
    """A few games, and the numbers of their words."""

    tables: list[Table]
    vocabularies: Vocabularies
    examples: list[Example]

    @property
    def sizes(self) -> Columns[int]:
        return self.vocabularies.map(len)

    def held(self, game: int) -> list[str]:
        """The word of each row."""
        return [self.vocabularies.value.words[id] for id in self.examples[game].value]

    def forms(self, game: int) -> list[Mapping[str, SurfaceForm]]:
        """The words that each row can be copied as."""
        domain, types = load_domain(self.tables[game].domain), self.vocabularies.type.words
        rows = zip(self.held(game), self.examples[game].type, strict=True)
        return [forms_of_row(word, types[type], domain) for word, type in rows]


def sample_of(tables: Sequence[Table], min_count: int) -> Sample:
    domain = load_domain(tables[0].domain)
    counters = Columns.of(VocabularyBuilder, len(domain.features))
    for table in tables:
        encode(table, domain, counters)
    vocabularies, _ = finish(counters, min_count)
    return Sample(list(tables), vocabularies, [encode(table, domain, vocabularies) for table in tables])


def cut(table: Table, entities: int, records: int, words: int) -> Table:
    """The beginning of the text and a number word, the entities that it speaks of most, the last records of each."""
    tokens = table.tokens[:words]
    spoken = sorted(table.entities, key=lambda entity: -len({record.value for record in entity.records} & set(tokens)))
    kept = [entity for entity in table.entities if entity in spoken[:entities]]
    short = [replace(entity, records=entity.records[-(records - at % 3) :]) for at, entity in enumerate(kept)]
    if entities == 5:
        short[2] = replace(short[2], records=())
    values = [record.value for entity in short for record in entity.records]
    number_words = [word for value in values for word, form in forms(value).items() if form == SurfaceForm.WORD]
    return replace(table, entities=tuple(short), tokens=(*tokens, *number_words[:1]))


@cache
def small(domain: str) -> Sample:
    """Games cut to a few records; words that occur once are unknown."""
    return sample_of([cut(table, *size) for table, size in zip(games(len(CUTS), domain), CUTS, strict=True)], 2)


@cache
def real(domain: str, count: int = 3, words: int = 30) -> Sample:
    """Games with all their records, the text cut."""
    tables = games(count, domain)
    return sample_of([replace(table, tokens=table.tokens[: words - 3 * b]) for b, table in enumerate(tables)], 2)


def config(
    composition: Composition = "ent",
    encoder: EncoderName = "mean",
    layers: int = 2,
    *,
    embedding: int = 5,
    hidden: int = 6,
    memory: int = 4,
    dropout: float = 0.3,
    variants: Sequence[Variant | Extra] = (),
) -> ModelConfig:
    return ModelConfig(
        composition=composition,
        encoder=encoder,
        layers=layers,
        embedding=embedding,
        hidden=hidden,
        memory=memory,
        dropout=dropout,
        normalise_memory="normalise_memory" in variants,
        memory_context="memory_context" in variants,
        feed_copied_records="feed_copied_records" in variants,
        mention_features="mention_features" in variants,
        length_control="length_control" in variants,
        copy_forms="copy_forms" in variants,
        follow_plan="follow_plan" in variants,
    )


def writer(settings: ModelConfig, sizes: Columns[int], seed: int = 1, scale: float = 0.7) -> Writer:
    """A model in float64, ready to write. No parameter is 0, biases included, so that none goes unnoticed."""
    torch.manual_seed(seed)
    model = Writer(settings, sizes).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.uniform_(-scale, scale)
    return model


def reference_of(model: Writer, settings: ModelConfig) -> Reference:
    return Reference({name: value.double().numpy() for name, value in model.state_dict().items()}, settings)


@dataclass(frozen=True)
class Run:
    """A batch told from beginning to end; steps of all chunks one after another."""

    encoded: Encoded
    start: DecoderState
    states: list[DecoderState]  # after each chunk
    log_likelihood: Tensor  # (t, b)
    log_mean: Tensor  # (t, b)
    att: Tensor  # (t, b, n)
    records: Tensor  # (t, b, j)
    entities: Tensor  # (t, b, k)

    @property
    def end(self) -> DecoderState:
        return self.states[-1]

    @property
    def games(self) -> Tensor:
        """log p of each game's text (b)."""
        return self.log_likelihood.sum(0)


def run(model: Writer, given: Sequence[Example] | Batch, length: int = 7, path: str = "fused") -> Run:
    """Tell the texts of the games in chunks of so many steps, through one of the two paths."""
    batch = given if isinstance(given, Batch) else collate(given)
    model.fused = PATHS[path]
    batch, inputs = model.encoder.training_inputs(batch)
    encoded = model.encode(inputs)
    state = start = model.start(encoded)
    told = []
    for chunk in chunks(batch, length, isinstance(model.generator.forms, FormGate)):
        told.append(model.log_likelihood(encoded, state, chunk))
        state = told[-1].output.state
    return Run(
        encoded,
        start,
        [part.output.state for part in told],
        torch.cat([part.log_likelihood for part in told]),
        torch.cat([part.log_mean for part in told]),
        torch.cat([part.output.att for part in told]),
        torch.cat([part.output.records for part in told]),
        torch.cat([part.output.entities for part in told]),
    )


def gradients(model: Writer, loss: Tensor) -> dict[str, Tensor]:
    names, parameters = zip(*model.named_parameters(), strict=True)
    found = torch.autograd.grad(loss, parameters, allow_unused=True, materialize_grads=True)
    return dict(zip(names, found, strict=True))


def close(one: Tensor | Array, other: Tensor | Array, tolerance: float = 1e-9, what: str = "") -> None:
    """Equal shapes, and no number further apart than the tolerance."""
    left, right = (value.detach().numpy() if isinstance(value, Tensor) else np.asarray(value) for value in (one, other))
    np.testing.assert_allclose(left, right, rtol=0, atol=tolerance, err_msg=what)


# ── any table, as ids ──

VALUES, NAMES, TYPES, SIDES = 14, 7, 6, 5
WORDS = 10  # target words: a value with a higher id has no target word and is <unk>
ANY_SIZES = Columns(VALUES, NAMES, TYPES, (SIDES,), WORDS)


def example_of(counts: Sequence[int], target: Sequence[int], seed: int) -> Example:
    """A table whose entities have so many records. `target` holds ids of values: where a row has the value it can be
    copied, and from WORDS on it is unknown."""
    rng = np.random.default_rng(seed)
    rows = sum(counts)

    def drawn(high: int, *shape: int) -> Ids:
        return rng.integers(len(SPECIALS), high, shape).astype(np.int32)

    value = drawn(VALUES, rows)
    own: dict[int, int] = {}
    word = [own.setdefault(int(id), len(own)) for id in value]
    other = np.random.default_rng((seed, 1))
    form = other.integers(0, len(SurfaceForm), len(target)).astype(np.int32)
    return Example(
        value=value,
        type=drawn(TYPES, rows),
        features=drawn(SIDES, 1, rows),
        entity=np.repeat(np.arange(len(counts)), counts).astype(np.int32),
        word=np.array(word, np.int32),
        name=drawn(NAMES, len(counts)),
        naming=rng.integers(0, 2, rows).astype(np.int32),
        forms=other.integers(0, 1 << len(SurfaceForm), rows).astype(np.int32) | 1,
        kind=rng.integers(0, 2, len(counts)).astype(np.int32),
        side=rng.integers(-1, 2, len(counts)).astype(np.int32),
        target=np.array([id if id < WORDS else UNK for id in target], np.int32),
        source=np.array([own.get(id, -1) for id in target], np.int32),
        form=np.where(form > 0, form, -1).astype(np.int32),
        form_source=np.where(form > 0, other.integers(-1, len(own), len(target)), -1).astype(np.int32),
        about=np.full(len(target), -1, np.int32),
        fact=np.full(len(target), -1, np.int32),
        fact_type=np.full(len(target), -1, np.int32),
        number=rng.integers(0, 2, len(target)).astype(np.int32),
        ends=other.integers(0, 2, len(target)).astype(np.int32),
        **plan_of(rows, len(target), other),
        whole=np.array([1], np.int32),
    )


def plan_of(rows: int, words: int, rng: np.random.Generator) -> dict[str, Ids]:
    """A plan of some rows, as in `Example`."""
    plan = rng.permutation(rows)[: rng.integers(0, rows + 1)].astype(np.int32)
    return {"plan": plan, "plan_sentence": np.sort(rng.integers(0, words + 1, len(plan))).astype(np.int32)}


def any_examples(most: int = 5, empty: bool = True) -> st.SearchStrategy[Example]:
    """Any table with at least one record; entities without records too, unless `empty` is False."""
    counts = st.lists(st.integers(0 if empty else 1, most), min_size=1, max_size=5).filter(any)
    target = st.lists(st.integers(len(SPECIALS), VALUES - 1), max_size=9)
    return st.builds(example_of, counts, target, st.integers(0, 2**32 - 1))


def rearranged(example: Example, entities: Sequence[int], rows: Sequence[int]) -> Example:
    """The same table with entities and rows in another order; entity i of the new one is entities[i] of the old."""
    place = np.argsort(np.asarray(entities, int))
    order = np.asarray(rows, int)
    return replace(
        example,
        value=example.value[order],
        type=example.type[order],
        features=example.features[:, order],
        entity=place[example.entity[order]].astype(np.int32),
        word=example.word[order],
        naming=example.naming[order],
        forms=example.forms[order],
        name=example.name[np.asarray(entities, int)],
        kind=example.kind[np.asarray(entities, int)],
        side=example.side[np.asarray(entities, int)],
        plan=np.argsort(order)[example.plan].astype(np.int32),
    )


GAMES = [
    example_of([2, 4, 1], [5, 12, 6, 9, 13, 4], 1),
    example_of([1], [7, 4], 2),
    example_of([3, 0, 0, 5, 1], [11, 5, 5, 5, 8, 8, 9, 6, 10, 12], 3),
]


def any_model(
    composition: Composition,
    encoder: EncoderName = "mean",
    layers: int = 2,
    seed: int = 1,
    variants: Sequence[Variant | Extra] = (),
) -> Writer:
    """A model for such tables."""
    return writer(config(composition, encoder, layers, variants=variants), ANY_SIZES, seed)


each_composition = pytest.mark.parametrize("composition", COMPOSITIONS)
each_encoder = pytest.mark.parametrize("encoder", ENCODERS)
each_path = pytest.mark.parametrize("path", PATHS)
