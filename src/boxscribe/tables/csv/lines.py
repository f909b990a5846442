"""The parts of a CSV file: which rows are headings, titles, sections, totals, and which are entities.

In: rows and what is known of headings; out: a `CsvLine` for each entity and each row of totals, in order, with the
header that applies to it. Lines of one team are a group: a header begins one, and so do a row that holds only the name
of a team, and the row after totals. The title of a group is what stands above its header, a team's name as a rule.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from boxscribe.errors import InputError
from boxscribe.tables.csv.columns import Header, HeadingIndex, heading_key
from boxscribe.tables.csv.text import BLANKS, Row, Rows

Section = Literal["", "starters", "bench"]


@dataclass(frozen=True, slots=True)
class RowGroup:
    """What the lines of a group share."""

    number: int  # counted from 0, through all files
    file: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class CsvLine:
    """A row that is an entity, or the totals of those above it."""

    row: int  # in the file, counted from 1
    header: Header
    cells: tuple[str, ...]  # as many as the header has columns
    section: Section
    group: RowGroup
    is_total: bool = False

    def cell(self, role: Literal["name", "team", "side"]) -> str:
        """The cell of a column that is no record type; "" where there is no such column."""
        at = self.header.position(role)
        return "" if at is None else self.cells[at]


class LineReader:
    """Goes through the rows of files. Afterwards it has the lines, the headers, and what was left out as `guesses`."""

    def __init__(self, index: HeadingIndex, is_team: Callable[[str], bool]) -> None:
        self.lines: list[CsvLine] = []
        self.headers: list[Header] = []
        self.guesses: list[str] = []
        self._index, self._csv, self._is_team = index, index.domain.csv, is_team
        self._header: Header | None = None
        self._group = RowGroup(-1, 0)
        self._section: Section = ""
        self._closed = False  # by totals: the next row begins a group

    def read(self, rows: Rows, file: int) -> None:
        """All lines of a file."""
        self._header, self._separator, self._file = None, rows.separator, file
        waiting: list[Row] = []  # rows with one cell, whose meaning the next row decides
        upper: Row | None = None  # a row that may have merged headings
        for row, following in zip(rows.rows, (*rows.rows[1:], None), strict=True):
            header = self._index.header(row.cells, upper.cells if upper else ())
            if header is not None and not self._is_upper(row, following, header.score):
                self._begin(header, row, upper, waiting)
                upper, waiting = None, []
            elif len(row.filled) == 1:
                waiting.append(row)
            elif self._header is None or self._is_upper(row, following, 0):
                if upper is not None:
                    self._leave_out(upper)
                upper = row
            else:
                self._read_waiting(waiting)
                waiting = []
                self._add(row)
        if self._header is None:
            raise InputError(
                "no row of headings was found; the first row must name the columns, as in 'Player, MIN, PTS, REB, AST'"
            )
        self._read_waiting(waiting)

    def _is_upper(self, row: Row, following: Row | None, alone: int) -> bool:
        """Whether a row is the upper one of two header rows: some heading needs both, and more of them are known."""
        header = self._index.header(following.cells, row.cells) if following else None
        return bool(
            following
            and header
            and header.score > alone
            and any(
                column.heading != cell for column, cell in zip(header.columns, following.cells, strict=True) if cell
            )
        )

    def _begin(self, header: Header, row: Row, upper: Row | None, waiting: Sequence[Row]) -> None:
        """A row of headings: of a group, or repeated before the bench of the same."""
        header.refuse_doubles(row.number)
        titles = [one for one in waiting if not self._section_of(one.filled[0])]
        sections = [self._section_of(one.filled[0]) for one in (*waiting, row)]
        section: Section = next((one for one in reversed(sections) if one), "")
        if self._header is not None and section == "bench" and not titles and not self._closed:
            self._header, self._section = header, section
            return
        kind = self._index.domain.kinds[header.kind]
        named = header.position("name") is not None or any(column.type in kind.name for column in header.columns)
        if kind.name and not named:
            raise InputError(f"row {row.number}: no column has the names ({kind.label}); give it the heading 'Name'")
        if titles and not self._ends_group(titles[-1], row):
            title = titles.pop().filled[0]
        else:
            title = upper.cells[0] if upper else ""
        for one in titles:
            self._leave_out(one) if self._header is None else self._add(one)
        if self._header is not None and (header.kind, not title) == (self._header.kind, True):
            title = self._group.title if header.columns != self._header.columns else ""  # another sheet of the team
        self._start_group(title)
        self._header, self._section = header, section
        self.headers.append(header)

    def _ends_group(self, one: Row, header: Row) -> bool:
        """Whether a row with one cell is the last entity of a group, from which a blank line separates the header."""
        is_open = bool(self._header and self.lines) and not self._closed and not self._is_team(one.filled[0])
        return is_open and one.number == self.lines[-1].row + 1 and one.number + 1 < header.number

    def _start_group(self, title: str) -> None:
        self._group = RowGroup(self._group.number + 1, self._file, title)
        self._section, self._closed = "", False

    def _read_waiting(self, waiting: Sequence[Row]) -> None:
        """Rows with one cell that no header follows: sections, names of teams, or entities without figures."""
        for row in waiting:
            text = row.filled[0]
            if section := self._section_of(text):
                self._section = section
            elif self._header is None:
                self._leave_out(row)
            elif self._is_team(text) or (self._closed and not self._is_total(text)):
                used = self._closed or any(line.group == self._group for line in self.lines[-1:])
                if used:
                    self._start_group(text)
                else:
                    self._group = replace(self._group, title=text)
            else:
                self._add(row)

    def _section_of(self, text: str) -> Section:
        key = heading_key(text)
        if key in map(heading_key, self._csv.starter_rows):
            return "starters"
        return "bench" if key in map(heading_key, self._csv.bench_rows) else ""

    def _is_total(self, text: str) -> bool:
        return heading_key(text) in map(heading_key, self._csv.total_rows)

    def _add(self, row: Row) -> None:
        """A line for a row that has a name."""
        assert self._header is not None
        width = len(self._header.columns)
        if any(row.cells[width:]) or (self._separator == BLANKS and 2 < len(row.cells) < width):
            advice = "put a - into empty cells" if self._separator == BLANKS else "is a quotation mark missing?"
            raise InputError(f"row {row.number}: has {len(row.cells)} cells and the headings {width}; {advice}")
        cells = (*row.cells[:width], *[""] * (width - len(row.cells)))
        line = CsvLine(row.number, self._header, cells, self._section, self._group)
        of_team = self._index.domain.kinds[self._header.kind].score
        if not of_team and self._is_total(line.cell("name") or row.filled[0]):
            self.lines.append(replace(line, is_total=True))
            self._closed = True
        elif self._header.position("name") is not None and not line.cell("name"):
            self._leave_out(row)
        else:
            if self._closed:
                self._start_group("")
                line = replace(line, group=self._group, section="")
            self.lines.append(line)

    def _leave_out(self, row: Row) -> None:
        self.guesses.append(f"row {row.number} is left out: '{' '.join(row.filled):.60}'")
