"""Pairs of mentions with the types that the table has for them."""

import tomllib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.facts.candidates import candidates
from boxscribe.tables import Domain, Entity, Table, load_domain
from boxscribe.tables.linker import NO_NAMES, Gazetteer
from boxscribe.text import to_number
from helpers import WEATHER, games, tables, words

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(first: str, second: str, side: str = "home", **values: str) -> Entity:
    cells = [("FIRST_NAME", first), ("SECOND_NAME", second), *values.items()]
    return Entity.of(f"{first} {second}", f"{first} {second}", "player", cells, {"side": side})


def team(city: str, name: str, points: str) -> Entity:
    return Entity.of(name, f"{city} {name}", "team", [("TEAM-CITY", city), ("TEAM-NAME", name), ("TEAM-PTS", points)])


NBA = Table(
    "rotowire",
    "1",
    (
        player("Marc", "Gasol", PTS="20", REB="8", AST="8"),
        player("Pau", "Gasol", PTS="21", FG3M="3"),
        player("Marc", "Loria", PTS="4"),
        player("Orlando", "Johnson", PTS="101"),
        player("TJ", "Warren", PTS="17"),
        team("LA", "Clippers", "99"),
        team("Memphis", "Grizzlies", "100"),
        team("Orlando", "Magic", "101"),
    ),
)
KELLER = [("first_name", "Brad"), ("last_name", "Keller"), ("p_w", "7"), ("p_l", "5"), ("p_ip1", "2"), ("p_ip2", "1/3")]
OHEARN = [("first_name", "Ryan"), ("last_name", "O'Hearn"), ("h", "2"), ("ab", "2"), ("r", "2"), ("avg", ".304")]
HOMER = [("batter", "Ryan O'Hearn"), ("pitcher", "Brad Keller"), ("event", "Home Run"), ("scorers", "Ryan O'Hearn")]
BASEBALL = Table(
    "mlb",
    "1",
    (
        Entity.of("0", "Brad Keller", "player", KELLER),
        Entity.of("1", "Ryan O'Hearn", "player", OHEARN),
        Entity.of(
            "2", "Kansas City Royals", "team", [("team_city", "Kansas City"), ("team_name", "Royals"), ("inn1", "2")]
        ),
        Entity.of("3", "play 0", "play", HOMER),
    ),
)


def pairs(text: str, table: Table, domain: Domain, gazetteer: Gazetteer = NO_NAMES) -> list[str]:
    """Every pair that has types, as `entity|value|types`, and in brackets how many have none."""
    found = [
        (c.mentions[m].name, c.values[v].text(c.tokens), ",".join(types))
        for c in candidates(text.split(), table, domain, gazetteer)
        for m, v, types in c.pairs
    ]
    none = sum(not types for _, _, types in found)
    return ["|".join(pair) for pair in found if pair[2]] + ([f"({none})"] if none else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Marc Gasol had 20 points and eight boards .", ["Marc Gasol|20|PTS", "Marc Gasol|eight|REB,AST"]),
        ("Gasol scored 21 .", ["(1)"]),  # neither was mentioned before, so it is the table's first
        ("Pau Gasol played . Gasol scored 21 .", ["Gasol|21|PTS"]),
        ("Pau Gasol met Marc Gasol . Gasol scored 20 .", ["Gasol|20|PTS"]),
        ("Marc scored 20 or 4 .", ["(2)"]),  # a first name that two players have
        ("Marc Loria rested . Marc scored 4 .", ["Marc|4|PTS"]),
        ("Orlando scored 101 .", ["Orlando|101|TEAM-PTS"]),
        ("Orlando Johnson scored 101 .", ["Orlando Johnson|101|PTS"]),
        ("Pau Gasol hit three three - pointers .", ["Pau Gasol|three|FG3M"]),
        (
            "The Memphis Grizzlies beat the Magic 101 - 100 .",
            ["Memphis Grizzlies|100|TEAM-PTS", "Magic|101|TEAM-PTS", "(2)"],
        ),
        ("He scored 20 .", []),
        ("Marc Gasol won .", []),
        ("The Los Angeles Clippers scored 99 .", ["Los Angeles Clippers|99|TEAM-PTS"]),  # the table says LA
        ("T.J. Warren scored 17 .", ["TJ Warren|17|PTS"]),
    ],
)
def test_basketball(text: str, expected: list[str]) -> None:
    assert pairs(text, NBA, ROTOWIRE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ryan O'Hearn homered .", ["Ryan O'Hearn|-1|home-run-batter"]),
        ("Keller gave up a home run .", ["Keller|-1|home-run-pitcher"]),
        ("O'Hearn homered off Keller .", ["O'Hearn|-1|home-run-batter", "Keller|-1|home-run-pitcher"]),
        ("O'Hearn met Keller , who singled .", ["(1)"]),  # Keller is between, and did not single
        ("O'Hearn scored .", ["O'Hearn|-1|scored"]),
        ("Keller ( 7 - 5 ) won .", ["Keller|7|p_w", "Keller|5|p_l"]),
        ("Keller went 2 1/3 innings .", ["Keller|2|p_ip1", "Keller|1/3|p_ip2"]),
        ("O'Hearn is hitting .304 .", ["O'Hearn|.304|avg"]),
        ("O'Hearn had two hits .", ["O'Hearn|two|h"]),  # and two runs and two at-bats, but the cue is hits
        ("O'Hearn had two .", ["(1)"]),
        ("Kansas City led by two .", ["(1)"]),  # runs of an inning are not extracted
    ],
)
def test_baseball(text: str, expected: list[str]) -> None:
    assert pairs(text, BASEBALL, MLB) == expected


