"""Seasons of the NBA from the parquet files of hoopR-nba-data, a public collection that is updated every day.

In: a folder with `nba_schedule_YYYY.parquet`, `team_box_YYYY.parquet` and `player_box_YYYY.parquet`, where YYYY is the
year in which a season ends; out: a `Season` whose lines have the types of the official RotoWire tables. Quarter scores
are in `play_by_play_YYYY.parquet`; without that file they are absent.
"""

import re
from datetime import date
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.season.nba.columns import ParquetColumns
from boxscribe.season.nba.lines import player_lines, player_types, team_lines, team_types
from boxscribe.season.nba.schedule import SIDES, read_schedule
from boxscribe.season.season import Line, Season, SeasonGame
from boxscribe.tables.domain import Domain
from boxscribe.tables.frozen import FrozenDict

CREDIT = "Data: hoopR-nba-data by the SportsDataverse (https://github.com/sportsdataverse/hoopR-nba-data), CC BY 4.0"
SCHEDULE, TEAM_BOX, PLAYER_BOX, PLAYS = "nba_schedule", "team_box", "player_box", "play_by_play"


def recognises(folder: Path) -> bool:
    """Whether a folder holds seasons in this layout."""
    return folder.is_dir() and bool(names(folder))


def names(folder: Path) -> list[str]:
    """The seasons of a folder: the years that the names of their files end with."""
    found = (re.fullmatch(rf"{SCHEDULE}_([0-9]{{4}})\.parquet", path.name) for path in folder.iterdir())
    return sorted(match[1] for match in found if match)


def dates(folder: Path, name: str) -> tuple[date, date]:
    """The days of the first and the last game in a season's schedule."""
    path = _file(folder, SCHEDULE, name)
    days = ParquetColumns(path, ["game_date"]).dates("game_date")
    if not days:
        raise InputError(f"{path}: holds no games; fetch it again")
    return min(days), max(days)


def read(folder: Path, name: str, domain: Domain) -> Season:
    """A season by the year in which it ends; `domain` describes the tables and the league."""
    league = domain.league
    if league is None or not {"player", "team"} <= domain.kinds.keys():
        raise InputError(
            f"the description of '{domain.name}' has no league, which seasons need; add a section [league]"
        )
    games, omitted = read_schedule(_file(folder, SCHEDULE, name), league)
    plays = folder / f"{PLAYS}_{name}.parquet"
    types = {"player": player_types(domain), "team": team_types(domain, plays.is_file())}
    played = {game.id: game for game in games if game.scores is not None}
    lines: dict[str, list[Line]] = {}
    if played:
        lines = player_lines(_file(folder, PLAYER_BOX, name), played, types["player"], league)
        box = _file(folder, TEAM_BOX, name)
        for id, line in team_lines(box, plays if plays.is_file() else None, played, types["team"]):
            lines[id].append(line)
    season_games = (
        SeasonGame(
            game.id,
            game.date,
            FrozenDict(zip(SIDES, (team.name for team in game.teams), strict=True)),
            game.stage,
            tuple(lines.get(game.id, ())),
            game.venue,
            game.city,
            game.neutral,
        )
        for game in games
    )
    divisions = {division: league.groups(division, games[0].date) for division in league.divisions}
    return Season.of(domain.name, f"{int(name) - 1}-{name[2:]}", season_games, types, CREDIT, divisions, omitted)


def _file(folder: Path, kind: str, name: str) -> Path:
    path = folder / f"{kind}_{name}.parquet"
    if not path.is_file():
        known = names(folder) if folder.is_dir() else []
        others = f"; the seasons of this folder end in {', '.join(known)}" if known and name not in known else ""
        raise InputError(f"{path}: there is no such file{others or '; fetch it from hoopR-nba-data'}")
    return path
