"""Seasons for tests: simulated games, and what can become of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.table import Entity, Record, Table
from boxscribe.tables.title import date_of

NAMES = ("FIRST_NAME", "SECOND_NAME", "TEAM-NAME", "TEAM-CITY", "first_name", "last_name", "team_name", "team_city")


def day(table: Table) -> date:
    found = date_of(table)
    assert found is not None
    return found


def changed(table: Table, value: Callable[[Record], str | None]) -> Table:
    """The table with other values; records without a value are left out."""
    entities = []
    for entity in table.entities:
        values = [(record.type, value(record)) for record in entity.records]
        kept = [(type, text) for type, text in values if text is not None]
        entities.append(Entity.of(entity.id, entity.name, entity.kind, kept, entity.features))
    return replace(table, entities=tuple(entities))


def scheduled(table: Table) -> Table:
    """The same game before it is played: its teams, and no numbers."""
    return changed(
        replace(table, entities=tuple(table.of_kind("team"))),
        lambda record: record.value if record.type in NAMES else None,
    )


def scrambled(table: Table, seed: int) -> Table:
    """The same game with another result and other numbers."""
    rng = Random(seed)
    return changed(table, lambda record: str(rng.randrange(130)) if record.value.isdigit() else record.value)


def with_team(table: Table, side: str, city: str, name: str) -> Table:
    """The table with another team on a side."""
    entities = []
    for entity in table.entities:
        if entity.kind == "team" and entity.features["side"] == side:
            other = {"TEAM-CITY": city, "TEAM-NAME": name}
            values = [(record.type, other.get(record.type, record.value)) for record in entity.records]
            entity = Entity.of(entity.id, f"{city} {name}", "team", values, entity.features)
        entities.append(entity)
    return replace(table, entities=tuple(entities))


def with_meta(table: Table, **meta: object) -> Table:
    return replace(table, meta=FrozenDict({**table.meta, **meta}))


def derived(table: Table) -> dict[tuple[str, str], str]:
    """(entity, type) → value of all derived records."""
    return {(entity.id, record.type): record.value for entity in table.entities for record in entity.derived}


def cited(table: Table, entity: str, type: str) -> Sequence[str]:
    """The games that a derived record was computed from."""
    owner = next(one for one in table.entities if one.id == entity)
    record = next(one for one in owner.derived if one.type == type)
    assert record.sources is not None
    return [table.meta["season"]["games"][game] for game in record.sources.games]
