"""A table as people read it: box scores by side, line scores, plays; on a terminal or as one HTML page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from boxscribe.tables.domain import Domain, Kind, numbered
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.table import Entity, Table
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


def sheets(table: Table, domain: Domain) -> list[Sheet]:
    """The table cut into sheets: a kind with more than one entity per side gives its sheets for each side."""
    lines: list[Sheet] = []  # what has one row a side comes first: the line score
    others: list[Sheet] = []
    sides = domain.features[domain.side].values if domain.side else ()
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
                others += _sheets(f", {side}", group, kind)
        else:
            lines += _sheets("", entities, kind)
    return lines + others


def _sheets(suffix: str, entities: dict[int, Entity], kind: Kind) -> Iterator[Sheet]:
    """The parts of a kind's box score, each with the entities that have a cell there."""
    idle = {number: entity.name for number, entity in entities.items()}
    for title, listed in (kind.sheets or {kind.label: tuple(kind.types)}).items():
        present = {record.type for entity in entities.values() for record in entity.records}
        order = {type: place for place, type in enumerate(listed) if type not in kind.name}
        found = {type: order.get(type, order.get(numbered(type))) for type in present}
        types = sorted(
            (type for type, place in found.items() if place is not None), key=lambda t: (found[t], len(t), t)
        )
        cells = {number: [", ".join(entity.values(type)) for type in types] for number, entity in entities.items()}
        rows = {number: (entities[number].name, *row) for number, row in cells.items() if any(row)}
        if rows:
            heads, left = zip(*(_head(type, kind) for type in types), strict=True)
            yield Sheet(title + suffix, heads, tuple(rows.values()), left, tuple(types), tuple(rows))
            idle = {number: name for number, name in idle.items() if number not in rows}
    if idle:
        names = tuple((name,) for name in idle.values())
        yield Sheet(f"{kind.label}{suffix}, without figures", (), names, (), (), tuple(idle))


def _head(type: str, kind: Kind) -> tuple[tuple[str, str], bool]:
    """(the head of a column, its label), and whether the column holds text."""
    about = kind.type(type)
    if about is None:
        return (type, type), True
    number = type[len(type.rstrip("0123456789")) :]
    return ((about.short or type).replace("#", number), about.label.replace("#", number)), about.value == "text"


def label_of(type: str, kind: Kind | None) -> str:
    """A record type in words; its name, where the description has no words for it."""
    return _head(type, kind)[0][1] if kind else type


def on_terminal(table: Table, domain: Domain, width: int) -> Group:
    """Something rich can print; a sheet that is wider than the terminal goes on below."""
    parts: list[Grid | Text] = [Text(f"{domain.title} · {table.id}\n", style="bold")]
    for sheet in sheets(table, domain):
        parts.append(Text(sheet.title, style="italic"))
        if not sheet.columns:
            parts += [Text(", ".join(name for (name,) in sheet.rows)), Text()]
        parts += [_grid(sheet, columns) for columns in _fitting(sheet, width)]
    if table.tokens:
        parts.append(Text(detokenise(table.tokens)))
    return Group(*parts)


def _fitting(sheet: Sheet, width: int) -> Iterator[range]:
    """The columns in stretches that fit beside the names."""
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


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1c2430 }
.sheet { overflow-x: auto; margin: 1.5rem 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #dde3ea; white-space: nowrap }
th:first-child, .text { text-align: left }
tbody th { font-weight: 500; position: sticky; left: 0; background: #fff }
tbody tr:hover > * { background: #eef4fb }
.names { white-space: normal }
p { max-width: 45rem }
"""


def as_html(table: Table, domain: Domain) -> str:
    """One self-contained page."""
    parts = [html_sheet(sheet) for sheet in sheets(table, domain)]
    parts += [f'<p dir="auto">{escape(part)}</p>' for part in detokenise(table.tokens).split("\n\n") if part]
    title = escape(f"{domain.title} · {table.id}")
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )


def html_sheet(sheet: Sheet, classes: Mapping[int, str] = FrozenDict()) -> str:
    """A sheet as HTML whose names and columns tell what they stand for; `classes` says how an entity's name looks."""
    named = [
        (f'dir="auto" data-entity="{number}" class="{classes.get(number, "")}"', escape(name), cells)
        for number, (name, *cells) in zip(sheet.entities, sheet.rows, strict=True)
    ]
    if not sheet.columns:
        listed = ", ".join(f"<span {about}>{name}</span>" for about, name, _ in named)
        return _html_table(sheet.title, f'<tbody><tr><td class="text names">{listed}</td></tr></tbody>')
    text = [" class=text" if left else "" for left in sheet.left]
    heads = "".join(
        f'<th scope="col"{shape} data-type="{escape(type)}" title="{escape(label)}">{escape(head)}</th>'
        for (head, label), type, shape in zip(sheet.columns, sheet.types, text, strict=True)
    )
    rows = []
    for about, name, cells in named:
        made = (f"<td{shape}>{escape(cell)}</td>" for cell, shape in zip(cells, text, strict=True))
        rows.append(f'<tr><th scope="row" {about}>{name}</th>{"".join(made)}</tr>')
    return _html_table(sheet.title, f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>")


def _html_table(title: str, content: str) -> str:
    return f'<div class="sheet"><table><caption>{escape(title)}</caption>{content}</table></div>'
