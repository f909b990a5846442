"""What the columns of a CSV file mean: headings are matched against the description of a domain.

A header is read as the kind of entity, and the sheet of its box score, of which it has the most columns. Of two header
rows the upper one has merged cells ("Rebounds" over "Off", "Def", "Tot"); both together or the lower one name a type.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from boxscribe.errors import InputError, did_you_mean
from boxscribe.tables.domain import Domain

MADE = ("m", "made")
ATTEMPTED = ("a", "att", "attempted", "attempts")
PERCENTAGE = ("%", "pct", "percent", "percentage")
Role = Literal["name", "team", "side", "type", "ignored", "unknown"]
_LEFT_OUT = re.compile(r"[\s._:*]+")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_NUMBER = re.compile(r"[-+]?[.,]?\d[\d.,:%]*")


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its meaning; `type` is the record type of role "type"."""

    heading: str
    role: Role
    type: str = ""

    @property
    def meaning(self) -> str:
        return self.type if self.role == "type" else self.role


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a part of the file, whose rows are entities of one kind."""

    kind: str
    columns: tuple[Column, ...]

    @property
    def score(self) -> int:
        """How many columns have a known meaning."""
        return sum(column.role != "unknown" for column in self.columns)

    def position(self, role: Role, type: str = "") -> int | None:
        """Where the column of this meaning is."""
        found = (at for at, column in enumerate(self.columns) if column.role == role and column.type == type)
        return next(found, None)

    def refuse_doubles(self, row: int) -> None:
        """Two columns of the same meaning are an error."""
        first: dict[str, str] = {}
        for column in self.columns:
            if column.role in ("ignored", "unknown"):
                continue
            if column.meaning in first:
                raise InputError(
                    f"row {row}: the columns '{first[column.meaning]:.60}' and '{column.heading:.60}' both mean "
                    f"{column.meaning}; rename or remove one of them"
                )
            first[column.meaning] = column.heading


def heading_key(heading: str) -> str:
    """What different spellings of a heading share: "fg%" for "FG %" and "F.G.%"."""
    return _LEFT_OUT.sub("", heading.casefold().translate(_DASHES))


class HeadingIndex:
    """The headings that the description of a domain knows."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._sheets: list[tuple[str, dict[str, Column]]] = []  # kind and heading → meaning, for each sheet
        for name, kind in domain.kinds.items():
            listed = {type for sheet in kind.sheets.values() for type in sheet}
            rest = tuple(type for type in kind.types if type not in listed)
            sheets = kind.sheets.values() or ((),)
            self._sheets += [(name, _meanings(name, (*sheet, *rest), domain)) for sheet in sheets]

    def header(self, lower: Sequence[str], upper: Sequence[str] = ()) -> Header | None:
        """The header that a row is, with the merged cells of the row above it, if any; None where it is none."""
        words = [cell for cell in lower if cell and not _NUMBER.fullmatch(cell)]
        numbers = [cell for cell in lower if _NUMBER.fullmatch(cell)]
        # Numbers among headings are those of periods, 1, 2, 3, …
        if not words or len(words) + len(numbers) < 2 or numbers != [str(at) for at in range(1, len(numbers) + 1)]:
            return None
        merged = () if any(map(_NUMBER.fullmatch, upper)) else upper
        headings = _headings(lower, merged)
        options = [
            Header(kind, tuple(self._column(*names, kind, known) for names in headings)) for kind, known in self._sheets
        ]
        best = max(options, key=lambda header: header.score)
        has_type = any(column.role == "type" for column in best.columns)
        known = [cell for column, cell in zip(best.columns, lower, strict=True) if cell and column.role != "unknown"]
        some_word = not all(map(_NUMBER.fullmatch, known))
        enough = len(known) >= 2 and 2 * len(known) >= len(words) + len(numbers)
        return _with_name(best) if has_type and some_word and enough else None

    def type_of(self, heading: str, kind: str) -> str | None:
        """The record type of a kind that a heading names."""
        for name, known in self._sheets:
            if name == kind and (column := self._column("", heading, kind, known)).role == "type":
                return column.type
        return None

    def suggestion(self, heading: str, kind: str) -> str:
        """A suggestion for a heading that names no record type of a kind."""
        return did_you_mean(heading, (type.label for type in self.domain.kinds[kind].types.values()))

    def _column(self, merged: str, lower: str, kind: str, known: dict[str, Column]) -> Column:
        """The meaning of a heading, with the merged cell above it, if any."""
        if merged and lower and (type := self._part(merged, lower, known)):
            return Column(f"{merged} {lower}", "type", type)
        together = (f"{merged} {lower}", f"{lower} {merged}") if merged and lower else ()
        for name in filter(None, (*together, lower or merged)):
            if (column := known.get(heading_key(name))) is not None:
                return replace(column, heading=name)
            if type := self._numbered(name, kind):
                return Column(name, "type", type)
        return Column(lower or merged, "unknown")

    def _part(self, merged: str, lower: str, known: dict[str, Column]) -> str | None:
        """The type of "M", "A" or "%" below the heading of what is made and attempted."""
        above = known.get(heading_key(merged))
        for percentage, (made, attempted) in self.domain.csv.percentages.items():
            if above is not None and above.type == made:
                parts = {made: MADE, attempted: ATTEMPTED, percentage: PERCENTAGE}
                return next((type for type, words in parts.items() if heading_key(lower) in words), None)
        return None

    def _numbered(self, heading: str, kind: str) -> str | None:
        """`inn3` for the heading "3", where the type `inn#` has the heading "#"."""
        key = heading_key(heading)
        number = re.search(r"[0-9]{1,2}", key)
        if number is None:
            return None
        form = key[: number.start()] + "#" + key[number.end() :]
        for name, type in self.domain.kinds[kind].types.items():
            if name.endswith("#") and form in map(heading_key, (name, type.short, type.label)):
                return name.removesuffix("#") + str(int(number[0]))
        return None


