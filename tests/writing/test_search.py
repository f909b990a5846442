"""Beam search: it finds what it should, scores it as the model does, and no game knows of another."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import inf
from typing import Any

import numpy as np
import pytest
import torch

from boxscribe.batches import chunks, collate, encode
from boxscribe.batches.vocab import BOS, EOS, SPECIALS, Vocabulary
from boxscribe.config import Composition
from boxscribe.errors import InputError
from boxscribe.models.extras import DecoderInput
from boxscribe.models.inputs import inputs_of
from boxscribe.models.store import Model
from boxscribe.tables import Entity, Table
from boxscribe.text.numbers import is_number
from boxscribe.text.sentences import STOPS
from boxscribe.training.samples import repeated_ngrams
from boxscribe.writing import decoding_batch
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Generator
from boxscribe.writing.extended_vocabulary import ExtendedVocabulary, mixed_pairs, words_in
from boxscribe.writing.model_author import ModelAuthor
from helpers import games
from writing.authors import model, most_copies_of_a_cell, undemanding

COMPOSITIONS: tuple[Composition, ...] = ("edcc", "hier", "dyn", "ent")
TABLES = games(7, seed=5, texts=False)


def written(model: Model, tables: Sequence[Table], batch_size: int = 16, **decoding: object) -> list[tuple[str, float]]:
    author = ModelAuthor(model, "test", Decoding(**decoding), batch_size)  # type: ignore[arg-type]
    return [(" ".join(story.tokens), story.score) for story in author.write_all(tables)]


def log_p(
    model: Model, table: Table, tokens: Sequence[str], ends: bool = True, asked: tuple[int, int] | None = None
) -> float:
    """log p of a text, teacher-forced through the path that training takes. Words that can only be copied count.
    `asked` are the words and numbers that were to come."""
    told = replace(table, tokens=tuple(tokens))
    batch = collate([encode(told, model.domain, model.vocabularies)])
    writer = model.writer.eval()
    with torch.no_grad():
        encoded = writer.encode(inputs_of(batch))
        chunk = next(chunks(batch, len(tokens) + 1))
        if asked:
            written = [(t, sum(map(is_number, tokens[:t]))) for t in range(len(tokens) + 1)]
            chunk = replace(chunk, remaining=np.maximum(np.array(asked) - written, 0)[None])
        words = writer.log_likelihood(encoded, writer.start(encoded), chunk).log_likelihood[:, 0]
        return float(words.sum() if ends else words[:-1].sum())


def slowly(
    model: Model, table: Table, beam: int, min_length: int, max_length: int, reward: float = 0.0
) -> tuple[list[int], float]:
    """Beam search as one would write it first: one hypothesis at a time, over the model's plain step."""
    writer, words = model.writer.eval(), words_in(table, model.domain, model.vocabularies.target, True)
    with torch.no_grad():
        encoded = writer.encode(inputs_of(collate([encode(table, model.domain, model.vocabularies)])))
        vocabulary = ExtendedVocabulary([words], model.vocabularies.target, torch.device("cpu"))
        live = [(0.0, [BOS], writer.start(encoded))]
        ended: list[tuple[float, list[int]]] = []
        for t in range(max_length):
            found = []
            for total, ids, state in live:
                last = torch.tensor(ids[-1:])
                given = DecoderInput(
                    vocabulary.embedded(last), vocabulary.sources(last), torch.full((1, 2), -1), torch.zeros_like(last)
                )
                after, distribution, _ = writer.step(encoded, state, given)
                scores = vocabulary.log_probabilities(distribution)[0]
                if t < min_length:
                    scores[EOS] = -inf
                best = scores.topk(beam)
                found += [
                    (total + value, [*ids, id], after)
                    for value, id in zip(best.values.tolist(), best.indices.tolist(), strict=True)
                ]
            found = sorted(found, key=lambda one: -one[0])[:beam]
            found = [(total + reward * (ids[-1] != EOS), ids, state) for total, ids, state in found]
            ended += [(total, ids) for total, ids, _ in found if ids[-1] == EOS]
            live = [one for one in found if one[1][-1] != EOS]
            if ended and max(total for total, _ in ended) >= max((total for total, _, _ in live), default=-inf):
                break
        if not ended:
            ended = [(total, ids) for total, ids, _ in live]
    total, ids = max(ended, key=lambda one: one[0])
    return [id for id in ids[1:] if id != EOS], total


