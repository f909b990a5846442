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


def test_a_file_names_the_writers_and_plans_are_those_of_the_texts(file: Path, tmp_path: Path) -> None:
    (tmp_path / "writers.json").write_text('{"games": {"0": 5, "2": 7}}')
    made = prepare_files([file], tmp_path / "x", derive=["writer"], writers=tmp_path / "writers.json", plans=True)
    number = list(made.domain.features).index("writer")
    words = made.vocabularies.features[number].words
    assert [words[made[game].features[number][0]] for game in range(4)] == ["5", "unknown", "7", "unknown"]
    for game in range(4):
        assert len(made[game].plan) and not made[game].naming[made[game].plan].any()
