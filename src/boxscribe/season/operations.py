"""The values of derived types that other games decide, each with what it is computed from.

They follow from the games before this one and from the cells of this one; of later games only from when, where and
against whom they are played.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from boxscribe.season.appearance import FIELDS, Appearance
from boxscribe.season.declared import SeasonType
from boxscribe.season.folds import FOLDS
from boxscribe.season.histories import measure
from boxscribe.season.standings import games_behind, place
from boxscribe.tables.expressions import all_hold
from boxscribe.tables.table import Cell

Value = float | str


class Computed(NamedTuple):
    """The value of a derived type for an entity."""

    value: Value
    cells: tuple[Cell, ...] = ()  # of this table
    games: tuple[int, ...] = ()  # positions in the season


def compute(type: SeasonType, this: Appearance) -> Computed | None:
    """The value of a type for an entity in a game; None if it has none."""
    declared = type.declared
    if declared.stage and declared.stage != this.game.stage:
        return None
    return OPERATIONS[declared.games, declared.compute](type, this)


def _folded(type: SeasonType, this: Appearance) -> Computed | None:
    """count, streak, sum, mean and highest: over the games before, and with this one."""
    declared, fold = type.declared, FOLDS[type.declared.compute]
    with_this = declared.games == "with"
    timeline = this.histories.timeline(this, type.same)
    end = timeline.before(this.position)
    start = end + with_this - declared.last if declared.last else 0
    if start < 0 or end + with_this == start or (with_this and not this.played):
        return None  # there are fewer games than `last`, or none
    track = timeline.track(type)
    if declared.last:
        state = fold.start
        for x in track.measured[start:end]:
            state = fold.step(state, x)
    else:
        state = track.states[end]
    cells: list[Cell] = []
    counts = with_this and all_hold(type.where, this, cells)
    if counts is None:
        return None
    own = measure(type, this, cells) if counts else None
    value = fold.value(fold.step(state, own) if with_this else state)
    if value is None or (declared.compute == "streak" and not value):
        return None
    if declared.compute == "streak":
        games = track.selection.positions(0, end)[-int(value) + counts :] if value > counts else ()
    elif declared.compute == "highest":
        games = () if own == value else (timeline.positions[track.measured.index(value, start, end)],)
    else:
        games = track.selection.positions(start, end)
    return Computed(value, tuple(cells) if counts else (), games)


def _new_highest(type: SeasonType, this: Appearance) -> Computed | None:
    """`highest` of this game: what is measured in it, if that is more than in each game before."""
    cells: list[Cell] = []
    own = measure(type, this, cells) if all_hold(type.where, this, cells) else None
    timeline = this.histories.timeline(this, type.same)
    end = timeline.before(this.position)
    track = timeline.track(type)
    before = FOLDS["highest"].value(track.states[end])
    if own is None or before is None or own <= before:
        return None  # nor in the first game of a season
    return Computed(own, tuple(cells), track.selection.positions(0, end))


def _last_value(type: SeasonType, this: Appearance) -> Computed | None:
    """`value` of the last game before this one that meets the conditions."""
    timeline = this.histories.timeline(this, type.same)
    counted = timeline.track(type).selection.positions(0, timeline.before(this.position))
    if not counted:
        return None
    last = timeline.appearances[timeline.before(counted[-1])]
    value = _value(type, last)
    return None if value is None else Computed(value, (), (last.position,))


def _this(type: SeasonType, this: Appearance) -> Computed | None:
    """`value` of this game itself."""
    cells: list[Cell] = []
    value = _value(type, this, cells) if all_hold(type.where, this, cells) else None
    return None if value is None else Computed(value, tuple(cells), () if cells else (this.position,))


def _ahead(type: SeasonType, this: Appearance) -> Computed | None:
    """`value` of the next game that meets the conditions, or `count` of all of them."""
    found = _known_ahead(type, this)
    if type.declared.compute == "count":
        games = tuple(game.position for game in found)
        return Computed(float(len(games)), (), games)
    game = next(found, None)
    value = _value(type, game) if game is not None else None
    return None if game is None or value is None else Computed(value, (), (game.position,))


def _known_ahead(type: SeasonType, this: Appearance) -> Iterator[Appearance]:
    """The later games of the entity's team that are scheduled on the day of this one.

    In a knockout stage the next opponent depends on results, so only games against the same one are known.
    """
    league = this.histories.domain.league
    knockout = league is not None and this.game.stage in league.knockout
    same = {*type.same, "opponent"} if knockout else type.same
    wanted = [(field, FIELDS[field](this)) for field in same]
    for game in this.histories.ahead(this):
        if all(FIELDS[field](game) == value for field, value in wanted) and all_hold(type.where, game):
            yield game


def _value(type: SeasonType, appearance: Appearance, used: list[Cell] | None = None) -> Value | None:
    assert type.of is not None
    return type.of.terms[0].text(appearance, used) if type.is_text else type.of.value(appearance, used)


def _missed(type: SeasonType, this: Appearance) -> Computed | None:
    """How many games its team has played since the entity's last one: before its return, or with this game."""
    with_this = type.declared.games == "with"
    if with_this == this.played:
        return None
    timeline = this.histories.timeline(this, type.same)
    at = timeline.before(this.position)
    if not at:
        return None  # not yet in a game of this season: nothing says whether it could have played
    team = this.histories.timeline_of(this.histories.team_kind, this.team, type.same, this)
    games = team.positions[team.before(timeline.positions[at - 1] + 1) : team.before(this.position)]
    return Computed(float(len(games) + with_this), (), tuple(games))


def _group(type: SeasonType, this: Appearance) -> Computed | None:
    """The group of a division of the league, such as a conference, that the entity's team belongs to."""
    group = this.histories.season.divisions.get(type.declared.among, {}).get(this.team)
    return Computed(group) if group else None


def _standing(type: SeasonType, this: Appearance) -> Computed | None:
    """`place` and `behind` in the standings of the group, from all its games; the team's own are the sources."""
    value = (place if type.declared.compute == "place" else games_behind)(type, this)
    if value is None:
        return None
    cells: list[Cell] = []
    if type.declared.games == "with":
        all_hold(type.where, this, cells)
    timeline = this.histories.timeline(this, type.same)
    return Computed(value, tuple(cells), tuple(timeline.positions[: timeline.before(this.position)]))


OPERATIONS: dict[tuple[str, str], Callable[[SeasonType, Appearance], Computed | None]] = {
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
