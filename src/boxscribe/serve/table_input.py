"""Tables of requests: what clients send passes through the readers of files, under another name."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.tables.check import review
from boxscribe.tables.csv.format import read_csv
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.read import Tables, read_tables
from boxscribe.tables.table import Table
from boxscribe.tables.title import title

MOST_GAMES = 5_000  # of a source whose games are listed


class _Request(BytesIO):
    """The bytes of a request; messages call them so."""

    name = "request"


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of a source, with all that is worth a look: guesses of the reader, and what `data check` finds."""

    table: Table
    domain: Domain
    titles: tuple[str, ...]  # of all games of the source
    problems: tuple[Problem, ...]


class TableInput:
    """Reads tables of the shipped domains and of those that the server was started with."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self._domains = domains

    def describe(self, name: str) -> Domain:
        return self._domains.get(name) or load_domain(name)

    def table(self, raw: Mapping[str, Any]) -> Table:
        """The table of a JSON object."""
        (table,) = self._open(raw, raise_first)
        return table

    def tables(self, raw: Iterable[Mapping[str, Any]]) -> list[Table]:
        """The tables of JSON objects; an error says which."""
        found = []
        for number, one in enumerate(raw, 1):
            try:
                found.append(self.table(one))
            except InputError as error:
                raise InputError(f"table {number}: {error}") from None
        return found

    def rows(self, source: str, names: tuple[str, str], score: str, day: str) -> ReadGame:
        """The game of pasted rows, with what they do not say themselves."""
        read = read_csv([_Request(source.encode())], names=names, score=score, day=day)
        guesses = tuple(Problem(guess, field="guess", warning=True) for guess in read.guesses)
        found = *guesses, *review(read.table, read.domain)
        return ReadGame(read.table, read.domain, (title(read.table, read.domain),), found)

    def game(self, source: str | Mapping[str, Any], number: int = 1) -> ReadGame:
        """A game of a source: a JSON object, or the text of a file, which may be of a domain of the server's own."""
        errors: list[Problem] = []
        for domain in (None, *(self._domains.values() if isinstance(source, str) else ())):
            problems: list[Problem] = []
            chosen, titles = self._chosen(self._open(source, problems.append, domain), number)
            if chosen is not None:
                domain = self.describe(chosen.domain)
                own = [problem for problem in problems if problem.game == number]
                return ReadGame(chosen, domain, titles, (*own, *review(chosen, domain)))
            errors += (one for one in problems if not one.warning and one.game in (None, number))
            if titles:
                break
        raise InputError(str(errors[0]) if errors else f"request: has no game {number}; it has {len(titles):,}")

    def _chosen(self, tables: Tables, number: int) -> tuple[Table | None, tuple[str, ...]]:
        """A game of some tables, and the titles of all."""
        chosen: Table | None = None
        titles: list[str] = []
        for table in tables:
            titles.append(title(table, self.describe(table.domain)))
            chosen = table if tables.number == number else chosen
            if len(titles) == MOST_GAMES:
                break
        return chosen, tuple(titles)

    def _open(self, source: str | Mapping[str, Any], report: Report, own: Domain | None = None) -> Tables:
        if isinstance(source, str):
            return read_tables(_Request(source.encode()), domain=own, report=report)
        given = self._domains.get(str(source.get("domain")))
        return read_tables(_Request(json.dumps(source).encode()), domain=given, report=report)
