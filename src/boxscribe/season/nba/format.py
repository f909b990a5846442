"""A folder of NBA seasons as a source of tables. What reads parquet files is imported when there is such a folder."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boxscribe.errors import Problem, Report

if TYPE_CHECKING:
    from boxscribe.season.season import Season, SeasonGame
    from boxscribe.tables.domain import Describe
    from boxscribe.tables.source import RawInput
    from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class NbaFormat:
    """Folders in the layout of hoopR-nba-data: all games of all seasons that have been played."""

    name: str = "nba"
    description: str = "a folder with nba_schedule_2019.parquet and the other files of hoopR-nba-data"

    def recognises(self, raw: "RawInput") -> bool:
        from boxscribe.season.nba.parquet import recognises

        return raw.stream is None and raw.path is not None and recognises(raw.path)

    def games(self, raw: "RawInput") -> "Iterator[tuple[Season, SeasonGame] | Problem]":
        from boxscribe.season.nba import parquet
        from boxscribe.tables.domain import load_domain

        if raw.path is None or not parquet.recognises(raw.path):
            yield Problem(f"must be {self.description}")
            return
        domain = load_domain("rotowire", raw.path)
        for name in parquet.names(raw.path):
            season = parquet.read(raw.path, name, domain)
            yield from ((season, game) for game in season.games if game.played)

    def table(self, game: "tuple[Season, SeasonGame]", report: Report, describe: "Describe") -> "Table | None":
        from boxscribe.season.nba.tables import table_of

        return table_of(*game)
