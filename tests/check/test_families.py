"""Claims of a sentence about a small game, and the verdict on each."""

import pytest

from boxscribe.check.check import Checker
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

CLAIMS = [
    ("Ann Lee had 20 points and 11 rebounds .", []),
    ("Ann Lee had 22 points and 11 rebounds .", [("22", "20")]),
    ("Ann Lee led the Hawks with 20 points , 11 rebounds and a steal .", []),
    ("Bea Moss added nine points and a pair of steals .", [("pair", "0")]),
    ("Ann Lee had 20 points for the Hawks . He had five assists .", [("five", "4")]),
    ("Ann Lee scored 20 points on 8 - of - 14 shooting .", [("14", "15")]),
    ("The Hawks held the Bulls to 44 percent from the field .", [("44", "41")]),
    ("The Atlanta Hawks ( 3 - 1 ) defeated the Chicago Bulls ( 1 - 3 ) 98 - 90 on Wednesday .", []),
    ("The Hawks ( 3 - 2 ) defeated the Bulls ( 1 - 3 ) 98 - 91 .", [("2", "1"), ("91", "90")]),
    ("The Chicago Bulls defeated the Atlanta Hawks 98 - 90 .", [("defeated", "Atlanta Hawks won")]),
    ("Cleo Nash is averaging 25 points per game .", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wrong"), CLAIMS, ids=[text[:40] for text, _ in CLAIMS])
def test_what_a_sentence_claims(text: str, wrong: list[tuple[str, str]]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, TABLE)
    assert verdicts or "averaging" in text
    found = [(" ".join(tokens[v.start : v.end]), v.expected) for v in verdicts if v.status == "contradicted"]
    assert found == wrong
