"""A season: all its games, played or scheduled, in the order of their dates. Loaders make it; see `season.nba`."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from boxscribe.tables.frozen import FrozenDict

ABSENT = math.nan


class Line(NamedTuple):
    """The cells of one entity in one game."""

    kind: str
    key: str  # identifies the entity in the season, whatever its name is spelled like; of a team: its name
    name: str  # as tables have it
    side: str  # a value of the domain's side feature: "home"
    numbers: Sequence[float]  # by the types of `Season.types[kind]`: the number, 1 for a text, ABSENT for no cell
    texts: Mapping[str, str] = FrozenDict()  # type → the value of a text cell


@dataclass(frozen=True, slots=True)
class SeasonGame:
    """A game of a season. Without `lines` of its teams it has not been played yet."""

    id: str
    date: date
    teams: Mapping[str, str]  # side → the key of the team
    stage: str  # "regular", "playoffs": records and averages count the games of one stage
    lines: tuple[Line, ...] = ()
    venue: str = ""  # its name on the day of the game; empty if not known
    city: str = ""  # of the venue
    neutral: bool = False  # whether neither team is at home
    number: str = ""  # of the two games of a day, "1" and "2"

    @property
    def played(self) -> bool:
        return bool(self.lines)


class OmittedGame(NamedTuple):
    """A game of the season's files that is neither played nor ahead."""

    date: date
    teams: tuple[str, str]  # as the files name them, the visitors first
    reason: str  # "was postponed", "is no game of two teams of the league"


@dataclass(frozen=True, slots=True)
class Season:
    """All games of a season, in the order of their dates."""

    domain: str
    name: str  # "2016-17"
    games: tuple[SeasonGame, ...]
    types: Mapping[str, tuple[str, ...]]  # kind → the types of the numbers of its lines
    credit: str = ""  # of the collection that the games are from; it travels with what is made from them
    divisions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # "conference" → team's key → "Eastern"
    omitted: tuple[OmittedGame, ...] = ()  # for messages: postponed and All-Star games

    @classmethod
    def of(
        cls,
        domain: str,
        name: str,
        games: Iterable[SeasonGame],
        types: Mapping[str, tuple[str, ...]],
        credit: str = "",
        divisions: Mapping[str, Mapping[str, str]] | None = None,
        omitted: Iterable[OmittedGame] = (),
    ) -> "Season":
        """A season of games in any order."""
        ordered = tuple(sorted(games, key=lambda game: (game.date, game.number, game.id)))
        return cls(domain, name, ordered, types, credit, divisions or {}, tuple(omitted))

    def on(self, day: date) -> tuple[SeasonGame, ...]:
        """The games of a day."""
        start = bisect_left(self.games, day, key=lambda game: game.date)
        end = bisect_left(self.games, (day.toordinal() + 1), key=lambda game: game.date.toordinal())
        return self.games[start:end]
