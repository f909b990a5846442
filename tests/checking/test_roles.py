"""Claims about roles, groups and membership in a small game, and the verdict on each."""

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.tables.table import Table
from small_game import DOMAIN, TABLE, player

GAME = Table(
    "rotowire",
    "2",
    (
        player("0", "Ann Lee", "home", PTS="20", REB="11", AST="4", START_POSITION="G", MIN="30"),
        player("1", "Bea Moss", "home", PTS="15", REB="2", AST="1", START_POSITION="F", MIN="30"),
        player("2", "Dot Ross", "home", PTS="12", REB="3", AST="7", MIN="20"),
        player("3", "Eve Sims", "home", PTS="4", REB="1", MIN="10"),
        player("4", "Cleo Nash", "away", PTS="31", REB="5", START_POSITION="G", MIN="40"),
        player("5", "Fay Todd", "away", PTS="8", REB="9", START_POSITION="C", MIN="40"),
        player("6", "Gia Vance", "away", PTS="11", REB="2", MIN="20"),
        *TABLE.entities[3:],
    ),
    meta={"day": "11_02_16"},
)

CLAIMS = [
    ("Ann Lee led the Hawks with 20 points .", []),
    ("Bea Moss led the Hawks with 15 points .", ["led"]),
    ("The Hawks were led by Bea Moss 's 15 points .", ["led"]),
    ("The Hawks were led by Ann Lee and Bea Moss .", []),
    ("Dot Ross led the team in assists .", []),
    ("Ann Lee had 20 points and a team - high four assists .", ["team - high"]),
    ("Cleo Nash scored a game - high of 31 points .", []),
    ("The Hawks got a team - high 20 points from Ann Lee .", []),
    ("Eve Sims led the bench with four points .", ["led the bench"]),
    ("Dot Ross paced the Hawks bench with 12 points .", []),
    ("The bench was strong . Dot Ross led the way with 12 points .", []),
    ("Bea Moss was second on the team with 15 points .", []),
    ("Dot Ross finished second on the team with 12 points .", ["finished second on the team"]),
    ("Ann Lee had 20 points . Bea Moss was next with 15 points .", []),
    ("Ann Lee had 20 points . Dot Ross was next with 12 points .", ["was next with"]),
    ("Bea Moss had 15 points . Ann Lee was right behind him with 20 points .", ["was right behind him"]),
    ("Eve Sims had four points . Dot Ross was next with 12 points . Bea Moss was next with 15 points .",
     ["was next with", "was next with"]),
    ("Ann Lee had 20 points . Eve Sims was right behind him with four points . Bea Moss was next with 15 points .",
     ["was right behind him"]),
    ("Cleo Nash had 31 points . Fay Todd was next with eight points . Gia Vance led the reserves with 11 points .", []),
    ("Cleo Nash had 31 points . Fay Todd was next with eight points .", ["was next with"]),
    ("Ann Lee had 20 points . Bea Moss started for Ida Wells ( knee ) . Bea Moss was next with 15 points .", []),
    ("Ann Lee had 20 points . Bea Moss was the only other starter in double figures .", []),
    ("Ann Lee had 20 points . Bea Moss was the only other Hawk in double figures .", ["only other"]),
    ("Ann Lee had 20 points . Dot Ross was the only other starter in double figures .", ["starter"]),
    ("Ann Lee was the only player in double figures for the Hawks .", ["only"]),
    ("Cleo Nash was the only starter in double figures for the Bulls .", []),
    ("Ann Lee had 20 points . Bea Moss was the only other starter to score more than 10 points .", []),
    ("Ann Lee was the only starter who failed to score in double figures .", []),
    ("Cleo Nash had 31 points . Fay Todd was the only other player in double figures .", ["double figures"]),
    ("The Hawks had three players in double figures .", []),
    ("The Hawks had four players score in double figures .", ["four"]),
    ("The Hawks had three players in double figures , including Ann Lee and Bea Moss .", []),
    ("The Bulls had two players in double figures , including Fay Todd .", ["Fay Todd"]),
    ("The bench was strong . Bea Moss led the way with 15 points .", ["Bea Moss"]),
    ("The Hawks were strong . Cleo Nash led the way with 31 points .", ["Cleo Nash"]),
    ("Ann Lee recorded his third double - double of the season .", []),
    ("Bea Moss had 15 points . It was his third double - double in a row .", ["third double - double"]),
    ("Fay Todd came close to a double - double with eight points .", []),
    ("Coming off the bench , Bea Moss had 15 points .", ["off the bench"]),
    ("Cleo Nash led the Hawks with 31 points .", ["Hawks"]),
    ("The Bulls were led by Ann Lee and Cleo Nash .", ["Ann Lee"]),
    ("The Bulls ' backcourt of Ann Lee and Cleo Nash was strong .", ["Ann Lee"]),
    ("Ann Lee was helped by Dot Ross 's 12 points off the bench .", []),
    ("The Hawks got help from three players off the bench .", []),
    ("Eve Sims and Dot Ross were productive as reserves .", []),
    ("Bea Moss and Dot Ross were productive as reserves .", ["as reserves"]),
    ("Bea Moss neared a double - double .", []),
    ("Bea Moss drew the start .", []),
    ("Dot Ross drew the start .", ["drew the start"]),
    ("Ann Lee paced the first unit with 20 points .", []),
    ("Bea Moss led the Hawks starters with 15 points .", ["led"]),
    ("Ann Lee and Bea Moss led the way with 35 points .", []),
    ("Cleo Nash 's 31 points led all scorers , and she added five rebounds .", []),
    ("The bench did not help . Bea Moss led the way with 15 points .", ["led the way"]),
    ("Ann Lee did all he could for the Bulls .", ["Bulls"]),
    ("Cleo Nash did all he could for the Bulls .", []),
    ("Ann Lee was too much for the Bulls .", []),
    ("The Bulls got 20 points from Ann Lee .", ["Bulls"]),
    ("The Hawks got 20 points from Ann Lee .", []),
    ("For the Bulls , Ann Lee had 20 points .", ["Bulls"]),
    ("Former Hawks guard Cleo Nash had 31 points .", []),
    ("Ann Lee had 20 points . Gia Vance chipped in 11 points .", ["Gia Vance"]),
    ("Ann Lee had 20 points . Cleo Nash led the Bulls with 31 points , while Gia Vance chipped in 11 points .", []),
    ("Ann Lee had 20 points . Gia Vance chipped in 11 points . Fay Todd added eight points .", ["Gia Vance"]),
    ("Ann Lee had 20 points . Cleo Nash had 31 points . Bea Moss had 15 points .", ["Cleo Nash"]),
    ("Ann Lee had 20 points . Cleo Nash had 31 points . Fay Todd had eight points . Bea Moss had 15 points .", []),
    ("Ann Lee had 20 points . Bulls star Cleo Nash had 31 points . Bea Moss had 15 points .", []),
    ("Ann Lee had 20 points . Meanwhile , Cleo Nash had 31 points . Bea Moss had 15 points .", []),
    ("Ann Lee had 20 points . Cleo Nash had 31 points . Ann Lee had 11 rebounds .", []),
    ("Ann Lee had 20 points . Cleo Nash had 31 points , while Gia Vance added 11 points . Lee added 11 rebounds .", []),
    ("Ann Lee had 20 points before a foul by the Bulls ' Cleo Nash . Bea Moss added 15 points .", []),
    ("Cleo Nash had 31 points in spite of the defense of Hawks point guard Dot Ross . Gia Vance added 11 points .", []),
    ("Ann Lee had 20 points . Gia Vance added to the crowd 's joy .", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wrong"), CLAIMS, ids=[text[-50:] for text, _ in CLAIMS])
def test_what_a_sentence_claims_about_roles(text: str, wrong: list[str]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, GAME)
    assert [" ".join(tokens[v.start : v.end]) for v in verdicts if v.status == "contradicted"] == wrong


def test_a_name_that_is_not_in_the_table_leads_nobody() -> None:
    tokens = "The Hawks were led by Zoe Young , and Zoe Young led the Hawks with 30 points .".split()
    assert not [v for v in Checker(DOMAIN).check(tokens, GAME) if v.family in ("leader", "membership")]


def test_names_are_the_cells_that_prove_a_membership() -> None:
    tokens = "Cleo Nash led the Hawks with 31 points .".split()
    (verdict,) = (v for v in Checker(DOMAIN).check(tokens, GAME) if v.family == "membership")
    assert [(cell.entity, cell.type) for cell in verdict.cells] == [
        ("4", "FIRST_NAME"), ("4", "SECOND_NAME"), ("vis", "TEAM-CITY"), ("vis", "TEAM-NAME"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name", "status"),
    [
        ("Zoe Young had 30 points .", "Zoe Young", "unsupported"),
        ("Then Zoe Lee had 30 points .", "Zoe Lee", "unsupported"),
        ("Coach Zoe Young was happy .", "", ""),
        ("The Hawks played this game without Ann Lee .", "Ann Lee", "contradicted"),
        ("The Hawks played this game without Ida Wells .", "Ida Wells", "supported"),
        ("The Hawks played this game without Zoe Young .", "", ""),
        ("The Hawks were without Ann Lee down the stretch .", "", ""),
    ],
)
def test_names_that_should_be_in_the_table_and_absences(text: str, name: str, status: str) -> None:
    absent = player("7", "Ida Wells", "home")
    table = Table("rotowire", "2", (*GAME.entities, absent), meta=GAME.meta)
    tokens = text.split()
    verdicts = [v for v in Checker(DOMAIN).check(tokens, table) if v.family in ("absence", "unlisted name")]
    assert [(" ".join(tokens[v.start : v.end]), v.status) for v in verdicts] == ([(name, status)] if name else [])


def test_the_likeliest_bearer_of_a_name_in_another_spelling() -> None:
    others = (player("7", "Jo Lee", "away", PTS="5", MIN="10"), player("8", "Annie Lees", "away", PTS="2", MIN="10"))
    table = Table("rotowire", "2", (*others, *GAME.entities), meta=GAME.meta)
    tokens = "Then Anne Lee had 20 points .".split()
    assert [v.subject for v in Checker(DOMAIN).check(tokens, table) if v.family == "count"] == ["Ann Lee"]


def test_a_side_without_a_team_in_the_table_is_no_failure() -> None:
    players = Table("rotowire", "3", tuple(entity for entity in GAME.entities if entity.id != "vis"))
    tokens = "Ann Lee had 20 points . Gia Vance chipped in 11 points . Cleo Nash led the Bulls with 31 points .".split()
    marks = [v for v in Checker(DOMAIN).check(tokens, players) if v.status == "contradicted"]
    assert [v.subject for v in marks] == ["Gia Vance"]
