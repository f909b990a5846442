"""Derived records of a table: value and cells by declaration."""

from typing import Any

import pytest

from boxscribe.derived import derive
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell
from derived.declared import described, game


def found(domain: Domain, type: str, table: Table) -> dict[str, tuple[str, set[Cell]]]:
    return {
        entity.name: (record.value, set(record.sources.cells))
        for entity in derive(table, domain).entities
        for record in entity.derived
        if record.type == type and record.sources
    }


def cells(names: str) -> set[Cell]:
    return {Cell(*name.split(".")) for name in names.split()}


SUM, RANK = {"compute": "sum"}, {"compute": "rank"}


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        (
            SUM | {"kind": "team", "of": ["SCORE - opponent.SCORE"]},
            {"home": ("9", "home.SCORE away.SCORE"), "away": ("-9", "away.SCORE home.SCORE")},
        ),
        (
            SUM | {"kind": "team", "of": ["SCORE - opponent.SCORE"], "at_least": 1},
            {"home": ("9", "home.SCORE away.SCORE")},
        ),
        (
            SUM | {"kind": "team", "of": ["PCT - opponent.PCT"], "value": "decimal", "at_least": 0},
            {"home": ("1.3", "home.PCT away.PCT")},
        ),
        (
            SUM | {"kind": "team", "of": ["part#"]},
            {"home": ("39", "home.part1 home.part2"), "away": ("30", "away.part1 away.part2")},
        ),
        (
            SUM | {"kind": "team", "of": ["2 part1 - part2 + 1"]},
            {"home": ("22", "home.part1 home.part2"), "away": ("34", "away.part1 away.part2")},
        ),
        (
            SUM | {"kind": "team", "of": ["player.PTS"]},
            {"home": ("39", "ann.PTS bea.PTS cid.PTS"), "away": ("30", "eve.PTS flo.PTS")},
        ),
        (
            SUM | {"kind": "team", "of": ["opponent.player.PTS"]},
            {"home": ("30", "eve.PTS flo.PTS"), "away": ("39", "ann.PTS bea.PTS cid.PTS")},
        ),
        (  # nobody of the away team has a position, so that it is not known who has none
            SUM | {"kind": "team", "of": ["player.PTS"], "where": ["no POS"]},
            {"home": ("9", "cid.PTS")},
        ),
        (
            SUM | {"kind": "player", "of": ["team.SCORE - PTS"], "at_most": 18},
            {"ann": ("18", "home.SCORE ann.PTS"), "eve": ("0", "away.SCORE eve.PTS")},
        ),
        (
            SUM | {"kind": "player", "of": ["PTS"], "where": ["POS != G"]},
            {"bea": ("9", "bea.PTS")},
        ),
        (
            {"compute": "count", "kind": "team", "of": ["player"], "where": ["PTS >= 10"]},
            {"home": ("1", "ann.PTS"), "away": ("1", "eve.PTS")},
        ),
        (
            {"compute": "count", "kind": "team", "of": ["opponent.player"], "where": ["PTS > 21"]},
            {"home": ("1", "eve.PTS"), "away": ("0", "ann.PTS bea.PTS cid.PTS")},
        ),
        (
            {"compute": "reach", "kind": "player", "of": ["PTS", "REB"], "reach": 10, "at_least": 1},
            {"ann": ("2", "ann.PTS ann.REB"), "cid": ("1", "cid.REB"), "eve": ("1", "eve.PTS")},
        ),
        (
            {"compute": "highest", "kind": "team", "of": ["part1 - opponent.part1", "part2 - opponent.part2"]},
            {"home": ("10", "home.part2 away.part2"), "away": ("1", "home.part1 away.part1")},
        ),
        (
            RANK | {"kind": "player", "of": ["PTS"], "among": "side", "where": ["PTS >= 1"]},
            {
                "ann": ("1", "ann.PTS bea.PTS cid.PTS"),
                "bea": ("2", "ann.PTS bea.PTS cid.PTS"),
                "cid": ("2", "ann.PTS bea.PTS cid.PTS"),
                "eve": ("1", "eve.PTS"),
            },
        ),
        (
            RANK | {"kind": "player", "of": ["REB"], "at_most": 2},
            {
                "cid": ("1", "ann.REB bea.REB cid.REB eve.REB flo.REB"),
                "ann": ("2", "ann.REB bea.REB cid.REB eve.REB flo.REB"),
            },
        ),
        (  # only those with a position are compared
            RANK | {"kind": "player", "of": ["PTS + 0 REB"], "among": "side", "where": ["POS"]},
            {"ann": ("1", "ann.PTS ann.REB bea.PTS bea.REB"), "bea": ("2", "ann.PTS ann.REB bea.PTS bea.REB")},
        ),
        (
            RANK | {"kind": "team", "of": ["player.REB"], "lowest": True},
            {
                "home": ("2", "ann.REB bea.REB cid.REB eve.REB flo.REB"),
                "away": ("1", "ann.REB bea.REB cid.REB eve.REB flo.REB"),
            },
        ),
        (
            {
                "compute": "choose",
                "kind": "team",
                "value": "text",
                "values": {"win": ["SCORE > opponent.SCORE"], "loss": ["SCORE < opponent.SCORE"]},
            },
            {"home": ("win", "home.SCORE away.SCORE"), "away": ("loss", "home.SCORE away.SCORE")},
        ),
        (
            {"compute": "choose", "kind": "team", "value": "text", "values": {"derby": ["CITY = opponent.CITY"]}},
            {},
        ),
        (
            {"compute": "weekday", "kind": "team", "value": "text", "of": ["day"]},
            {"home": ("Monday", ""), "away": ("Monday", "")},
        ),
    ],
)
def test_value_and_cells(declaration: dict[str, Any], expected: dict[str, tuple[str, str]]) -> None:
    wanted = {name: (value, cells(used)) for name, (value, used) in expected.items()}
    assert found(described(X=declaration), "X", game()) == wanted


