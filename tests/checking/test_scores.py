"""Claims about results, scores and comparisons of a small game, and the verdict on each."""

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.table import Table
from small_game import DOMAIN, player, team

HOME = {"TEAM_PTS": "98", "TEAM_PTS_QTR1": "30", "TEAM_PTS_QTR2": "20", "TEAM_PTS_QTR3": "18", "TEAM_PTS_QTR4": "30"}
AWAY = {"TEAM_PTS": "90", "TEAM_PTS_QTR1": "22", "TEAM_PTS_QTR2": "24", "TEAM_PTS_QTR3": "26", "TEAM_PTS_QTR4": "18"}
GAME = Table(
    "rotowire",
    "3",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="11", AST="4", FGM="8", FGA="15"),
        player("1", "Bea Moss", "home", PTS="15", REB="2", AST="1", FGM="6", FGA="12"),
        player("2", "Cleo Nash", "away", PTS="31", REB="5", AST="9", FGM="12", FGA="20"),
        team(
            "home",
            "Atlanta",
            "Hawks",
            "home",
            TEAM_REB="43",
            TEAM_TOV="14",
            TEAM_FG_PCT="48",
            TEAM_FG3_PCT="38",
            **HOME,
        ),
        team(
            "vis", "Chicago", "Bulls", "away", TEAM_REB="34", TEAM_TOV="12", TEAM_FG_PCT="41", TEAM_FG3_PCT="30", **AWAY
        ),
    ),
    meta={"day": "11_02_16"},
)

