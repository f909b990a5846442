"""Tables from any source in any known format, one game at a time: `TABLES` as every command takes it."""

import gzip
import zlib
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.files import is_folder
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.formats import Format, descriptions, find_format, recognise
from boxscribe.tables.source import STDIN, InputSource, RawInput
from boxscribe.tables.table import Table
from boxscribe.tables.validate import validate

__all__ = ["STDIN", "Tables", "describe_of", "read_tables"]


MAX_PROBLEMS = 1_000  # of a game that are reported


class _TooManyProblems(Exception):
    """A game has more problems than anybody reads."""


class Descriptions:
    """The descriptions of the domains of a source: the given one, `name.toml` beside the file or in the folder, or the
    shipped one. Those that were asked for are sent along to other processes."""

    def __init__(self, given: Domain | None, path: Path | None) -> None:
        self._given, self._found = given, dict[str, Domain]()
        self._folder = path if path is None or is_folder(path) else path.parent

    def __call__(self, name: str) -> Domain:
        if self._given is not None:
            if self._given.name != name:
                raise InputError(f"the domain is '{name}', but --domain describes '{self._given.name}'")
            return self._given
        if name not in self._found:
            self._found[name] = load_domain(name, self._folder)
        return self._found[name]


class Tables:
    """The tables of a source, read while they are iterated over; see `read_tables`."""

    def __init__(
        self,
        source: str | Path | IO[Any],
        format: str | Format | None = None,
        domain: str | Domain | None = None,
        report: Report = raise_first,
        games: Collection[int] = (),
    ) -> None:
        self.report, self.games = report, frozenset(games)
        self.number = 0  # of the game that was read last, counted from 1
        self._source = InputSource(source)
        self._format = find_format(format) if isinstance(format, str) else format
        given = load_domain(domain) if isinstance(domain, str) else domain
        self.domain = Descriptions(given, self._source.path)  # a domain's description by its name

    @property
    def name(self) -> str:
        """The source, for messages."""
        return self._source.name

    @property
    def repeatable(self) -> bool:
        """Whether the tables can be iterated over more than once: not those of standard input."""
        return self._source.repeatable

    @property
    def fraction(self) -> float | None:
        """How much of the file has been read, 0 to 1; None where that is not known."""
        return self._source.fraction

    def __iter__(self) -> Iterator[Table]:
        self.number = 0
        last = max(self.games, default=None)
        with self._source.open() as raw, closing(self._raw_games(raw)) as raw_games:
            for format, game in raw_games:
                self.number += 1
                if not self.games or self.number in self.games:
                    table = self._table(format, game)
                    if table is not None:
                        yield table
                if self.number == last:
                    return
        if last is not None and self.number:
            self.report(Problem(f"has no game {last}; it has {self.number:,}", file=self.name))

    def _raw_games(self, raw: RawInput) -> Generator[tuple[Format, Any], None, None]:
        """The games with their format; a source that cannot be read to its end is reported."""
        try:
            format = self._format or recognise(raw)
            if format is None:
                problem = f"must be {descriptions()}" if raw.stream else "is a folder that is in no known format"
                self.report(Problem(problem, file=self.name))
                return
            for game in format.games(raw):
                yield format, game
            if not self.number:
                self.report(Problem("holds no games", file=self.name))
        except (EOFError, zlib.error, gzip.BadGzipFile):
            self._break_off("the gzip data is cut off or damaged here; fetch or write the file again")
        except UnicodeDecodeError as error:
            self._break_off(f"is not UTF-8 text ({error.reason})")
        except OSError as error:
            self._break_off(f"cannot be read: {error.strerror or error}")

    def _break_off(self, message: str) -> None:
        self.report(Problem(message, file=self.name, game=self.number + 1))

    def _table(self, format: Format, game: Any) -> Table | None:
        """The table of a game; None where it has an error, which is reported with the game's number."""
        good, count = True, 0

        def located(problem: Problem) -> None:
            nonlocal good, count
            good, count = good and problem.warning, count + 1
            if count > MAX_PROBLEMS:
                raise _TooManyProblems
            self.report(replace(problem, file=self.name, game=self.number))

        if isinstance(game, Problem):
            located(game)
            return None
        try:
            table = format.table(game, located, self.domain)
            if table is not None:
                table = table if table.id else replace(table, id=str(self.number))
                validate(table, self.domain(table.domain), located)
        except _TooManyProblems:
            message = f"has more than {MAX_PROBLEMS:,} problems, of which these are the first; is this the right file?"
            self.report(Problem(message, file=self.name, game=self.number))
            return None
        except InputError as error:
            if not good:
                raise  # by `report`, which has the problem already
            located(Problem(str(error)))
        return table if good else None


def read_tables(
    source: str | Path | IO[Any],
    format: str | Format | None = None,
    domain: str | Domain | None = None,
    report: Report = raise_first,
    games: Collection[int] = (),
) -> Tables:
    """The tables of a file, a folder, an open file or standard input (`-`): an iterable that reads one game at a time.

    >>> for table in boxscribe.read("games.json"):
    ...     print(table.id, len(table.entities), "entities")
    10_25_15-Surveyors-Prospectors 26 entities
    10_25_15-Chargers-Herons 27 entities

    The format is recognised, unless `format` names it or is a loader of your own (`tables.formats.Format`). `domain`
    is the description of your own domain, a `Domain` or a TOML file; by default it is looked for beside the file.
    `report` gets every problem; by default the first error raises `InputError`. Games with errors are left out.
    `games` are the numbers of those that are wanted, counted from 1; by default all.
    """
    return Tables(source, format, domain, report, games)


def describe_of(tables: Iterable[Table]) -> Describe:
    """How the descriptions of these tables are found: as their source says, or those of shipped domains."""
    return tables.domain if isinstance(tables, Tables) else load_domain
