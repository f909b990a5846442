"""Tables with their derived records: from their own cells and, where a season is given, from its games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from boxscribe.derived import derive
from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.season.appearance import Appearance
from boxscribe.season.context import SeasonContext
from boxscribe.season.from_tables import day_of
from boxscribe.season.ranks import SeasonRanks
from boxscribe.season.season import Season
from boxscribe.season.seasons import Seasons
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.read import Tables, describe_of
from boxscribe.tables.table import Table

SeasonSource = str | Path | Iterable[Table] | Season


def enrich(
    tables: Table | Iterable[Table],
    season: SeasonSource | None = None,
    *,
    domain: str | Domain | None = None,
    report: Report = raise_first,
) -> "EnrichedTables":
    """The tables with their derived records, one at a time: `Entity.derived`, each with what it was computed from.

    `season` is a folder of parquet files (see `season.nba`), or tables that are all games of a season: their file or
    folder, or the tables themselves. Every table is found in it by its day and its teams, and one that is not found is
    an error. Without a season the records are those that follow from a table alone. `domain` is the description of your
    own domain; by default it is the one that `boxscribe.read` has found.

    >>> games = list(boxscribe.simulate("rotowire", seed=1, games=200))
    >>> [table] = boxscribe.enrich(games[98], season=games)
    >>> home, away = table.of_kind("team")
    >>> streak = next(record for record in away.derived if record.type == "WIN-STREAK")
    >>> streak.value, [table.meta["season"]["games"][game] for game in streak.sources.games]
    ('3', ['2015-10-30 Prospectors 112 - 119 Anchors', '2015-10-31 Anchors 122 - 112 Lumberjacks'])
    """
    given = load_domain(domain) if isinstance(domain, str) else domain
    several = [tables] if isinstance(tables, Table) else tables
    describe = describe_of(several) if given is None else lambda name: given
    return EnrichedTables(several, Enricher(season, describe), report)


class Enricher:
    """Adds derived records to tables. What it has read of a season serves all tables that follow."""

    def __init__(self, season: SeasonSource | None, describe: Describe) -> None:
        self._season, self._describe = season, describe
        self._seasons: dict[str, Seasons] = {}  # by domain
        self._contexts: dict[tuple[str, str], SeasonContext] = {}  # by domain and season

    def __call__(self, table: Table, report: Report = raise_first) -> Table:
        """The table with its derived records; an InputError where the season does not have its game."""
        domain = self._describe(table.domain)
        context = self._context(table, domain)
        return derive(table, domain) if context is None else context.enrich(table, report)

    def history(self, table: Table) -> Mapping[str, Sequence[Appearance]]:
        """The id of each entity → the games that it has played before; nothing without a season."""
        context = self._context(table, self._describe(table.domain))
        return {} if context is None else context.history(table)

    def ranks(self, table: Table) -> SeasonRanks | None:
        """How rare values are in the season of a table; None without a season."""
        context = self._context(table, self._describe(table.domain))
        return None if context is None else context.ranks

    def _context(self, table: Table, domain: Domain) -> SeasonContext | None:
        if self._season is None:
            return None
        season = self._season if isinstance(self._season, Season) else self._season_of(table, domain, self._season)
        name = domain.name, season.name
        if name not in self._contexts:
            self._contexts[name] = SeasonContext(season, domain)
        return self._contexts[name]

    def _season_of(self, table: Table, domain: Domain, source: str | Path | Iterable[Table]) -> Season:
        if domain.name not in self._seasons:
            self._seasons[domain.name] = Seasons(source, domain)
        return self._seasons[domain.name].on(day_of(table))


class EnrichedTables:
    """Tables with their derived records, which are computed while they are iterated over; see `enrich`."""

    def __init__(self, tables: Iterable[Table], enricher: Enricher, report: Report) -> None:
        self._tables, self._enricher, self._report = tables, enricher, report

    @property
    def fraction(self) -> float | None:
        """How much of the tables' file has been read, 0 to 1; None where that is not known."""
        return getattr(self._tables, "fraction", None)

    def __iter__(self) -> Iterator[Table]:
        for number, table in enumerate(self._tables, 1):
            problems: list[Problem] = []
            enriched = None
            try:
                enriched = self._enricher(table, problems.append)
            except InputError as error:
                problems.append(Problem(str(error)))
            file, game = (self._tables.name, self._tables.number) if isinstance(self._tables, Tables) else ("", number)
            for problem in problems:
                self._report(replace(problem, file=file, game=game))
            if enriched is not None:
                yield enriched
