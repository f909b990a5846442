"""Finding the game of a table in a season: by its day and its two teams, with the same score.

Whatever does not fit is an `InputError` with one sentence; nothing is guessed.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from itertools import product

from boxscribe.errors import InputError, did_you_mean
from boxscribe.season.from_tables import Teams, day_of, number_of, teams_of
from boxscribe.season.season import Season, SeasonGame
from boxscribe.tables.cells import to_number
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table

Scores = Mapping[str, float | None]
NEAR = 3  # days of other games that a message lists


class GameFinder:
    """Finds the games of tables in one season."""

    def __init__(self, season: Season, domain: Domain) -> None:
        self._season, self._domain = season, domain
        self._meetings: dict[frozenset[str], list[int]] = defaultdict(list)
        self._full_names: dict[str, str] = {}  # key → full name
        kind = next((name for name, kind in domain.kinds.items() if kind.score), "")
        types = season.types.get(kind, ())
        self._kind, self._score = kind, types.index(domain.kinds[kind].score) if types else 0
        for position, game in enumerate(season.games):
            self._meetings[frozenset(game.teams.values())].append(position)
            for team in game.teams.values():
                self._full_names.setdefault(team, team)
            self._full_names |= {line.key: line.name for line in game.lines if line.kind == kind}
        self._last_played = max((game.date for game in season.games if game.played), default=date.min)

    def find(self, table: Table) -> int:
        """The position of a table's game in `season.games`."""
        if table.domain != self._season.domain:
            raise InputError(
                f"the table is of the domain '{table.domain}', and the season {self._season.name} of "
                f"'{self._season.domain}'; give a season of the same sport"
            )
        day, teams = day_of(table), teams_of(table, self._domain)
        keys = {side: self._key(team) for side, team in teams.by_side.items()}
        meetings = self._meetings.get(frozenset(keys.values()), [])
        on_day = [position for position in meetings if self._season.games[position].date == day]
        names = " and ".join(team.name for team in teams.by_side.values())
        if not on_day:
            raise InputError(self._no_game(names, [*keys.values()], day, meetings))
        found = [position for position in on_day if self._season.games[position].teams == keys]
        if not found:
            raise InputError(
                f"the season {self._season.name} has the game of {names} on {day} with the sides swapped; swap them in "
                "the table"
            )
        numbered = [position for position in found if self._season.games[position].number == number_of(table)]
        return self._with_score(names, numbered or found, teams, meetings)

    def _key(self, team: Entity) -> str:
        """The key of a table's team."""
        parts = [team.value(type) or "" for type in self._domain.kinds[team.kind].name]
        spellings = product(*((part, *self._domain.aliases.get(part, ())) for part in parts))
        names = {team.name, *(" ".join(spelling) for spelling in spellings)}
        for key, full in self._full_names.items():
            if full in names or (full == key and key == parts[-1]):
                return key
        season = f"the season {self._season.name}"
        other = self._full_names.get(parts[-1]) or self._renamed(team.name)
        if other:
            raise InputError(
                f"{season} has {other} and no {team.name}; a team that moved or was renamed has the name of the day: "
                "correct the table or give another season"
            )
        raise InputError(
            f"{team.name:.60} is no team of {season}, in which All-Star and exhibition teams are not; "
            f"{did_you_mean(team.name, self._full_names.values())}"
        )

    def _renamed(self, name: str) -> str:
        """The name that a team of another time has in this season."""
        league = self._domain.league
        ids = league.called(name) if league is not None else []
        names = [called.name for id in ids for called in league.teams[id]] if league is not None else []
        return next((self._full_names[name] for name in names if name in self._full_names), "")

    def _no_game(self, names: str, keys: list[str], day: date, meetings: list[int]) -> str:
        """Why there is no game on a day."""
        start = f"{names} have no game on {day} in the season {self._season.name}"
        for omitted in self._season.omitted:
            if omitted.date == day and {*omitted.teams} == {*keys}:
                return f"{start}: it {omitted.reason}; correct the day of the table or update the season"
        days = sorted((self._season.games[position].date for position in meetings), key=lambda one: abs(one - day))
        if not days:
            return f"{start}, in which they never meet; correct the teams or give another season"
        others = ", ".join(str(one) for one in sorted(days[:NEAR]))
        return f"{start}; their games are on {others}: correct the day of the table or update the season"

    def _with_score(self, names: str, found: list[int], teams: Teams, meetings: list[int]) -> int:
        """The one of several games on a day, mostly one, that has the score of the table."""
        games = self._season.games
        day = games[found[0]].date
        wanted = {side: to_number(team.value(teams.score) or "") for side, team in teams.by_side.items()}
        if not teams.played:
            if len(found) > 1:
                raise InputError(f"{names} play {len(found)} games on {day}, and the table has no score; add it")
            return found[0]
        equal = [position for position in found if self.scores(games[position]) == wanted]
        if len(equal) == 1:
            return equal[0]
        score = _text(wanted)
        if equal:
            raise InputError(f"{names} have {len(equal)} games on {day} with the score {score}; leave this table out")
        ahead = [position for position in found if not games[position].played]
        if ahead and self._last_played <= day:
            return ahead[0]
        if ahead:
            raise InputError(
                f"the season {self._season.name} has the game of {names} on {day} as not played, and later games as "
                "played: was it postponed? Correct the day of the table or update the season"
            )
        elsewhere = [games[position].date for position in meetings if self.scores(games[position]) == wanted]
        hint = f"it is that of {elsewhere[0]}: correct the day" if elsewhere else "correct the table or the season"
        known = " and ".join(_text(self.scores(games[position])) for position in found)
        raise InputError(f"{names} have the score {score} on {day}, and {known} in {self._season.name}; {hint}")

    def scores(self, game: SeasonGame) -> Scores:
        """Side → the score of its team."""
        return {line.side: line.numbers[self._score] for line in game.lines if line.kind == self._kind}


def _text(scores: Scores) -> str:
    return " - ".join(f"{score:g}" for score in scores.values() if score is not None)
