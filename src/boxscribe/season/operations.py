"""The values of derived types that other games decide, each with what it is computed from.

They follow from the games before this one and from the cells of this one; of later games only from when, where and
against whom they are played.
"""

from collections.abc import Callable

from boxscribe.season.appearance import Appearance, TableAppearance
from boxscribe.season.declared import SeasonType
from boxscribe.season.folds import FOLDS
from boxscribe.season.standings import games_behind, place
from boxscribe.tables.expressions import all_hold
from boxscribe.tables.table import Cell

Value = float | str


Computed = tuple[Value, tuple[Cell, ...], tuple[int, ...]]
"""The value of a derived type for an entity, and what it is computed from: cells of the table, positions of games."""
Operation = Callable[[SeasonType, TableAppearance], Computed | None]
"""Computes the value of a type for an entity in a game; None if it has none."""


def operation_of(type: SeasonType) -> Operation:
    """How a type is computed."""
    return OPERATIONS[type.declared.games, type.declared.compute]


def _folded(type: SeasonType, this: TableAppearance) -> Computed | None:
    """count, streak, sum, mean and highest: over the games before, and with this one."""
    declared, fold = type.declared, FOLDS[type.declared.compute]
    with_this = declared.games == "with"
    window = this.histories.window(this, type)
    start = window.end + with_this - declared.last if declared.last else 0
    if start < 0 or window.end + with_this == start or (with_this and (not this.played or window.counts is None)):
        return None  # there are fewer games than `last`, or none, or nothing says whether this one counts
    track = window.selection.track(type)
    state, count = track.folded(fold, start, window.end)
    cells: tuple[Cell, ...] = ()
    own = None
    if with_this:
        own, cells = window.own(type, this)
        state, count = fold.step(state, own), count + (own is not None)
    value = fold.value(state, count)
    if value is None:
        return None
    games = window.positions(start)
    if declared.compute == "streak":
        games = games[len(games) + (own is not None) - int(value) :]
    elif declared.compute == "highest":
        at = track.measured.index(value, start, window.end) if own != value else -1
        games = (window.timeline.positions[at],) if at >= 0 else ()
    return value, cells, games


def _new_highest(type: SeasonType, this: TableAppearance) -> Computed | None:
    """`highest` of this game: what is measured in it, if that is more than in each game before."""
    window = this.histories.window(this, type)
    own, cells = window.own(type, this)
    before, count = window.selection.track(type).folded(FOLDS["highest"], 0, window.end)
    if own is None or not count or own <= before:
        return None  # as in the first game of a season
    return own, cells, window.positions(0)


def _last_value(type: SeasonType, this: TableAppearance) -> Computed | None:
    """`value` of the last game before this one that meets the conditions."""
    window = this.histories.window(this, type)
    found = window.positions(0)
    if not found:
        return None
    last = window.timeline.appearances[window.timeline.before(found[-1])]
    value = _value(type, last)
    return None if value is None else (value, (), (last.position,))


def _this(type: SeasonType, this: TableAppearance) -> Computed | None:
    """`value` of this game itself."""
    cells: list[Cell] = []
    value = _value(type, this, cells) if all_hold(type.where, this, cells) else None
    return None if value is None else (value, tuple(cells), () if cells else (this.position,))


def _ahead(type: SeasonType, this: TableAppearance) -> Computed | None:
    """`value` of the next game of the entity's team that meets the conditions, or `count` of all of them.

    In a knockout stage the next opponent depends on results, so only games against the same one are known.
    """
    league = this.histories.domain.league
    knockout = league is not None and this.game.stage in league.knockout and "opponent" not in type.same
    schedule = this.histories.scheduled((*type.same, "opponent") if knockout else type.same, this)
    games = schedule.selection(type).positions(schedule.before(this.position + 1), len(schedule.positions))
    if type.declared.compute == "count":
        return float(len(games)), (), games
    value = _value(type, schedule.appearances[schedule.before(games[0])]) if games else None
    return None if value is None else (value, (), games[:1])


def _value(type: SeasonType, appearance: Appearance, used: list[Cell] | None = None) -> Value | None:
    assert type.of is not None
    return type.of.terms[0].text(appearance, used) if type.is_text else type.of.value(appearance, used)


def _missed(type: SeasonType, this: TableAppearance) -> Computed | None:
    """How many games its team has played since the entity's last one: before its return, or with this game."""
    with_this = type.declared.games == "with"
    if with_this == this.played:
        return None
    window = this.histories.window(this, type)
    if not window.end:
        return None  # not yet in a game of this season: nothing says whether it could have played
    team = this.histories.timeline_of(this.histories.team_kind, this.team, type.same, this)
    last = window.timeline.positions[window.end - 1]
    games = team.positions[team.before(last + 1) : team.before(this.position)]
    return float(len(games) + with_this), (), tuple(games)


def _group(type: SeasonType, this: TableAppearance) -> Computed | None:
    """The group of a division of the league, such as a conference, that the entity's team belongs to."""
    group = this.histories.season.divisions.get(type.declared.among, {}).get(this.team)
    return (group, (), ()) if group else None


def _standing(type: SeasonType, this: TableAppearance) -> Computed | None:
    """`place` and `behind` in the standings of the group, from all its games; the team's own are the sources."""
    value = (place if type.declared.compute == "place" else games_behind)(type, this)
    if value is None:
        return None
    window = this.histories.window(this, type)
    cells = window.cells if type.declared.games == "with" else ()
    return value, cells, tuple(window.timeline.positions[: window.end])


OPERATIONS: dict[tuple[str, str], Operation] = {
    **{(games, operation): _folded for games in ("before", "with") for operation in FOLDS},
    **{(games, "missed"): _missed for games in ("before", "with")},
    **{(games, operation): _standing for games in ("before", "with") for operation in ("place", "behind")},
    ("before", "value"): _last_value,
    ("this", "value"): _this,
    ("this", "highest"): _new_highest,
    ("this", "group"): _group,
    ("ahead", "value"): _ahead,
    ("ahead", "count"): _ahead,
}
