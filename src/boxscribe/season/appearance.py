"""An entity in a game of a season, as the sums and conditions of a description read it: `tables.expressions.Cells`.

Beside its cells it has texts of the game: `side`, `opponent` (the key of the other team), `stage`, `weekday`, `date`,
`rest` (days without a game of its team before this one), `venue` and `city`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from boxscribe.derived.compute import EVALUATE, evaluate, in_range
from boxscribe.season.season import Line, SeasonGame
from boxscribe.tables.expressions import Used
from boxscribe.tables.table import Cell

if TYPE_CHECKING:
    from boxscribe.season.histories import Histories, Window


Ids = Mapping[tuple[str, str, str], str]
"""(kind, side, key in the season) → the id of the entity in the table."""


class Appearance:
    """One entity in one game. Without a line, as in the schedule ahead, it has the texts of the game alone."""

    __slots__ = ("game", "histories", "key", "kind", "line", "played", "position", "side")

    def __init__(
        self,
        histories: "Histories",
        position: int,
        game: SeasonGame,
        kind: str,
        key: str,
        side: str,
        line: Line | None = None,
    ) -> None:
        self.histories, self.position, self.game = histories, position, game  # the position in `season.games`
        self.kind, self.key, self.side, self.line = kind, key, side, line
        self.played = line is not None and histories.has_figures(line)  # not only a name

    @property
    def team(self) -> str:
        """The key of the entity's team."""
        return self.game.teams[self.side]

    @property
    def opponent(self) -> str:
        """The key of the other team."""
        return next((team for side, team in self.game.teams.items() if side != self.side), "")

    def number(self, type: str) -> float | None:
        """The number in a cell, or in a record that is derived from the cells of this game."""
        if self.line is None:
            return None
        column = self.histories.columns[self.kind].get(type)
        if column is not None:
            number = self.line.numbers[column]
            return number if number == number else None  # NaN is not equal to itself
        value = self._evaluated(type)
        return value if isinstance(value, float) else None

    def text(self, type: str) -> str | None:
        """A text of the game, of a cell or of a derived record; in a scheduled game, a part of a team's name."""
        if type in FIELDS:
            return FIELDS[type](self) or None
        if self.line is None:
            return self.histories.team_text(self.key, type)
        if type in self.line.texts:
            return self.line.texts[type]
        value = self._evaluated(type)
        return value if isinstance(value, str) else None

    def has(self, type: str) -> bool | None:
        """Whether there is such a cell or derived record; None where the season has no such cells at all."""
        declaration = self.histories.declarations.get(type)
        if declaration is not None:
            value = self._evaluated(type)
            return in_range(value, declaration.declared) if isinstance(value, float) else value is not None
        return self.number(type) is not None if type in self.histories.columns[self.kind] else None

    def of_kind(self, kind: str, opponent: bool) -> "Sequence[Appearance]":
        """The entities of a kind on the same side, or on the other."""
        if self.line is None:
            teams = self.game.teams.items() if kind == self.histories.team_kind else ()
            return [self._beside(kind, team, side) for side, team in teams if (side != self.side) == opponent]
        lines = [line for line in self.game.lines if line.kind == kind and (line.side != self.side) == opponent]
        return [self._beside(kind, line.key, line.side, line) for line in lines]

    def sources(self, type: str) -> Sequence[Cell]:
        """The cells of a table that a type is read from; other games have none."""
        return ()

    def _beside(self, kind: str, key: str, side: str, line: Line | None = None) -> "Appearance":
        return Appearance(self.histories, self.position, self.game, kind, key, side, line)

    def _evaluated(self, type: str, used: Used = None) -> float | str | None:
        """The value of a type that is derived from the game itself; None for a type that is not."""
        declaration = self.histories.declarations.get(type)
        if declaration is None or declaration.declared.compute not in EVALUATE:
            return None
        return evaluate(declaration, self, used)


class TableAppearance(Appearance):
    """An entity of a table in the table's game, with the cells of the table."""

    __slots__ = ("_derived", "ids", "windows")

    def __init__(self, histories: "Histories", position: int, game: SeasonGame, line: Line, ids: Ids) -> None:
        super().__init__(histories, position, game, line.kind, line.key, line.side, line)
        self.ids = ids
        self._derived: dict[str, tuple[float | str | None, list[Cell]]] = {}  # with the cells that they are made of
        self.windows: dict[int, Window] = {}  # by the number of a type's conditions

    def sources(self, type: str) -> Sequence[Cell]:
        """The cells of the table that a type is read from."""
        if type in FIELDS:
            return ()
        if type in self.histories.declarations:
            self._evaluated(type)
            return self._derived[type][1]
        return (Cell(self.ids[self.kind, self.side, self.key], type),)

    def _beside(self, kind: str, key: str, side: str, line: Line | None = None) -> Appearance:
        if line is None:
            return super()._beside(kind, key, side)
        return TableAppearance(self.histories, self.position, self.game, line, self.ids)

    def _evaluated(self, type: str, used: Used = None) -> float | str | None:
        if type not in self._derived:
            read: list[Cell] = []
            self._derived[type] = super()._evaluated(type, read), read
        return self._derived[type][0]


def _rest(appearance: Appearance) -> str:
    days = appearance.histories.rest(appearance.team, appearance.position)
    return "" if days is None else str(days)


FIELDS: dict[str, Callable[[Appearance], str]] = {
    "side": lambda appearance: appearance.side,
    "opponent": lambda appearance: appearance.opponent,
    "stage": lambda appearance: appearance.game.stage,
    "weekday": lambda appearance: f"{appearance.game.date:%A}",
    "date": lambda appearance: f"{appearance.game.date:%Y-%m-%d}",
    "rest": _rest,
    "venue": lambda appearance: appearance.game.venue,
    "city": lambda appearance: appearance.game.city,
}
