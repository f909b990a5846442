"""Who wrote a text: by the tables themselves, or by a file."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.writers import writers_of
from boxscribe.tables.frozen import FrozenDict
from helpers import games

TABLES = games(3)


def test_tables_can_name_their_writers() -> None:
    named = replace(TABLES[0], meta=FrozenDict({**TABLES[0].meta, "writer": "Ann"}))
    assert writers_of([named, TABLES[1]]) == ["Ann", None]


@pytest.mark.parametrize("content", [{"0": "7", "2": 8}, {"train": {"1": "9"}, "valid": {"0": "7", "2": "8"}}])
def test_a_file_names_them_by_place_and_split(content: object, tmp_path: Path) -> None:
    (tmp_path / "writers.json").write_text(json.dumps(content))
    assert writers_of(TABLES, tmp_path / "writers.json", "data/valid.json.gz") == ["7", None, "8"]


def test_the_index_of_a_training_table_comes_before_its_place(tmp_path: Path) -> None:
    (tmp_path / "writers.json").write_text('{"12": "Ann", "0": "Bob"}')
    table = replace(TABLES[0], meta=FrozenDict({**TABLES[0].meta, "train_index": 12}))
    assert writers_of([table], tmp_path / "writers.json") == ["Ann"]


WRONG = {
    "[]": "is no file of writers",
    "{": "cannot be read",
    '{"train": {"0": "7"}}': "has no writers of 'valid'",
    '{"17": "7"}': "has the writer of none of these texts",
}


@pytest.mark.parametrize("content", WRONG)
def test_a_wrong_file_gets_a_sentence(content: str, tmp_path: Path) -> None:
    (tmp_path / "writers.json").write_text(content)
    with pytest.raises(InputError, match=WRONG[content]):
        writers_of(TABLES, tmp_path / "writers.json", "valid.json")
