"""The template of any other domain, from its description."""

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.errors import InputError
from boxscribe.tables import Entity, Record, Table
from boxscribe.tables.domain import Domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.text import PARAGRAPH
from boxscribe.writing.template import write_template
from boxscribe.writing.template.generic import ENTITIES, KINDS, VALUES
from helpers import WEATHER, tables
from writing.template.checks import assert_sources_hold_their_words

LEAGUE = """
name = "handball"
title = "Handball"
side = "side"

[features.side]
label = "home or away"

[features.half]
label = "half"

[kinds.player]
label = "Players"
name = ["first", "last"]

[kinds.player.types]
first = { label = "first name", value = "text" }
last = { label = "last name", value = "text" }
goals = { label = "goals" }
saves = { label = "goalkeeper's saves", unit = "saves", omit = ["0"] }
fouls = { label = "fouls in the first half", unit = "fouls" }
losses = { label = "ball losses", unit = "losses" }
run = { label = "distance", unit = "kilometres", value = "decimal" }
worth = { label = "worth in euros", unit = "euros" }
late = { label = "goals in overtime" }
chances = { label = "number of chances" }
radius = { label = "radius of action" }
flies = { label = "caught flies", unit = "flies" }
post = { label = "position", value = "text" }
medals = { label = "honours", value = "text" }
"set#" = { label = "points in set #", unit = "points" }

[kinds.team]
label = "Teams"

[kinds.team.types]
goals = { label = "goals" }
"""


def domain_of(toml: str) -> Domain:
    return Domain.model_validate(tomllib.loads(toml))


HANDBALL, STATIONS = domain_of(LEAGUE), domain_of(WEATHER)


def handball(*entities: Entity) -> Table:
    return Table("handball", "a match", entities)


def one(**values: str) -> Entity:
    return Entity.of("0", "Ann Lee", "player", [("first", "Ann"), ("last", "Lee"), *values.items()])


def station(number: int, place: str, **values: str) -> Entity:
    return Entity.of(str(number), place, "station", [("place", place), *values.items()])


def text(table: Table, domain: Domain = HANDBALL) -> str:
    story = write_template(table, domain)
    assert_sources_hold_their_words(story)
    return story.text


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"goals": "12"}, "Ann Lee had 12 goals."),
        ({"goals": "1", "fouls": "1", "losses": "1"}, "Ann Lee had 1 goal, 1 foul in the first half and 1 ball loss."),
        ({"saves": "3", "fouls": "0"}, "Ann Lee had 3 goalkeeper's saves and 0 fouls in the first half."),
        ({"saves": "0", "goals": "2"}, "Ann Lee had 2 goals."),  # a value that the description leaves out
        ({"goals": "N/A", "losses": "2"}, "Ann Lee had 2 ball losses."),
        ({"run": "5.5"}, "For Ann Lee, the distance was 5.5 kilometres."),
        ({"run": "1", "worth": "1"}, "For Ann Lee, the distance was 1 kilometre and the worth in euros was 1."),
        ({"late": "1", "chances": "1"}, "Ann Lee had 1 goal in overtime. The number of chances was 1."),
        ({"flies": "1", "radius": "9"}, "Ann Lee had 1 caught fly. The radius of action was 9."),
        ({"post": "left wing", "goals": "2"}, "Ann Lee had 2 goals. The position was left wing."),
        ({"medals": "none to speak of!"}, "For Ann Lee, the honours were none to speak of!"),
        ({"set2": "11", "set1": "8"}, "Ann Lee had 11 points in set 2 and 8 points in set 1."),
        ({"shirt_number": "7"}, "For Ann Lee, the shirt number was 7."),  # a type that is not described
        ({}, "No details are known about Ann Lee."),
        ({"goals": "N/A"}, "No details are known about Ann Lee."),
    ],
)
def test_one_entity(values: dict[str, str], expected: str) -> None:
    assert text(handball(one(**values))) == expected


def test_values_come_in_the_order_of_the_description() -> None:
    assert text(handball(one(losses="2", goals="3"))) == "Ann Lee had 3 goals and 2 ball losses."


def test_features_stand_in_brackets() -> None:
    home = FrozenDict(side="home", unknown="7")
    records = [
        Record("3", "Ann Lee", "goals", FrozenDict(home, half="1")),
        Record("1", "Ann Lee", "goals", FrozenDict(home, half="2")),
    ]
    assert text(handball(Entity("0", "Ann Lee", "player", tuple(records), home))) == (
        "Ann Lee (home) had 3 goals (half 1) and 1 goal (half 2)."
    )


def test_a_paragraph_for_each_kind_and_the_smallest_first() -> None:
    referee = Entity.of("r", "Kim Fox", "referee", [("cards", "2")])
    teams = [Entity.of(name, name, "team", [("goals", goals)]) for name, goals in (("Owls", "20"), ("Foxes", "19"))]
    players = [Entity.of(name, name, "player", [("goals", "5")]) for name in "ABC"]
    story = write_template(handball(*players, *teams, referee), HANDBALL)
    assert story.text.split("\n\n") == [
        "For Kim Fox, the cards were 2.",
        "Owls had 20 goals. Foxes had 19 goals.",
        "A had 5 goals. B had 5 goals. C had 5 goals.",
    ]
    assert story.tokens.count(PARAGRAPH) == 2


