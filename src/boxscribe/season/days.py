"""The games of a season day by day, as tables: to choose one by its date.

In: a source of a season, as `--season` takes it; out: the days with games, and the tables of each. Seasons of parquet
files are read one by one; of other sources all tables are read at the first use, and kept in a compact form.
"""

import json
import threading
import zlib
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from boxscribe.errors import InputError, Problem
from boxscribe.season.nba import parquet
from boxscribe.season.nba.tables import tables_of
from boxscribe.season.seasons import Seasons
from boxscribe.tables import native_json
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.tables.title import date_of


class Day(NamedTuple):
    """The games of a day, and the nearest days with games before and after it."""

    day: date
    tables: Sequence[Table]
    before: date | None
    after: date | None


class SeasonDays:
    """The days of a season's source. `domains` are descriptions beside the shipped ones."""

    def __init__(self, source: str | Path, domains: Mapping[str, Domain]) -> None:
        self._source, self._domains = Path(source), domains
        self._lock = threading.Lock()
        self._seasons: Seasons | None = None  # of parquet files
        self._stored: dict[date, list[bytes]] | None = None  # of any other source

    def on(self, day: date | None = None) -> Day:
        """The games of a day, by default of the last one that the source has."""
        with self._lock:
            if parquet.recognises(self._source):
                return self._of_parquet(day)
            if self._stored is None:
                self._stored = self._read()
            days = sorted(self._stored)
            day = day or days[-1]
            return _day(day, [self._unpacked(data) for data in self._stored.get(day, [])], days)

    def _of_parquet(self, day: date | None) -> Day:
        if self._seasons is None:
            self._seasons = Seasons(self._source, load_domain("rotowire", self._source))
        season = self._seasons.on(day or self._seasons.last_day)
        played = sorted({game.date for game in season.games if game.played})
        day = day or (played[-1] if played else self._seasons.last_day)
        return _day(day, list(tables_of(season, season.on(day))), played)

    def _read(self) -> dict[date, list[bytes]]:
        """All tables with a day; an own description is tried where the shipped ones do not fit."""
        problems: list[Problem] = []
        for domain in (None, *self._domains.values()):
            found: dict[date, list[bytes]] = defaultdict(list)
            count = 0
            for table in read_tables(self._source, domain=domain, report=problems.append):
                count += 1
                day = date_of(table)
                if day is not None:
                    found[day].append(zlib.compress(json.dumps(native_json.to_json(table)).encode(), 1))
            if found:
                return dict(found)
            if count:
                raise InputError(f"{self._source}: no table has a day; write it as meta.day")
        raise InputError(str(next(problem for problem in problems if not problem.warning)))

    def _unpacked(self, data: bytes) -> Table:
        table = native_json.parse(json.loads(zlib.decompress(data)), describe=self._describe)
        assert table is not None
        return table

    def _describe(self, name: str) -> Domain:
        return self._domains.get(name) or load_domain(name)


def _day(day: date, tables: Sequence[Table], days: Sequence[date]) -> Day:
    before, after = bisect_left(days, day) - 1, bisect_right(days, day)
    return Day(day, tables, days[before] if before >= 0 else None, days[after] if after < len(days) else None)
