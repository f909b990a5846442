"""The text form of plans: parsing and printing are inverses, and bad plans get one sentence each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.plan_text import parse_plan, print_plan
from boxscribe.tables import Entity, Table
from boxscribe.tables.domain import load_domain
from helpers import games

DOMAIN = load_domain("rotowire")
CURRY = Entity.of("7", "Stephen Curry", "player", [("FIRST_NAME", "Stephen"), ("SECOND_NAME", "Curry"), ("PTS", "32")])
GREEN = Entity.of("8", "Draymond Green", "player", [("FIRST_NAME", "Draymond"), ("REB", "12"), ("AST", "9")])
TWINS = [Entity.of(id, "Marcus Morris", "player", [("PTS", points)]) for id, points in (("3", "10"), ("4", "11"))]
TABLE = Table("rotowire", "1", (CURRY, GREEN, *TWINS))


def test_a_plan_reads_as_people_write_it() -> None:
    text = "Stephen Curry: PTS 32 | Draymond Green: REB 12, AST 9\n-\n\n#4: PTS 11"
    plan = parse_plan(text, TABLE, DOMAIN)
    first = (PlannedFact("7", "PTS", "32"), PlannedFact("8", "REB", "12"), PlannedFact("8", "AST", "9"))
    assert plan == Plan((first, (), (PlannedFact("4", "PTS", "11"),)), frozenset({2}))
    assert print_plan(plan, TABLE) == text


def test_a_value_and_a_first_name_may_be_left_out() -> None:
    assert parse_plan("Curry: PTS", TABLE, DOMAIN).facts == [PlannedFact("7", "PTS", "32")]


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@st.composite
def planned(draw: st.DrawFn) -> tuple[Table, Plan]:
    """Any table, with a plan of all its records."""
    entities = []
    for id in draw(st.lists(WORDS.filter(bool), min_size=1, max_size=4, unique=True)):
        records = draw(st.lists(st.tuples(WORDS.filter(bool), WORDS), min_size=1, max_size=4))
        entities.append(Entity.of(id, draw(WORDS | st.sampled_from(["Ann", "-", "#1"])), "station", records))
    facts = {PlannedFact(entity.id, record.type, record.value) for entity in entities for record in entity.records}
    order = draw(st.permutations(sorted(facts)))
    cuts = sorted(draw(st.lists(st.integers(0, len(order)), max_size=4)))
    sentences = [tuple(order[start:end]) for start, end in zip([0, *cuts], [*cuts, len(order)], strict=True)]
    paragraphs = draw(st.frozensets(st.integers(1, len(cuts)), max_size=2)) if cuts else frozenset()
    return Table("weather", "1", tuple(entities)), Plan(tuple(sentences), paragraphs)


@given(planned())
def test_parse_and_print_are_inverses(case: tuple[Table, Plan]) -> None:
    table, plan = case
    text = print_plan(plan, table)
    assert parse_plan(text, table, DOMAIN) == plan
    assert text.count("\n") == len(plan.sentences) - 1 + len(plan.paragraphs)


BAD = {
    "Stephan Curry: PTS 32": "line 1: the table has no 'Stephan Curry'; did you mean 'Stephen Curry'?",
    "Stephen Curry: POINTS 32": "Stephen Curry: the table has no 'POINTS' of this player; did you mean 'PTS'?",
    "Stephen Curry: PTS 30": "Stephen Curry: the table has PTS 32, not 30; correct it",
    "Curry: PTS 32\nGreen: AST, AST 9": "line 2: Draymond Green: AST 9 stands in this line already; delete one",
    "Curry: PTS 32\n-\nCurry: PTS 32": "line 3: Stephen Curry: PTS 32 stands in line 1 already; delete one",
    "": 'is empty; write a line for each sentence, such as "Stephen Curry: FIRST_NAME Stephen"',
    "-\n\n-": "is empty; write a line for each sentence",
    "Marcus Morris: PTS 10": "names several entities; write #3 (player Marcus Morris) or #4",
    "#5: PTS 1": "the table has no entity with the id '5'; known: 3, 4, 7, 8",
    "Stephen Curry PTS 32": 'write "ENTITY: TYPE VALUE, TYPE VALUE", not',
    "Stephen Curry: PTS 32,": "Stephen Curry: a fact is missing; write TYPE VALUE",
    '"Stephen: PTS 32': 'write "ENTITY: TYPE VALUE',
    'Stephen Curry: "PTS 32': "a quotation mark is missing or one too many",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_plan_gets_a_sentence(text: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_plan(text, TABLE, DOMAIN, "plan.txt")
    assert str(raised.value).startswith("plan.txt: ")
    assert BAD[text] in str(raised.value)


def test_more_facts_than_are_allowed_get_a_sentence() -> None:
    (table,) = games(1)
    facts = {
        PlannedFact(entity.id, record.type, record.value) for entity in table.entities for record in entity.records
    }
    text = print_plan(Plan((tuple(facts),)), table)
    with pytest.raises(InputError, match="facts, and 200 are allowed; delete some"):
        parse_plan(text, table, DOMAIN)
