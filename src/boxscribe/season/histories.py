"""The games of a season by entity: the schedule of each team, and the games in which each entity has played.

Everything is computed when it is first needed, and once.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import accumulate, compress

from boxscribe.season.appearance import FIELDS, Appearance
from boxscribe.season.declared import SeasonType
from boxscribe.season.folds import FOLDS, State
from boxscribe.season.season import Line, Season
from boxscribe.tables.declarations import declarations
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Condition, Used, all_hold


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

    def timeline(self, this: Appearance, same: tuple[str, ...]) -> "Timeline":
        """The games that the entity has played and that are like this game in the fields `same`."""
        timeline = this.timelines.get(same)
        if timeline is None:
            timeline = this.timelines[same] = self.timeline_of(this.kind, this.key, same, this)
        return timeline

    def timeline_of(self, kind: str, key: str, same: tuple[str, ...], this: Appearance) -> "Timeline":
        """The games that another entity has played and that are like this game in the fields `same`."""
        values = [FIELDS[field](this) for field in same]
        name = (kind, key, *same, *values)
        if name not in self._timelines:
            played = self._played.get((kind, key), ())
            like = [one for one in played if [FIELDS[field](one) for field in same] == values]
            self._timelines[name] = Timeline(like)
        return self._timelines[name]

    def first_after(self, day: date, same_day: bool) -> int:
        """The position of the first game after a day, or of the first game of the day itself."""
        find = bisect_left if same_day else bisect_right
        return find(self.season.games, day, key=lambda game: game.date)

    def ahead(self, this: Appearance) -> Iterator[Appearance]:
        """The later games of the entity's team, without their results."""
        positions = self.schedule.get(this.team, [])
        for at in range(bisect_right(positions, this.position), len(positions)):
            game = self.season.games[positions[at]]
            side = next(side for side, team in game.teams.items() if team == this.team)
            yield Appearance(self, positions[at], game, self.team_kind, this.team, side)

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
    def _played(self) -> Mapping[tuple[str, str], list[Appearance]]:
        """(kind, key) → the games in which the entity has figures."""
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

    def __init__(self, appearances: Sequence[Appearance]) -> None:
        self.appearances = appearances
        self.positions = [appearance.position for appearance in appearances]
        self._selections: dict[tuple[Condition, ...], Selection] = {}
        self._tracks: dict[str, Track] = {}

    def before(self, position: int) -> int:
        """How many of the games come before a position of the season."""
        return bisect_left(self.positions, position)

    def track(self, type: SeasonType) -> "Track":
        """A declared type over these games."""
        track = self._tracks.get(type.name)
        if track is None:
            if type.where not in self._selections:
                self._selections[type.where] = Selection(self, type.where)
            track = self._tracks[type.name] = Track(self, type, self._selections[type.where])
        return track


class Selection:
    """The games of a timeline that meet some conditions."""

    def __init__(self, timeline: Timeline, where: tuple[Condition, ...]) -> None:
        self.met = [all_hold(where, appearance) is True for appearance in timeline.appearances]
        self._positions = list(compress(timeline.positions, self.met))
        self._met_before = list(accumulate(self.met, initial=0))
        self._last: tuple[int, int, tuple[int, ...]] = (0, 0, ())

    def positions(self, start: int, end: int) -> tuple[int, ...]:
        """The positions in the season of those from `start` to `end`; types of the same conditions share the answer."""
        if self._last[:2] != (start, end):
            found = tuple(self._positions[self._met_before[start] : self._met_before[end]])
            self._last = (start, end, found)
        return self._last[2]


class Track:
    """What a declared type measures in each game of a timeline."""

    def __init__(self, timeline: Timeline, type: SeasonType, selection: Selection) -> None:
        self.selection, self._fold = selection, FOLDS.get(type.declared.compute)
        pairs = zip(timeline.appearances, selection.met, strict=True)
        # None in a game that does not meet the conditions
        self.measured = [measure(type, appearance) if met else None for appearance, met in pairs]

    @cached_property
    def states(self) -> list[State]:
        """The state of the fold before each game, and after the last."""
        assert self._fold is not None
        return list(accumulate(self.measured, self._fold.step, initial=self._fold.start))


def measure(type: SeasonType, appearance: Appearance, used: Used = None) -> float | None:
    """What a type measures in a game that meets its conditions; 1 where games are only counted."""
    return 1.0 if type.of is None or type.is_text else type.of.value(appearance, used)
