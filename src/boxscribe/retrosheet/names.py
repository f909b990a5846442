"""Names of players and teams, as the official tables write them."""

from datetime import date

from boxscribe.errors import InputError
from boxscribe.retrosheet.files import GameRecords, RosterEntry, SeasonFiles
from boxscribe.tables.league import League, TeamName


class PlayerNames:
    """The names of the players of a season: those of rosters, or else of the event files.

    `league.players` has those for whom the official tables have another.
    """

    def __init__(self, season: SeasonFiles, league: League) -> None:
        self._league, self._day = league, date(int(season.year), 7, 1)
        self._names = {
            player: self._spelled(player, entry.first_name, entry.last_name)
            for roster in season.rosters.values()
            for player, entry in roster.items()
        }

    def add(self, player: str, name: str) -> None:
        """Take the name of an event file if no roster has the player: the first word is the first name."""
        if player not in self._names:
            first, _, last = name.strip().partition(" ")
            self._names[player] = self._spelled(player, first, last)

    def __getitem__(self, player: str) -> RosterEntry:
        if player not in self._names:
            raise InputError(f"the player '{player}' is in no roster and no line-up; add a roster or correct the id")
        return self._names[player]

    def _spelled(self, player: str, first: str, last: str) -> RosterEntry:
        official = self._league.player(player, self._day)
        if official is None:
            return RosterEntry(first, last)
        start = len(official) - len(last)
        if last and official.casefold().endswith(f" {last.casefold()}"):  # Michael A. + Taylor
            return RosterEntry(official[: start - 1], official[start:])
        first, _, last = official.partition(" ")
        return RosterEntry(first, last)


def team_name(game: GameRecords, team: str, season: SeasonFiles, league: League) -> TeamName:
    """City and name of a team on the day of a game: of the description, or else of the team list."""
    known = league.team(team, day_of(game))
    if known is None and team not in season.teams:
        raise game.error(f"the team '{team}' is in no team list; add the file TEAM{season.year}")
    return known or TeamName(city=season.teams[team][0], name=season.teams[team][1])


def day_of(game: GameRecords) -> date:
    """The day of a game's id."""
    try:
        return date(int(game.date[:4]), int(game.date[4:6]), int(game.date[6:]))
    except ValueError:
        raise game.error(f"the id has no date: {game.date}; correct it") from None
