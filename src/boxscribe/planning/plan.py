"""A plan: the sentences of a text to write, each with the facts that it states, in their order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from boxscribe.tables.table import Entity, Record, Table

MAX_FACTS = 200  # of a plan; the texts of the benchmarks state about 25


class PlannedFact(NamedTuple):
    """A record or derived record of a table that a text is to state."""

    entity: str  # the entity's id
    type: str
    value: str  # as the table has it


PlannedSentence = tuple[PlannedFact, ...]
"""The facts of a sentence in order; none for a sentence that states nothing of the table."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The sentences of a text with their facts.

    >>> from boxscribe.planning.plan import Plan, PlannedFact
    >>> plan = Plan(((PlannedFact("3", "PTS", "32"), PlannedFact("3", "REB", "9")), ()))
    >>> len(plan.sentences), len(plan.facts)
    (2, 2)
    """

    sentences: tuple[PlannedSentence, ...]
    paragraphs: frozenset[int] = frozenset()  # the sentences, counted from 0, that begin a further paragraph

    @property
    def facts(self) -> list[PlannedFact]:
        """The facts of all sentences, in order."""
        return [fact for sentence in self.sentences for fact in sentence]


def records_of(entity: Entity) -> Iterator[Record]:
    """The records of an entity that a plan can have, the derived ones last."""
    yield from entity.records
    yield from (record for record in entity.derived if record not in entity.records)


def has_fact(table: Table, fact: PlannedFact) -> bool:
    """Whether the table has a fact."""
    return any(
        entity.id == fact.entity and (record.type, record.value) == (fact.type, fact.value)
        for entity in table.entities
        for record in records_of(entity)
    )