def _meanings(name: str, types: Iterable[str], domain: Domain) -> dict[str, Column]:
    """Heading → meaning, in one sheet of a kind; what is added first has priority."""
    kind, other = domain.kinds[name], domain.csv.headings
    known: dict[str, Column] = {}

    def add(headings: Iterable[str], column: Column) -> None:
        for heading in filter(None, map(heading_key, headings)):
            known.setdefault(heading, column)

    columns = {type: Column("", "type", type) for type in types}
    by_priority: list[Mapping[str, tuple[str, ...]]] = [
        {type: (type,) for type in columns},
        {type: (kind.types[type].short,) for type in columns},
        {type: (kind.types[type].label,) for type in columns},
        other,
    ]
    for headings in by_priority:
        for type, column in columns.items():
            add(headings.get(type, ()), column)
    sections = (*domain.csv.starter_rows, *domain.csv.bench_rows)
    add((name, kind.label, "name", *other.get(name, ()), *sections), Column("", "name"))
    for team, described in domain.kinds.items():
        if described.score and team != name:
            add((team, described.label, *other.get(team, ())), Column("", "team"))
    if domain.side:
        add((domain.side, domain.features[domain.side].label, *other.get(domain.side, ())), Column("", "side"))
    add(domain.csv.ignore, Column("", "ignored"))
    return known


def _headings(lower: Sequence[str], upper: Sequence[str]) -> list[tuple[str, str]]:
    """For each column the merged cell that spans it, and its own heading. A cell spans the empty ones to its right."""
    headings: list[tuple[str, str]] = []
    merged = ""
    for at, cell in enumerate(lower):
        own = upper[at] if at < len(upper) else ""
        merged = own or merged
        headings.append((merged if cell else own, cell))
    return headings


def _with_name(header: Header) -> Header:
    """The header; if it has no column for the name, the first of unknown meaning before all types is taken for it."""
    columns = list(header.columns)
    first_type = next(at for at, column in enumerate(columns) if column.role == "type")
    free = [at for at in range(first_type) if columns[at].role == "unknown"]
    if free and not any(column.role == "name" for column in columns):
        columns[free[0]] = replace(columns[free[0]], role="name")
    return replace(header, columns=tuple(columns))
