"""A table as a box score: line score, players by side, plays; on a terminal or in HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from boxscribe.tables.domain import Domain, Kind, numbered
from boxscribe.tables.labels import head_of
from boxscribe.tables.show_context import context_on_terminal, context_view
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.title import competitors, subtitle, title
from boxscribe.text.tokens import detokenise


@dataclass(frozen=True, slots=True)
class Sheet:
    """One part of a box score: the entities of a kind (and side) by their record types."""

    title: str
    columns: tuple[tuple[str, str], ...]  # (head, the full label)
    rows: tuple[tuple[str, ...], ...]  # an entity's name, then its cells; without columns a list of names
    left: tuple[bool, ...]  # whether a column holds text
    types: tuple[str, ...]  # the record type of each column
    entities: tuple[int, ...]  # the number of each row's entity in `table.entities`
    team: str = ""  # the name of the team whose entities these are


def sheets(table: Table, domain: Domain) -> list[Sheet]:
    """The table cut into sheets: a kind with more than one entity per side gives its sheets for each side."""
    lines: list[Sheet] = []  # what has one row a side comes first: the line score
    others: list[Sheet] = []
    sides = domain.features[domain.side].values if domain.side else ()
    teams = {team.entity.features.get(domain.side): team.entity.name for team in competitors(table, domain)}
    for kind_name, kind in domain.kinds.items():
        entities = {number: entity for number, entity in enumerate(table.entities) if entity.kind == kind_name}
        by_side = {
            side: {number: entity for number, entity in entities.items() if entity.features.get(domain.side) == side}
            for side in sides
        }
        if not sides or not kind.name:
            others += _sheets("", entities, kind)
        elif any(len(group) > 1 for group in by_side.values()):
            for side, group in by_side.items():
                others += _sheets(f", {side}", group, kind, teams.get(side, ""))
        else:
            lines += _sheets("", entities, kind)
    return lines + others


def derived_sheets(table: Table, domain: Domain) -> list[Sheet]:
    """Sheets of the records that are derived from the table itself; `show_context` shows those of its season."""
    kinds = {}
    for name, kind in domain.kinds.items():
        of_table = ((type, one) for type, one in domain.derived.items() if one.kind == name and not one.of_season)
        types = {type: declared.as_record_type() for type, declared in of_table}
        kinds[name] = kind.model_copy(update={"label": f"{kind.label}, derived", "types": types, "sheets": {}})
    entities = tuple(replace(entity, records=entity.derived, derived=()) for entity in table.entities)
    shown = sheets(replace(table, entities=entities), domain.model_copy(update={"kinds": kinds}))
    return [sheet for sheet in shown if sheet.columns]


def _sheets(suffix: str, entities: dict[int, Entity], kind: Kind, team: str = "") -> Iterator[Sheet]:
    """The parts of a kind's box score, each with the entities that have a cell there."""
    idle = {number: entity.name for number, entity in entities.items()}
    for heading, listed in (kind.sheets or {kind.label: tuple(kind.types)}).items():
        present = {record.type for entity in entities.values() for record in entity.records}
        order = {type: place for place, type in enumerate(listed) if type not in kind.name}
        found = {type: order.get(type, order.get(numbered(type))) for type in present}
        types = sorted(
            (type for type, place in found.items() if place is not None), key=lambda t: (found[t], len(t), t)
        )
        cells = {number: _cells(entity, types) for number, entity in entities.items()}
        rows = {number: (entities[number].name, *row) for number, row in cells.items() if any(row)}
        if rows:
            heads, left = zip(*(head_of(type, kind) for type in types), strict=True)
            yield Sheet(heading + suffix, heads, tuple(rows.values()), left, tuple(types), tuple(rows), team)
            idle = {number: name for number, name in idle.items() if number not in rows}
    if idle:
        names = tuple((name,) for name in idle.values())
        yield Sheet(f"{kind.label}{suffix}, without figures", (), names, (), (), tuple(idle), team)


def _cells(entity: Entity, types: Sequence[str]) -> list[str]:
    """The values of an entity, column by column."""
    values: dict[str, list[str]] = {}
    for record in entity.records:
        values.setdefault(record.type, []).append(record.value)
    return [", ".join(values.get(type, ())) for type in types]


def on_terminal(table: Table, domain: Domain, width: int) -> Group:
    """Something rich can print; a sheet that is wider than the terminal goes on below."""
    parts: list[Grid | Text | Group] = [Text(title(table, domain, full=True), style="bold")]
    parts.append(Text(f"{subtitle(table, domain)}\n"))
    for sheet in sheets(table, domain) + derived_sheets(table, domain):
        parts.append(Text(sheet.title, style="italic"))
        if not sheet.columns:
            parts += [Text(", ".join(name for (name,) in sheet.rows)), Text()]
        parts += [_grid(sheet, columns) for columns in _fitting(sheet, width)]
    context = context_view(table, domain)
    if context is not None:
        parts.append(context_on_terminal(context))
    if table.tokens:
        parts.append(Text(detokenise(table.tokens)))
    return Group(*parts)


def _fitting(sheet: Sheet, width: int) -> Iterator[range]:
    """Ranges of columns that fit beside the names."""
    widths = [max(cell_len(row[at]) for row in sheet.rows) for at in range(len(sheet.columns) + 1)]
    widths[1:] = [max(size, cell_len(head)) for size, (head, _) in zip(widths[1:], sheet.columns, strict=True)]
    start, used = 1, widths[0]
    for at in range(1, len(widths)):
        if used + 1 + widths[at] > width and at > start:
            yield range(start, at)
            start, used = at, widths[0]
        used += 1 + widths[at]
    if start < len(widths):
        yield range(start, len(widths))


def _grid(sheet: Sheet, columns: range) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("", style="cyan", no_wrap=True)
    for at in columns:
        left = sheet.left[at - 1]
        grid.add_column(sheet.columns[at - 1][0], justify="left" if left else "right", no_wrap=not left)
    for row in sheet.rows:
        grid.add_row(Text(row[0]), *(Text(row[at]) for at in columns))
    grid.add_row()
    return grid


def as_html(table: Table, domain: Domain) -> str:
    """One self-contained page: the box score and, where there is one, the text."""
    from boxscribe.pages.render import render

    paragraphs = [part for part in detokenise(table.tokens).split("\n\n") if part]
    return render("box_score.html", paragraphs=paragraphs, context=context_view(table, domain), **_shown(table, domain))


def fragment(table: Table, domain: Domain) -> str:
    """The box score for a cell of a notebook."""
    from boxscribe.pages.render import render

    return render("box_score_fragment.html", **_shown(table, domain))


def _shown(table: Table, domain: Domain) -> dict[str, object]:
    return {
        "title": title(table, domain, full=True),
        "about": subtitle(table, domain),
        "sheets": sheets(table, domain) + derived_sheets(table, domain),
    }