@pytest.mark.parametrize("composition", COMPOSITIONS)
@pytest.mark.parametrize(("beam", "reward"), [(1, 0.0), (4, 0.0), (4, 0.5)])
def test_the_search_is_the_simple_one_made_quick(composition: Composition, beam: int, reward: float) -> None:
    made = model(composition)
    found = written(made, TABLES, beam=beam, min_length=5, max_length=25, word_reward=reward)
    for table, (text, score) in zip(TABLES, found, strict=True):
        words = words_in(table, made.domain, made.vocabularies.target, True)
        ids, total = slowly(made, table, beam, 5, 25, reward)
        assert text == " ".join(words.text(id, made.vocabularies.target) for id in ids)
        assert score == pytest.approx(total, abs=1e-3)


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_the_score_is_the_models_log_probability(composition: Composition) -> None:
    made = model(composition)
    author = ModelAuthor(made, "test", Decoding(beam=3, best=3, max_length=60))
    ended = 0
    for table, stories in zip(TABLES, author.write_best(TABLES), strict=True):
        assert [story.score for story in stories] == sorted((story.score for story in stories), reverse=True)
        assert len({story.tokens for story in stories}) == len(stories)
        for story in stories:
            ends = len(story.tokens) < 60
            ended += ends
            assert story.score == pytest.approx(log_p(made, table, story.tokens, ends), abs=2e-3)
    assert ended


@pytest.mark.parametrize("composition", [*COMPOSITIONS, "ncp"])
@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_a_story_is_the_same_alone_and_in_any_batch(composition: Composition, domain: str) -> None:
    made, tables = model(composition, domain), games(6, domain, seed=9, texts=False)
    settings = {"beam": 3, "min_length": 10, "max_length": 30, "block_ngrams": 3, "block_records": True}
    together = written(made, tables, **settings)
    assert together == [written(made, [table], **settings)[0] for table in tables]
    assert together == written(made, tables, batch_size=2, **settings)
    assert together[::-1] == written(made, tables[::-1], batch_size=4, **settings)
    lonely = ModelAuthor(made, "test", Decoding(**settings), workers=1)  # type: ignore[arg-type]
    assert together == [(" ".join(story.tokens), story.score) for story in lonely.write_all(tables)]


