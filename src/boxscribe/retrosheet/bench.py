"""Players on the bench: event files name only those who play, and the official tables the whole roster of a day.

A player counts as on the bench if he played for the team within a week before the game and within a week after it; near
the first and the last game of a team one of the two is enough.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from boxscribe.retrosheet.files import GameRecords, SeasonFiles
from boxscribe.retrosheet.names import day_of

SIDES = ("visteam", "hometeam")
WINDOW = 7  # days


@dataclass(slots=True)
class Bench:
    """The days on which each player of each team played."""

    days: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # team → player → days in order

    @classmethod
    def of(cls, season: SeasonFiles) -> "Bench":
        bench = cls()
        for game in sorted(season.games.values(), key=lambda game: game.date):
            day = day_of(game).toordinal()
            for team, player in _played(game):
                bench.days.setdefault(team, {}).setdefault(player, []).append(day)
        return bench

    def on(self, day: date, team: str) -> Iterator[str]:
        """The players of a team who were with it on a day."""
        at = day.toordinal()
        players = self.days.get(team, {})
        first = min((days[0] for days in players.values()), default=at)
        last = max((days[-1] for days in players.values()), default=at)
        for player, days in players.items():
            before, after = bisect_right(days, at), bisect_left(days, at)
            since = days[before - 1] if before else first
            until = days[after] if after < len(days) else last
            if at - since <= WINDOW and until - at <= WINDOW:
                yield player


def _played(game: GameRecords) -> Iterator[tuple[str, str]]:
    for record in game.records:
        if record.kind in ("start", "sub"):
            _, player, _, side, *_ = record.parts
            if side in ("0", "1"):
                yield game.info.get(SIDES[int(side)], ""), player
