"""A table as people read it: box scores by side, line scores, plays; on a terminal or as one HTML page."""

from dataclasses import dataclass
from html import escape
from itertools import groupby

from rich.box import SIMPLE_HEAD
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
    """The table cut into sheets: a kind with more than one entity per side gives a sheet a side."""
    made = []
    for kind_name, kind in domain.kinds.items():
        entities = table.of_kind(kind_name)
        sides = domain.features[domain.side].values if domain.side else ()
        by_side = [[e for e in entities if e.features.get(domain.side) == side] for side in sides]
        if kind.name and any(len(group) > 1 for group in by_side):
            made += [_sheet(f"{kind.label}, {side}", group, kind) for side, group in zip(sides, by_side, strict=True)]
        elif entities:
            made.append(_sheet(kind.label, entities, kind))
    return sorted(made, key=lambda sheet: len(sheet.rows) != len(sides))  # the line score first


def _sheet(title: str, entities: list[Entity], kind: Kind) -> Sheet:
    present = {record.type for entity in entities for record in entity.records}
    order = {type: place for place, type in enumerate(kind.types)}

    def place(type: str) -> tuple[int, int, str]:
        return order.get(type, order.get(numbered(type), len(order))), len(type), type

    types = [type for type in sorted(present, key=place) if type not in kind.name]
    described = {type: kind.type(type) for type in types}
    heads = []
    for type in types:
        about = described[type]
        number = type[len(type.rstrip("0123456789")) :]
        short = ((about.short if about else "") or type).replace("#", number)
        heads.append((short, (about.label if about else type).replace("#", number)))
    rows = tuple((entity.name, *(", ".join(entity.values(type)) for type in types)) for entity in entities)
    left = tuple(about is not None and about.value == "text" for about in described.values())
    return Sheet(title, tuple(heads), rows, left)


def on_terminal(table: Table, domain: Domain) -> Group:
    """Something rich can print."""
    parts: list[Grid | Text] = [Text(f"{domain.title} · {table.id}", style="bold")]
    for sheet in sheets(table, domain):
        grid = Grid(title=sheet.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        grid.add_column("", style="cyan", no_wrap=True)
        for (head, _), left in zip(sheet.columns, sheet.left, strict=True):
            grid.add_column(head, justify="left" if left else "right", no_wrap=not left)
        for row in sheet.rows:
            grid.add_row(*(Text(cell) for cell in row))
        parts.append(grid)
    if table.tokens:
        parts.append(Text(detokenise(table.tokens)))
    return Group(*parts)


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1c2430 }
.sheet { overflow-x: auto; margin: 1.5rem 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #dde3ea; white-space: nowrap }
th:first-child, td.text { text-align: left }
tbody th { font-weight: 500; position: sticky; left: 0; background: #fff }
tbody tr:hover > * { background: #eef4fb }
p { max-width: 45rem }
"""


def as_html(table: Table, domain: Domain) -> str:
    """One self-contained page."""
    parts = [_html_sheet(sheet) for sheet in sheets(table, domain)]
    for blank, lines in groupby(detokenise(table.tokens).split("\n"), key=lambda line: not line.strip()):
        if not blank:
            parts.append(f'<p dir="auto">{escape(" ".join(lines))}</p>')
    title = escape(f"{domain.title} · {table.id}")
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )


def _html_sheet(sheet: Sheet) -> str:
    heads = "".join(f'<th scope="col" title="{escape(label)}">{escape(head)}</th>' for head, label in sheet.columns)
    rows = []
    for name, *cells in sheet.rows:
        made = (
            f"<td{' class=text' if left else ''}>{escape(cell)}</td>"
            for cell, left in zip(cells, sheet.left, strict=True)
        )
        rows.append(f'<tr><th scope="row" dir="auto">{escape(name)}</th>{"".join(made)}</tr>')
    return (
        f'<div class="sheet"><table><caption>{escape(sheet.title)}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
