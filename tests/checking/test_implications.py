"""Words that imply how a small game went, and the verdict on each. The Hawks win at home, 98 - 90, after a deficit."""

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.table import Table
from small_game import DOMAIN, player, team

HAWKS = {"TEAM_PTS_QTR1": "20", "TEAM_PTS_QTR2": "22", "TEAM_PTS_QTR3": "26", "TEAM_PTS_QTR4": "30"}
BULLS = {"TEAM_PTS_QTR1": "25", "TEAM_PTS_QTR2": "25", "TEAM_PTS_QTR3": "20", "TEAM_PTS_QTR4": "20"}
GAME = Table(
    "rotowire",
    "1",
    (
        player("0", "Ann Lee", "home", PTS="20"),
        player("1", "Cleo Nash", "away", PTS="31"),
        team("home", "Atlanta", "Hawks", "home", TEAM_PTS="98", **HAWKS),
        team("vis", "Chicago", "Bulls", "away", TEAM_PTS="90", **BULLS),
    ),
    meta={"day": "11_02_16"},
)

DOUBLE_DIGITS = "double - digit lead for the majority of the game"
CLAIMS = [
    ("The Hawks will look to keep rolling .", []),
    ("The Hawks will look to bounce back .", ["bounce back"]),
    ("The Bulls will look to get back to their winning ways .", []),
    ("The Bulls will look to build off this win .", ["build off this win"]),
    ("Cleo Nash did all he could for the Bulls .", []),
    ("Ann Lee did all he could for the Hawks .", ["did all he could"]),
    ("Cleo Nash was the player of the game .", []),
    ("The Bulls continue to struggle .", []),
    ("The Hawks continue to struggle .", ["continue to struggle"]),
    ("The Hawks were unable to pull out the win .", []),
    ("The Hawks could n't muster enough offense .", ["could n't muster"]),
    ("The Bulls were able to secure the win .", ["secure the win"]),
    ("The Bulls had a shot to secure the win .", []),
    ("The Bulls were routed .", []),
    ("That gave the Bulls a huge win .", ["a huge win"]),
    ("Ann Lee missed , but it was a huge win for the Hawks .", []),
    ("The Hawks led for the entirety of the second half .", ["led for the entirety of the second half"]),
    ("It was a wire - to - wire win for the Hawks .", ["wire - to - wire win"]),
    ("The Hawks escaped with a one - sided win .", []),
    ("The Hawks were able to pull away in the third quarter .", []),
    ("The Hawks were able to pull away in the second period .", ["pull away in the second period"]),
    ("The Bulls pulled away in the first half .", []),
    ("The Hawks led for the final 11 minutes .", []),
    ("The Hawks led for the final 30 minutes .", ["led for the final 30 minutes"]),
    ("The Hawks held a double - digit lead for the majority of the game .", [DOUBLE_DIGITS]),
    ("The Hawks never led for the final 30 minutes .", []),
    ("The Bulls did n't have enough offense late to come away with the win .", []),
    ("The Hawks came into this game as a rare home favorite .", []),
    ("The Hawks came into this game as a rare road favorite .", ["road favorite"]),
    ("The Bulls will look to keep things rolling .", ["keep things rolling"]),
    ("After a tough loss , the Hawks were better .", []),
    ("This was a tough loss for the Hawks .", ["a tough loss"]),
    ("The Bulls got a win on the road .", ["win on the road"]),
    ("The Hawks won , out - scoring the Bulls to get a win in front of their home crowd .", []),
    ("The Bulls played in front of their home crowd .", ["their home crowd"]),
    ("The Bulls played the Hawks on their home court .", []),
    ("The Hawks remember that road win .", []),
    ("Ann Lee was good , but unfortunately for the Bulls , it was n't enough .", []),
    ("Ann Lee was cold , so he will look to bounce back .", []),
]


@pytest.mark.parametrize(("text", "wrong"), CLAIMS, ids=[text[:40] for text, _ in CLAIMS])
def test_what_words_imply(text: str, wrong: list[str]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, GAME)
    assert [" ".join(tokens[v.start : v.end]) for v in verdicts if v.status == "contradicted"] == wrong


def test_the_margin_decides_how_a_win_can_be_called() -> None:
    def faults(points: str, text: str) -> int:
        sides = (team("home", "Atlanta", "Hawks", "home", TEAM_PTS=points), GAME.entities[-1])
        return sum(v.is_fault for v in Checker(DOMAIN).check(text.split(), Table("rotowire", "1", sides)))

    assert faults("120", "The Hawks escaped with a win .") == 1
    assert faults("120", "The Hawks got a comfortable win .") == 0
    assert faults("92", "The Hawks got a comfortable win .") == 1


def test_rebounds_of_one_sort_decide_whether_they_were_key() -> None:
    players = (
        player("0", "Ann Lee", "home", DREB="30", OREB="5"),
        player("1", "Cleo Nash", "away", DREB="20", OREB="20"),
    )
    sides = (
        team("home", "Atlanta", "Hawks", "home", TEAM_REB="35"),
        team("vis", "Chicago", "Bulls", "away", TEAM_REB="40"),
    )
    table = Table("rotowire", "1", (*players, *sides))

    def statuses(text: str) -> list[str]:
        return [v.status.value for v in Checker(DOMAIN).check(text.split(), table) if v.family == "implication"]

    assert statuses("The Hawks played well . Defensive rebounding was a huge factor .") == ["supported"]
    assert statuses("The Hawks played well . Offensive rebounding was a huge factor .") == ["contradicted"]
    assert statuses("The Hawks played well . Rebounding was a huge factor .") == ["contradicted"]