@pytest.mark.parametrize("composition", [*COMPOSITIONS, "ncp"])
def test_unpacked_matrices_give_the_same_texts(composition: Composition, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = written(model(composition), TABLES, beam=3, min_length=10, max_length=30)
    monkeypatch.setattr(decoding_batch, "can_pack", lambda _: False)
    plain = written(model(composition), TABLES, beam=3, min_length=10, max_length=30)
    assert [text for text, _ in packed] == [text for text, _ in plain]
    assert [score for _, score in packed] == pytest.approx([score for _, score in plain], abs=1e-3)


@pytest.mark.parametrize("temperature", [0.0, 0.7])
def test_one_hypothesis(temperature: float) -> None:
    def found(seed: int, tables: Sequence[Table] = TABLES) -> list[tuple[str, float]]:
        return written(model(), tables, beam=1, max_length=30, temperature=temperature, seed=seed)

    assert found(3) == [found(3, [table])[0] for table in TABLES]
    assert (found(3) == found(4)) == (not temperature)


def test_a_story_has_the_words_that_were_asked_for_and_ends_with_a_sentence() -> None:
    made = model(extras=True)
    with torch.no_grad():
        made.writer.generator.W_y.bias[[EOS, *made.vocabularies.target.ids(["."])]] = 3.0  # it stops and ends gladly
    cut = []
    for whole in (False, True):
        wish: dict[str, Any] = {"beam": 1, "temperature": 1.5, "words": 20, "whole_sentences": whole}
        texts = [text.split() for text, _ in written(made, TABLES, max_length=400, **wish)]
        assert all(len(text) >= 18 for text in texts)
        cut.append([len(text) < 400 and text[-1] not in STOPS for text in texts])
        assert any(len(text) < 400 for text in texts)
    assert any(cut[0]) and not any(cut[1])


def tiny(words: int) -> Model:
    """A model with a vocabulary of few words, and a table with few rows."""
    made = undemanding(model())
    kept = Vocabulary(made.vocabularies.target.words[: len(SPECIALS) + words])
    vocabularies = replace(made.vocabularies, target=kept)
    writer = type(made.writer)(made.config, vocabularies.map(len))
    torch.manual_seed(4)
    with torch.no_grad():
        for parameter in writer.parameters():
            parameter.uniform_(-0.7, 0.7)
    return replace(made, writer=writer, vocabularies=vocabularies)


TINY_TABLE = Table("rotowire", "1", (Entity.of("a", "Ann", "player", [("PTS", "3"), ("REB", "4")]),))


def test_a_wide_beam_finds_what_an_exhaustive_search_finds() -> None:
    made = tiny(3)
    words = [*made.vocabularies.target.words[len(SPECIALS) :], "3", "4"]
    texts = [text for length in range(4) for text in product(dict.fromkeys(words), repeat=length)]
    best = max(texts, key=lambda text: log_p(made, TINY_TABLE, text) if len(text) < 4 else -inf)
    ((text, score),) = written(made, [TINY_TABLE], beam=200, max_length=4)
    assert score == pytest.approx(log_p(made, TINY_TABLE, best), abs=1e-4)
    assert text == " ".join(best)


def test_a_reward_for_words_makes_longer_texts_and_counts_in_their_score() -> None:
    made = tiny(3)
    lengths = []
    for reward in (0.0, 5.0):
        ((text, score),) = written(made, [TINY_TABLE], beam=200, max_length=3, word_reward=reward)
        words = text.split()
        lengths.append(len(words))
        assert score == pytest.approx(log_p(made, TINY_TABLE, words) + reward * len(words), abs=1e-3)
    assert lengths[0] < lengths[1]


def test_a_beam_larger_than_the_vocabulary() -> None:
    found = written(tiny(1), [TINY_TABLE], beam=50, max_length=3)
    assert found[0][1] > -inf


def test_lengths_are_kept() -> None:
    for text, _ in written(model(), TABLES, beam=2, min_length=20, max_length=20):
        assert len(text.split()) == 20


def test_nothing_is_said_twice_that_may_not_be() -> None:
    free = written(model(), TABLES, beam=2, min_length=60, max_length=60)
    assert any(repeated_ngrams(text.split(), 2) for text, _ in free)
    for text, _ in written(model(), TABLES, beam=2, min_length=60, max_length=60, block_ngrams=2):
        assert repeated_ngrams(text.split(), 2) == 0


def test_no_record_is_told_twice() -> None:
    def most(block: bool) -> int:
        decoding = Decoding(beam=2, min_length=80, max_length=80, block_records=block)
        return most_copies_of_a_cell(ModelAuthor(model(), "test", decoding).write_all(TABLES))

    assert most(block=False) > 1
    assert most(block=True) == 1


def test_unknown_words_are_never_printed_and_strange_names_are() -> None:
    strange = [replace(table, entities=tuple(map(renamed, table.entities))) for table in TABLES]
    author = ModelAuthor(model(), "test", Decoding(beam=1, temperature=2.0, min_length=60, max_length=60))
    said = {token for story in author.write_all(strange) for token in story.tokens}
    assert not said & set(SPECIALS)
    assert "Xylophon" in said


def renamed(entity: Entity) -> Entity:
    values = [(type, "Xylophon" if type == "SECOND_NAME" else value) for value, _, type, *_ in entity.records]
    return Entity.of(entity.id, entity.name, entity.kind, values, entity.features)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (Table("rotowire", "7", ()), "game 7: the table has no record"),
        (Table("rotowire", "7", (Entity.of("a", "Ann", "player", []),)), "game 7: the table has no record"),
        (Table("mlb", "7", ()), "game 7: is of the domain 'mlb', and the model writes 'rotowire'"),
    ],
)
def test_tables_that_cannot_be_written(table: Table, told: str) -> None:
    with pytest.raises(InputError, match=told):
        written(model(), [table])


@pytest.mark.parametrize("entities", [1, 500])
def test_few_and_many_entities(entities: int) -> None:
    players = tuple(
        Entity.of(str(i), f"Ann A{i}", "player", [("FIRST_NAME", "Ann"), ("SECOND_NAME", f"A{i}"), ("PTS", str(i))])
        for i in range(entities)
    )
    table, made = Table("rotowire", "many", players), undemanding(model())
    assert written(made, [table, TABLES[0]], max_length=10)[1] == written(made, TABLES[:1], max_length=10)[0]


