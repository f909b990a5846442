"""Paragraphs begin where a plan turns to another side."""

from boxscribe.planning.paragraphs import with_paragraphs
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables import Entity, Table
from boxscribe.tables.domain import load_domain

SIDES = {"a": "home", "b": "home", "c": "vis"}
TABLE = Table(
    "rotowire", "1", tuple(Entity.of(id, id, "player", [("PTS", "1")], {"side": side}) for id, side in SIDES.items())
)


def plan(*ids: str) -> Plan:
    return Plan(tuple((PlannedFact(id, "PTS", "1"),) if id else () for id in ids))


def breaks(*ids: str) -> list[int]:
    return sorted(with_paragraphs(plan(*ids), TABLE, load_domain("rotowire")).paragraphs)


def test_a_paragraph_begins_with_another_side() -> None:
    assert breaks("a", "b", "c", "c") == [2]


def test_a_sentence_without_facts_belongs_to_the_one_before() -> None:
    assert breaks("a", "", "c") == [2]


def test_a_paragraph_has_two_sentences() -> None:
    assert breaks("a", "c", "b", "c") == [2]
    assert breaks("a") == []


def test_the_sides_themselves_share_a_paragraph() -> None:
    teams = tuple(Entity.of(id, id, "team", [("TEAM-PTS", "1")], {"side": id}) for id in ("home", "vis"))
    table = Table("rotowire", "1", (*teams, *TABLE.entities))
    sentences = [(PlannedFact(id, "TEAM-PTS", "1"),) for id in ("home", "vis")]
    [*_, last] = plan("a").sentences
    made = with_paragraphs(Plan((*sentences, sentences[0], last, last)), table, load_domain("rotowire"))
    assert sorted(made.paragraphs) == [3]
