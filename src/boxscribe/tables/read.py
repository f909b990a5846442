"""`TABLES` as every command takes it: a RotoWire or MLB file, JSON lines of our own tables, gzipped or not, or `-`.

`read_tables` streams: one game is in memory at a time. The kind of each file is recognised from its first game.
"""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BufferedReader
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.tables import mlb, native_json, rotowire
from boxscribe.tables.check import validate
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.jsonstream import Broken, json_values
from boxscribe.tables.table import Table

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Format:
    """How one raw format is recognised and read."""

    recognise: Callable[[Mapping[str, Any]], bool]
    parse: Callable[[Mapping[str, Any], Report, Describe], Table | None]


FORMATS = {
    "table": Format(native_json.recognise, native_json.parse),
    "mlb": Format(mlb.recognise, mlb.parse),
    "rotowire": Format(rotowire.recognise, rotowire.parse),
}


class Tables:
    """The tables of a source, streamed; iterate over it as often as you like (over standard input once).

    `report` gets every problem; by default the first one raises `InputError`. Games with errors are left out.
    """

    def __init__(
        self,
        source: str | Path,
        kind: str | None = None,
        domain: str | Domain | None = None,
        report: Report = raise_first,
    ) -> None:
        self.source = str(source)
        self.name = "standard input" if self.source == STDIN else self.source
        self.report = report
        self.number = 0  # of the game that was read last, counted from 1
        self._format = None if kind is None else FORMATS[kind]
        self._domains: dict[str, Domain] = {}
        self._given = load_domain(domain) if isinstance(domain, str) else domain
        self._position: Callable[[], float | None] = lambda: None

    @property
    def fraction(self) -> float | None:
        """How much of the file has been read, 0 to 1; None where that cannot be known."""
        return self._position()

    def domain(self, name: str) -> Domain:
        """The description of a domain: the given one, one beside the file, or one of ours."""
        if self._given is not None:
            if self._given.name != name:
                raise InputError(f"the domain is '{name}', but --domain describes '{self._given.name}'")
            return self._given
        if name not in self._domains:
            beside = None if self.source == STDIN else Path(self.source).parent
            self._domains[name] = load_domain(name, beside)
        return self._domains[name]

    def __iter__(self) -> Iterator[Table]:
        self.number = 0
        with self._open() as stream:
            for value in _guarded(json_values(stream), self._fail):
                self.number += 1
                table = self._table(value, self.number)
                if table is not None:
                    yield table
        if not self.number:
            self._fail("holds no games")

    def _fail(self, message: str, game: int | None = None) -> None:
        self.report(Problem(message, file=self.name, game=game))

    def _table(self, value: Any, number: int) -> Table | None:
        good = True

        def located(problem: Problem) -> None:
            nonlocal good
            good = good and problem.warning
            self.report(replace(problem, file=self.name, game=number))

        if isinstance(value, Broken):
            located(Problem(value.message))
            return None
        if not isinstance(value, dict):
            located(Problem(f"must be an object, not {value!r:.60}"))
            return None
        known = self._format or next((form for form in FORMATS.values() if form.recognise(value)), None)
        if known is None:
            located(Problem("is no table: it has neither 'entities' (ours) nor 'box_score' (RotoWire, MLB)"))
            return None
        self._format = known
        try:
            table = known.parse(value, located, self.domain)
            if table is not None:
                table = table if table.id else replace(table, id=str(number))
                validate(table, self.domain(table.domain), located)
        except InputError as error:
            if not good:
                raise  # `report` has refused a problem that was told already
            located(Problem(str(error)))
        return table if good else None

    @contextmanager
    def _open(self) -> Iterator[BufferedReader]:
        if self.source == STDIN:
            stream = sys.stdin.buffer
            yield _unzipped(stream if isinstance(stream, BufferedReader) else BufferedReader(stream))  # type: ignore[arg-type]
            return
        path = Path(self.source)
        try:
            size = path.stat().st_size
            file = path.open("rb")
        except OSError as error:
            raise InputError(f"{self.source}: cannot be read: {error.strerror}") from None
        with file:
            self._position = lambda: min(1.0, file.tell() / size) if size and not file.closed else 1.0
            yield _unzipped(file)


def _unzipped(stream: BufferedReader) -> BufferedReader:
    if stream.peek(2).startswith(b"\x1f\x8b"):
        return BufferedReader(gzip.GzipFile(fileobj=stream), 1 << 16)
    return stream


def _guarded(values: Iterator[Any], fail: Callable[[str, int], None]) -> Iterator[Any]:
    """The same values; a file that breaks off is reported instead of raising."""
    number = 0
    while True:
        number += 1
        try:
            value = next(values)
        except StopIteration:
            return
        except (EOFError, zlib.error, gzip.BadGzipFile):
            fail("the gzip data is cut off or damaged here; fetch or write the file again", number)
            return
        except OSError as error:
            fail(f"cannot be read: {error.strerror or error}", number)
            return
        yield value


def read_tables(
    source: str | Path, kind: str | None = None, domain: str | Domain | None = None, report: Report = raise_first
) -> Tables:
    """All tables of a file (or of `-`, standard input), as an iterable that streams."""
    if kind is not None and kind not in FORMATS:
        raise InputError(f"--kind {kind}: must be one of {', '.join(FORMATS)}")
    return Tables(source, kind, domain, report)