def test_unknown_record_types_are_read_as_unknown() -> None:
    odd = Table("rotowire", "odd", (Entity.of("a", "Ann", "player", [("SHOE_SIZE", "39"), ("PTS", "8")]),))
    (found,) = written(undemanding(model()), [odd], max_length=10, min_length=10)
    assert len(found[0].split()) == 10


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"beam": 0}, "beam"),
        ({"min_length": 5, "max_length": 4}, "min_length 5 is more than max_length 4"),
        ({"words": 500, "max_length": 400}, "words 500 is more than max_length 400"),
        ({"best": 3, "beam": 2}, "needs a beam of 3"),
        ({"temperature": 1.0}, "set beam = 1"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Decoding(**settings)  # type: ignore[arg-type]


def test_the_encoder_sees_each_table_alone() -> None:
    generator = Generator(model())
    alone = generator.encode(TABLES[0])
    batch = generator.batch([alone, generator.encode(TABLES[1])])
    assert torch.equal(batch.encoded.e[0, : len(alone.rows)], alone.encoded.e[0])


def test_names_that_are_only_copied_are_those_of_the_table() -> None:
    names = frozenset(word for t in games(6) for player in t.of_kind("player") for word in player.name.split())
    free, bound = model(min_count=1), model(min_count=1, copied=names)
    assert bound.vocabularies.target.n_generated < len(bound.vocabularies.target) == len(free.vocabularies.target)
    strangers = []
    for made in (free, bound):
        author = ModelAuthor(made, "test", Decoding(beam=1, temperature=1.0, min_length=40, max_length=60))
        stories = list(author.write_all(TABLES[:3]))
        own = [{word for record in story.table.records for word in record.value.split()} for story in stories]
        strangers.append(
            sum(word in names - table for story, table in zip(stories, own, strict=True) for word in story.tokens)
        )
        for story in stories:
            assert story.score == pytest.approx(log_p(made, story.table, story.tokens, ends=len(story.tokens) < 60))
    assert strangers[0] > 0 and strangers[1] == 0
    told = games(1)[0]
    assert any(word in names for word in told.tokens), "names that the vocabulary has are read as what they are"
    ids = bound.vocabularies.target.ids(told.tokens)
    assert 0 not in ids and max(ids) >= bound.vocabularies.target.n_generated


def test_a_name_that_was_begun_is_not_ended_as_another() -> None:
    assert {one: pairs.tolist() for one, pairs in mixed_pairs([(1, 2), (3, 4), (3, 5, 6), (7,)]).items()} == {
        1: [4, 5, 6],
        3: [2, 6],
        5: [2, 4, 5],
    }
    names = frozenset(word for t in TABLES for player in t.of_kind("player") for word in player.name.split())
    made = model(min_count=1, copied=names)
    with torch.no_grad():
        made.writer.generator.w.bias.fill_(8.0)  # it copies nearly always
    for whole in (False, True):
        decoding = Decoding(beam=1, temperature=3.0, min_length=150, max_length=150, whole_names=whole)
        wrong = 0
        for story in ModelAuthor(made, "test", decoding).write_all(TABLES[:3]):
            pairs = [pair for entity in story.table.entities for pair in pairwise(entity.name.split())]
            begin, inner = {one for one, _ in pairs}, {other for _, other in pairs}
            said = {(one, other) for one, other in pairwise(story.tokens) if one in begin and other in inner}
            wrong += len(said - set(pairs))
        assert (wrong == 0) == whole


@pytest.mark.parametrize("packed", [True, False])
def test_a_model_with_extras_writes_as_it_was_trained(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not packed:
        monkeypatch.setattr(decoding_batch, "can_pack", lambda _: False)
    made = model(extras=True)
    lengths: dict[str, Any] = {"min_length": 20, "max_length": 40, "beam": 1, "temperature": 3.0}  # so names are said
    lengths |= {"words": 33, "numbers": 2}
    stories = written(made, TABLES, **lengths)
    for table, (text, score) in zip(TABLES, stories, strict=True):
        tokens = text.split()
        assert score == pytest.approx(log_p(made, table, tokens, len(tokens) < 40, (33, 2)), abs=1e-3)
    if packed:
        alone = [written(made, [table], **lengths)[0] for table in TABLES]
        assert alone == stories, "to the last bit"
    for name, weight in made.writer.decoder.named_parameters():
        if name.startswith("extras."):
            kept = weight.detach().clone()
            with torch.no_grad():
                weight.zero_()
            assert written(made, TABLES, **lengths) != stories, f"{name} matters"
            with torch.no_grad():
                weight.copy_(kept)
