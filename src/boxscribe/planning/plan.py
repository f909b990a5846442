"""A plan: the sentences of a text to write, each with the facts that it states, in their order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from boxscribe.errors import InputError, did_you_mean
from boxscribe.tables.cells import EntityCells, cells_of
from boxscribe.tables.domain import Domain
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


def all_cells(table: Table, domain: Domain) -> list[EntityCells]:
    """The cells of a table with its derived records."""
    entities = tuple(replace(entity, records=tuple(records_of(entity))) for entity in table.entities)
    return cells_of(replace(table, entities=entities), domain.side)


def check_size(facts: int, source: str) -> None:
    """Raise an InputError if a plan has more facts than are allowed; `source` is what the message calls it."""
    if facts > MAX_FACTS:
        raise InputError(f"{source}: has {facts:,} facts, and {MAX_FACTS} are allowed; delete some")


def check_plan(plan: Plan, table: Table, source: str) -> None:
    """Raise an InputError for a plan that no text of the table can follow; `source` is what the message calls it."""
    facts = plan.facts
    if not facts:
        raise InputError(f"{source}: the plan is empty; give at least one sentence with a fact")
    check_size(len(facts), source)
    entities = {entity.id: entity for entity in table.entities}
    seen: set[PlannedFact] = set()
    for fact in facts:
        if fact.entity not in entities:
            hint = did_you_mean(fact.entity, entities)
            raise InputError(f"{source}: the table has no entity with the id '{fact.entity:.40}'; {hint}")
        name = entities[fact.entity].name
        values = {record.type: record.value for record in records_of(entities[fact.entity])}
        if fact.type not in values:
            hint = did_you_mean(fact.type, values)
            raise InputError(f"{source}: {name}: the table has no {fact.type!r:.40} of this entity; {hint}")
        if not has_fact(table, fact):
            right = values[fact.type]
            raise InputError(f"{source}: {name}: the table has {fact.type} {right}, not {fact.value:.40}; correct it")
        if fact in seen:
            raise InputError(f"{source}: {name}: {fact.type} {fact.value:.40} is planned twice; delete one")
        seen.add(fact)
    if not plan.paragraphs <= {*range(1, len(plan.sentences))}:
        raise InputError(f"{source}: paragraphs are the numbers of sentences from 1 to {len(plan.sentences) - 1}")


def has_fact(table: Table, fact: PlannedFact) -> bool:
    """Whether the table has a fact."""
    return any(
        entity.id == fact.entity and (record.type, record.value) == (fact.type, fact.value)
        for entity in table.entities
        for record in records_of(entity)
    )
