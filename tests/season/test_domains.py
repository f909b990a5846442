"""The same declarations serve other domains: baseball, and a domain of the user's own."""

from typing import Any

import pytest

import boxscribe
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table
from helpers import games as simulated
from season.games import cited, derived

CHESS: dict[str, Any] = {
    "name": "chess",
    "title": "A chess league",
    "side": "colour",
    "features": {"colour": {"label": "colour", "values": ["white", "black"]}},
    "kinds": {
        "player": {
            "label": "Players",
            "name": ["name"],
            "score": "points",
            "types": {
                "name": {"label": "name", "value": "text"},
                "points": {"label": "points", "value": "decimal"},
                "moves": {"label": "moves"},
            },
        }
    },
    "derived": {
        "unbeaten": {
            "kind": "player", "label": "games without a loss", "games": "with", "compute": "streak",
            "where": ["points >= opponent.points"],
        },
        "white": {
            "kind": "player", "label": "games with white", "games": "before", "compute": "count",
            "where": ["side = white"],
        },
        "longest": {"kind": "player", "label": "most moves", "games": "before", "compute": "highest", "of": ["moves"]},
        "next": {
            "kind": "player", "label": "next opponent", "games": "ahead", "compute": "value", "of": ["opponent"],
            "value": "text",
        },
    },
}  # fmt: skip


def test_baseball() -> None:
    tables = simulated(200, "mlb", texts=False)
    enriched = list(boxscribe.enrich(tables, tables))
    wins: dict[str, int] = {}
    for table, result in zip(tables, enriched, strict=True):
        records = derived(result)
        for team in table.of_kind("team"):
            wins[team.name] = wins.get(team.name, 0) + (team.value("result") == "win")
            assert records[team.id, "SEASON-WINS"] == str(wins[team.name])
    last = enriched[90]
    assert (last.of_kind("team")[0].id, "NEXT-OPPONENT") in derived(last)
    homers = {record.value for table in enriched for _, record in _players(table) if record.type == "SEASON-HR"}
    assert "2" in homers


def _players(table: Table) -> list[tuple[Entity, boxscribe.Record]]:
    return [(player, record) for player in table.of_kind("player") for record in player.derived]


def chess_game(number: int, white: str, black: str, points: tuple[str, str] | None, moves: int = 30) -> Table:
    entities = []
    for side, name, at in (("white", white, 0), ("black", black, 1)):
        cells = [("name", name), *([("points", points[at]), ("moves", str(moves))] if points else [])]
        entities.append(Entity.of(side, name, "player", cells, {"colour": side}))
    return Table("chess", str(number), tuple(entities), meta={"day": f"2024-01-{number:02}"})


def test_a_domain_of_ones_own() -> None:
    """Its competitors are its players, its sides are colours, and a draw is no loss."""
    domain = Domain.model_validate(CHESS)
    season = [
        chess_game(1, "Ann", "Bob", ("1", "0"), 41),
        chess_game(2, "Cid", "Ann", ("0.5", "0.5"), 60),
        chess_game(3, "Ann", "Cid", ("1", "0")),
        chess_game(4, "Bob", "Ann", None),
    ]
    [table] = boxscribe.enrich(season[2], season, domain=domain)
    assert derived(table) == {
        ("white", "unbeaten"): "3",
        ("white", "white"): "1",
        ("white", "longest"): "60",
        ("white", "next"): "Bob",
        ("black", "longest"): "60",
        ("black", "white"): "1",
    }
    assert cited(table, "white", "unbeaten") == ["2024-01-01 Ann 1 - 0 Bob", "2024-01-02 Cid 0.5 - 0.5 Ann"]
    assert cited(table, "white", "next") == ["2024-01-04 Bob - Ann"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": "ahead"}, "compute = 'streak' is not of games = 'ahead'; set games to one of before, with"),
        ({"of": ["moves"]}, "compute = 'streak' is about games, not cells; leave out of"),
        ({"compute": "mean"}, "compute = 'mean' needs one entry in of, and there are 0"),
        ({"compute": "place"}, "compute = 'place' needs among: a division of the league"),
        ({"games": "this", "last": 3}, "last needs games: before or with"),
    ],
)
def test_a_wrong_declaration_is_one_sentence(change: dict[str, object], message: str) -> None:
    unbeaten = {**CHESS["derived"]["unbeaten"], **change}
    with pytest.raises(ValueError, match=message):
        Domain.model_validate({**CHESS, "derived": {"unbeaten": unbeaten}})
