"""Plays in the layout of the official tables: event names, runners, scorers, counts, runs and errors.

The official tables list every plate appearance, and those plays between pitches that advance a runner. `b1` to `b3` are
those who reached a base in the plate appearance, also by an earlier play of it; the last out of an inning leaves none.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boxscribe.retrosheet.box import BALLS, STRIKES, runs_batted_in
from boxscribe.retrosheet.events import BATTER, HOME, PlayEvent, PlayKind
from boxscribe.retrosheet.replay import OUTS, ReplayedPlay

HALVES = ("top", "bottom")
MISSING = "N/A"
RUNNER_OUT = "Runner Out"  # a plate appearance that ended because a runner made the last out
NAMES = {
    PlayKind.WALK: "Walk",
    PlayKind.INTENTIONAL_WALK: "Intent Walk",
    PlayKind.HIT_BY_PITCH: "Hit By Pitch",
    PlayKind.SINGLE: "Single",
    PlayKind.DOUBLE: "Double",
    PlayKind.TRIPLE: "Triple",
    PlayKind.HOME_RUN: "Home Run",
    PlayKind.CATCHER_INTERFERENCE: "Catcher Interference",
    PlayKind.WILD_PITCH: "Wild Pitch",
    PlayKind.PASSED_BALL: "Passed Ball",
    PlayKind.BALK: "Balk",
    PlayKind.PICKOFF: "Pickoff Error",
    PlayKind.PICKED_OFF_STEALING: "Picked off stealing",
    PlayKind.OTHER_ADVANCE: "Base Running",
    PlayKind.DEFENSIVE_INDIFFERENCE: "Defensive Indiff",
    PlayKind.FOUL_ERROR: "Error",
}
BASE_NAMES = {2: "2B", 3: "3B", HOME: "Home"}
OUT_NAMES = {
    "G": "Groundout", "F": "Flyout", "L": "Lineout", "P": "Pop Out",
    "BG": "Bunt Groundout", "BP": "Bunt Pop Out", "BL": "Bunt Lineout", "BF": "Bunt Pop Out",
}  # fmt: skip
FIELD_ERROR, GROUNDED_INTO_DP = "Field Error", "Grounded Into DP"
ERROR_KEYS = ("event2", "fielder_error")
CATCHER, OUTFIELD = 2, (7, 8, 9)
BATTER_HOMERED = (PlayKind.HOME_RUN, BATTER)  # the official tables do not list him among the scorers
WITHOUT_PITCHER = {
    PlayKind.BALK,
    PlayKind.PICKOFF,
    PlayKind.PICKED_OFF_STEALING,
    PlayKind.CAUGHT_STEALING,
    PlayKind.PASSED_BALL,
}


@dataclass(slots=True)
class PlayByPlay:
    """The plays of a game: inning → top and bottom → plays."""

    name_of: Callable[[str], str]  # player → full name
    innings: dict[str, dict[str, list[dict[str, Any]]]] = field(default_factory=dict)
    reached: dict[int, list[str]] = field(default_factory=dict)  # base → who reached it in this plate appearance

    def add(self, play: ReplayedPlay) -> None:
        """Add a play to its half-inning, if the official tables would list it."""
        kind, last = play.event.kind, play.outs >= OUTS
        advanced = [m for m in play.moves if not m.move.out and m.move.start != m.move.end]
        safe = {} if last else {m.move.end: self.name_of(m.player) for m in advanced if m.move.end != HOME}
        for base, name in safe.items():
            self.reached.setdefault(base, []).append(name)
        self._steals(play)
        running = not kind.ends_plate_appearance and not play.event.stolen
        if running and advanced and (kind is PlayKind.WILD_PITCH or play.scored):
            pitcher = {} if kind in WITHOUT_PITCHER else {"pitcher": self.name_of(play.pitcher)}
            self._append(play, self._common(play) | pitcher | {f"b{base}": [safe[base]] for base in sorted(safe)})
        if kind.ends_plate_appearance:
            self._append(play, self._plate_appearance(play))
        elif last:
            self._append(play, self._plate_appearance(play) | {"event": RUNNER_OUT, "runs": 0, "scorers": []})
        if kind.ends_plate_appearance or last:
            self.reached = {}

    def _steals(self, play: ReplayedPlay) -> None:
        """A steal is a play of its own, also one of several, or on strike three. The first has the others' runs."""
        bases = sorted(play.event.stolen, reverse=True)
        runs = [m for m in play.scored if play.event.kind is PlayKind.STOLEN_BASE or m.move.start + 1 in bases]
        for base in bases:
            stealing = next(m for m in play.moves if m.move.start == base - 1)
            own = [m for m in runs if m is stealing or (base == bases[0] and m.move.start + 1 not in bases)]
            listed = self._common(play) | {
                "event": f"Stolen Base {BASE_NAMES[base]}",
                "runs": len(own),
                "scorers": [self.name_of(m.player) for m in own],
                "o": str(play.outs_before),
            }
            if play.event.kind is not PlayKind.STOLEN_BASE:  # the error is that of the plate appearance
                listed = {key: value for key, value in listed.items() if key not in ERROR_KEYS}
            if base != HOME:
                listed[f"b{base}"] = [self.name_of(stealing.player)]
            self._append(play, listed)

    def _append(self, play: ReplayedPlay, listed: dict[str, Any]) -> None:
        halves = self.innings.setdefault(str(play.inning), {half: [] for half in HALVES})
        halves[HALVES[play.side]].append(listed)

    def _plate_appearance(self, play: ReplayedPlay) -> dict[str, Any]:
        bases = {f"b{base}": self.reached.get(base, [MISSING]) for base in (1, 2, 3)}
        listed = self._common(play) | {"pitcher": self.name_of(play.pitcher)} | bases
        batted_in = runs_batted_in(play)
        if play.event.errors and len(play.scored) > batted_in:
            listed["error_runs"] = len(play.scored) - batted_in
        return listed | ({"rbi": str(batted_in)} if batted_in else {})

    def _common(self, play: ReplayedPlay) -> dict[str, Any]:
        event, scored = play.event, play.scored
        balls, strikes = _count(play)
        listed: dict[str, Any] = {
            "runs": len(scored),
            "b": str(balls),
            "s": str(strikes),
            "o": str(play.outs),
            "away_team_runs": str(play.runs[0]),
            "home_team_runs": str(play.runs[1]),
            "scorers": [self.name_of(m.player) for m in scored if (event.kind, m.move.start) != BATTER_HOMERED],
            "batter": self.name_of(play.batter),
            "event": event_name(play),
        }
        if event.errors:
            listed["fielder_error"] = self.name_of(play.fielders[event.errors[0]])
            if listed["event"] != FIELD_ERROR:
                listed["event2"] = "Error"
        elif event.kind is PlayKind.PASSED_BALL:
            listed["fielder_error"] = self.name_of(play.fielders[CATCHER])
        return listed


