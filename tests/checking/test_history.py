"""What entities did over several games: the games that a sentence names, and what they prove."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.derived import derive
from boxscribe.tables.expressions import Cells
from boxscribe.tables.table import Cell, Table
from small_game import DOMAIN, player, team


@dataclass
class PastGame:
    """The cells of an entity in an earlier game."""

    kind: str
    numbers: dict[str, float]
    texts: dict[str, str] = field(default_factory=dict)

    def number(self, type: str) -> float | None:
        return self.numbers.get(type)

    def text(self, type: str) -> str | None:
        return self.texts.get(type)

    def has(self, type: str) -> bool | None:
        return type in self.numbers or type in self.texts

    def of_kind(self, kind: str, opponent: bool) -> Sequence[Cells]:
        return []

    def sources(self, type: str) -> Sequence[Cell]:
        return []


def past(points: int, rebounds: int) -> PastGame:
    return PastGame("player", {"PTS": points, "REB": rebounds, "DOUBLE-DOUBLE": (points >= 10) + (rebounds >= 10)})


TABLE = Table(
    "rotowire",
    "5",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="12", START_POSITION="G", MIN="30"),
        team("home", "Atlanta", "Hawks", "home", TEAM_PTS="98"),
        team("vis", "Chicago", "Bulls", "away", TEAM_PTS="90"),
    ),
    meta={"day": "11_02_16", "season": {"games": []}},
)
GAME = derive(TABLE, DOMAIN)
HISTORY = {"0": [past(8, 4), past(26, 14), past(9, 5), past(10, 10)]}  # the season of Ann Lee: 73 points in 5 games

HISTORY["home"] = [  # with this game 2 - 1 at home, 1 - 1 on the road
    PastGame("team", {}, {"RESULT": result, "side": side, "date": "2016-11-01", "opponent": "Heat"})
    for result, side in [("win", "away"), ("loss", "home"), ("loss", "away"), ("win", "home")]
]

# (text, its numbers in order; "≠" marks those that other games contradict)
SPANS = [
    ("Ann Lee is averaging 15 points on the season .", "15"),
    ("Ann Lee is averaging 18 points on the season .", "18 ≠"),
    ("Ann Lee has combined for 30 points over his last two games .", "30 two"),
    ("Ann Lee has combined for 34 points over his last two games .", "34 ≠ two"),
    ("Ann Lee averaged 15 points over his two previous games .", "15 ≠ two"),
    ("Ann Lee averaged 18 points over his two previous games .", "18 ≠ two"),
    ("Ann Lee averaged 17 points over his first two games .", "17 two"),
    ("He 's had a nice stretch of three games , averaging 13 points over that span .", ""),
    ("Ann Lee has had a nice stretch of three games , averaging 13 points over that span .", "three 13"),
    ("Ann Lee has had a nice three - game stretch where he 's combined for 40 points .", "three 40 ≠"),
    ("It was a good night for Ann Lee . It was his second double - double in a row , a stretch where he 's averaging "
     "15 points and 11 rebounds .", "second 15 11"),
    ("It was a good night for Ann Lee . It was his third double - double in a row , as he 's combined for 80 points "
     "over that span .", "third ≠ 80 ≠"),
    ("Ann Lee recorded his third double - double of the season .", "third"),
    ("Ann Lee recorded his second double - double over his last three games .", "second"),
    ("Ann Lee recorded his second double - double over his last four games .", "second ≠"),
    ("Ann Lee came just shy of his fifth double - double in a row .", ""),
    ("Ann Lee 's season average of 15 points is fine after his last two games .", "15"),
    ("After averaging 18 points over his last three games , Ann Lee rested .", "18 ≠ three"),
    ("Ann Lee has reached double figures in points only two other times this season .", "two"),
    ("Ann Lee has reached double figures in points only one other time this season .", "one ≠"),
    ("It was a season - high in points for Ann Lee .", "high ≠"),
    ("The Hawks are now 2 - 1 at home .", "2 1"),
    ("The Hawks are now 3 - 1 on the road .", "3 ≠ 1"),
    ("The Hawks improved their home record to 2 - 2 .", "2 2 ≠"),
    ("The Hawks are 2 - 2 in their last three games .", "2 2 ≠"),
    ("The Hawks checked in to this game with only four road wins in five tries .", "four ≠ five ≠"),
    ("The Hawks had only one home win in two tries .", "one two"),
    ("Ann Lee had 20 points , which allowed an average of 15 points .", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SPANS, ids=[text[:60] for text, _ in SPANS])
def test_which_games_a_statement_is_about(text: str, expected: str) -> None:
    tokens = text.split()
    families = ("average", "run", "times", "season high", "record")
    verdicts = [v for v in Checker(DOMAIN).check(tokens, GAME, HISTORY) if v.family in families]
    assert " ".join(tokens[v.end - 1] + " ≠" * (v.status == "contradicted") for v in verdicts) == expected
