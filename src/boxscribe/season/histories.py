"""The games of a season by entity: the schedule of each team, and the games in which each entity has played.

Everything is computed when it is first needed, and once.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, reduce
from itertools import accumulate, compress

from boxscribe.season.appearance import FIELDS, Appearance, TableAppearance
from boxscribe.season.declared import SeasonType
from boxscribe.season.folds import Fold, Step
from boxscribe.season.season import ABSENT, Line, Season
from boxscribe.tables.declarations import declarations
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Condition, Used, all_hold
from boxscribe.tables.table import Cell

GamesOf = Mapping[tuple[str, str], Sequence[Appearance]]
"""(kind, key) → games of the entity, in order."""


class Histories:
    """What a season says of each entity."""

    def __init__(self, season: Season, domain: Domain) -> None:
        self.season, self.domain, self.declarations = season, domain, declarations(domain)
        self.team_kind = next((name for name, kind in domain.kinds.items() if kind.score), "")
        self.columns = {kind: {type: at for at, type in enumerate(types)} for kind, types in season.types.items()}
        self._figures = {
            kind: [at for type, at in columns.items() if type not in domain.kinds[kind].name]
            for kind, columns in self.columns.items()
        }
        self._timelines: dict[tuple[str, ...], Timeline] = {}

    def has_figures(self, line: Line) -> bool:
        """Whether an entity has played: whether there are cells beside its name."""
        numbers = line.numbers
        return any(numbers[column] == numbers[column] for column in self._figures[line.kind])  # NaN is no cell

    def window(self, this: TableAppearance, type: SeasonType) -> "Window":
        """The games before this one that a type counts; types of the same conditions share it."""
        window = this.windows.get(type.conditions)
        if window is None:
            timeline = self.timeline_of(this.kind, this.key, type.same, this)
            window = this.windows[type.conditions] = Window(this, timeline, type)
        return window

    def timeline_of(self, kind: str, key: str, same: tuple[str, ...], this: Appearance) -> "Timeline":
        """The games that another entity has played and that are like this game in the fields `same`."""
        return self._like(this, same, self._played, (kind, key), "played")

    def scheduled(self, same: tuple[str, ...], this: Appearance) -> "Timeline":
        """The games of the entity's team, without their results, that are like this game in the fields `same`."""
        return self._like(this, same, self._scheduled, (self.team_kind, this.team), "scheduled")

    def _like(
        self, this: Appearance, same: tuple[str, ...], games: "GamesOf", entity: tuple[str, str], of: str
    ) -> "Timeline":
        values = [FIELDS[field](this) for field in same]
        name = (of, *entity, *same, *values)
        timeline = self._timelines.get(name)
        if timeline is None:
            like = [one for one in games.get(entity, ()) if [FIELDS[field](one) for field in same] == values]
            timeline = self._timelines[name] = Timeline(like)
        return timeline

    def first_after(self, day: date, same_day: bool) -> int:
        """The position of the first game after a day, or of the first game of the day itself."""
        find = bisect_left if same_day else bisect_right
        return find(self.season.games, day, key=lambda game: game.date)

    def rest(self, team: str, position: int) -> int | None:
        """The days without a game of the team before a game; None before its first one."""
        positions = self.schedule.get(team, [])
        at = bisect_left(positions, position)
        if not at:
            return None
        games = self.season.games
        return max(0, (games[position].date - games[positions[at - 1]].date).days - 1)

    @cached_property
    def schedule(self) -> Mapping[str, list[int]]:
        """Team → the positions of its games in the season, played or not."""
        positions: dict[str, list[int]] = defaultdict(list)
        for position, game in enumerate(self.season.games):
            for team in game.teams.values():
                positions[team].append(position)
        return positions

    @cached_property
    def _scheduled(self) -> "GamesOf":
        """The games of each team, without their results."""
        found: dict[tuple[str, str], list[Appearance]] = defaultdict(list)
        for position, game in enumerate(self.season.games):
            for side, team in game.teams.items():
                found[self.team_kind, team].append(Appearance(self, position, game, self.team_kind, team, side))
        return found

    @cached_property
    def _played(self) -> "GamesOf":
        """The games in which each entity has figures."""
        found: dict[tuple[str, str], list[Appearance]] = defaultdict(list)
        for position, game in enumerate(self.season.games):
            for line in game.lines:
                appearance = Appearance(self, position, game, line.kind, line.key, line.side, line)
                if appearance.played:
                    found[line.kind, line.key].append(appearance)
        return found

    @cached_property
    def _lines_of_teams(self) -> Mapping[str, Line]:
        """The last line of each team, for its name."""
        return {line.key: line for game in self.season.games for line in game.lines if line.kind == self.team_kind}

    def team_text(self, team: str, type: str) -> str | None:
        """A text that does not depend on the game: a part of the team's name."""
        line = self._lines_of_teams.get(team)
        return line.texts.get(type) if line is not None and type in self.domain.kinds[line.kind].name else None

    def team_name(self, team: str) -> str:
        """The full name of a team."""
        line = self._lines_of_teams.get(team)
        return line.name if line is not None else team


