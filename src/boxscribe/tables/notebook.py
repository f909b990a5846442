"""How `Table` and `Entity` show themselves in a notebook: one line as `repr`, a box score as HTML."""

from boxscribe.errors import InputError
from boxscribe.tables.domain import Domain, Kind, load_domain
from boxscribe.tables.record_type import RecordType
from boxscribe.tables.show import fragment
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.title import date_of, title


def table_repr(table: Table) -> str:
    """`<Table rotowire 2016-11-28 Raptors 122 – 76ers 95, 28 entities, 528 records>`"""
    name = title(table, description_of(table))
    day = date_of(table) if name != table.id else None  # an id mostly names the day
    about = " ".join(part for part in (table.domain, str(day or ""), name) if part)
    return (
        f"<Table {about}, {_counted(table.entities, 'entity', 'entities')}, {_counted(list(table.records), 'record')}>"
    )


def entity_repr(entity: Entity) -> str:
    """`<Entity Kyle Lowry (player, side=home), 22 records>`"""
    about = ", ".join([entity.kind, *(f"{name}={value}" for name, value in entity.features.items())])
    return f"<Entity {entity.name} ({about}), {_counted(entity.records, 'record')}>"


def table_html(table: Table) -> str:
    """The box score, sheet by sheet."""
    return fragment(table, description_of(table))


def entity_html(entity: Entity) -> str:
    """The records of one entity."""
    from boxscribe.pages.render import render

    return render("entity_fragment.html", entity=entity)


def description_of(table: Table) -> Domain:
    """The shipped description of the table's domain; for other domains one that is read off the table itself."""
    try:
        return load_domain(table.domain)
    except InputError:
        kinds: dict[str, dict[str, RecordType]] = {}
        for entity in table.entities:
            types = kinds.setdefault(entity.kind, {})
            types.update((record.type, RecordType(label=record.type, value="text")) for record in entity.records)
        described = {name: Kind(label=name, types=types) for name, types in kinds.items()}
        return Domain(name=table.domain, title=table.domain, kinds=described)


def _counted(items: tuple[object, ...] | list[object], one: str, many: str = "") -> str:
    return f"{len(items):,} {one if len(items) == 1 else many or f'{one}s'}"
