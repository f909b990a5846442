"""Claims that need the season around a small game: standings, and the most of a season."""

from collections.abc import Sequence

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.expressions import Cells
from boxscribe.tables.table import Cell, Table
from small_game import DOMAIN, player, team

PLACES = {"CONFERENCE": "Eastern", "CONFERENCE_RANK": "4", "DIVISION": "Atlantic", "DIVISION_RANK": "2"}
GAME = Table(
    "rotowire",
    "1",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="11"),
        player("1", "Cleo Nash", "away", PTS="31"),
        team("home", "Boston", "Celtics", "home", TEAM_PTS="98", **PLACES),
        team("vis", "Chicago", "Bulls", "away", TEAM_PTS="90"),
    ),
    meta={"day": "11_02_16"},
)


class EarlierGame:
    """What a player or a team did in an earlier game."""

    kind = "player"

    def __init__(self, *opponents: Cells, **cells: float) -> None:
        self._opponents, self._cells = opponents, {type.replace("TEAM_", "TEAM-"): n for type, n in cells.items()}

    def number(self, type: str) -> float | None:
        return self._cells.get(type)

    def text(self, type: str) -> str | None:
        return {"date": "2016-10-30", "opponent": "Heat"}.get(type)

    def has(self, type: str) -> bool | None:
        return type in self._cells

    def of_kind(self, kind: str, opponent: bool) -> Sequence[Cells]:
        return self._opponents if opponent else []

    def sources(self, type: str) -> Sequence[Cell]:
        return []


HISTORY = {
    "0": [EarlierGame(PTS=25, REB=9), EarlierGame(PTS=12, REB=3)],
    "1": [EarlierGame(PTS=30)],
    "vis": [EarlierGame(EarlierGame(TEAM_PTS=130), TEAM_PTS=114)],
}

CLAIMS = [
    ("The Celtics remain in second place in the Eastern Conference 's Atlantic Division .", []),
    (
        "The Celtics remain in third place in the Eastern Conference 's Atlantic Division .",
        ["third place in the Eastern Conference 's Atlantic Division"],
    ),
    (
        "The Celtics remain in second place in the Eastern Conference 's Central Division .",
        ["second place in the Eastern Conference 's Central Division"],
    ),
    ("The Celtics are currently slotted in the fourth seed in the conference .", []),
    ("The Celtics sit atop the Eastern Conference .", ["atop the Eastern Conference"]),
    ("The Celtics are in a battle for third place in the Eastern Conference .", []),
    ("The Bulls remain in last place in the Eastern Conference .", []),
    ("The Celtics won . The Bulls came to Boston after a 130 - 114 defeat on Sunday .", []),
    ("The Celtics won . The Bulls came to Boston and took a 131 - 114 defeat .", ["131", "114"]),
    ("The Celtics defeated the Bulls 130 - 114 .", ["130", "114"]),
    ("Ann Lee had a season - high 20 points .", ["season - high"]),
    ("Ann Lee had 20 points and a season - high of 11 rebounds .", []),
    ("Ann Lee had 20 points . It was a season - high in points for her and for Boston .", ["season - high"]),
]


@pytest.mark.parametrize(("text", "wrong"), CLAIMS, ids=[text[-50:] for text, _ in CLAIMS])
def test_what_a_sentence_claims_about_the_season(text: str, wrong: list[str]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, GAME, HISTORY)
    found = [v for v in verdicts if v.status == "contradicted"]
    assert [" ".join(tokens[v.start : v.end]) for v in found] == wrong