class Timeline:
    """Games of one entity, in order."""

    __slots__ = ("_selections", "appearances", "positions")

    def __init__(self, appearances: Sequence[Appearance]) -> None:
        self.appearances = appearances
        self.positions = [appearance.position for appearance in appearances]
        self._selections: dict[int, Selection] = {}

    def before(self, position: int) -> int:
        """How many of the games come before a position of the season."""
        return bisect_left(self.positions, position)

    def selection(self, type: SeasonType) -> "Selection":
        """Those of the games that meet the conditions of a type."""
        selection = self._selections.get(type.conditions)
        if selection is None:
            selection = self._selections[type.conditions] = Selection(self, type.where)
        return selection


class Selection:
    """The games of a timeline that meet some conditions."""

    __slots__ = ("_positions", "_tracks", "met", "met_before", "timeline")

    def __init__(self, timeline: Timeline, where: tuple[Condition, ...]) -> None:
        self.timeline = timeline
        self.met = [all_hold(where, appearance) is True for appearance in timeline.appearances]
        self._positions = list(compress(timeline.positions, self.met))
        self.met_before = array("H", accumulate(self.met, initial=0))
        self._tracks: dict[int, Track] = {}

    def positions(self, start: int, end: int) -> tuple[int, ...]:
        """The positions in the season of those between two games of the timeline."""
        return tuple(self._positions[self.met_before[start] : self.met_before[end]])

    def track(self, type: SeasonType) -> "Track":
        """What a type measures in these games; types that measure the same share it."""
        track = self._tracks.get(type.measured)
        if track is None:
            track = self._tracks[type.measured] = Track(self, type)
        return track


class Track:
    """What a declared type measures in each game of a timeline, and the states of folds before each of them."""

    __slots__ = ("_states", "counts", "measured")

    def __init__(self, selection: Selection, type: SeasonType) -> None:
        self.measured = array("d", _measured(selection, type))  # ABSENT in a game that does not count
        self._states: dict[Step, array[float]] = {}
        self.counts = selection.met_before
        counted = [x == x for x in self.measured]  # NaN is not equal to itself
        if counted != selection.met:
            self.counts = array("H", accumulate(counted, initial=0))

    def folded(self, fold: Fold, start: int, end: int) -> tuple[float, int]:
        """The state over the games between two, and how many of them count."""
        count = self.counts[end] - self.counts[start]
        if start:
            return reduce(fold.step, _present(self.measured[start:end]), fold.start), count
        states = self._states.get(fold.step)
        if states is None:
            states = array("d", accumulate(_present(self.measured), fold.step, initial=fold.start))
            self._states[fold.step] = states
        return states[end], count


class Window:
    """The games before this one that meet the conditions of a type, and whether this one meets them."""

    __slots__ = ("_own", "_positions", "cells", "counts", "end", "selection", "timeline")

    def __init__(self, this: TableAppearance, timeline: Timeline, type: SeasonType) -> None:
        self.timeline, self.selection = timeline, timeline.selection(type)
        self.end = timeline.before(this.position)
        cells: list[Cell] = []
        self.counts = all_hold(type.where, this, cells) if this.played else False
        self.cells = tuple(cells) if self.counts else ()
        self._positions: dict[int, tuple[int, ...]] = {}
        self._own: dict[int, tuple[float | None, tuple[Cell, ...]]] = {}

    def own(self, type: SeasonType, this: TableAppearance) -> tuple[float | None, tuple[Cell, ...]]:
        """What a type measures in this game, None if it does not count, and the cells of the table that say so."""
        own = self._own.get(type.measured)
        if own is None:
            used = [*self.cells]
            number = measure(type, this, used) if self.counts else None
            own = self._own[type.measured] = number, tuple(used)
        return own

    def positions(self, start: int) -> tuple[int, ...]:
        """The positions in the season of those from a game of the timeline on."""
        if start not in self._positions:
            self._positions[start] = self.selection.positions(start, self.end)
        return self._positions[start]


def _present(measured: Iterable[float]) -> Iterator[float | None]:
    return (x if x == x else None for x in measured)  # NaN is not equal to itself


def _measured(selection: Selection, type: SeasonType) -> Iterator[float]:
    """What a type measures in each game of a timeline."""
    appearances = selection.timeline.appearances
    column = appearances[0].histories.columns[type.declared.kind].get(type.cell) if appearances else None
    for appearance, met in zip(appearances, selection.met, strict=True):
        if not met:
            yield ABSENT
        elif column is not None and appearance.line is not None:
            yield appearance.line.numbers[column]
        else:
            x = measure(type, appearance)
            yield ABSENT if x is None else x


def measure(type: SeasonType, appearance: Appearance, used: Used = None) -> float | None:
    """What a type measures in a game that meets its conditions; 1 where games are only counted."""
    if type.of is None or type.is_text:
        return 1.0
    if not type.cell:
        return type.of.value(appearance, used)
    number = appearance.number(type.cell)
    if used is not None and number is not None:
        used += appearance.sources(type.cell)
    return number
