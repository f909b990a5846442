"""Whom the numbers of a sentence are about, and whether they are right."""

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.table import Table
from small_game import DOMAIN, player, team

GAME = Table(
    "rotowire",
    "3",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="11", AST="4", FGM="8", FGA="15", START_POSITION="G", MIN="30"),
        player("1", "Bea Moss", "home", PTS="15", REB="2", AST="1", BLK="2", FGM="5", FGA="9", MIN="28"),
        player("2", "Dot Ross", "home", PTS="12", REB="3", AST="7", FG3M="2", FG3A="6", FG3_PCT="33", MIN="21"),
        player("3", "Cleo Nash", "away", PTS="31", REB="5", AST="2", START_POSITION="G", MIN="40"),
        player("4", "Fay Hill-Ross", "away", PTS="8", REB="9", START_POSITION="C", MIN="33"),
        team(
            "home", "Atlanta", "Hawks", "home", TEAM_PTS="98", TEAM_FG_PCT="48", TEAM_FG3_PCT="36", TEAM_REB="47",
            TEAM_TOV="12", TEAM_PTS_QTR1="30", TEAM_PTS_QTR2="20", TEAM_PTS_QTR3="24", TEAM_PTS_QTR4="24",
        ),
        team(
            "vis", "Chicago", "Bulls", "away", TEAM_PTS="90", TEAM_FG_PCT="41", TEAM_FG3_PCT="29", TEAM_REB="43",
            TEAM_TOV="17", TEAM_PTS_QTR1="18", TEAM_PTS_QTR2="22", TEAM_PTS_QTR3="26", TEAM_PTS_QTR4="24",
        ),
    ),
    meta={"day": "11_02_16"},
)  # fmt: skip

