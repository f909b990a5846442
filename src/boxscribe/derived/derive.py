"""The derived records of a table, as the description of its domain declares them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boxscribe.derived.compute import EVALUATE, as_value, evaluate, in_range, ranked
from boxscribe.tables.cells import EntityCells, cells_of
from boxscribe.tables.dates import weekday
from boxscribe.tables.declarations import Declaration, declarations
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import all_hold
from boxscribe.tables.table import Cell, Record, Sources, Table

EntityValue = tuple[EntityCells, float | str, tuple[Cell, ...]]
"""The value of a derived type for an entity, and the cells that it is computed from."""


def derive(table: Table, domain: Domain) -> Table:
    """The table with the derived records of its cells and `meta`; those of its season stay as they are."""
    entities = []
    for entity, records in zip(table.entities, derived_records(table, domain), strict=True):
        of_season = (record for record in entity.derived if _is_of_season(record, domain))
        entities.append(replace(entity, derived=(*records, *of_season)))
    return replace(table, entities=tuple(entities))


def derived_records(table: Table, domain: Domain) -> list[list[Record]]:
    """The records that are derived from the cells and `meta` of a table, of each entity."""
    everybody = cells_of(table, domain.side)
    by_kind: dict[str, list[EntityCells]] = {}
    made: dict[EntityCells, list[Record]] = {cells: [] for cells in everybody}
    for cells in everybody:
        by_kind.setdefault(cells.kind, []).append(cells)
    for type, declaration in declarations(domain).items():
        declared = declaration.declared
        members = by_kind.get(declared.kind)
        if not members or declared.of_season:
            continue
        for cells, value, used in _computed(declaration, members, table.meta):
            number = None if isinstance(value, str) else value
            shown = not declared.auxiliary and (number is None or in_range(number, declared))
            text = as_value(value, declared) if shown else None
            cells.add(type, number, text, used)
            if text is not None:
                entity = cells.entity
                made[cells].append(Record(text, entity.name, type, entity.features, Sources(used)))
    return [*made.values()]


def _computed(
    declaration: Declaration, members: Sequence[EntityCells], meta: Mapping[str, Any]
) -> Iterator[EntityValue]:
    compute = declaration.declared.compute
    if compute in EVALUATE:
        for cells in members:
            used: list[Cell] = []
            value = evaluate(declaration, cells, used)
            if value is not None:
                yield cells, value, tuple(dict.fromkeys(used))
    elif compute == "rank":
        yield from ranked(declaration, members)
    else:
        given = str(meta.get(declaration.declared.of[0], "")).strip()
        text = weekday(given) if compute == "weekday" else given.partition(",")[0]
        chosen = (cells for cells in members if all_hold(declaration.where, cells) is True)
        yield from ((cells, text, ()) for cells in chosen if text)


def _is_of_season(record: Record, domain: Domain) -> bool:
    """Whether a record was derived from other games; a type that the description does not declare may be."""
    declared = domain.derived.get(record.type)
    return declared is None or declared.of_season
