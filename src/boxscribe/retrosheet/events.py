"""The grammar of one play: the event text of a `play` record → a `PlayEvent`.

    BASIC[+RUNNING][/MODIFIER…][.ADVANCE;ADVANCE…]         S8/L89S.2-H;1-3(E8/TH)

The grammar is published at https://www.retrosheet.org/eventfile.htm. Fielders are the digits 1 (pitcher) to 9 (right
field), bases 1 to 3 and H; B is the batter. Marks of uncertain or outstanding plays (`#`, `?`, `!`) and of hard or soft
hit balls (`+`, `-` at the end of a modifier) carry nothing that a table has.

Nothing here knows who is on base; `replay` does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from boxscribe.errors import InputError

BATTER, HOME = 0, 4
BASES = {"B": BATTER, "1": 1, "2": 2, "3": 3, "H": HOME}


class PlayKind(Enum):
    """What happened, by the basic event. Those after CATCHER_INTERFERENCE leave the batter at the plate."""

    STRIKEOUT = "K"
    WALK = "W"
    INTENTIONAL_WALK = "IW"
    HIT_BY_PITCH = "HP"
    SINGLE = "S"
    DOUBLE = "D"
    TRIPLE = "T"
    HOME_RUN = "HR"
    ERROR = "E"
    FIELDERS_CHOICE = "FC"
    OUT = "out"
    CATCHER_INTERFERENCE = "C"
    STOLEN_BASE = "SB"
    CAUGHT_STEALING = "CS"
    PICKOFF = "PO"
    PICKED_OFF_STEALING = "POCS"
    WILD_PITCH = "WP"
    PASSED_BALL = "PB"
    BALK = "BK"
    DEFENSIVE_INDIFFERENCE = "DI"
    OTHER_ADVANCE = "OA"
    FOUL_ERROR = "FLE"
    NO_PLAY = "NP"

    @property
    def ends_plate_appearance(self) -> bool:
        return self in ENDS_PLATE_APPEARANCE


HITS = {PlayKind.SINGLE: 1, PlayKind.DOUBLE: 2, PlayKind.TRIPLE: 3, PlayKind.HOME_RUN: HOME}  # → bases
WALKS = {PlayKind.WALK, PlayKind.INTENTIONAL_WALK}
ENDS_PLATE_APPEARANCE = {
    PlayKind.STRIKEOUT, *WALKS, PlayKind.HIT_BY_PITCH, *HITS, PlayKind.ERROR, PlayKind.FIELDERS_CHOICE, PlayKind.OUT,
    PlayKind.CATCHER_INTERFERENCE,
}  # fmt: skip
SIMPLE = {
    "HP": PlayKind.HIT_BY_PITCH, "WP": PlayKind.WILD_PITCH, "PB": PlayKind.PASSED_BALL, "BK": PlayKind.BALK,
    "DI": PlayKind.DEFENSIVE_INDIFFERENCE, "OA": PlayKind.OTHER_ADVANCE, "NP": PlayKind.NO_PLAY,
    "W": PlayKind.WALK, "IW": PlayKind.INTENTIONAL_WALK, "I": PlayKind.INTENTIONAL_WALK,
    "C": PlayKind.CATCHER_INTERFERENCE,
}  # fmt: skip
TO_FIRST = {*WALKS, PlayKind.HIT_BY_PITCH, PlayKind.CATCHER_INTERFERENCE}
RUNNING = {
    "SB": PlayKind.STOLEN_BASE, "CS": PlayKind.CAUGHT_STEALING, "POCS": PlayKind.PICKED_OFF_STEALING,
    "PO": PlayKind.PICKOFF,
}  # fmt: skip

_MARKS = str.maketrans("", "", "#!?")
_OUTSIDE = re.compile(r"/(?![^(]*\))")  # a slash that is in no parentheses
_HIT = re.compile(r"(S|DGR|D|T|HR|H)([1-9]*)")
_ERROR = re.compile(r"([1-9]*)E([1-9])")
_CHOICE = re.compile(r"FC([1-9]?)")
_STRIKEOUT = re.compile(r"K([1-9]*)")
_SEGMENT = re.compile(r"([1-9]*)(?:\(([B123])\))?")
_OUTS = re.compile(r"(?:[1-9]+(?:\([B123]\))*)+")
_RUNNING = re.compile(r"(SB|POCS|CS|PO)([123H])((?:\([^)]*\))*)")
_ADVANCE = re.compile(r"([B123])([-X])([123H])((?:\([^)]*\))*)")
_FIELDERS = re.compile(r"([1-9]*)(?:E([1-9]))?(?:/.*)?")
_TRAJECTORY = re.compile(r"(B?[GFLP])(?:[0-9].*|[-+]*|DP|TP)")


class Move(NamedTuple):
    """A runner, or the batter (start 0), reaches a base or is put out on the way to it."""

    start: int
    end: int
    out: bool = False
    rbi: bool | None = None  # as the file says; None: by the rule of the play
    error: bool = False  # made possible by an error


@dataclass(slots=True)
class PlayEvent:
    """A play, as far as its text tells it."""

    kind: PlayKind
    running: tuple[PlayKind, ...] = ()  # what runners did, for a steal or after the + of a strikeout or walk
    stolen: tuple[int, ...] = ()  # the bases that were stolen
    caught: tuple[int, ...] = ()  # the bases that runners failed to steal, also those who were safe on an error
    modifiers: frozenset[str] = frozenset()
    trajectory: str = ""  # G, F, L or P; BG, BP or BL for bunts
    moves: dict[int, Move] = field(default_factory=dict)  # by start
    putouts: list[int] = field(default_factory=list)
    assists: list[int] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)  # the fielders, in the order of the text

    @property
    def outs(self) -> int:
        return sum(move.out for move in self.moves.values())

    @property
    def sacrifice_hit(self) -> bool:
        return "SH" in self.modifiers

    @property
    def sacrifice_fly(self) -> bool:
        return "SF" in self.modifiers

    @property
    def at_bat(self) -> bool:
        """Whether the plate appearance counts as an at-bat."""
        return (
            self.kind.ends_plate_appearance
            and self.kind not in TO_FIRST
            and not (self.sacrifice_hit or self.sacrifice_fly)
        )

    def move(self, start: int, end: int, out: bool = False, rbi: bool | None = None, error: bool = False) -> None:
        self.moves[start] = Move(start, end, out, rbi, error)

    def credit(self, fielders: str, before: str = "") -> str:
        """An out by these fielders: the last has the putout, the others assists; `before` threw to the first.

        Returns the last fielder.
        """
        *assisting, last = list(fielders)
        if before and before != fielders[0]:
            assisting.insert(0, before)
        self.assists += map(int, dict.fromkeys(assisting))
        self.putouts.append(int(last))
        return last

    def misplay(self, assisting: str, fielder: str) -> None:
        """An error, and assists of those who had thrown to its fielder."""
        self.assists += map(int, dict.fromkeys(assisting))
        self.errors.append(int(fielder))


@lru_cache(maxsize=16_384)
def parse_event(text: str) -> PlayEvent:
    """The play of an event text; an InputError where it does not follow the grammar. Callers must not change it."""
    main, _, advances = text.translate(_MARKS).partition(".")
    basic, *modifiers = _OUTSIDE.split(main.rstrip("+-"))
    first, _, second = basic.partition("+")
    event = _basic(first, text)
    event.modifiers = frozenset(modifier.rstrip("+-") for modifier in modifiers)
    event.trajectory = next((found[1] for m in modifiers if (found := _TRAJECTORY.fullmatch(m.rstrip("+-")))), "")
    for modifier in modifiers:
        if found := _ERROR.fullmatch(modifier):
            event.misplay(found[1], found[2])
    if second:
        _after_plus(event, second, text)
    explicit = [_advance(event, advance, text) for advance in advances.split(";") if advance]
    for move in explicit:
        event.moves[move.start] = move
    if event.kind is PlayKind.STRIKEOUT:
        _finish_strikeout(event)
    return event


def _basic(basic: str, text: str) -> PlayEvent:
    """The basic event: its kind, the moves and the fielding that it implies."""
    if basic in SIMPLE:
        event = PlayEvent(SIMPLE[basic])
        if event.kind in TO_FIRST:
            event.move(BATTER, 1)
    elif found := _STRIKEOUT.fullmatch(basic):
        event = PlayEvent(PlayKind.STRIKEOUT)
        event.move(BATTER, 1, out=True)
        if found[1]:
            event.credit(found[1])
    elif found := _HIT.fullmatch(basic):
        event = PlayEvent(PlayKind({"H": "HR", "DGR": "D"}.get(found[1], found[1])))
        event.move(BATTER, HITS[event.kind])
    elif found := _ERROR.fullmatch(basic):
        event = PlayEvent(PlayKind.ERROR)
        event.misplay(found[1], found[2])
        event.move(BATTER, 1, error=True)
    elif _CHOICE.fullmatch(basic):
        event = PlayEvent(PlayKind.FIELDERS_CHOICE)
        event.move(BATTER, 1)
    elif basic.startswith("FLE") and basic[3:].isdigit():
        event = PlayEvent(PlayKind.FOUL_ERROR, errors=[int(basic[3])])
    elif _OUTS.fullmatch(basic):
        event = _outs(basic)
    elif basic.startswith(("SB", "CS", "PO")):
        event = _runners(PlayEvent(PlayKind.STOLEN_BASE), basic, text)
        event.kind = event.running[0]
    else:
        raise InputError(f"'{text}' is no play of the published grammar; correct it")
    return event


def _outs(basic: str) -> PlayEvent:
    """Outs of a ball in play: 63, 64(1)3, 8(B)84(2), 54(1)."""
    event = PlayEvent(PlayKind.OUT)
    last, batter = "", False
    for fielders, runner in _SEGMENT.findall(basic):
        if fielders:
            last = event.credit(fielders, last)
        if runner:
            event.move(BASES[runner], BASES[runner] + 1, out=True)
        elif fielders:
            event.move(BATTER, 1, out=True)
            batter = True
    if not batter and BATTER not in event.moves:
        event.move(BATTER, 1)
    return event


def _after_plus(event: PlayEvent, second: str, text: str) -> None:
    """What happened beside a strikeout or a walk: K+SB2, W+WP, K+E2."""
    if second in SIMPLE:
        event.running = (SIMPLE[second],)
    elif found := _ERROR.fullmatch(second):
        event.misplay(found[1], found[2])
    else:
        _runners(event, second, text)


def _runners(event: PlayEvent, plays: str, text: str) -> PlayEvent:
    """Steals and pickoffs: SB3;SB2, CS2(26), CS2(2E6), PO1(E1/TH), POCS2(136)."""
    for play in plays.split(";"):
        found = _RUNNING.fullmatch(play)
        if found is None:
            raise InputError(f"'{text}' is no play of the published grammar; correct it")
        kind, base = RUNNING[found[1]], BASES[found[2]]
        event.running = (*event.running, kind)
        start = base if kind is PlayKind.PICKOFF else base - 1
        if kind is PlayKind.STOLEN_BASE:
            event.stolen = (*event.stolen, base)
            event.move(start, base)
            continue
        if kind is not PlayKind.PICKOFF:
            event.caught = (*event.caught, base)
        out, error = _fielding(event, found[3], tried=True)
        if out or kind is not PlayKind.PICKOFF:
            event.move(start, base, out, error=error)
    return event


def _advance(event: PlayEvent, advance: str, text: str) -> Move:
    """An explicit advance: 2-H(NR)(UR), 1X3(95), BX2(8E4)."""
    found = _ADVANCE.fullmatch(advance)
    if found is None:
        raise InputError(f"'{advance}' of '{text}' is no advance of the published grammar; correct it")
    start, end = BASES[found[1]], BASES[found[3]]
    groups = _groups(found[4])
    rbi = True if "RBI" in groups else False if {"NR", "NORBI"} & {*groups} else None
    out, error = _fielding(event, found[4], tried=found[2] == "X")
    before = event.moves.get(start)
    return Move(start, end, out, rbi, error or (before is not None and before.error))


def _fielding(event: PlayEvent, parentheses: str, tried: bool) -> tuple[bool, bool]:
    """Add the credits of (26), (2E6) or (E5/TH). Returns whether the runner is out, and whether there was an error.

    `tried` is whether an out was tried; an error undoes it unless other fielders complete it.
    """
    out, error = False, False
    for group in _groups(parentheses):
        found = _FIELDERS.fullmatch(group)
        if found is None or not (found[1] or found[2]):
            continue
        if found[2]:
            event.misplay(found[1], found[2])
            error = True
        elif tried:
            event.credit(found[1])
            out = True
    return tried and (out or not error), error


def _groups(parentheses: str) -> list[str]:
    return parentheses[1:-1].split(")(") if parentheses else []


def _finish_strikeout(event: PlayEvent) -> None:
    """The catcher has the putout of a strikeout unless another is named or the batter runs."""
    batter = event.moves[BATTER]
    if batter.out and batter.end == 1 and not _named_putout(event):
        event.putouts.append(2)


def _named_putout(event: PlayEvent) -> bool:
    """Whether the fielders of all outs are named."""
    return len(event.putouts) >= event.outs


def advances(event: PlayEvent) -> Iterator[Move]:
    """The moves of a play, those of the runners nearest to home first."""
    return (event.moves[start] for start in sorted(event.moves, reverse=True))
