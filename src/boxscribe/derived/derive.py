"""The derived records of a table, as the description of its domain declares them."""

from collections.abc import Iterator
from dataclasses import replace

from boxscribe.tables.dates import weekday
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Record, Sources, Table


def derive(table: Table, domain: Domain) -> Table:
    """The table with the derived records of its cells and `meta`; those of its season stay as they are."""
    entities = []
    for entity in table.entities:
        of_season = tuple(record for record in entity.derived if _is_of_season(record, domain))
        entities.append(replace(entity, derived=(*_of_table(entity, table, domain), *of_season)))
    return replace(table, entities=tuple(entities))


def _of_table(entity: Entity, table: Table, domain: Domain) -> Iterator[Record]:
    for type, declared in domain.derived.items():
        if declared.kind == entity.kind and declared.compute == "weekday":
            value = weekday(str(table.meta.get(declared.of[0], "")))
            if value:
                yield Record(value, entity.name, type, entity.features, Sources())


def _is_of_season(record: Record, domain: Domain) -> bool:
    """Whether a record was derived from other games; a type that the description does not declare may be."""
    declared = domain.derived.get(record.type)
    return declared is None or declared.of_season
