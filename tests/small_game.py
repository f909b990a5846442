"""A small game of basketball, for tests of claims about it."""

from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Entity, Table

DOMAIN = load_domain("rotowire")


def player(id: str, name: str, side: str, **cells: str) -> Entity:
    first, _, last = name.partition(" ")
    values = {"PTS": "0", "REB": "0", "AST": "0", "STL": "0", "BLK": "0", "FGM": "0", "FGA": "0"} | cells
    return Entity.of(
        id, name, "player", [*values.items(), ("FIRST_NAME", first), ("SECOND_NAME", last)], {"side": side}
    )


def team(id: str, city: str, name: str, side: str, **cells: str) -> Entity:
    values = [*((key.replace("_", "-", 1), value) for key, value in cells.items())]
    return Entity.of(id, f"{city} {name}", "team", [*values, ("TEAM-CITY", city), ("TEAM-NAME", name)], {"side": side})


TABLE = Table(
    "rotowire",
    "1",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="11", AST="4", STL="1", FGM="8", FGA="15"),
        player("1", "Bea Moss", "home", PTS="9", REB="2", AST="1", BLK="2"),
        player("2", "Cleo Nash", "away", PTS="31", REB="5"),
        team("home", "Atlanta", "Hawks", "home", TEAM_PTS="98", TEAM_FG_PCT="48", TEAM_WINS="3", TEAM_LOSSES="1"),
        team("vis", "Chicago", "Bulls", "away", TEAM_PTS="90", TEAM_FG_PCT="41", TEAM_WINS="1", TEAM_LOSSES="3"),
    ),
    meta={"day": "11_02_16"},
)
