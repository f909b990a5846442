"""Days of a small game on a Wednesday, the side that a record belongs to, and the next game of each side."""

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.table import Table
from small_game import DOMAIN, team

RECORD = {"TEAM_PTS": "98", "TEAM_WINS": "3", "TEAM_LOSSES": "1"}
NEXT = {
    "NEXT_OPPONENT": "Jazz",
    "NEXT_CITY": "Atlanta",
    "NEXT_WEEKDAY": "Friday",
    "NEXT_SIDE": "home",
    "NEXT_REST": "1",
}
AWAY = {"TEAM_PTS": "90", "TEAM_WINS": "1", "TEAM_LOSSES": "3", "TEAM_REB": "40"}
SIDES = (
    team("home", "Atlanta", "Hawks", "home", **RECORD, **NEXT, TEAM_REB="35"),
    team("vis", "Chicago", "Bulls", "away", **AWAY),
)
GAME = Table("rotowire", "1", SIDES, meta={"day": "11_02_16"})

CLAIMS = [
    ("The Hawks won on Wednesday .", []),
    ("The Hawks won on Tuesday .", ["Tuesday"]),
    ("The Hawks won on Wednesday . They were strong , as on Sunday .", []),
    ("The Hawks came into Tuesday 's game with three straight wins .", ["Tuesday"]),
    ("The Hawks will host the Jazz , on Friday .", []),
    ("The Hawks will host the Jazz , on Sunday .", ["Sunday"]),
    ("The Hawks remain home to face off with the Atlanta Hawks on Friday .", ["Atlanta Hawks"]),
    ("The Hawks will take on the Hawks on Friday .", ["Hawks"]),
    ("The Hawks head home to take on the Jazz on Friday .", []),
    ("The Bulls won the second quarter against their hosts .", []),
    ("The Hawks will return from a two - game road trip to face the Jazz .", []),
    ("The Hawks will have a day off .", []),
    ("The Hawks will have a couple of days off .", ["a couple of days off"]),
    ("The Bulls ( 1 - 3 ) were strong .", []),
    ("The Hawks ( 1 - 3 ) were strong in the loss .", ["Hawks"]),
    ("The Hawks ( 3 - 1 ) needed a late run by the Hawks ( 1 - 3 ) to win .", ["1", "3"]),
    ("The Hawks ( 1 - 3 ) beat the Bulls ( 1 - 3 ) .", ["1", "3"]),
    ("The key for the Hawks was the rebounding .", ["was the rebounding"]),
]


@pytest.mark.parametrize(("text", "wrong"), CLAIMS, ids=[text[-50:] for text, _ in CLAIMS])
def test_what_a_sentence_claims_about_days_and_sides(text: str, wrong: list[str]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, GAME)
    assert [" ".join(tokens[v.start : v.end]) for v in verdicts if v.status == "contradicted"] == wrong


def test_a_game_after_the_last_one_of_the_season_is_unsupported() -> None:
    tokens = "The Bulls will visit the Jazz on Friday .".split()
    season = Table("rotowire", "1", SIDES, meta={**GAME.meta, "season": {"games": []}})
    assert [v.status for v in Checker(DOMAIN).check(tokens, season)] == ["unsupported"]
    assert not Checker(DOMAIN).check(tokens, GAME)


def test_an_arena_that_the_league_does_not_have_is_unsupported() -> None:
    sides = (team("home", "Atlanta", "Hawks", "home", TEAM_PTS="98", ARENA="Philips Arena"), SIDES[1])
    table = Table("rotowire", "1", sides, meta=GAME.meta)
    for name, status in (
        ("Philips Arena", "supported"),
        ("United Center", "contradicted"),
        ("Nest Arena", "unsupported"),
    ):
        tokens = f"The Hawks played well at the {name} .".split()
        assert [v.status for v in Checker(DOMAIN).check(tokens, table)] == [status]
