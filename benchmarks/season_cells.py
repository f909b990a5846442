"""`python -m benchmarks season_cells`: do NBA seasons from parquet files hold the games of RotoWire, cell by cell?

Every game of the three RotoWire files is looked for by its day and teams, and its score is compared. The development
games are rebuilt from the season and compared with the official tables: cells of equal value, by column. BOXSCRIBE_DATA
names the folder that holds `rotowire/` and `nba/`.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from benchmarks.data import DATA, command, line
from boxscribe.season.names import PersonNames
from boxscribe.season.nba import parquet
from boxscribe.season.nba.tables import table_of
from boxscribe.season.season import Season, SeasonGame
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.title import date_of

FILES = ("valid", "train", "later_seasons")
DOMAIN = load_domain("rotowire")


class Found(NamedTuple):
    """A table and the game of the season that it is about."""

    table: Table
    season: Season
    game: SeasonGame


def main() -> None:
    folder = DATA / "nba"
    if not folder.is_dir():
        line("real data", f"not at {folder}: set BOXSCRIBE_DATA")
        return
    seasons = loading(folder)
    for file in FILES:
        tables = list(read_tables(DATA / "rotowire" / f"{file}.json.gz"))
        found = list(matched(tables, seasons))
        line(f"{file}: games found by day and teams with equal scores", f"{len(found):,} of {len(tables):,}")
        if file == "valid":
            show(compared(found))


def loading(folder: Path) -> list[Season]:
    seconds, peak = command("data", "nba", folder, "--date", "2019-01-05")
    line("boxscribe data nba --date 2019-01-05", f"{seconds:.1f} s, {peak:.0f} MB")
    seasons = []
    for name in parquet.names(folder):
        start = time.perf_counter()
        seasons.append(parquet.read(folder, name, DOMAIN))
        line(f"read {seasons[-1].name}, {len(seasons[-1].games):,} games", f"{time.perf_counter() - start:.2f} s")
    return seasons


def matched(tables: Iterable[Table], seasons: Iterable[Season]) -> Iterator[Found]:
    """The tables whose game has the same day, teams and score."""
    games: dict[tuple[date | None, str | None, str | None], tuple[Season, SeasonGame]] = {
        (game.date, game.teams["home"], game.teams["away"]): (season, game)
        for season in seasons
        for game in season.games
    }
    for table in tables:
        home, away = sorted(table.of_kind("team"), key=lambda team: team.id)
        found = games.get((date_of(table), home.value("TEAM-NAME"), away.value("TEAM-NAME")))
        if found is not None:
            season, game = found
            rebuilt = table_of(season, game).of_kind("team")
            if [team.value("TEAM-PTS") for team in rebuilt] == [team.value("TEAM-PTS") for team in (home, away)]:
                yield Found(table, season, game)


@dataclass
class CellCounts:
    """Cells of official tables and of rebuilt ones, by type."""

    cells: Counter[str] = field(default_factory=Counter)  # that one of the two has
    equal: Counter[str] = field(default_factory=Counter)
    linked: int = 0  # players
    unlinked: list[Entity] = field(default_factory=list)

    def share(self, group: str) -> float:
        """The share of equal cells in a group of types."""
        types = [type for type in self.cells if group_of(type) == group]
        return sum(self.equal[type] for type in types) / sum(self.cells[type] for type in types)


def compared(found: Iterable[Found]) -> CellCounts:
    """The rebuilt tables beside the official ones."""
    result = CellCounts()
    for table, season, game in found:
        for official, rebuilt in linked(table, table_of(season, game)):
            if rebuilt is None:
                result.unlinked.append(official)
                continue
            result.linked += official.kind == "player"
            for type in season.types[official.kind]:
                values = official.value(type), rebuilt.value(type)
                result.cells[type] += values != (None, None)
                result.equal[type] += values[0] == values[1] is not None
    return result


def show(result: CellCounts) -> None:
    line("players linked", f"{result.linked:,} of {result.linked + len(result.unlinked):,}")
    line("others who played", f"{sum(bool(player.value('MIN')) for player in result.unlinked):,}")
    for group in ("counts", "percentages", "texts"):
        line(f"equal cells, {group}", f"{100 * result.share(group):.3f} %")
    for type, count in result.cells.items():
        line(f"  {type}", f"{count - result.equal[type]:,} of {count:,} differ")


def group_of(type: str) -> str:
    described = next(kind.types[type] for kind in DOMAIN.kinds.values() if type in kind.types)
    return "texts" if described.value == "text" else "percentages" if described.unit == "percent" else "counts"


def linked(official: Table, rebuilt: Table) -> Iterator[tuple[Entity, Entity | None]]:
    """The entities of an official table with the same ones of the rebuilt table."""
    key = PersonNames(DOMAIN.league).key
    players = {(player.features["side"], key(player.name)): player for player in rebuilt.of_kind("player")}
    teams = {team.id: team for team in rebuilt.of_kind("team")}
    for player in official.of_kind("player"):
        yield player, players.get((player.features["side"], key(player.name)))
    for team in official.of_kind("team"):
        yield team, teams.get(team.id)
