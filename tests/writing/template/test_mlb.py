"""The template of MLB: word for word, from the right cells."""

from pathlib import Path

import pytest

from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.writing.story import Source
from boxscribe.writing.template import write_template
from writing.template.checks import assert_sources_hold_their_words, text_of

BASEBALL = load_domain("mlb")


def pitcher(row: int, name: str, side: str, ip1: str, ip2: str = "") -> Entity:
    first, last = name.split()
    cells = {"first_name": first, "last_name": last, "p_w": "4", "p_l": "3", "p_r": "1", "p_h": "2", "p_bb": "0"}
    innings = {"p_ip1": ip1, "p_ip2": ip2}
    return Entity.of(str(row), name, "player", [(t, v) for t, v in (cells | innings).items() if v], {"side": side})


def play(number: int, inning: str, event: str, **values: str | list[str]) -> Entity:
    cells = {"batter": "Bo Roe", "pitcher": "Al Day", "event": event, "inning": inning} | values
    pairs = [(type, one) for type, value in cells.items() for one in ([value] if isinstance(value, str) else value)]
    return Entity.of(f"play-{number}", f"play {number}", "play", pairs, {"side": "home"})


def ballgame(*others: Entity, home: str | None = "13", away: str | None = "4") -> Table:
    teams = [("home", "Tampa Bay", "Rays", home), ("away", "Reno", "Owls", away)]
    made = [
        Entity.of(side, f"{city} {name}", "team", cells + ([("team_runs", runs)] if runs else []), {"side": side})
        for side, city, name, runs in teams
        for cells in [[("team_city", city), ("team_name", name)]]
    ]
    return Table("mlb", "a game", (*others, *made))


OPENING = "The Tampa Bay Rays defeated the Reno Owls 13 - 4 ."


def test_a_baseball_game_word_for_word() -> None:
    table = ballgame(
        pitcher(50, "Al Day", "away", "2", "1/3"),
        pitcher(1, "Cy Kim", "home", "8"),
        Entity.of("2", "Bo Roe", "player", [("h", "3")], {"side": "home"}),  # no pitcher
        play(0, "1", "Single", rbi="2"),
        play(1, "2", "Walk", rbi="1"),
        play(2, "9", "Home Run", rbi="1"),
        play(3, "10", "Wild Pitch", scorers=["Ed Lee"]),
        play(4, "21", "Field Error", scorers=["Ed Lee", "Ty Orr"], fielder_error="Jo Fox"),
    )
    assert text_of(table) == (
        f"{OPENING} Cy Kim ( 4 - 3 ) allowed 1 runs , 2 hits and 0 walks in 8 innings . "
        "Al Day ( 4 - 3 ) allowed 1 runs , 2 hits and 0 walks in 2 1/3 innings . "
        "Bo Roe hit 2 RBI single in the first . Bo Roe hit 1 RBI homer in the ninth . "
        "Ed Lee scored on wild pitch by Al Day in the 10th . "
        "Ed Lee and Ty Orr scored on field error by Jo Fox in the 21st ."
    )
    story = write_template(table, BASEBALL)
    assert_sources_hold_their_words(story)
    at = story.tokens.index("first")
    batter, rbi = Source(3, "batter", 1.0), Source(3, "rbi", 1.0)
    assert [word.sources for word in story.trace.words[at - 8 : at]] == [
        *([(batter,), (batter,), (), (rbi,)]),
        *([()] * 4),
    ]


@pytest.mark.parametrize(
    ("ip1", "ip2", "innings"),
    [("0", "2/3", "2/3"), ("", "1/3", "1/3"), ("0", "", "0"), ("6", "2/3", "6 2/3")],
)
def test_innings_pitched(ip1: str, ip2: str, innings: str) -> None:
    assert text_of(ballgame(pitcher(1, "Cy Kim", "home", ip1, ip2))).endswith(f" 0 walks in {innings} innings .")


def test_what_is_not_known_of_a_pitcher_is_left_out() -> None:
    assert text_of(ballgame(pitcher(1, "Cy Kim", "home", ""))).endswith("1 runs , 2 hits and 0 walks .")
    some, none = [("p_l", "3"), ("p_r", "1"), ("p_bb", "0")], [("p_w", "4"), ("p_l", "3")]
    players = [Entity.of(name, name, "player", cells) for name, cells in (("A", some), ("B", none))]
    assert text_of(ballgame(*players)) == f"{OPENING} A allowed 1 runs and 0 walks ."


@pytest.mark.parametrize(
    ("event", "values", "sentence"),
    [
        ("Double", {"rbi": "3"}, "Bo Roe hit 3 RBI double in the third ."),
        ("Triple", {"rbi": "1"}, "Bo Roe hit 1 RBI triple in the third ."),
        ("Triple", {"event2": "Error"}, "Bo Roe hit a RBI triple in the third ."),
        (
            "Wild Pitch",
            {"scorers": ["A B", "C D", "E"]},
            "A B , C D and E scored on wild pitch by Al Day in the third .",
        ),
        ("Wild Pitch", {}, ""),
        ("Wild Pitch", {"scorers": "A B", "pitcher": "N/A"}, "A B scored on wild pitch in the third ."),
        ("Field Error", {"scorers": "A B"}, "A B scored on field error in the third ."),
        ("Double", {"rbi": "1", "batter": []}, ""),
        ("Sac Fly", {"rbi": "1"}, ""),
        ("Forceout", {"event2": "Error"}, ""),
    ],
)
def test_scoring_plays(event: str, values: dict[str, str | list[str]], sentence: str) -> None:
    assert text_of(ballgame(play(0, "3", event, **values))) == f"{OPENING} {sentence}".strip()


def test_an_inning_that_is_not_known_is_left_out() -> None:
    assert text_of(ballgame(play(0, "N/A", "Double", rbi="1"))) == f"{OPENING} Bo Roe hit 1 RBI double ."


def test_an_inning_that_is_not_a_number_is_copied() -> None:
    assert text_of(ballgame(play(0, "last", "Single", rbi="1"))).endswith("single in the last .")


def test_baseball_games_without_a_winner() -> None:
    assert text_of(ballgame(home="4")) == "The Tampa Bay Rays tied the Reno Owls 4 - 4 ."
    assert text_of(ballgame(home="4", away="12")) == "The Reno Owls defeated the Tampa Bay Rays 12 - 4 ."
    assert text_of(ballgame(home=None)) == "The Tampa Bay Rays played the Reno Owls ."


@pytest.mark.parametrize("file", ["official_sample.json.gz", "complete_text.json.gz"])
def test_real_baseball_games(data_dir: Path, file: str) -> None:
    for table in read_tables(data_dir / "mlb" / file):
        story = write_template(table, BASEBALL)
        assert_sources_hold_their_words(story)
        assert "N/A" not in story.tokens
        home, away = table.of_kind("team")
        winner = max(home, away, key=lambda team: int(team.value("team_runs") or 0))
        assert story.text.startswith(f"The {winner.name} defeated the ")
        pitchers = [entity for entity in table.of_kind("player") if entity.value("p_ip1")]
        assert story.tokens.count("allowed") == len(pitchers)
