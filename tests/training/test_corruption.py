"""What training hides: names, values, lengths, features, records."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from boxscribe.batches import Dataset, chunks, collate, encode, prepare
from boxscribe.batches.vocab import UNK
from boxscribe.config import DataConfig
from boxscribe.errors import InputError
from boxscribe.models.inputs import inputs_of
from boxscribe.tables import load_domain
from boxscribe.training.corruption import Corruption, mask_names
from helpers import games


def test_a_masked_name_is_unknown_in_table_and_text_and_can_only_be_copied(tmp_path: Path) -> None:
    domain, tables = load_domain("rotowire"), games(3)
    vocabularies = prepare(tables, domain, tmp_path / "set").vocabularies
    batch = collate([encode(table, domain, vocabularies) for table in tables])
    torch.manual_seed(0)
    masked = mask_names(batch, DataConfig(name_dropout=1.0))
    naming_types = {type for kind in domain.kinds.values() for type in kind.name}
    naming = np.isin(batch.type, vocabularies.type.ids(naming_types)) & batch.row_mask
    assert (masked.name == UNK).all()
    assert (masked.value[naming] == UNK).all()
    assert (masked.value[~naming] == batch.value[~naming]).all()
    (chunk,) = chunks(masked, 1000)
    for b, table in enumerate(tables):
        names = {word for record in table.records if record.type in naming_types for word in record.value.split()}
        for step, word in enumerate(table.tokens):
            assert (chunk.target[b, step] == UNK) == (word in names)
            assert chunk.copyable[b, step].any() or word not in names
    assert Corruption(DataConfig(length_dropout=0), domain, vocabularies)(batch) is batch
    assert batch.length_known.all()
    assert not mask_names(batch, DataConfig(length_dropout=1)).length_known.any()
    half = DataConfig(length_dropout=0.5)
    known = [tuple(row) for _ in range(30) for row in mask_names(batch, half).length_known.tolist()]
    assert set(known) == {(True, True), (True, False), (False, True), (False, False)}, "words and numbers independently"


def with_writers(folder: Path) -> Dataset:
    tables = [replace(table, meta={**table.meta, "writer": "7"}) for table in games(3)]
    return prepare(tables, load_domain("rotowire").extended(["writer"]), folder)


def test_a_text_without_its_writer(tmp_path: Path) -> None:
    dataset = with_writers(tmp_path / "set")
    batch = collate([dataset[game] for game in range(3)])
    number = list(dataset.domain.features).index("writer")
    known, unknown = dataset.vocabularies.features[number].ids(["7", "unknown"])
    assert (batch.features[:, number][batch.row_mask] == known).all()
    hidden = Corruption(DataConfig(feature_dropout={"writer": 1.0}), dataset.domain, dataset.vocabularies)(batch)
    assert (hidden.features[:, number] == unknown).all()
    others = [f for f in range(batch.features.shape[1]) if f != number]
    assert (hidden.features[:, others] == batch.features[:, others]).all()


def test_a_table_without_some_records_is_as_if_it_never_had_them(tmp_path: Path) -> None:
    dataset = with_writers(tmp_path / "set")
    batch = collate([dataset[game] for game in range(3)])
    config = DataConfig(hidden_types=[["PTS"], ["TEAM-PTS", "TEAM-WINS"]], hidden_rate=1.0, length_dropout=0)
    hidden = Corruption(config, dataset.domain, dataset.vocabularies)(batch)
    gone = np.isin(batch.type, dataset.vocabularies.type.ids(["PTS", "TEAM-PTS", "TEAM-WINS"])) & batch.row_mask
    assert gone.any() and (hidden.row_mask == (batch.row_mask & ~gone)).all()
    inputs = inputs_of(hidden)
    assert int(inputs.rows_mask.sum()) == int(hidden.row_mask.sum())
    (chunk,) = chunks(hidden, 1000, copy_forms=True)
    for b, words in enumerate(inputs.word.tolist()):
        assert {*chunk.previous_source[b].tolist()} - {-1} <= {*words}
    assert not (chunk.copyable & gone[:, None]).any() and chunk.copyable.any()
    planned = [set(plan[plan >= 0].tolist()) for plan in batch.plan]
    left = [set(plan[plan >= 0].tolist()) for plan in hidden.plan]
    for before, after, rows in zip(planned, left, gone, strict=True):
        assert after == {row for row in before if not rows[row]} < before


@pytest.mark.parametrize(
    "config", [DataConfig(feature_dropout={"autor": 0.5}), DataConfig(hidden_types=[["POINTS"]], hidden_rate=0.5)]
)
def test_what_the_data_does_not_have_cannot_be_hidden(config: DataConfig, tmp_path: Path) -> None:
    dataset = with_writers(tmp_path / "set")
    with pytest.raises(InputError, match="the data has no"):
        Corruption(config, dataset.domain, dataset.vocabularies)
