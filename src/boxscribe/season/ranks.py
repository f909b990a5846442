"""How rare a value is in a season: how many entities have had as much in a game before."""

from datetime import date
from typing import NamedTuple

import numpy as np

from boxscribe.season.season import Season


class Rank(NamedTuple):
    """Of `total` values of a type, one for each entity and game, `reached` are at least a value."""

    reached: int
    total: int


class SeasonRanks:
    """The values of a season by kind and type, in the order of the days."""

    def __init__(self, season: Season) -> None:
        self._columns = {kind: {type: at for at, type in enumerate(types)} for kind, types in season.types.items()}
        lines = {
            kind: [(game, line) for game in season.games for line in game.lines if line.kind == kind]
            for kind in season.types
        }
        self._days = {kind: np.array([game.date.toordinal() for game, _ in found]) for kind, found in lines.items()}
        self._numbers = {
            kind: np.array([line.numbers for _, line in found], dtype=float) for kind, found in lines.items()
        }

    def rank(self, kind: str, type: str, value: float, before: date) -> Rank:
        """How many values before a day are at least this one."""
        column = self._columns.get(kind, {}).get(type)
        if column is None or not len(self._days[kind]):
            return Rank(0, 0)
        end = np.searchsorted(self._days[kind], before.toordinal())
        numbers = self._numbers[kind][:end, column]
        return Rank(int(np.sum(numbers >= value)), int(np.sum(~np.isnan(numbers))))
