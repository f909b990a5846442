"""`data check`: what does not add up is found, on made-up tables and on the real ones."""

import gzip
import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from boxscribe.errors import InputError, Problem
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.cells import EntityCells, cells_of
from boxscribe.tables.check import check_files, review
from boxscribe.tables.read import read_tables
from boxscribe.tables.rules import parse_rule
from helpers import WEATHER, games, raw_game, spoiled, write_json


def warnings(table: Table, domain: str = "rotowire") -> list[str]:
    return [f"{problem.field}: {problem.message}" for problem in review(table, load_domain(domain))]


def test_simulated_games_add_up() -> None:
    for domain in ("rotowire", "mlb"):
        for table in games(30, domain):
            assert warnings(table, domain) == []


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("box_score", "PTS", "13"), "99", "PTS = 2 FGM + FG3M + FTM does not hold (99 against "),
        (("box_score", "FGA", "13"), "0", "FGM <= FGA does not hold ("),
        (("home_line", "TEAM-PTS_QTR1"), "150", "TEAM-PTS >= TEAM-PTS_QTR1 + "),
        (("home_line", "TEAM-AST"), "150", "TEAM-AST = player.AST does not hold (150 against "),
        (("summary",), ["Lorem", "ipsum", "dolor"], "text: the text names no entity of the table"),
        (("box_score", "PLAYER_NAME", "13"), "Same Name", "Same Name: 2 entities of kind 'player' have this name"),
    ],
)
def test_what_does_not_add_up_is_found(tmp_path: Path, path: tuple[str, ...], value: object, sentence: str) -> None:
    game = spoiled(raw_game(), "box_score", "PLAYER_NAME", "14", value="Same Name")
    table = next(iter(read_tables(write_json(tmp_path / "game.json", [spoiled(game, *path, value=value)]))))
    assert any(sentence in warning for warning in warnings(table)), warnings(table)


def test_the_problems_of_several_files_are_collected_and_reported_as_they_are_found(tmp_path: Path) -> None:
    bad = spoiled(raw_game(), "box_score", "PTS", "0", value="x")
    odd = spoiled(raw_game(), "home_line", "TEAM-AST", value="150")
    files = [write_json(tmp_path / "one.json", [raw_game(), bad]), write_json(tmp_path / "two.json", [odd])]
    reported: list[Problem] = []
    found = check_files(files, report=reported.append)
    assert (found.games, found.errors, found.warnings, found.problems) == (2, 1, 1, reported)
    assert [(problem.file, problem.game) for problem in reported] == [(str(files[0]), 2), (str(files[1]), 1)]


def test_an_empty_summary_is_a_warning_and_none_at_all_is_not(tmp_path: Path) -> None:
    found: list[str] = []
    empty, absent = spoiled(raw_game(), "summary", value=[]), spoiled(raw_game(), "summary", delete=True)
    file = write_json(tmp_path / "games.json", [empty, absent])
    assert len(list(read_tables(file, report=lambda problem: found.append(str(problem))))) == 2
    assert found == [f"{file}: game 1: summary: is empty"]


def test_the_development_games_add_up(development: list[Table]) -> None:
    assert [warning for table in development for warning in warnings(table)] == []


def test_rebuilt_games_add_up(data_dir: Path) -> None:
    training = islice(read_tables(data_dir / "rotowire" / "train.json.gz"), 500)
    assert [warning for table in training for warning in warnings(table)] == []


@pytest.mark.parametrize("file", ["train", "later_seasons"])
def test_the_description_names_every_origin_of_the_real_games(data_dir: Path, file: str) -> None:
    path = data_dir / "rotowire" / f"{file}.json.gz"
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    source = load_domain("rotowire").derived_features["source"]
    origins = {json.loads(found) for found in re.findall(rb'"source": ?("[^"]*")', gzip.decompress(path.read_bytes()))}
    assert origins
    assert {source.from_meta({"source": origin}) for origin in origins} <= set(source.values)


def test_an_origin_that_the_description_does_not_name_is_a_warning() -> None:
    (table,) = games(1)
    (warning,) = warnings(replace(table, meta={"source": "rumours"}))
    assert warning.startswith("meta.source: 'rumours' is no source that the description of 'rotowire' names")


def cells_with(numbers: dict[str, float]) -> EntityCells:
    """The cells of a team with some numbers, and of one player with those that are called `player.…`."""
    values = {name.rpartition(".")[::2]: str(number) for name, number in numbers.items()}
    entities = [
        Entity.of(kind or "team", kind, kind or "team", [(t, value) for (k, t), value in values.items() if k == kind])
        for kind in ("", "player")
    ]
    return cells_of(Table("d", "1", tuple(entities)), "")[0]


@pytest.mark.parametrize(
    ("rule", "cells", "holds"),
    [
        ("A = B + C", {"A": 3, "B": 1, "C": 2}, True),
        ("A = B + C", {"A": 4, "B": 1, "C": 2}, False),
        ("A = B + C", {"A": 1, "B": 1}, True),
        ("A = B + C", {"B": 1}, True),
        ("A = 2 B + 1", {"A": 7, "B": 3}, True),
        ("A = 2 B + 1", {"A": 6, "B": 3}, False),
        ("A <= B", {"A": 2, "B": 2}, True),
        ("A <= B", {"A": 3, "B": 2}, False),
        ("A >= B", {"A": 1, "B": 2}, False),
        ("T = player.A", {"T": 9, "player.A": 9}, True),
        ("T = player.A", {"T": 9, "A": 9}, False),
        ("A = B - C", {"A": 1, "B": 3, "C": 2}, True),
        ("A != B", {"A": 2, "B": 2}, False),
        ("A < B", {"A": 2, "B": 2}, False),
        ("A > 1.5 B", {"A": 3, "B": 1}, True),
    ],
)
def test_rules(rule: str, cells: dict[str, float], holds: bool) -> None:
    assert (parse_rule(rule).broken_by(cells_with(cells)) is None) == holds


@pytest.mark.parametrize("rule", ["A", "A = B = C", "A = B C D", "A = ", "A == B", "= A"])
def test_what_is_no_rule_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="A"):
        parse_rule(rule)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('title = "The weather"', 'titel = "The weather"'), "field required"),
        (('value = "decimal"', 'value = "float"'), "kinds.station.types.high.value: input should be"),
        (('name = ["place"]', 'name = ["plaec"]'), "kinds.station.name: no type 'plaec'; did you mean 'place'?"),
        (("low <= high", "low <= hihg"), "names an unknown type 'hihg'"),
        (("low <= high", "low == high"), "a rule has exactly one of"),
        (('title = "The weather"', 'title = "The weather'), "not valid TOML"),
        (('title = "The weather"', 'title = "W"\nside = "team"'), "side: no feature 'team'"),
    ],
)
def test_a_bad_description_is_reported_by_field(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    path = tmp_path / "weather.toml"
    assert change[0] in WEATHER
    path.write_text(WEATHER.replace(*change, 1))
    with pytest.raises(InputError) as error:
        load_domain(str(path))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_description_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read this description"):
        load_domain(str(tmp_path / "nowhere.toml"))


def test_a_numbered_series_of_types_is_one_line_of_a_description() -> None:
    team = Entity.of("home", "A B", "team", [("inn1", "2"), ("inn12", "1"), ("team_runs", "4")], {"side": "home"})
    assert any("team_runs = inn# does not hold (4 against 3)" in w for w in warnings(Table("mlb", "x", (team,)), "mlb"))
    described = load_domain("mlb").kinds["team"].type("inn12")
    assert described is not None
    assert described.label == "runs in inning #"
