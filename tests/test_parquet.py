"""Parquet files of tables and stories: what comes out goes in again, and what is none is one sentence."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from boxscribe.errors import InputError
from boxscribe.tables import Table, native_json, rotowire
from boxscribe.tables.parquet_format import write_parquet
from boxscribe.tables.read import read_tables
from boxscribe.writing.author import load
from boxscribe.writing.outputs import read_outputs
from helpers import boxscribe, games

TABLES = games(5)


def write(path: Path, **columns: list[Any]) -> Path:
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return path


def test_tables_come_back_from_a_file_a_stream_and_a_compressed_file(tmp_path: Path) -> None:
    file, zipped = tmp_path / "games.parquet", tmp_path / "games.parquet.gz"
    assert write_parquet(TABLES, file) == 5
    zipped.write_bytes(gzip.compress(file.read_bytes()))
    with file.open("rb") as stream:
        for source in (file, zipped, stream):
            assert list(read_tables(source)) == TABLES
    done = boxscribe("data", "convert", "-", input=file.read_bytes())
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [table.id for table in TABLES]
    assert boxscribe("data", "convert", file, "--to", "parquet", "--out", tmp_path / "again").returncode == 0
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_a_folder_is_read_in_the_order_of_its_files(tmp_path: Path) -> None:
    """As other systems write them: with further columns, several row groups and marker files."""
    for name, some in (("part-1", TABLES[3:]), ("part-0", TABLES[:3])):
        cells = [json.dumps(native_json.to_json(table)) for table in some]
        rows = pyarrow.table({"day": [1] * len(some), "table": pyarrow.array(cells, pyarrow.large_string())})
        pyarrow.parquet.write_table(rows, tmp_path / f"{name}.parquet", row_group_size=1)
    (tmp_path / "_SUCCESS").touch()
    assert list(read_tables(tmp_path)) == TABLES


def test_tables_in_the_layout_of_rotowire(tmp_path: Path) -> None:
    file = write(tmp_path / "games.parquet", table=[json.dumps(rotowire.dump(table)) for table in TABLES])
    assert [names(table) for table in read_tables(file)] == [names(table) for table in TABLES]


def names(table: Table) -> list[str]:
    return sorted(entity.name for entity in table.entities)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"games": ["x"], "day": [1]}, "has no column 'table'; it has games, day"),
        ({"table": ["{"]}, "game 1: is not JSON"),
        ({"table": [None, "{}"]}, "game 1: the column 'table' must hold the JSON of a table, not None"),
        ({"table": [3]}, "game 1: the column 'table' must hold the JSON of a table, not 3"),
        ({"table": ["[]"]}, r"game 1: must be an object, not \[\]"),
        ({"table": []}, "holds no games"),
    ],
)
def test_what_is_no_table_is_one_sentence(tmp_path: Path, columns: dict[str, list[Any]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_tables(write(tmp_path / "games.parquet", **columns)))


def test_a_damaged_file_is_one_sentence(tmp_path: Path) -> None:
    write_parquet(TABLES, tmp_path / "games.parquet")
    whole = (tmp_path / "games.parquet").read_bytes()
    spoiled = bytearray(whole)
    spoiled[200:400] = bytes(200)
    for content in (whole[:-100], whole[:4], bytes(spoiled)):
        (tmp_path / "games.parquet").write_bytes(content)
        with pytest.raises(InputError, match="cannot be read: it is no Parquet file, or was not written to its end"):
            list(read_tables(tmp_path / "games.parquet"))
        with pytest.raises(InputError, match="cannot be read"):
            read_outputs(tmp_path / "games.parquet")


def test_stories_have_the_keys_of_json_lines_and_are_texts_of_their_games(tmp_path: Path) -> None:
    tables, out, lines = tmp_path / "games.parquet", tmp_path / "stories.parquet", tmp_path / "stories.jsonl"
    write_parquet(TABLES, tables)
    for name, form in ((out, []), (lines, ["--format", "jsonl", "--no-trace"])):
        assert boxscribe("write", tables, "--model", "template", "--out", name, *form).returncode == 0
    rows = pyarrow.parquet.read_table(out).to_pylist()
    empty: dict[str, Any] = {"plan": [], "outline": [], "origins": []}
    assert rows == [json.loads(line) | empty for line in lines.read_text(encoding="utf-8").splitlines()]
    assert read_outputs(out).texts == read_outputs(lines).texts
    assert read_outputs(out, tokenised=False).texts == [load("template").write(table).text for table in TABLES]
    found = [boxscribe("check", texts, "--data", tables, "--format", "json").stdout for texts in (out, lines)]
    assert found[0] == found[1]
    assert found[0].count(b"verdicts") == 5


def test_a_plan_keeps_its_cells_and_origins(tmp_path: Path) -> None:
    from boxscribe.writing.parquet import write_stories

    story = {"id": "a", "model": "m", "text": "A b.", "tokens": ["A", "b", "."], "score": -1.5}
    planned = {"plan": [["7", "PTS"]], "outline": [[["7", "PTS"]], []], "origins": ["model", "template"]}
    assert write_stories([story | planned], tmp_path / "one.parquet") == 1
    (row,) = pyarrow.parquet.read_table(tmp_path / "one.parquet").to_pylist()
    cell = {"entity": "7", "type": "PTS"}
    assert row == story | {"plan": [cell], "outline": [[cell], []], "origins": ["model", "template"]}


@pytest.mark.parametrize(("columns", "message"), [({"id": ["a"]}, "row 1: write"), ({"text": ["a"]}, "no column 'id'")])
def test_texts_without_what_they_need(tmp_path: Path, columns: dict[str, list[Any]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_outputs(write(tmp_path / "texts.parquet", **columns))


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_parquet(TABLES, tmp_path / "games.parquet")
    for module in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"^reading a Parquet file needs the package pyarrow: .*boxscribe\[scale\]"):
        list(read_tables(tmp_path / "games.parquet"))
