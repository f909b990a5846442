"""Batches: padding changes nothing, no word is lost, the order is seeded, resumable and shared."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.batches import Batch, Batches, Dataset, chunks, collate, prepare
from boxscribe.batches.vocab import BOS, EOS
from boxscribe.tables import load_domain
from boxscribe.text.numbers import is_number
from helpers import games


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return prepare(games(53), load_domain("rotowire"), tmp_path_factory.mktemp("data") / "set")


def targets(batch: Batch) -> list[bytes]:
    """What each game of the batch tells."""
    return [row[mask].tobytes() for row, mask in zip(batch.target, batch.target_mask, strict=True)]


def told(batches: Batches, epoch: int = 0) -> list[bytes]:
    return [target for batch in batches.epoch(epoch) for target in targets(batch)]


def test_padding_hides_nothing_and_adds_nothing(dataset: Dataset) -> None:
    examples = [dataset[game] for game in range(7)]
    batch = collate(examples)
    for b, example in enumerate(examples):
        rows = batch.row_mask[b]
        np.testing.assert_array_equal(batch.value[b][rows], example.value)
        np.testing.assert_array_equal(batch.features[b][:, rows], example.features)
        np.testing.assert_array_equal(batch.name[b][batch.entity_mask[b]], example.name)
        np.testing.assert_array_equal(batch.target[b][batch.target_mask[b]], [*example.target, EOS])
        # The view g_{k,z}: each row once, under its entity.
        grouped = batch.rows[b][batch.rows_mask[b]]
        np.testing.assert_array_equal(grouped, np.arange(len(example.value)))
        k = np.nonzero(batch.rows_mask[b])[0]
        np.testing.assert_array_equal(k, example.entity)


@given(length=st.integers(1, 500))
def test_chunks_lose_no_word_at_any_length(dataset: Dataset, length: int) -> None:
    batch = collate([dataset[game] for game in range(5)])
    pieces = list(chunks(batch, length))
    targets = np.concatenate([piece.target for piece in pieces], axis=1)
    mask = np.concatenate([piece.mask for piece in pieces], axis=1)
    previous = np.concatenate([piece.previous for piece in pieces], axis=1)
    for b in range(5):
        whole = [*dataset[b].target, EOS]
        np.testing.assert_array_equal(targets[b][mask[b]], whole)
        np.testing.assert_array_equal(previous[b][mask[b]], [BOS, *whole[:-1]])
    assert all(piece.target.shape[1] <= length for piece in pieces)
    assert all(piece.mask.any() for piece in pieces)


@pytest.mark.parametrize("length", [40, 1000])
def test_nobody_knows_where_an_excerpt_ends(tmp_path: Path, length: int) -> None:
    tables = games(4)
    made = prepare(tables[:2], load_domain("rotowire"), tmp_path / "set", partial_texts=tables[2:])
    pieces = list(chunks(collate([made[game] for game in range(4)]), length))
    for game, table in enumerate(tables):
        targets = [id for piece in pieces for id in piece.target[game][piece.mask[game]]]
        assert len(targets) == len(table.tokens) + (game < 2)
        assert (targets[-1] == EOS) == (game < 2)
        remaining = np.concatenate([piece.remaining[game][piece.mask[game]] for piece in pieces])
        if game < 2:
            numbers = [is_number(token) for token in table.tokens]
            expected = [(len(numbers) - t, sum(numbers[t:])) for t in range(len(numbers) + 1)]
            np.testing.assert_array_equal(remaining, expected)
        else:
            assert (remaining == -1).all()


def test_a_chunk_tells_which_rows_could_have_been_copied(dataset: Dataset) -> None:
    batch = collate([dataset[game] for game in range(3)])
    words = dataset.vocabularies
    copied = 0
    for piece in chunks(batch, 50):
        for b, step, j in zip(*np.nonzero(piece.copyable), strict=True):
            assert piece.mask[b, step]
            assert batch.row_mask[b, j]
            assert words.target.words[piece.target[b, step]] == words.value.words[batch.value[b, j]]
            copied += 1
    assert copied > 100


def test_an_epoch_has_every_game_once_in_a_seeded_order(dataset: Dataset) -> None:
    one, again, other = (Batches(dataset, 8, seed) for seed in (1, 1, 2))
    everything = [np.append(dataset[game].target, np.int32(EOS)).tobytes() for game in range(53)]
    assert sorted(told(one)) == sorted(everything)
    assert told(one) == told(again) != told(other)
    assert told(one, epoch=0) != told(one, epoch=1)
    assert sum(1 for _ in one.epoch(0)) == len(one) == 7


def test_an_epoch_can_be_resumed_at_any_batch(dataset: Dataset) -> None:
    batches = Batches(dataset, 8, 3)
    whole = [batch.target.tobytes() for batch in batches.epoch(2)]
    for start in range(len(whole) + 1):
        assert [batch.target.tobytes() for batch in batches.epoch(2, start)] == whole[start:]


def test_games_of_a_batch_are_of_similar_length(dataset: Dataset) -> None:
    real = padded = 0
    for batch in Batches(dataset, 4).epoch(0):
        real += int(batch.target_mask.sum())
        padded += batch.target_mask.size
    assert real / padded > 0.95


@pytest.mark.parametrize("world", [2, 3, 5])
def test_processes_together_see_what_one_would(dataset: Dataset, world: int) -> None:
    alone = list(Batches(dataset, 4, 1).epoch(0))
    parts = [list(Batches(dataset, 4, 1, rank, world).epoch(0)) for rank in range(world)]
    for number, whole in enumerate(alone):
        mine = [part[number] for part in parts]
        assert {len(list(chunks(batch, 100))) for batch in mine} == {len(list(chunks(whole, 100)))}, "equal steps"
        assert sorted(target for batch in mine for target in targets(batch)) == sorted(targets(whole))