def test_a_name_that_is_no_cell_begins_with_a_capital() -> None:
    set_piece, phone = (Entity.of(name, name, "piece", [("goals", "2")]) for name in ("play 1", "iPhone 2"))
    poet = Entity.of("0", "hooks", "player", [("last", "hooks"), ("goals", "2")])
    assert text(handball(poet)) == "hooks had 2 goals."
    described = domain_of(LEAGUE + '[kinds.piece]\nlabel = "P"\ntypes.goals = { label = "goals" }')
    assert text(handball(set_piece, phone), described) == "Play 1 had 2 goals. iPhone 2 had 2 goals."


def test_the_most_unusual_entities_are_selected() -> None:
    mild = [station(number, f"Town{number}", high="20") for number in range(500)]
    cold, hot = station(600, "Icy Bay", high="-9"), station(601, "Hot Hill", high="44")
    story = text(Table("weather", "a day", (*mild[:250], cold, *mild[250:], hot)), STATIONS)
    assert "For Icy Bay, the highest temperature was -9 degrees." in story
    assert story.endswith("For Hot Hill, the highest temperature was 44 degrees.")
    assert story.count("For ") == ENTITIES


def test_a_low_count_is_not_unusual() -> None:
    many = [Entity.of(str(n), f"P{n}", "player", [("goals", "5")]) for n in range(ENTITIES + 1)]
    few, most = (Entity.of(name, name, "player", [("goals", goals)]) for name, goals in (("Few", "0"), ("Most", "9")))
    story = text(handball(few, *many, most))
    assert "Few" not in story
    assert story.endswith("Most had 9 goals.")


def test_the_most_unusual_values_are_selected() -> None:
    sets = [f"set{number}" for number in range(1, 10)]
    usual = [Entity.of(str(n), f"P{n}", "player", [(type, "5") for type in sets]) for n in range(3)]
    best = Entity.of("b", "Best", "player", [(type, "9" if type == "set9" else "5") for type in sets])
    story = text(handball(*usual, best))
    assert story.split("Best ")[1] == (
        "had 5 points in set 1, 5 points in set 2, 5 points in set 3, 5 points in set 4, 5 points in set 5 and "
        "9 points in set 9."
    )
    assert story.count("points in set") == VALUES * 4


def test_two_opponents_have_the_same_types() -> None:
    sides = ("Owls", "5", "1"), ("Foxes", "1", "5")
    pair = [
        Entity.of(name, name, "player", [(f"set{n}", low if n < 6 else high) for n in range(1, 12)])
        for name, low, high in sides
    ]
    owls, foxes = text(handball(*pair)).split("Foxes")
    assert owls.count("in set 6") == foxes.count("in set 6") == 1
    assert owls.count("in set 7") == foxes.count("in set 7") == 0


def test_entities_without_values_are_named_together_and_only_where_there_is_room() -> None:
    busy = [Entity.of(name, name, "player", [("goals", "3")]) for name in ("B", "D")]
    idle = [Entity.of(name, name, "player", []) for name in ("A", "C", "E")]
    assert text(handball(idle[0], busy[0], *idle[1:], busy[1])) == (
        "B had 3 goals. D had 3 goals. No details are known about A, C and E."
    )
    assert "No details" not in text(handball(*idle, *busy * (ENTITIES // 2)))


def test_a_table_without_entities_is_an_error() -> None:
    with pytest.raises(InputError, match="table 'a match' has no entities, so there is nothing to write about"):
        write_template(handball(), HANDBALL)


def test_long_codes_are_not_figures() -> None:
    long = [station(number, f"T{number}", rain="9" * 400 + str(number)) for number in range(3)]
    assert text(Table("weather", "a day", tuple(long)), STATIONS).count("the rain was 999") == 3


def test_a_large_table_gives_a_short_story() -> None:
    kinds = [f"kind{number}" for number in range(12)]
    many = [
        Entity.of(f"{kind}-{n}", f"Name{n}", kind, [(f"type{type}", str(n * type)) for type in range(30)])
        for kind in kinds
        for n in range(100)
    ]
    story = write_template(handball(*many), HANDBALL)
    assert story.tokens.count("For") == KINDS * ENTITIES
    assert story.text.count(" was ") == KINDS * ENTITIES * VALUES


@st.composite
def weather_tables(draw: st.DrawFn) -> Table:
    """Any table, with some of its kinds and types as the weather's description has them."""
    table = draw(tables())
    types = st.sampled_from(["place", "high", "low", "rain"])

    def known(entity: Entity) -> Entity:
        records = tuple(record._replace(type=draw(types)) for record in entity.records)
        return replace(entity, kind="station", records=records)

    return replace(table, entities=tuple(known(e) if draw(st.booleans()) else e for e in table.entities))


@given(weather_tables())
def test_any_table_of_any_domain_has_a_story(table: Table) -> None:
    if table.entities:
        story = write_template(table, STATIONS)
        assert_sources_hold_their_words(story)
        assert story.tokens[-1].endswith((".", "!", "?"))
    else:
        with pytest.raises(InputError):
            write_template(table, STATIONS)
