"""A table as people read it: box scores by side, line scores, plays; on a terminal or as one HTML page."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from boxscribe.tables.domain import Domain, Kind, numbered
from boxscribe.tables.table import Entity, Table
from boxscribe.text.tokens import detokenise


@dataclass(frozen=True, slots=True)
class Sheet:
    """One part of a box score: the entities of a kind (and side) by their record types."""

    title: str
    columns: tuple[tuple[str, str], ...]  # (head, the full label)
    rows: tuple[tuple[str, ...], ...]  # an entity's name, then its cells
    left: tuple[bool, ...]  # whether a column holds text


def sheets(table: Table, domain: Domain) -> list[Sheet]:
    """The table cut into sheets: a kind with more than one entity per side gives its sheets for each side."""
    made: list[Sheet] = []
    sides = domain.features[domain.side].values if domain.side else ()
    for kind_name, kind in domain.kinds.items():
        entities = table.of_kind(kind_name)
        by_side = {side: [e for e in entities if e.features.get(domain.side) == side] for side in sides}
        if kind.name and any(len(group) > 1 for group in by_side.values()):
            for side, group in by_side.items():
                made += _sheets(f", {side}", group, kind)
        else:
            made += _sheets("", entities, kind)
    return sorted(made, key=lambda sheet: len(sheet.rows) != len(sides))  # the line score first


def _sheets(suffix: str, entities: list[Entity], kind: Kind) -> Iterator[Sheet]:
    """The parts of a kind's box score, each with the entities that have a cell there."""
    idle = {entity.name: None for entity in entities}
    for title, listed in (kind.sheets or {kind.label: tuple(kind.types)}).items():
        present = {record.type for entity in entities for record in entity.records}
        order = {type: place for place, type in enumerate(listed) if type not in kind.name}
        found = {type: order.get(type, order.get(numbered(type))) for type in present}
        types = sorted(
            (type for type, place in found.items() if place is not None), key=lambda t: (found[t], len(t), t)
        )
        rows = [(entity.name, *(", ".join(entity.values(type)) for type in types)) for entity in entities]
        full = tuple(row for row in rows if any(row[1:]))
        if full:
            heads, left = zip(*(_head(type, kind) for type in types), strict=True)
            yield Sheet(title + suffix, heads, full, left)
            for name, *_ in full:
                idle.pop(name, None)
    if idle:
        yield Sheet(f"{kind.label}{suffix}, without figures", (), ((", ".join(idle),),), ())


def _head(type: str, kind: Kind) -> tuple[tuple[str, str], bool]:
    """(the head of a column, its label), and whether the column holds text."""
    about = kind.type(type)
    if about is None:
        return (type, type), True
    number = type[len(type.rstrip("0123456789")) :]
    return ((about.short or type).replace("#", number), about.label.replace("#", number)), about.value == "text"


def on_terminal(table: Table, domain: Domain, width: int) -> Group:
    """Something rich can print; a sheet that is wider than the terminal goes on below."""
    parts: list[Grid | Text] = [Text(f"{domain.title} · {table.id}\n", style="bold")]
    for sheet in sheets(table, domain):
        parts.append(Text(sheet.title, style="italic"))
        if not sheet.columns:
            parts += [Text(sheet.rows[0][0]), Text()]
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
p { max-width: 45rem }
"""


def as_html(table: Table, domain: Domain) -> str:
    """One self-contained page."""
    parts = [_html_sheet(sheet) for sheet in sheets(table, domain)]
    parts += [f'<p dir="auto">{escape(part)}</p>' for part in detokenise(table.tokens).split("\n\n") if part]
    title = escape(f"{domain.title} · {table.id}")
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _html_sheet(sheet: Sheet) -> str:
    text = [" class=text" if left else "" for left in sheet.left]
    heads = "".join(
        f'<th scope="col"{shape} title="{escape(label)}">{escape(head)}</th>'
        for (head, label), shape in zip(sheet.columns, text, strict=True)
    )
    rows = []
    for name, *cells in sheet.rows:
        made = (f"<td{shape}>{escape(cell)}</td>" for cell, shape in zip(cells, text, strict=True))
        rows.append(f'<tr><th scope="row" dir="auto">{escape(name)}</th>{"".join(made)}</tr>')
    return (
        f'<div class="sheet"><table><caption>{escape(sheet.title)}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