CLAIMS = [
    ("The Hawks outscored the Bulls 30 - 22 in the first quarter .", {}),
    ("The Hawks outscored the Bulls 31 - 22 in the first quarter .", {"31": "30"}),
    ("The Hawks outscored the Bulls by nine in the first quarter .", {"nine": "eight"}),
    (
        "Atlanta outscored Chicago 26 - 18 in the third quarter .",
        {"Atlanta": "Chicago Bulls", "Chicago": "Atlanta Hawks"},
    ),
    ("The Hawks outscored the Bulls 27 - 18 in the third quarter .", {"outscored": "", "27": "26"}),
    ("The Hawks outscored the Hawks 30 - 22 in the first quarter .", {"Hawks": "Chicago Bulls"}),
    ("The Hawks took a 30 - 22 lead after one quarter .", {}),
    ("The Hawks led 52 - 46 at halftime .", {"52": "50"}),
    ("The Bulls took a 72 - 70 lead into the fourth quarter .", {"70": "68"}),
    ("The Hawks opened with a 33 - point first quarter .", {"33": "30"}),
    ("The Hawks held the Bulls to 18 points in the fourth quarter .", {}),
    ("The Hawks held the Bulls to 16 points in the fourth quarter .", {"16": "18"}),
    ("The Hawks had a four - point lead at halftime .", {}),
    ("The Hawks took a 30 - 23 lead after one , outscoring the Bulls ( 1 - 3 ) by a 31 - 18 margin in the fourth .",
     {"23": "22", "31": "30"}),
    ("The Bulls outscored the Hawks by a 51 - 38 margin over the second and third quarters .", {"51": "50"}),
    ("The Hawks were outscored 26 - 17 in the third quarter .", {"17": "18"}),
    ("The Hawks won the first quarter , 31 - 22 .", {"31": "30"}),
    ("Facing a 50 - 47 deficit at the half , the Bulls fought back .", {"47": "46"}),
    ("The Hawks earned their third straight win by a score of 98 - 90 .", {}),
    ("The Hawks earned their third straight win by a score of 98 - 91 .", {"91": "90"}),
    ("The Bulls erased a 30 - 21 first - quarter deficit .", {"21": "22"}),
    ("The Hawks led by nine after the first quarter .", {"nine": "eight"}),
    ("The Bulls trailed by four at halftime .", {}),
    ("Neither team led by more than seven points .", {"seven": "eight"}),
    ("Neither team led by more than 12 points .", {}),
    ("The Bulls never led by more than three points .", {"three": "four"}),
    ("The Bulls trailed by as many as six points .", {"six": "eight"}),
    ("The Bulls were held to 16 points in the fourth quarter .", {"16": "18"}),
    ("The Hawks outscored the Bulls 54 - 19 from the six - minute mark in the third quarter .", {}),
    ("The Hawks used an 11 - 2 run to take the lead in the fourth quarter .", {}),
    ("The Hawks celebrated a 30 - point win over the Bulls .", {"30": "8"}),
    ("The Hawks defeated the Hawks , 98 - 90 .", {"Hawks": "Chicago Bulls"}),
    ("The Bulls defeated the Bulls , 98 - 90 .", {"Bulls": "Atlanta Hawks"}),
    ("The Hawks defeated the Knicks , 98 - 90 .", {"Knicks": "Chicago Bulls"}),
    ("The Bulls lost to the Hawks .", {}),
    ("The Hawks lost to the Bulls .", {"lost to": ""}),
    ("The Hawks won the rebounding battle , 43 - 34 .", {}),
    ("The Hawks won the rebounding battle , 44 - 34 .", {"44": "43"}),
    ("The Bulls won the rebounding battle , 43 - 34 .", {"Bulls": "Atlanta Hawks"}),
    ("The Bulls were outrebounded 43 - 33 .", {"33": "34"}),
    ("The Hawks were outrebounded 43 - 34 .", {"outrebounded": ""}),
    ("The Bulls were outrebounded by nine .", {}),
    ("The Bulls were outrebounded by eight .", {"eight": "nine"}),
    ("The Hawks outperformed the Bulls on the boards by a 63 - 54 margin to seal the win .", {}),
    ("Ann Lee had a double - double in the winning effort of 20 points ( 8 - 15 FG ) and 11 rebounds .", {}),
    ("The Bulls shot just 41 percent and 30 percent from three .", {}),
    ("The Bulls shot just 44 percent and 33 percent from three .", {"44": "41", "33": "30"}),
    ("The Hawks recorded nine more rebounds than the Bulls , while committing three less turnovers .",
     {"three": "-2"}),
    ("The Hawks were able to out - rebound the Bulls 44 - 34 .", {"44": "43"}),
    ("The Hawks forced the Bulls into 12 turnovers , while committing 14 of their own .", {}),
    ("The Hawks forced the Bulls into 14 turnovers , while committing 12 of their own .", {"14": "12", "12": "14"}),
    ("Bea Moss scored 20 points on 8 - of - 15 shooting and had 11 rebounds .", {"Bea Moss": "Ann Lee"}),
    ("Bea Moss led the team with 20 points and two rebounds .", {"Bea Moss": "Ann Lee", "two": "eleven"}),
    ("Ann Lee started in place of Bea Moss and had 20 points and 11 rebounds .", {}),
    ("The Bulls shot 48 percent from the field and 38 percent from three .", {"Bulls": "Atlanta Hawks"}),
    ("The Hawks shot 48 percent and 38 percent from three , while the Hawks shot 41 percent and 37 percent from deep .",
     {"Hawks": "Chicago Bulls", "37": "30"}),
    ("The Hawks shot 48 percent from the field , while the Hawks shot 38 percent from three .", {}),
    ("Even from the three - point line , the Bulls shot just 30 percent .", {}),
    ("The Bulls were cold from three on 30 percent shooting .", {}),
    ("The Hawks had a 48 percent to 41 percent edge overall and a 38 percent to 30 percent one from deep .", {}),
    ("The Hawks let their opponents shoot 50 percent from the field .", {}),
    ("The Hawks shot 60 percent from the field through three quarters .", {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "repairs"), CLAIMS, ids=[text[:60] for text, _ in CLAIMS])
def test_what_a_sentence_claims_about_scores(text: str, repairs: dict[str, str]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, GAME)
    assert {" ".join(tokens[v.start : v.end]): v.repair for v in verdicts if v.status == "contradicted"} == repairs
