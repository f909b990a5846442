"""Tables of any shape: padding is nothing, entities may be empty or huge, scores extreme, words unknown."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from boxscribe.batches import Batch, Example, collate
from boxscribe.batches.vocab import SPECIALS, UNK, Ids
from boxscribe.config import Composition
from boxscribe.models.writer import Writer
from boxscribe.text.forms import SurfaceForm
from models.writers import (
    ANY_SIZES,
    EXTRAS,
    GAMES,
    NAMES,
    SIDES,
    TYPES,
    VALUES,
    VARIANTS,
    EncoderName,
    Variant,
    any_examples,
    any_model,
    close,
    config,
    each_composition,
    each_encoder,
    each_path,
    example_of,
    gradients,
    reference_of,
    run,
)

# ── padding ──


def with_noise(batch: Batch, seed: int) -> Batch:
    """The same games with any numbers where the padding is, and more of it: rows, entities, rows of an entity."""
    rng = np.random.default_rng(seed)
    b, k, _ = batch.rows.shape
    j, t = batch.value.shape[1], batch.target.shape[1]
    more = {"b": 0, "f": 0, "j": int(rng.integers(3)), "k": int(rng.integers(3)), "z": int(rng.integers(3))}

    def wider(array: Ids, axes: str) -> Ids:
        return np.pad(array, [(0, more[axis]) for axis in axes])

    row_mask, entity_mask, rows_mask = (
        np.pad(mask, [(0, more[axis]) for axis in axes])
        for mask, axes in ((batch.row_mask, "bj"), (batch.entity_mask, "bk"), (batch.rows_mask, "bkz"))
    )

    def noise(array: Ids, axes: str, mask: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]", high: int) -> Ids:
        array = wider(array, axes)
        return np.where(mask, array, rng.integers(0, high, array.shape)).astype(np.int32)

    return replace(
        batch,
        value=noise(batch.value, "bj", row_mask, VALUES),
        type=noise(batch.type, "bj", row_mask, TYPES),
        features=noise(batch.features, "bfj", row_mask[:, None], SIDES),
        entity=noise(batch.entity, "bj", row_mask, k + more["k"]),
        word=noise(batch.word, "bj", row_mask, 1) - (~row_mask).astype(np.int32),
        naming=noise(batch.naming.astype(np.int32), "bj", row_mask, 2) > 0,
        forms=noise(batch.forms, "bj", row_mask, 1 << len(SurfaceForm)),
        row_mask=row_mask,
        name=noise(batch.name, "bk", entity_mask, NAMES),
        kind=noise(batch.kind, "bk", entity_mask, 2),
        side=noise(batch.side, "bk", entity_mask, 2),
        entity_mask=entity_mask,
        rows=noise(batch.rows, "bkz", rows_mask, j + more["j"]),
        rows_mask=rows_mask,
        target=np.where(batch.target_mask, batch.target, rng.integers(0, ANY_SIZES.target, (b, t))).astype(np.int32),
    )


def loss_and_gradients(model: Writer, batch: Batch, path: str) -> tuple[Tensor, dict[str, Tensor]]:
    found = run(model, batch, 4, path)
    return found.games, gradients(model, found.games.sum())


@each_path
@each_encoder
@each_composition
@given(examples=st.lists(any_examples(), min_size=1, max_size=3), seed=st.integers(0, 99))
@settings(max_examples=8)
def test_a_batch_is_its_games_and_padding_is_nothing(
    composition: Composition, encoder: EncoderName, path: str, examples: list[Example], seed: int
) -> None:
    """Likelihoods and gradients alike."""
    model = any_model(composition, encoder, variants=() if composition == "edcc" else EXTRAS)
    alone = [loss_and_gradients(model, collate([example]), path) for example in examples]
    for batch in (collate(examples), with_noise(collate(examples, words=12), seed)):
        likelihood, gradient = loss_and_gradients(model, batch, path)
        close(likelihood, torch.cat([games for games, _ in alone]))
        for name, value in gradient.items():
            close(value, sum((own[name] for _, own in alone), torch.zeros_like(value)), what=name)


def test_noise_is_noise() -> None:
    batch = collate(GAMES)
    noisy = [with_noise(batch, seed) for seed in range(9)]
    assert all((other.value[:, : batch.value.shape[1]] != batch.value).any() for other in noisy)
    for axis in range(1, 3):
        assert {other.rows.shape[axis] - batch.rows.shape[axis] for other in noisy} == {0, 1, 2}


# ── unusual tables ──


def with_an_empty_entity(example: Example, at: int) -> Example:
    return replace(
        example,
        entity=np.where(example.entity >= at, example.entity + 1, example.entity).astype(np.int32),
        name=np.insert(example.name, at, len(SPECIALS)),
        kind=np.insert(example.kind, at, 0),
    )


@each_path
@each_encoder
@each_composition
@given(example=any_examples(empty=False), data=st.data())
@settings(max_examples=8)
def test_an_entity_without_records_changes_nothing(
    composition: Composition, encoder: EncoderName, path: str, example: Example, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(example.name)))
    model = any_model(composition, encoder)
    one, other = (run(model, [table], 4, path) for table in (example, with_an_empty_entity(example, at)))
    close(other.log_likelihood, one.log_likelihood)
    assert not other.entities[:, 0, at].any()
    kept = [k for k in range(len(example.name) + 1) if k != at]
    close(other.entities[:, :, kept], one.entities)


UNUSUAL = {
    "one record": [1],
    "one entity": [6],
    "one record each": [1, 1, 1, 1],
    "very unequal": [1, 120, 2],
    "most without records": [0, 0, 3, 0, 1, 0],
}


@each_path
@each_encoder
@each_composition
@pytest.mark.parametrize("counts", UNUSUAL.values(), ids=UNUSUAL)
def test_unusual_tables_are_told_as_the_reference_does(
    composition: Composition, encoder: EncoderName, path: str, counts: list[int]
) -> None:
    example = example_of(counts, [5, 6, 13, 9], 1)
    model = any_model(composition, encoder)
    text = reference_of(model, config(composition, encoder)).log_likelihood(example)
    for b, batch in ((0, [example]), (1, [GAMES[1], example, GAMES[2]])):
        found = run(model, batch, 4, path)
        close(found.log_likelihood[: len(text.steps), b], text.log_likelihood)
        close(found.entities[0, b, : len(counts)], text.steps[0].psi)
    if counts == [1]:
        close(found.entities[:5, b, 0], np.ones(5), 0)
        close(found.records[:5, b, 0], np.ones(5), 0)


@each_path
@each_encoder
@each_composition
def test_a_table_without_records(composition: Composition, encoder: EncoderName, path: str) -> None:
    """Nothing can be copied from it, and its padding says nothing either."""
    nothing = example_of([0, 0], [5, 6], 1)
    model = any_model(composition, encoder)
    alone = run(model, [nothing], 4, path)
    assert torch.isfinite(alone.log_likelihood).all()
    assert not alone.entities.any()
    for batch in (collate([GAMES[0], nothing]), with_noise(collate([GAMES[0], nothing]), 1)):
        close(run(model, batch, 4, path).games[1], alone.games[0])


@each_path
@each_encoder
@each_composition
def test_a_batch_without_games(composition: Composition, encoder: EncoderName, path: str) -> None:
    """A process can be left without a game where there are more processes than games."""
    model = any_model(composition, encoder)
    found = run(model, collate([], words=9, feature_count=1), 4, path)
    assert found.log_likelihood.shape == (10, 0)
    assert not any(gradient.any() for gradient in gradients(model, found.log_likelihood.sum()).values())


@pytest.mark.parametrize("variant", VARIANTS)
@each_composition
def test_a_composition_works_or_is_refused_in_a_sentence(composition: Composition, variant: Variant) -> None:
    try:
        model = Writer(config(composition, variants=[variant]), ANY_SIZES)
    except ValueError as refusal:
        assert variant in str(refusal)
        assert composition == "edcc"
    else:
        assert torch.isfinite(run(model, GAMES, 4, "plain").log_likelihood).all()


# ── extreme numbers ──


@each_path
@each_encoder
@each_composition
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_extreme_scores_are_no_nan(
    composition: Composition, encoder: EncoderName, path: str, dtype: torch.dtype
) -> None:
    torch.manual_seed(1)
    model = Writer(config(composition, encoder), ANY_SIZES).to(dtype)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(1e3)
    found = run(model, GAMES, 4, path)
    for part in (found.log_likelihood, found.log_mean, found.att, found.records, found.entities, found.end.memory.u):
        assert torch.isfinite(part).all()
    for name, gradient in gradients(model, found.log_likelihood.sum()).items():
        assert torch.isfinite(gradient).all(), name


@each_path
@each_composition
def test_an_unknown_word_that_can_be_copied_is_never_impossible(composition: Composition, path: str) -> None:
    """Not even where the attention on its row is too small for a float."""
    example = example_of([9, 9], [13, 12, 13], 5)
    assert (example.target == UNK).all()
    assert (example.source >= 0).all()
    model = any_model(composition).float()
    expected = run(model, [example], 4, path)
    assert torch.isfinite(expected.log_likelihood).all()
    with torch.no_grad():
        model.decoder.attention.W_a.weight.mul_(1e4)
    sharp = run(model, [example], 4, path)
    assert torch.isfinite(sharp.log_likelihood).all()
    for name, gradient in gradients(model, sharp.games.sum()).items():
        assert torch.isfinite(gradient).all(), name


@each_path
@each_composition
def test_an_unknown_word_is_copied_or_generated_but_never_both(composition: Composition, path: str) -> None:
    """With the gate shut, only what cannot be copied is left."""
    example = example_of([3, 4], [13, 6, 12], 1)
    model = any_model(composition)
    for source, gate, possible in (
        (example.source[0], 1e3, True),
        (example.source[0], -1e3, False),
        (-1, -1e3, True),
        (-1, 1e3, False),
    ):
        one = {
            "target": UNK,
            "source": source,
            "form": -1,
            "form_source": -1,
            "about": -1,
            "fact": -1,
            "fact_type": -1,
            "number": 0,
            "ends": 0,
        }
        alone = replace(example, **{part: np.array([id], np.int32) for part, id in one.items()})
        with torch.no_grad():
            model.generator.w.bias.fill_(gate)
        assert (float(run(model, [alone], 4, path).log_likelihood[0, 0].detach()) > -100) == possible
