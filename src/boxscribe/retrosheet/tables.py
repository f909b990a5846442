"""Games of Retrosheet as tables in the official form of the MLB dataset, with Retrosheet's notice.

In: `SeasonFiles`. Out: for each game the JSON object that the published dataset has (`official_games`), or the `Table`
that `tables.mlb` makes of it (`tables_of`).
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.progress import Progress, no_progress
from boxscribe.retrosheet.bench import SIDES, Bench
from boxscribe.retrosheet.box import Box
from boxscribe.retrosheet.files import NEEDED, GameRecords, SeasonFiles, read_seasons
from boxscribe.retrosheet.names import PlayerNames, day_of, team_name
from boxscribe.retrosheet.play_by_play import MISSING, PlayByPlay
from boxscribe.retrosheet.replay import Replay
from boxscribe.retrosheet.season import SeasonToDate, missing_teams, stage_of
from boxscribe.retrosheet.sheet import TeamRows
from boxscribe.tables import mlb
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.league import League
from boxscribe.tables.table import Table

CREDIT = (
    "The information used here was obtained free of charge from and is copyrighted by Retrosheet. Interested parties "
    'may contact Retrosheet at "www.retrosheet.org".'
)
SOURCE = "Retrosheet"
PREFIXES = ("vis", "home")  # of visitors and home, by side
FIRST_ROWS = (mlb.FIRST_ROW_OF_VISITORS, 0)
ROWS = 46  # of a team
SHOWN = 3  # teams in a message


def read_retrosheet(
    sources: Iterable[str | Path],
    rosters: Iterable[str | Path] = (),
    report: Report = raise_first,
    progress: Progress = no_progress,
) -> Iterator[Table]:
    """The tables of all games of event files, folders and archives, season by season in the order of their dates.

    A game that cannot be converted is a problem for `report`, and is left out.
    """
    domain = load_domain("mlb")
    for season in read_seasons(sources, rosters, progress):
        yield from tables_of(season, domain, report, progress)
        del season  # before the next one is read


def tables_of(
    season: SeasonFiles, domain: Domain, report: Report = raise_first, progress: Progress = no_progress
) -> Iterator[Table]:
    """The tables of a season."""
    games = SeasonConverter(season, domain, report).games()
    for raw in progress(games, f"converting {season.year}", len(season.games)):
        table = mlb.parse(raw, report, lambda _: domain)
        if table is not None:
            yield table


class SeasonConverter:
    """The games of a season in the layout of the published dataset."""

    def __init__(self, season: SeasonFiles, domain: Domain, report: Report = raise_first) -> None:
        self.season, self.report = season, report
        self.league = domain.league or League()
        self.columns = ("full_name", *domain.kinds["player"].types)
        self.names = PlayerNames(season, self.league)
        missing = missing_teams(season)
        self.to_date = None if missing else SeasonToDate()
        self.bench = Bench() if missing else Bench.of(season)
        for message in self._gaps(missing):
            report(Problem(message, file=f"season {season.year}", warning=True))

    def _gaps(self, missing: Sequence[str]) -> Iterator[str]:
        """What cannot be known from the files."""
        playing = {game.info.get(side, "") for game in self.season.games.values() for side in SIDES}
        if unlisted := sorted(playing - self.season.rosters.keys()):
            yield _without_rosters(unlisted)
        if missing:
            yield _incomplete(missing)

    def games(self) -> Iterator[dict[str, Any]]:
        """The games in the order of their dates."""
        for problem in self.season.problems:
            self.report(problem)
        for game in sorted(self.season.games.values(), key=lambda game: (game.date, game.id[-1], game.id)):
            try:
                replay, box, plays = self._replayed(game)
                self._warn_of_namesakes(replay)
                raw = self._official(replay, box, plays)
            except InputError as error:
                self.report(Problem(str(error)))
                continue
            yield raw

    def _replayed(self, game: GameRecords) -> tuple[Replay, Box, PlayByPlay]:
        """A game that has been played to its end and counted in the season."""
        if absent := [key for key in NEEDED if not game.info.get(key)]:
            raise game.error(f"has no record info,{absent[0]}; fetch the file again")
        for record in game.records:
            if record.kind in ("start", "sub"):
                _, player, name, *_ = record.parts
                self.names.add(player, name)
        replay, box, plays = Replay(game), Box(), PlayByPlay(lambda player: self.names[player].full_name)
        for play in replay.plays():
            box.add(play)
            plays.add(play)
        for pitcher, runs in replay.earned.items():
            box.line(pitcher).p_er = runs
        self._check(replay)
        if self.to_date is not None:
            self.to_date.add(game, box.lines)
        return replay, box, plays

    def _check(self, replay: Replay) -> None:
        """Refuse a game that is not complete."""
        game, runs = replay.game, replay.runs
        if game.info.get("forfeit"):
            raise game.error("was forfeited, so its plays do not have its score; leave it out")
        if not replay.earned:
            raise game.error("has no earned runs (data,er), so it is cut off; fetch the file again")
        if runs[0] == runs[1]:
            self.report(game.problem(f"ended in a tie, {runs[0]}-{runs[1]}", warning=True))

    def _warn_of_namesakes(self, replay: Replay) -> None:
        players: dict[str, str] = {}
        for lineup in replay.lineups:
            for player in lineup.positions:
                name = self.names[player].full_name
                if players.setdefault(name, player) != player:
                    message = f"two players are called {name}, whom a text cannot distinguish"
                    self.report(replay.game.problem(message, warning=True))

    def _official(self, replay: Replay, box: Box, plays: PlayByPlay) -> dict[str, Any]:
        """The JSON object of a game."""
        game = replay.game
        day, rows, raw = day_of(game), dict[str, dict[str, str]](), dict[str, Any]()
        for side, prefix in enumerate(PREFIXES):
            code = game.info[SIDES[side]]
            team = team_name(game, code, self.season, self.league)
            sheet = TeamRows(side, team, replay, box, self.names, self.to_date)
            raw |= {f"{prefix}_name": team.name, f"{prefix}_city": team.city, f"{prefix}_line": sheet.line()}
            for number, row in zip(range(ROWS), sheet.rows(self.bench.on(day, code)), strict=False):
                rows[str(FIRST_ROWS[side] + number)] = row
        columns = {name: {row: cells.get(name, MISSING) for row, cells in rows.items()} for name in self.columns}
        return raw | {"box_score": columns, "play_by_play": plays.innings} | self._about(game)

    def _about(self, game: GameRecords) -> dict[str, str]:
        """What `Table.meta` says about a game."""
        day = day_of(game)
        venue = self.league.venue(game.info.get("site", ""), day)
        about = {
            "day": f"{day:%m_%d_%y}",
            "retro_id": game.id,
            "game_number": game.info.get("number", ""),
            "stage": stage_of(game),
            "venue": venue.name if venue else "",
            "city": venue.city if venue else "",
            "daynight": game.info.get("daynight", ""),
            "source": SOURCE,
            "credit": CREDIT,
        }
        return {key: value for key, value in about.items() if value}


def _without_rosters(teams: Sequence[str]) -> str:
    return f"there is no roster of {_some(teams)}, so the first word of a name in a line-up is the first name"


def _incomplete(missing: Sequence[str]) -> str:
    return (
        f"the home games of {_some(missing)} are not among the files, so averages, ERAs, records and saves to date "
        "and the bench are left out; give the files of all teams"
    )


def _some(teams: Sequence[str]) -> str:
    """The first of some teams, and how many others there are."""
    others = f" and {len(teams) - SHOWN} other teams" if len(teams) > SHOWN else ""
    return ", ".join(teams[:SHOWN]) + others
