"""Files of Retrosheet as a source of tables: an event file, an archive of a season, or a folder of either."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boxscribe.errors import Problem, Report
from boxscribe.tables import mlb
from boxscribe.tables.json_format import JsonObject

if TYPE_CHECKING:
    from boxscribe.tables.domain import Describe
    from boxscribe.tables.source import RawInput
    from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class RetrosheetFormat:
    """Event files with what lies beside them; averages and records to date need the files of a whole season."""

    name: str = "retrosheet"
    description: str = "an event file of Retrosheet, 2018BOS.EVA, or an archive or folder of such files"

    def recognises(self, raw: "RawInput") -> bool:
        from boxscribe.retrosheet.sources import is_source

        return raw.path is not None and is_source(raw.path)

    def games(self, raw: "RawInput") -> Iterator["_WarnedGame | Problem"]:
        from boxscribe.retrosheet.files import read_seasons
        from boxscribe.retrosheet.tables import SeasonConverter
        from boxscribe.tables.domain import load_domain

        if raw.path is None:
            yield Problem("event files are read by their names, not from a stream; give the path")
            return
        problems: list[Problem] = []
        for season in read_seasons([raw.path]):
            for game in SeasonConverter(season, load_domain("mlb"), problems.append).games():
                yield from (problem for problem in problems if not problem.warning)
                yield game, [problem for problem in problems if problem.warning]
                problems.clear()
            yield from (problem for problem in problems if not problem.warning)
            problems.clear()

    def table(self, game: "_WarnedGame", report: Report, describe: "Describe") -> "Table | None":
        raw, warnings = game
        for warning in warnings:
            report(warning)
        return mlb.parse(raw, report, describe)


_WarnedGame = tuple[JsonObject, list[Problem]]
"""A game in the official layout, and the warnings that precede it."""
