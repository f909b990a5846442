"""The rows of a CSV file or a pasted table: encoding, separator and quotation marks, before anything has a meaning.

In: bytes; out: `Rows`, at most `MAX_ROWS` of `MAX_COLUMNS` cells. Cells may be separated by tabs, semicolons, commas or
two or more blanks; the separator is guessed unless a line `sep=;` names it.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass

from boxscribe.errors import InputError
from boxscribe.tables.validate import MAX_ENTITIES, MAX_VALUE

MAX_BYTES = 4 << 20  # of a file: a box score has a few thousand
MAX_ROWS = MAX_ENTITIES + 200  # with headings, titles and totals
MAX_COLUMNS = 300
BLANKS = "  "
SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas", BLANKS: "two or more blanks"}
_BLANKS = re.compile(r"(?: |\xa0){2,}")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file with at least one cell that is not empty."""

    number: int  # of its last line in the file, counted from 1
    cells: tuple[str, ...]

    @property
    def filled(self) -> list[str]:
        return [cell for cell in self.cells if cell]


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of a file, and how they were read."""

    rows: tuple[Row, ...]
    separator: str
    guesses: tuple[str, ...]  # sentences


def read_rows(data: bytes) -> Rows:
    """The rows of a file; InputError where it is no such text."""
    text, guesses = _decoded(data)
    lines = text.splitlines(keepends=True)
    given = re.fullmatch(r"sep=(.)", lines[0].rstrip("\r\n")) if lines else None
    separator = given[1] if given else separator_of(text)
    if separator is None:
        raise InputError("has no columns: separate the cells by commas, semicolons, tabs or two or more blanks")
    if not given:
        guesses.append(f"the cells are separated by {SEPARATORS[separator]}")
    rows = tuple(_rows(lines[1:] if given else lines, separator, 1 if given else 0))
    if not rows:
        raise InputError("holds no rows; it must have a row of headings and a row for each entity")
    return Rows(rows, separator, tuple(guesses))


def separator_of(text: str) -> str | None:
    """The separator that makes at least three columns of most lines, or else two of all; None where none does."""
    lines = [line for line in text.splitlines() if line.strip()][:MAX_ROWS]
    for least, share in ((2, 0.5), (1, 1.0)):
        for separator in SEPARATORS:
            found = sum(_count(line, separator) >= least for line in lines)
            if found >= 2 and found >= share * len(lines):
                return separator
    return None


def _count(line: str, separator: str) -> int:
    """How often a separator is in a line."""
    return len(_BLANKS.findall(line.strip())) if separator == BLANKS else line.count(separator)


def _decoded(data: bytes) -> tuple[str, list[str]]:
    """The text, and what was guessed about its encoding."""
    if len(data) > MAX_BYTES:
        raise InputError(f"is larger than {MAX_BYTES >> 20} MB, which no box score is; is this the right file?")
    if data.startswith(b"PK\x03\x04"):
        raise InputError("is a workbook or an archive; save the sheet as CSV")
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    guesses = []
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            raise InputError("is neither UTF-8 nor Windows-1252 text; save it as CSV in UTF-8") from None
        guesses.append("the file is not UTF-8 and was read as Windows-1252; check names with accents")
    if "\0" in text:
        raise InputError("holds NUL characters, so it is no text; save it as CSV in UTF-8")
    return text, guesses


def _rows(lines: list[str], separator: str, offset: int) -> Iterator[Row]:
    count = 0
    for number, cells in _split(lines, separator):
        stripped = tuple(" ".join(cell.split()) for cell in cells)
        if not any(stripped):
            continue
        count += 1
        where = f"row {number + offset}"
        if count > MAX_ROWS:
            raise InputError(f"has more than {MAX_ROWS:,} rows; one file is one game")
        if len(stripped) > MAX_COLUMNS:
            raise InputError(f"{where}: has {len(stripped):,} columns, and {MAX_COLUMNS} are allowed")
        if any(len(cell) > MAX_VALUE for cell in stripped):
            raise InputError(f"{where}: a cell has more than {MAX_VALUE:,} characters; is a quotation mark missing?")
        yield Row(number + offset, stripped)


def _split(lines: list[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    if separator == BLANKS:
        yield from ((number, _BLANKS.split(line.strip())) for number, line in enumerate(lines, 1))
        return
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        reason = "a quotation mark is not closed" if "end of data" in str(error) else str(error)
        raise InputError(f"row {reader.line_num}: is not CSV: {reason}") from None
