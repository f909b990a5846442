"""The games of a day, from any source that a season can be read from."""

import json
from datetime import date
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.season.days import SeasonDays
from boxscribe.tables import native_json
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from helpers import WEATHER, games
from nba_files import write_season  # skips where pyarrow is missing
from season.games import day


def test_the_days_of_a_file_of_tables(tmp_path: Path) -> None:
    tables = games(25, texts=False)
    source = tmp_path / "season.jsonl"
    source.write_text("\n".join(json.dumps(native_json.to_json(table)) for table in reversed(tables)))
    found = SeasonDays(source, {})
    days = sorted({day(table) for table in tables})
    last = found.on()
    assert (last.day, last.before, last.after) == (days[-1], days[-2], None)
    first = found.on(days[0])
    assert (first.before, first.after) == (None, days[1])
    ids = {table.id: table for table in tables if day(table) == days[0]}
    assert {table.id for table in first.tables} == {*ids}
    assert all(table == ids[table.id] for table in first.tables)
    assert found.on(date(2001, 1, 1)).tables == [] and found.on(date(2001, 1, 1)).after == days[0]


def test_the_days_of_parquet_files_have_the_tables_that_are_read_from_them(tmp_path: Path) -> None:
    write_season(tmp_path)
    tables = list(read_tables(tmp_path))
    found = SeasonDays(tmp_path, {})
    days = sorted({day(table) for table in tables})
    assert found.on(days[0]).tables == [table for table in tables if day(table) == days[0]]
    assert found.on(days[0]).after == days[1] and found.on(days[-1]).after is None
    with pytest.raises(InputError, match="no season with games on 2031-01-01; it covers"):
        found.on(date(2031, 1, 1))


def test_an_own_domain_and_a_source_without_days(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "weather.toml").write_text(WEATHER)
    own = load_domain(str(tmp_path / "own" / "weather.toml"))
    entities = [{"name": "Rome", "kind": "station", "records": {"place": "Rome", "high": 31}}]
    source = tmp_path / "season.jsonl"
    source.write_text(json.dumps({"domain": "weather", "meta": {"day": "2020-05-01"}, "entities": entities}))
    assert len(SeasonDays(source, {"weather": own}).on(date(2020, 5, 1)).tables) == 1
    source.write_text(json.dumps({"domain": "weather", "entities": entities}))
    with pytest.raises(InputError, match="no table has a day"):
        SeasonDays(source, {"weather": own}).on()
