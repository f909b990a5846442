"""The rows of a CSV file as entities: name, position and values by record type.

In: lines; out: a `CsvEntry` for each. Made and attempted in one cell (8-15) are split, what follows from other cells
is computed, and a row such as "DNP - Coach's Decision" has no values.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from boxscribe.errors import InputError
from boxscribe.tables.csv.cells import PAIR, Style, is_empty, style_of, value_of
from boxscribe.tables.csv.columns import Column, heading_key
from boxscribe.tables.csv.compute import fill
from boxscribe.tables.csv.lines import CsvLine
from boxscribe.tables.csv.names import family_name_last, split_position
from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.record_type import RecordType

Styles = dict[tuple[int, str], Style]
_THIRDS = re.compile(r"(\d{1,6})(?:[.,]([012]))?|(\d{1,6}) ([12])/3", re.ASCII)


@dataclass(frozen=True, slots=True)
class CsvEntry:
    """An entity of the file, or the totals of a group."""

    line: CsvLine
    name: str
    values: Mapping[str, str]  # by type, without the name and the position
    position: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)  # of the name, where they have columns of their own


class EntryReader:
    """Makes entries of lines; `guesses` has a sentence for each kind of guess."""

    def __init__(self, domain: Domain) -> None:
        self._domain, self._csv = domain, domain.csv
        self._pairs = {parts[0]: parts for parts in domain.csv.percentages.values()}
        self._spellings = {heading_key(form): one for one, forms in self._csv.positions.items() for form in forms}
        self._split_cells: dict[str, str] = {}  # heading → types
        self._converted: dict[str, str] = {}  # heading → an example
        self._split_names: list[str] = []
        self._no_figures: list[str] = []
        self._computed: dict[str, int] = defaultdict(int)  # type → rows

    @property
    def guesses(self) -> list[str]:
        found = [f"the column '{heading}' holds {types}" for heading, types in self._split_cells.items()]
        if self._converted:
            found.append(f"numbers were converted, such as {', '.join(self._converted.values())}")
        if self._split_names:
            found.append(f"names were split: {', '.join(self._split_names)}")
        if self._no_figures:
            found.append(f"rows without figures have no records but the name: {', '.join(self._no_figures)}")
        if self._computed:
            counts = (f"{type} ({rows} rows)" for type, rows in self._computed.items())
            found.append(f"computed from other cells: {', '.join(counts)}")
        return found

    def read(self, lines: Sequence[CsvLine], separator: str) -> list[CsvEntry]:
        """The entries of a file."""
        styles = self._styles(lines, separator)
        return [self._entry(line, styles) for line in lines]

    def _styles(self, lines: Sequence[CsvLine], separator: str) -> Styles:
        """How the numbers of each column of each header are written."""
        cells: dict[tuple[int, str], list[str]] = defaultdict(list)
        types: dict[tuple[int, str], RecordType] = {}
        for line in lines:
            kind = self._domain.kinds[line.header.kind]
            for column, cell in zip(line.header.columns, line.cells, strict=True):
                if (described := kind.type(column.type)) is not None:
                    types[id(line.header), column.type] = described
                    cells[id(line.header), column.type].append(cell)
        return {key: style_of(cells[key], described, separator) for key, described in types.items()}

    def _entry(self, line: CsvLine, styles: Styles) -> CsvEntry:
        kind = self._domain.kinds[line.header.kind]
        values: dict[str, str] = {}
        wrong: list[tuple[Column, str]] = []
        for column, cell in zip(line.header.columns, line.cells, strict=True):
            if column.role == "type" and not is_empty(cell, self._domain.missing):
                found = self._cell(column, cell, kind, styles[id(line.header), column.type])
                values |= found
                if not found:
                    wrong.append((column, cell))
        parts = {type: values.pop(type) for type in kind.name if type in values}
        name, position = self._name(line, " ".join(parts.values()), values.pop(self._csv.position, ""))
        if wrong and any(is_figure(type, value, kind) for type, value in values.items()):
            column, cell = wrong[0]
            raise InputError(
                f"row {line.row}, {column.heading}: '{cell:.60}' is no number; correct it or leave the cell empty"
            )
        if wrong or not values:
            self._no_figures.append(f"{name} ({wrong[0][1]:.60})" if wrong else name)
            return CsvEntry(line, name, {}, position, parts)
        for type in fill(values, kind, self._domain):
            self._computed[type] += 1
        return CsvEntry(line, name, values, position, parts)

    def _cell(self, column: Column, cell: str, kind: Kind, style: Style) -> dict[str, str]:
        """The values of a cell; none where it has no value of its type."""
        pair = PAIR.fullmatch(cell)
        if pair and column.type in self._pairs:
            types = self._pairs[column.type]
            self._split_cells[column.heading] = " and ".join(types)
            return dict(zip(types, pair.groups(), strict=True))
        thirds = _THIRDS.fullmatch(cell)
        if thirds and column.type in self._csv.thirds:
            whole, third = thirds[1] or thirds[3], thirds[2] or thirds[4] or "0"
            return {column.type: whole} | ({self._csv.thirds[column.type]: f"{third}/3"} if third != "0" else {})
        described = kind.type(column.type)
        value = value_of(cell, described, style) if described is not None else None
        if value is not None and value != cell:
            self._converted.setdefault(column.heading, f"'{column.heading}' {cell} is {value}")
        return {} if value is None else {column.type: value}

    def _name(self, line: CsvLine, parts: str, start: str) -> tuple[str, str]:
        """The name and the position of an entity whose row has the `parts` of the name, and the position `start`."""
        given = parts or line.cell("name") or f"row {line.row}"
        of_team = self._domain.kinds[line.header.kind].score
        if parts or line.is_total or of_team or not self._csv.positions:
            return given, self._spellings.get(heading_key(start), start)
        name, position = split_position(given, self._csv.positions)
        name = family_name_last(name)
        if name != given:
            self._split_names.append(f"'{given}' is {name}" + (f", {position}" if position else ""))
        return name, self._spellings.get(heading_key(start), start) or position


def is_figure(type: str, value: str, kind: Kind) -> bool:
    """Whether a value is a number other than 0."""
    described = kind.type(type)
    return described is not None and described.value != "text" and bool(value.strip("0."))
