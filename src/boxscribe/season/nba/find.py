"""The games of a day in a folder of NBA seasons, or one sentence that says why there is none."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from boxscribe.errors import InputError, Problem, Report, did_you_mean, raise_first
from boxscribe.season.nba import parquet
from boxscribe.season.nba.tables import tables_of
from boxscribe.season.season import Season, SeasonGame
from boxscribe.tables.dates import to_date
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.league import League
from boxscribe.tables.table import Table


def tables_on(
    folder: Path, day: str, team: str | None = None, domain: Domain | None = None, report: Report = raise_first
) -> Iterator[Table]:
    """The tables of a day's games, or of one team's.

    `report` gets a warning for each game that has not been played yet; where there is no other, it is an error.
    """
    wanted = to_date(day)
    if wanted is None:
        raise InputError(f"--date {day}: is no date; write 2019-01-05 or 01/05/2019")
    if not parquet.recognises(folder):
        raise InputError(f"{folder}: is no folder with nba_schedule_2019.parquet and the other files of hoopR-nba-data")
    domain = domain or load_domain("rotowire", folder)
    season = parquet.read(folder, _season_of(folder, wanted), domain)
    names = _names(team, season, domain.league) if team and domain.league else None
    games = [game for game in season.on(wanted) if names is None or names & {*game.teams.values()}]
    ahead = [f"{_title(game)} on {wanted} has not been played yet" for game in games if not game.played]
    if len(ahead) == len(games):
        raise InputError(f"{folder}: {ahead[0] if ahead else _no_game(season, wanted, names, team)}")
    for message in ahead:
        report(Problem(message, file=str(folder), warning=True))
    return tables_of(season, games)


def _season_of(folder: Path, day: date) -> str:
    """The season that the day is in, or the nearest."""
    spans = {name: parquet.dates(folder, name) for name in parquet.names(folder)}
    return min(spans, key=lambda name: max(spans[name][0] - day, day - spans[name][1]))


def _names(team: str, season: Season, league: League) -> frozenset[str]:
    """The names of a team in a season."""
    for game in season.omitted:
        if team.casefold() in map(str.casefold, game.teams) and not league.called(team):
            raise InputError(f"--team {team}: {' at '.join(game.teams)} on {game.date} {game.reason}")
    found = league.called(team.strip())
    if not found:
        known = [spelling for names in league.teams.values() for spelling in (names[-1].name, *names[-1].also)]
        raise InputError(f"--team {team}: there is no such team; {did_you_mean(team, known)}")
    return frozenset(name.name for id in found for name in league.teams[id])


def _no_game(season: Season, day: date, names: frozenset[str] | None, team: str | None) -> str:
    """Why no game is found: it was called off, or the nearest days with one."""
    for omitted in season.omitted:
        if omitted.date == day and (names is None or names & {*omitted.teams}):
            return f"{' at '.join(omitted.teams)} on {day} {omitted.reason}"
    wanted = f"no game{f' of the {team}' if team else ''} on {day}"
    days = {game.date for game in season.games if names is None or names & {*game.teams.values()}}
    before, after = max((d for d in days if d < day), default=None), min((d for d in days if d > day), default=None)
    nearest = " and ".join(str(near) for near in (before, after) if near)
    return f"{wanted}; the nearest days with one are {nearest}" if nearest else f"{wanted}; this season has none"


def _title(game: SeasonGame) -> str:
    return f"{game.teams['away']} at {game.teams['home']}"
