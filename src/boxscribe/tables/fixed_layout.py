"""The reference implementation's fixed layout: a number of slots for each kind and side, with every cell filled.

RotoWire: 13 home players, 13 visitors, home line, visiting line = 28 entities and 602 records, whatever the game.
Empty slots and missing cells stay as records with the value N/A, which a model attends to. The default of boxscribe is
the entities and cells that a table has.
"""

from boxscribe.errors import InputError
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table


def fixed_records(domain: Domain) -> int:
    """Records per game in the fixed layout; 0 where the domain has none."""
    sides = len(domain.features[domain.side].values) if domain.side else 0
    return sides * sum(kind.slots * len(kind.types) for kind in domain.kinds.values())


def to_fixed_layout(table: Table, domain: Domain) -> Table:
    """The table in the fixed layout; entities beyond the last slot are dropped, as in the reference."""
    if not fixed_records(domain):
        raise InputError(f"the domain '{domain.name}' has no fixed layout: its description gives no 'slots'")
    missing = domain.missing[0]
    entities = []
    for kind_name, kind in domain.kinds.items():
        for side in domain.features[domain.side].values:
            present = [e for e in table.of_kind(kind_name) if e.features.get(domain.side) == side][: kind.slots]
            for slot in range(kind.slots):
                entity = present[slot] if slot < len(present) else None
                values = [(type, (entity and entity.value(type)) or missing) for type in kind.types]
                id = entity.id if entity else f"{kind_name}-{side}-{slot}"
                name = entity.name if entity else missing
                entities.append(Entity.of(id, name, kind_name, values, {domain.side: side}))
    return Table(table.domain, table.id, tuple(entities), table.tokens, table.meta)
