"""Two players of a small game who are said to have the same count."""

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.table import Table
from small_game import DOMAIN, player, team

GAME = Table(
    "rotowire",
    "1",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="11"),
        player("1", "Bea Moss", "home", PTS="20", REB="2"),
        player("2", "Cleo Nash", "away", PTS="31", REB="11"),
        team("home", "Atlanta", "Hawks", "home", TEAM_PTS="98"),
        team("vis", "Chicago", "Bulls", "away", TEAM_PTS="90"),
    ),
)

CLAIMS = [
    ("Bea Moss matched Lee 's scoring total .", "supported"),
    ("Bea Moss matched Lee 's point total .", "supported"),
    ("Bea Moss matched Lee 's rebound total .", "contradicted"),
    ("Cleo Nash equaled Lee 's scoring output .", "contradicted"),
    ("Bea Moss matched Moss 's scoring total .", "contradicted"),
    ("Bea Moss matched Lee 's energy .", None),
]


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=[text[:40] for text, _ in CLAIMS])
def test_who_matched_whom(text: str, status: str | None) -> None:
    verdicts = Checker(DOMAIN).check(text.split(), GAME)
    assert [v.status for v in verdicts if v.family == "comparison"] == [status] * (status is not None)


def test_the_reason_names_both_counts() -> None:
    text = "Cleo Nash matched Lee 's scoring total .".split()
    (verdict,) = Checker(DOMAIN).check(text, GAME)
    assert (verdict.expected, len(verdict.cells)) == ("31 and 20", 2)