def _count(play: ReplayedPlay) -> tuple[int, int]:
    """Balls and strikes with the last pitch, unless it was put in play."""
    kind, last = play.event.kind, play.pitches[-1:]
    if kind is PlayKind.STRIKEOUT:
        return play.balls, 3
    if kind in (PlayKind.WALK, PlayKind.INTENTIONAL_WALK):
        return 4, play.strikes
    if not kind.ends_plate_appearance:
        return play.balls + (last in BALLS), min(play.strikes + (last in STRIKES), 2)
    return play.balls, play.strikes


def event_name(play: ReplayedPlay) -> str:
    """What the official tables call a play."""
    event = play.event
    kind = event.kind
    runner_outs = event.outs - event.moves[BATTER].out if BATTER in event.moves else event.outs
    if kind is PlayKind.STRIKEOUT:
        return "Strikeout - DP" if runner_outs else "Strikeout"
    if kind is PlayKind.CAUGHT_STEALING:
        return f"Caught Stealing {BASE_NAMES[event.caught[0]]}"
    if kind is PlayKind.FIELDERS_CHOICE:
        safe = FIELD_ERROR if event.errors else "Fielders Choice"
        if event.sacrifice_hit:
            return "Sac Bunt"
        return GROUNDED_INTO_DP if runner_outs > 1 else "Fielders Choice Out" if runner_outs else safe
    if kind is PlayKind.ERROR:
        return "Sac Bunt" if event.sacrifice_hit else "Sac Fly" if event.sacrifice_fly else FIELD_ERROR
    if kind is PlayKind.OUT:
        return _out_name(event)
    return NAMES.get(kind, "")


def _out_name(event: PlayEvent) -> str:
    outs, modifiers = event.outs, event.modifiers
    if outs >= OUTS:
        return "Triple Play"
    if event.sacrifice_fly:
        return "Sac Fly DP" if outs > 1 else "Sac Fly"
    if event.sacrifice_hit:
        return "Sacrifice Bunt DP" if outs > 1 else "Sac Bunt"
    if outs > 1:
        return GROUNDED_INTO_DP if "GDP" in modifiers or event.trajectory == "G" else "Double Play"
    if not event.moves[BATTER].out:
        return "Forceout"
    if not event.trajectory and not event.assists and min(event.putouts, default=0) in OUTFIELD:
        return "Flyout"
    return OUT_NAMES.get(event.trajectory, "Groundout")
