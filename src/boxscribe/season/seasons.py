"""The seasons that a path holds, read when they are needed: `--season` as every command takes it.

In: a folder of parquet files (`season.nba`), or a file or folder of tables in any format (`season.from_tables`); out:
the season of a day.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.season.from_tables import seasons_of
from boxscribe.season.nba import parquet
from boxscribe.season.season import Season
from boxscribe.tables.domain import Domain, load_domain, shipped_domains
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table


class _Span(NamedTuple):
    """A season by its first and last day."""

    name: str
    first: date
    last: date


class Seasons:
    """All seasons of a path, or of tables."""

    def __init__(self, source: str | Path | Iterable[Table], domain: Domain) -> None:
        self._domain = domain
        self._folder = Path(source) if isinstance(source, str | Path) else None
        self._name = str(self._folder or "the season")
        self._read: dict[str, Season] = {}
        if self._folder is not None and not self._folder.exists():
            raise InputError(f"{self._folder}: there is no such file or folder of a season")
        if self._folder is not None and parquet.recognises(self._folder):
            self._spans = [_Span(name, *parquet.dates(self._folder, name)) for name in parquet.names(self._folder)]
        else:
            tables = _tables(source, domain) if isinstance(source, str | Path) else source
            self._read = {season.name: season for season in seasons_of(tables, domain)}
            self._spans = [_Span(name, one.games[0].date, one.games[-1].date) for name, one in self._read.items()]

    @property
    def last_day(self) -> date:
        """The day of the last game that is scheduled."""
        return max(span.last for span in self._spans)

    def on(self, day: date) -> Season:
        """The season that a day is in."""
        for name, first, last in self._spans:
            if first <= day <= last:
                if name not in self._read:
                    assert self._folder is not None
                    self._read[name] = parquet.read(self._folder, name, self._domain)
                return self._read[name]
        covered = ", ".join(f"{first} to {last}" for _, first, last in self._spans)
        raise InputError(f"{self._name} has no season with games on {day}; it covers {covered}")


def _tables(source: str | Path, domain: Domain) -> Iterable[Table]:
    """The tables of a file or folder; only a description of the user's own must be given to their reader."""
    shipped = domain.name in shipped_domains() and domain == load_domain(domain.name)
    return read_tables(source, domain=None if shipped else domain)
