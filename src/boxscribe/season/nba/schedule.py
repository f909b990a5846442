"""The schedule of an NBA season: `nba_schedule_YYYY.parquet` → its games, played and ahead."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.season.nba.columns import ParquetColumns
from boxscribe.season.season import OmittedGame
from boxscribe.tables.league import League, TeamName

REGULAR, PLAYOFFS, PLAY_IN = "regular", "playoffs", "play-in"
STAGES = {2: REGULAR, 3: PLAYOFFS, 5: PLAY_IN}  # by season_type; the preseason is no part of the season
SIDES = ("home", "away")
CALLED_OFF = {"STATUS_POSTPONED": "was postponed", "STATUS_CANCELED": "was cancelled"}  # by status_type_name
OTHER_TEAMS = "is no game of two teams of the league"
COLUMNS = (
    "game_id", "game_date", "season_type", "status_type_name", "status_type_completed", "neutral_site", "venue_id",
    "venue_address_city", *(f"{side}_{of}" for side in SIDES for of in ("id", "name", "score")),
)  # fmt: skip


class ScheduledGame(NamedTuple):
    """A row of the schedule. Pairs are of home and away."""

    id: str
    date: date
    stage: str
    ids: tuple[str, str]  # of the teams
    teams: tuple[TeamName, TeamName]
    scores: tuple[float, float] | None  # None: not played yet
    venue: str
    city: str
    neutral: bool


def read_schedule(path: Path, league: League) -> tuple[list[ScheduledGame], list[OmittedGame]]:
    """The games of two teams of the league in the order of their dates; those called off or of other teams."""
    columns = ParquetColumns(path, COLUMNS)
    ids, called = ([columns.ids(f"{side}_{of}") for side in SIDES] for of in ("id", "name"))
    scores = [columns.numbers(f"{side}_score").tolist() for side in SIDES]
    stages = [STAGES.get(int(number), "") if number == number else "" for number in columns.numbers("season_type")]
    completed, neutral = columns.flags("status_type_completed"), columns.flags("neutral_site")
    game_ids, venues, cities = columns.ids("game_id"), columns.ids("venue_id"), columns.texts("venue_address_city")
    status = columns.texts("status_type_name")
    games: dict[str, ScheduledGame] = {}
    omitted = []
    for row, day in enumerate(columns.dates("game_date")):
        pair = (ids[0][row], ids[1][row])
        home, away = (_team(league, pair[side], called[side][row], day) for side in (0, 1))
        if home is None or away is None:
            omitted.append(OmittedGame(day, (called[1][row], called[0][row]), OTHER_TEAMS))
        elif not completed[row] and status[row] in CALLED_OFF:
            omitted.append(OmittedGame(day, (away.name, home.name), CALLED_OFF[status[row]]))
        elif stages[row]:
            score = (scores[0][row], scores[1][row]) if completed[row] else None
            venue = league.venue(venues[row], day)
            place = (venue.name if venue is not None else "", cities[row], neutral[row])
            game = ScheduledGame(game_ids[row], day, stages[row], pair, (home, away), score, *place)
            if game.id not in games or score is not None:  # a game can be listed for its first day, too
                games[game.id] = game
    if not games:
        raise InputError(f"{path}: holds no game of two teams of the league; is it a season of another sport?")
    return sorted(games.values(), key=lambda game: (game.date, game.id)), omitted


def _team(league: League, id: str, name: str, day: date) -> TeamName | None:
    """The team of an id, if the file calls it by a name that it has or had."""
    known = any(called.is_called(name) for called in league.teams.get(id, ()))
    return league.team(id, day) if known else None
