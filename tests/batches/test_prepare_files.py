"""`data prepare` as a function: files of tables in, a dataset out."""

from pathlib import Path

import pytest

from boxscribe.batches.prepare_files import prepare_files
from boxscribe.errors import InputError
from boxscribe.tables.write import write_tables
from helpers import games


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        write_tables(games(4), stream)
    return path


def test_files_become_a_dataset(file: Path, tmp_path: Path) -> None:
    train = prepare_files([file], tmp_path / "train", derive=["rank"], copy_only=["player"], min_count=2)
    assert (len(train), list(train.domain.features), train.domain.min_count) == (4, ["side", "rank"], 2)
    valid = prepare_files([file], tmp_path / "valid", vocab=tmp_path / "train", partial_texts=[file])
    assert (len(valid), list(valid.domain.features)) == (8, ["side", "rank"])
    assert valid.vocabularies.target.words == train.vocabularies.target.words


def test_a_choice_that_leaves_nothing_is_told(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"games\.jsonl: has no table for --where source=rebuilt_table"):
        prepare_files([file], tmp_path / "x", where=["source=rebuilt_table"])
    with pytest.raises(InputError, match="leave them out with --vocab"):
        prepare_files([file], tmp_path / "x", vocab=tmp_path / "train", derive=["rank"])
