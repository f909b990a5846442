"""Names, numbers and actions in sentences."""

import pytest

from boxscribe.facts.mentions import Gazetteer, find_values, names_of, namings, number_key
from boxscribe.tables import Entity, Table, load_domain

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(name: str, first: str, second: str) -> Entity:
    return Entity.of(name, name, "player", [("FIRST_NAME", first), ("SECOND_NAME", second), ("PTS", "20")])


def team(city: str, name: str) -> Entity:
    return Entity.of(name, name, "team", [("TEAM-CITY", city), ("TEAM-NAME", name)])


TABLE = Table(
    "rotowire",
    "1",
    (
        player("LeBron James", "LeBron", "James"),
        player("Glenn Robinson III", "Glenn", "Robinson"),
        player("J.J. Redick", "J.J.", "Redick"),
        player("Luc Mbah a Moute", "Luc", "Mbah a Moute"),
        team("Portland", "Trail Blazers"),
        team("Oklahoma City", "Thunder"),
    ),
)


@pytest.mark.parametrize(
    ("sentence", "whole", "extended"),
    [
        ("LeBron James and James won", "LeBron James|James", "LeBron James|James"),
        ("Glenn Robinson III scored", "Glenn Robinson III", "Glenn Robinson III"),
        ("the Portland Trail Blazers", "Portland Trail Blazers", "Portland|Trail Blazers"),
        ("the Blazers beat Oklahoma City", "Blazers|Oklahoma City", "Blazers|Oklahoma City"),
        ("the Oklahoma City Thunder", "Oklahoma City Thunder", "Oklahoma City Thunder"),
        ("he and his III went to Jr.", "", ""),
        ("a Moute and Mbah a Moute had a win", "Moute|Mbah a Moute", "Moute|Mbah|Moute"),
        ("J.J. Redick , Redick", "J.J. Redick|Redick", "J.J. Redick|Redick"),
        ("Kevin Durant and James Harden", "James", "James"),
    ],
)
def test_names_are_found_by_longest_match(sentence: str, whole: str, extended: str) -> None:
    names, words = names_of(TABLE, ROTOWIRE), sentence.split()
    for lexicon, expected in ((Gazetteer(names), whole), (Gazetteer(names, extended=True), extended)):
        assert "|".join(span.said(words) for span in lexicon.find(words)) == expected


def test_names_of_the_game_join_those_of_training() -> None:
    words = "Kevin Durant beat LeBron James".split()
    known, own = Gazetteer(["Kevin Durant", "Kevin"]), Gazetteer(["LeBron James"])
    assert [span.said(words) for span in known.find(words)] == ["Kevin Durant"]
    assert [span.said(words) for span in known.find(words, own)] == ["Kevin Durant", "LeBron James"]


def test_a_name_is_written_as_its_corpus_writes_it() -> None:
    entity = Entity.of("0", "J.D. Drew", "player", [("first_name", "J.D."), ("last_name", "Drew")])
    assert {name for name, _ in namings(entity, MLB)} == {"J. D. Drew", "J. D.", "Drew"}


@pytest.mark.parametrize(
    ("domain", "sentence", "said", "keys"),
    [
        ("rotowire", "scored 25 points and twenty - five", "25|twenty - five", "25|25"),
        ("rotowire", "hit six three - pointers from three - point range", "six", "6"),
        ("rotowire", "averages 24.5 points at .500", "", ""),
        ("mlb", "went 2 1/3 innings with a 3.50 ERA", "2|1/3|3.50", "2|1/3|3.5"),
        ("mlb", "( 7 - 5 ) hit .304", "7|5|.304", "7|5|0.304"),
        ("mlb", "O'Hearn homered off Keller in the third", "-1", "-1"),
        ("mlb", "gave up a home run and two singles", "two|-1|-1", "2|-1|-1"),
    ],
)
def test_values(domain: str, sentence: str, said: str, keys: str) -> None:
    words = sentence.split()
    values = find_values(words, load_domain(domain))
    assert "|".join(value.said(words) for value in values) == said
    assert "|".join(value.key for value in values) == keys


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [("05", "5", True), (".304", "0.304", True), ("3.50", "3.5", True), ("1/3", "2/3", False), ("30", "3", False)],
)
def test_equal_numbers_have_equal_keys(one: str, other: str, equal: bool) -> None:
    assert (number_key(one) == number_key(other)) is equal


def test_what_is_no_number_has_no_key() -> None:
    assert [number_key(word) for word in ("N/A", "C", "", "-.--", "1/2-game", "five")] == [None] * 6
