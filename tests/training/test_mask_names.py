"""Masked names, values and lengths."""

from pathlib import Path

import numpy as np
import torch

from boxscribe.batches import chunks, collate, encode, prepare
from boxscribe.batches.vocab import UNK
from boxscribe.config import DataConfig
from boxscribe.tables import load_domain
from boxscribe.training.mask_names import mask_names
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
    assert mask_names(batch, DataConfig(length_dropout=0)) is batch
    assert batch.length_known.all()
    assert not mask_names(batch, DataConfig(length_dropout=1)).length_known.any()
    half = DataConfig(length_dropout=0.5)
    known = [tuple(row) for _ in range(30) for row in mask_names(batch, half).length_known.tolist()]
    assert set(known) == {(True, True), (True, False), (False, True), (False, False)}, "words and numbers independently"