def test_a_domain_of_ones_own_needs_its_description_alone() -> None:
    domain = Domain.model_validate(tomllib.loads(WEATHER))
    rome = Entity.of("0", "Rome", "station", [("place", "Rome"), ("high", "31.5"), ("low", "20"), ("rain", "20")])
    table = Table("weather", "1", (rome,))
    assert pairs("Rome saw 31.50 and 20 degrees .", table, domain) == ["Rome|31.50|high", "Rome|20|low,rain"]


def test_an_action_with_an_unknown_type_is_told() -> None:
    wrong = '[[actions]]\nwords = ["froze"]\nroles = { plaec = "frozen" }'
    with pytest.raises(ValueError, match=r"actions\[0\]: no type 'plaec'; did you mean 'place'"):
        Domain.model_validate(tomllib.loads(f"{WEATHER}\n{wrong}"))


@pytest.mark.parametrize("name", ["T.J. Warren", "TJ Warren Jr.", "T.J. Warren III"])
def test_texts_and_tables_need_not_agree_about_full_stops_and_suffixes(name: str) -> None:
    assert pairs(f"{name} scored 17 .", NBA, ROTOWIRE, Gazetteer({"player": [name]})) == ["TJ Warren|17|PTS"]


def test_strangers_are_known_from_training_alone() -> None:
    text = "Tim Duncan scored 20 against Pau Gasol ."
    assert pairs(text, NBA, ROTOWIRE) == ["(1)"]
    assert pairs(text, NBA, ROTOWIRE, Gazetteer({"player": ["Tim Duncan", "Tim"]})) == ["(2)"]
    published = Gazetteer({"player": ["Tim Duncan", "Tim"]}, published=True)
    assert pairs("Tim Duncan and Marc Gasol scored 20 .", NBA, ROTOWIRE, published) == ["(1)"]


def test_a_text_without_full_stops_costs_no_more_than_one_with() -> None:
    def count(length: int) -> int:
        text = "Marc Gasol scored 20 points and ".split() * length
        return sum(len(found.pairs) for found in candidates(text, NBA, ROTOWIRE, NO_NAMES))

    assert count(2000) <= 101 * count(20)


def brute(table: Table, domain: Domain, name: str, value: str) -> set[str] | None:
    """The types of a pair by definition; None where the name could mean several entities."""
    called = [
        entity
        for entity in table.entities
        if (types := domain.kinds[entity.kind].name)
        and f" {name} " in f" {' '.join(value for type in types for value in entity.values(type))} "
    ]
    if len(called) != 1:
        return None
    names = domain.kinds[called[0].kind].name
    return {r.type for r in called[0].records if r.type not in names and r.value == str(to_number(value.split()))}


@given(seed=st.integers(0, 10_000))
def test_types_are_those_whose_value_equals_the_number(seed: int) -> None:
    table = games(1, seed=seed)[0]
    seen: Counter[bool] = Counter()
    for found in candidates(table.tokens, table, ROTOWIRE, NO_NAMES):
        for m, v, types in found.pairs:
            name, value = found.mentions[m].name, found.values[v].text(found.tokens)
            expected = brute(table, ROTOWIRE, name, value)
            seen[expected is not None] += 1
            assert expected is None or set(types) == expected
    assert seen[True] > seen[False]


@given(table=tables(), text=st.lists(st.one_of(words, st.sampled_from("1 two .5 3/4 . the".split())), max_size=40))
def test_any_text_about_any_table_can_be_read(table: Table, text: list[str]) -> None:
    named = [word for entity in table.entities for word in entity.name.split()]
    for found in candidates(text + named, table, load_domain(table.domain), NO_NAMES):
        assert found.pairs
        for m, v, _ in found.pairs:
            assert 0 <= found.mentions[m].start < found.mentions[m].end <= len(found.tokens)
            assert 0 <= found.values[v].start < found.values[v].end <= len(found.tokens)