def test_a_type_can_be_computed_from_others_and_has_their_cells() -> None:
    domain = described(
        RESULT={
            "compute": "choose",
            "kind": "team",
            "value": "text",
            "values": {"win": ["SCORE > opponent.SCORE"], "loss": []},
        },
        MARGIN=SUM | {"kind": "team", "of": ["SCORE - opponent.SCORE"], "at_least": 1},
        COMEBACK=SUM | {"kind": "team", "of": ["opponent.part1 - part1"], "where": ["RESULT = win"]},
        TWICE=SUM | {"kind": "team", "of": ["2 MARGIN"]},
    )
    assert found(domain, "COMEBACK", game()) == {"home": ("1", cells("home.part1 away.part1"))}
    twice = found(domain, "TWICE", game())
    assert twice["home"] == ("18", cells("home.SCORE away.SCORE"))
    assert twice["away"][0] == "-18", "the number is known though it makes no record"


def test_a_condition_can_ask_for_a_feature_and_a_type_can_serve_others_only() -> None:
    domain = described(
        OWN=SUM | {"kind": "team", "of": ["SCORE - opponent.SCORE"], "where": ["side = home"], "auxiliary": True},
        OTHER=SUM | {"kind": "team", "of": ["opponent.SCORE - SCORE"], "where": ["side != home"], "auxiliary": True},
        HOME={"compute": "highest", "kind": "team", "of": ["OWN", "OTHER"]},
    )
    assert found(domain, "OWN", game()) == {}
    assert {name: value for name, (value, _) in found(domain, "HOME", game()).items()} == {"home": "9", "away": "9"}


@pytest.mark.parametrize(
    ("side", "score", "runs", "effect"),
    [
        ("home", (1, 0), 1, "go-ahead"),
        ("home", (3, 2), 2, "go-ahead"),
        ("home", (4, 2), 1, None),
        ("home", (1, 2), 1, None),
        ("away", (2, 2), 1, "tying"),
        ("away", (2, 3), 1, "go-ahead"),
        ("away", (3, 2), 2, None),
    ],
)
def test_the_effect_of_a_play(side: str, score: tuple[int, int], runs: int, effect: str | None) -> None:
    home, away = map(str, score)
    cells = [("runs", str(runs)), ("home_team_runs", home), ("away_team_runs", away)]
    table = Table("mlb", "1", (Entity.of("0", "play 0", "play", cells, {"side": side}),))
    (play,) = derive(table, load_domain("mlb")).entities
    assert next((record.value for record in play.derived if record.type == "EFFECT"), None) == effect


def test_derived_records_of_the_benchmark() -> None:
    team, player = {"side": "home"}, {"side": "away"}
    table = Table(
        "rotowire",
        "x",
        (
            Entity.of("home", "Hawks", "team", [("TEAM-PTS", "99"), ("TEAM-PTS_QTR1", "20")], team),
            Entity.of("vis", "Bulls", "team", [("TEAM-PTS", "108"), ("TEAM-PTS_QTR1", "25")], player),
            Entity.of("0", "Ann", "player", [("PTS", "12"), ("REB", "10"), ("AST", "11"), ("MIN", "30")], player),
        ),
    )
    home, away, ann = derive(table, load_domain("rotowire")).entities
    values = [{record.type: record.value for record in entity.derived} for entity in (home, away, ann)]
    assert values[0]["RESULT"] == "loss" and "MARGIN" not in values[0]
    assert values[1]["RESULT"] == "win" and values[1]["MARGIN"] == "9" and values[1]["Q1-MARGIN"] == "5"
    assert values[2]["DOUBLE-DOUBLE"] == "3" and values[2]["PTS-RANK"] == "1"
    assert "FIRST-HALF" not in values[0], "missing is not 0"
    assert "STARTER" not in values[2] and "BENCH-PTS" not in values[1], "a table without positions has no bench"