# (text, numbers in the order of the text with whom they are about; "≠" marks those that the table contradicts)
BEARERS = [
    ("Bea Moss complemented Lee 's effort with 15 points .", "15 Bea Moss"),
    ("Bea Moss matched Ann Lee 's 20 points and added two rebounds .", "20 Ann Lee, two Bea Moss"),
    ("Dot Ross was strong . Dot Ross and Bea Moss scored 15 points a piece .", "15 ≠ Dot Ross and Bea Moss"),
    ("Dot Ross , who started in Lee 's place , scored 12 points .", "12 Dot Ross"),
    ("Dot Ross , who replaced Ann Lee , scored 12 points .", "12 Dot Ross"),
    ("Ann Lee was Atlanta 's leading scorer with 20 points .", "20 Ann Lee"),
    ("Ann Lee was the only other Hawks starter in form , finishing with 20 points .", "20 Ann Lee"),
    ("Ann Lee was strong in the Hawks ' win over the Bulls , scoring 20 points .", "20 Ann Lee"),
    ("The Hawks got 20 points from guard Ann Lee .", "20 Ann Lee"),
    ("The Hawks got 20 points from a resurgent Ann Lee .", "20 Ann Lee"),
    ("The Hawks got 11 rebounds from Ann Lee . The veteran also scored 20 points .", "11 Ann Lee, 20 Ann Lee"),
    ("Ann Lee ( 20 points ) and Bea Moss ( 15 points , two rebounds ) were strong .",
     "20 Ann Lee, 15 Bea Moss, two Bea Moss"),
    ("The Hawks won , with Ann Lee adding 20 points and Bea Moss scoring 14 points .", "20 Ann Lee, 14 ≠ Bea Moss"),
    ("Ann Lee and Bea Moss led the Hawks , the former adding 11 rebounds and the latter also supplying two boards .",
     "11 Ann Lee, two Bea Moss"),
    ("The former second overall pick Ann Lee scored 20 points .", "20 Ann Lee"),
    ("In 30 minutes , Ann Lee scored 20 points .", "30 Ann Lee, 20 Ann Lee"),
    ("Ann Lee scored 20 points in 36 minutes .", "20 Ann Lee, 36 ≠ Ann Lee"),
    ("Ann Lee scored 20 points in 31 minutes .", "20 Ann Lee, 31 Ann Lee"),
    ("Bea Moss moved up , pushing Dot Ross to the bench . She was good . He scored 15 points .", "15 Bea Moss"),
    ("Bea Moss complemented his team - high total with two rebounds .", "two Bea Moss"),
    ("Joe Stranger scored 40 points and had two assists .", ""),
    ("Fay Hill-Ross started . Ross had nine rebounds .", "nine Fay Hill-Ross"),
    ("The Hawks forced 17 turnovers .", "17 Chicago Bulls"),
    ("The Hawks forced the Bulls into 15 turnovers .", "15 ≠ Chicago Bulls"),
    ("The Hawks were able to overcome the Bulls by holding them to 41 percent from the field .", "41 Chicago Bulls"),
    ("The Hawks limited the visitors to 41 percent shooting .", "41 Chicago Bulls"),
    ("Ann Lee led the Hawks to 48 percent shooting from the field .", "48 Atlanta Hawks"),
    ("The Bulls were stymied by Atlanta 's defense , shooting 41 percent from the field .", "41 Chicago Bulls"),
    ("The Hawks posted 48 and 30 percent success rates from the field and three - point range , respectively .",
     "48 Atlanta Hawks, 30 ≠ Atlanta Hawks"),
    ("The Hawks shot 49 percent from the field , and 36 percent shooting from beyond the arc .",
     "49 Atlanta Hawks, 36 Atlanta Hawks"),
    ("Ann Lee was strong . Her efforts led to a 48 percent success rate from the field .", "48 Atlanta Hawks"),
    ("The Hawks held the Bulls to sub - 40 percent shooting .", "40 Chicago Bulls"),
    ("The Hawks shot over 55 percent from the field .", "55 ≠ Atlanta Hawks"),
    ("The Hawks won by 12 points after a 14 - point lead .", ""),
    ("Ann Lee hit a three - pointer late .", ""),
    ("Ann Lee scored a career - high 22 points .", "22 ≠ Ann Lee"),
    ("Bea Moss was next with 15 , while Dot Ross scored 13 .", "15 Bea Moss, 13 ≠ Dot Ross"),
    ("The Hawks forced the Bulls into 17 turnovers , while committing just 13 of their own .",
     "17 Chicago Bulls, 13 ≠ Atlanta Hawks"),
    ("The Hawks got 20 points from Ann Lee and 14 from Bea Moss .", "20 Ann Lee, 14 ≠ Bea Moss"),
    ("Ann Lee ( 20 points ) and Bea Moss ( 12 ) were strong .", "20 Ann Lee, 12 ≠ Bea Moss"),
    ("Ann Lee and Bea Moss added 20 and 14 points , respectively .", "20 Ann Lee, 14 ≠ Bea Moss"),
    ("Ann Lee and Bea Moss had 20 points and 15 points , respectively .", "20 Ann Lee, 15 Bea Moss"),
    ("The Hawks scored 31 points in the first quarter .", "31 ≠ Atlanta Hawks"),
    ("The Hawks held the Bulls to just 18 points in the first quarter .", "18 Chicago Bulls"),
    ("Ann Lee scored 12 of his 20 points in the third quarter .", "20 Ann Lee"),
    ("Ann Lee scored 12 points in the third quarter .", ""),
    ("Ann Lee scored 24 points in the third quarter .", "24 ≠ Ann Lee"),
    ("The Hawks took a ten - point lead into halftime .", "ten Atlanta Hawks"),
    ("The Bulls bench contributed only 12 points .", "12 ≠ Chicago Bulls"),
    ("The Hawks also received 27 points from their bench .", "27 Atlanta Hawks"),
    ("Dot Ross came off the bench to provide 12 points .", "12 Dot Ross"),
    ("Ann Lee put up 21 points .", "21 ≠ Ann Lee"),
    ("The Hawks went up eight points .", ""),
    ("Ann Lee went just 8 - of - 15 .", "8 Ann Lee, 15 Ann Lee"),
    ("Ann Lee shot 8 - of - 14 .", "8 Ann Lee, 14 ≠ Ann Lee"),
    ("Ann Lee and Bea Moss struggled , hitting 8 - of - 15 and 5 - of - 8 , respectively .",
     "8 Ann Lee, 15 Ann Lee, 5 Bea Moss, 8 ≠ Bea Moss"),
    ("Ann Lee was good in the third quarter with 5 - of - 6 shooting .", ""),
    ("Ann Lee netted one of two field goals late .", ""),
    ("Three-point shooting was key , as the Hawks went 3 - of - 6 .", "3 ≠ Atlanta Hawks, 6 Atlanta Hawks"),
    ("Cleo Nash struggled for the Bulls . Turnovers killed the Hawks , as they shot 40 percent from the field .",
     "40 ≠ Atlanta Hawks"),
    ("Ann Lee stepped on the foot of Bulls point guard Cleo Nash and finished with 20 points .", "20 Ann Lee"),
    ("Ann Lee passed the Bulls ' Cleo Nash and finished with 20 points .", "20 Ann Lee"),
    ("Rising star Ann Lee had 20 points .", "20 Ann Lee"),
    ("After missing his last two games , Ann Lee returned with 20 points , 11 rebounds and five assists .",
     "20 Ann Lee, 11 Ann Lee, five ≠ Ann Lee"),
    ("Ann Lee shot 8 - 15 .", "8 Ann Lee, 15 Ann Lee"),
    ("The Hawks grabbed 47 rebounds to the Bulls 44 .", "47 Atlanta Hawks, 44 ≠ Chicago Bulls"),
    ("The Hawks shot 48 percent from the field , far from the 40 percent Chicago shot .",
     "48 Atlanta Hawks, 40 Chicago Bulls"),
    ("The Hawks allowed 41 percent shooting from the field and 33 percent from three .",
     "41 Chicago Bulls, 33 ≠ Chicago Bulls"),
    ("The Hawks shot 60 percent from the field in the first half .", ""),
    ("Ann Lee is strong , shooting 55 percent from the field in those five games .", ""),
    ("The Hawks shot 36 percent from three , while the Bulls shot just 29 percent .",
     "36 Atlanta Hawks, 29 Chicago Bulls"),
    ("Dot Ross had 12 points and the game high in assists ( eight ) .", "12 Dot Ross, eight ≠ Dot Ross"),
    ("Dot Ross hit one three - pointer and had 12 points .", "12 Dot Ross"),
    ("Dot Ross played eight more minutes than Ann Lee .", ""),
    ("The Hawks were led by Ann Lee and Bea Moss , who totaled 35 points .", "35 Ann Lee"),
    ("It was a bad night for Ann Lee , as both clubs shot under 40 percent .", ""),
    ("The Hawks shot 46 percent , including 36 percent from deep .", "46 ≠ Atlanta Hawks, 36 Atlanta Hawks"),
    ("Ann Lee passed the 30 - point mark .", ""),
    ("Ann Lee and Bea Moss were strong , accumulating 35 points .", "35 Ann Lee"),
    ("Ann Lee and Bea Moss were strong , accumulating 36 points .", ""),
    ("Ann Lee scored 17 points in Sunday 's loss .", ""),
    ("Ann Lee and Bea Moss combined for 35 points and 14 rebounds .",
     "35 Ann Lee and Bea Moss, 14 ≠ Ann Lee and Bea Moss"),
    ("The Hawks were led by Ann Lee and Bea Moss , who combined for 36 points .", "36 ≠ Ann Lee and Bea Moss"),
    ("The Hawks got a combined 35 points from Ann Lee and Bea Moss .", "35 Ann Lee and Bea Moss"),
    ("Ann Lee and Bea Moss each had 20 points .", "20 ≠ Ann Lee and Bea Moss"),
    ("The Hawks bench combined for 30 points .", "30 ≠ Atlanta Hawks"),
    ("The other three Hawks starters combined for just 12 points .", ""),
    ("Ann Lee , the Hawks ' leader , scored 20 points .", "20 Ann Lee"),
    ("The Bulls allowed 47 rebounds .", "47 Atlanta Hawks"),
    ("Bea Moss was next with a bench - leading 15 points .", "15 Bea Moss"),
    ("No player on the Hawks had more than 15 points or five assists .", ""),
    ("Ann Lee did not record a block .", ""),
    ("Ann Lee extended the lead to nine points .", ""),
    ("Ann Lee did record 12 rebounds .", "12 ≠ Ann Lee"),
    ("The 47 rebounds recorded by Atlanta were key .", "47 Atlanta Hawks"),
    ("Ann Lee was the Hawks best player , accumulating 20 points .", "20 Ann Lee"),
    ("Ann Lee led the team in rebounding with 11 , while Dot Ross helped .", ""),
    ("The Hawks shot 53 percent from the field ( 50 - of - 79 ) .",
     "53 ≠ Atlanta Hawks, 50 ≠ Atlanta Hawks, 79 ≠ Atlanta Hawks"),
    ("The Hawks shot 48 percent and made only five threes .", "48 Atlanta Hawks"),
    ("Ann Lee scored at least 18 points .", "18 Ann Lee"),
    ("Ann Lee is averaging 22 points , while shooting 54 percent from the field .", ""),
]  # fmt: skip


def bearers(text: str) -> str:
    """The numbers of a text, whom they are about, and which of them are wrong."""
    tokens = text.split()
    found = [
        f"{tokens[v.end - 1]} {'≠ ' * (v.status == 'contradicted')}{v.subject}"
        for v in Checker(DOMAIN).check(tokens, GAME)
        if v.family in ("count", "pair", "percentage", "period") and v.status in ("supported", "contradicted")
    ]
    return ", ".join(found)


@pytest.mark.parametrize(("text", "expected"), BEARERS, ids=[text[:60] for text, _ in BEARERS])
def test_whom_numbers_are_about(text: str, expected: str) -> None:
    assert bearers(text) == expected
