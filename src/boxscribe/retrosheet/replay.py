"""A game played again, record by record: runners, outs, score, counts, and who is responsible for whom.

In: the `GameRecords` of a game. Out: a `ReplayedPlay` for each of its plays, with all that the official form takes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.retrosheet.events import BATTER, HOME, WALKS, Move, PlayEvent, PlayKind, advances, parse_event
from boxscribe.retrosheet.files import FileRecord, GameRecords
from boxscribe.retrosheet.lineup import FIELD, PINCH_RUNNER, PITCHER, POSITIONS, GameLineup

AHEAD = {"20", "21", "30", "31", "32"}  # counts with which a walk is charged to the pitcher who leaves: Rule 9.16(h)
OUTS = 3  # of a half-inning; after the last, the files do not say where runners are
MAX_INNINGS = MAX_RUNS = 99
CAUGHT = ("F", "L", "P", "BF", "BL", "BP")
SHIFTING = {PlayKind.OUT, PlayKind.FIELDERS_CHOICE, PlayKind.ERROR}


@dataclass(slots=True)
class BaseRunner:
    """A runner, and the pitcher who is charged with the run if he scores."""

    player: str
    pitcher: str


class RunnerMove(NamedTuple):
    """What a runner or the batter did in a play."""

    move: Move
    player: str
    pitcher: str  # who is charged with the run


@dataclass(slots=True)
class ReplayedPlay:
    """One play and the situation after it."""

    line: int
    inning: int
    side: int  # of the batter: 0 visitors, 1 home
    batter: str
    pitcher: str
    charged_batter: str  # with a strikeout
    charged_pitcher: str  # with the batter who reaches base
    event: PlayEvent
    moves: list[RunnerMove]
    outs_before: int
    outs: int
    balls: int
    strikes: int
    pitches: str  # since the last record
    runs: tuple[int, int]  # of visitors and home
    fielders: dict[int, str]  # of the other team, position → player

    @property
    def scored(self) -> list[RunnerMove]:
        return [advanced for advanced in self.moves if advanced.move.end == HOME and not advanced.move.out]


@dataclass(slots=True)
class Replay:
    """The state of a game."""

    game: GameRecords
    lineups: tuple[GameLineup, GameLineup] = field(default_factory=lambda: (GameLineup(), GameLineup()))
    earned: dict[str, int] = field(default_factory=dict)  # pitcher → earned runs
    innings: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))  # runs by inning
    bases: dict[int, BaseRunner] = field(default_factory=dict)
    half: tuple[int, int] = (0, 0)  # inning and side of the batter
    outs: int = 0
    seen: str = ""  # the pitches of this plate appearance up to the last record
    count: str = ""  # the count then
    walk_pitcher: str = ""  # who is charged with a walk in this plate appearance
    strikeout_batter: str = ""

    @property
    def runs(self) -> tuple[int, int]:
        return sum(self.innings[0]), sum(self.innings[1])

    def plays(self) -> Iterator[ReplayedPlay]:
        """The plays in order, without those that only announce a substitution. Consume each before the next."""
        for record in self.game.records:
            try:
                if record.kind == "play":
                    play = self._play(record)
                    if play is not None:
                        yield play
                else:
                    self._other(record.kind, record.parts)
            except (InputError, ValueError, KeyError) as error:
                message = (
                    str(error)
                    if isinstance(error, InputError)
                    else f"'{record.text}' is no valid record; fetch the file again"
                )
                raise self.game.error(message, record.line) from None

    def _other(self, kind: str, parts: list[str]) -> None:
        if kind in ("start", "sub"):
            self._enter(
                parts[1], parts[2], _number(parts[3], 1), _number(parts[4], 9), _number(parts[5], PINCH_RUNNER, 1)
            )
        elif kind == "data" and parts[1] == "er":
            self.earned[parts[2]] = _number(parts[3], MAX_RUNS)
        elif kind == "radj":  # the runner on second base in extra innings
            self.next_half()
            self.bases[_number(parts[2], 3, 1)] = BaseRunner(parts[1], "")
        elif kind == "presadj":
            self.bases[_number(parts[2], 3, 1)].pitcher = parts[1]

    def _enter(self, player: str, name: str, side: int, slot: int, position: int) -> None:
        lineup = self.lineups[side]
        pitcher = lineup.fielders.get(PITCHER, "")
        replaced = lineup.enter(player, name, slot, position)
        if position == PITCHER and self.count in AHEAD and side != self.half[1]:
            self.walk_pitcher = self.walk_pitcher or pitcher
        if position == PINCH_RUNNER:
            for runner in self.bases.values():
                if runner.player == replaced:
                    runner.player = player
        elif side == self.half[1] and self.count.endswith("2"):
            self.strikeout_batter = self.strikeout_batter or replaced

    def _check_lineups(self) -> None:
        for lineup, team in zip(self.lineups, ("visitors", "home team"), strict=True):
            if absent := [name for position, name in POSITIONS.items() if position in FIELD - lineup.fielders.keys()]:
                raise InputError(f"the line-up of the {team} has no {absent[0]}; fetch the file again")

    def next_half(self) -> None:
        self.bases, self.outs = {}, 0
        self._next_batter()

    def _next_batter(self) -> None:
        self.seen = self.count = self.walk_pitcher = self.strikeout_batter = ""

    def _play(self, record: FileRecord) -> ReplayedPlay | None:
        _, inning, team, batter, count, pitches, text = record.parts
        half = _number(inning, MAX_INNINGS, 1), _number(team, 1)
        if not self.half[0]:
            self._check_lineups()
        if batter not in self.lineups[half[1]].positions:
            raise InputError(f"the player '{batter}' is in no line-up of the team that bats; correct the id")
        if half != self.half:
            if self.outs or not self.bases:
                self.next_half()
            self.half = half
            while len(self.innings[half[1]]) < half[0]:
                self.innings[half[1]].append(0)
        event = parse_event(text.strip())
        new = pitches.removeprefix(self.seen)
        self.seen, self.count = pitches, count
        if event.kind is PlayKind.NO_PLAY and not event.moves:
            return self._made(record, event, [], new, batter) if new.strip(".") else None
        before = self.outs
        moves = self._move(event, batter)
        play = self._made(record, event, moves, new, batter)
        play.outs_before = before
        if event.kind.ends_plate_appearance:
            self._next_batter()
        return play

    def _made(
        self, record: FileRecord, event: PlayEvent, moves: list[RunnerMove], new: str, batter: str
    ) -> ReplayedPlay:
        inning, side = self.half
        pitcher = self.lineups[1 - side].pitcher
        balls, strikes = (int(digit) if digit.isdigit() else 0 for digit in f"{self.count:0<2}"[:2])
        return ReplayedPlay(
            record.line, inning, side, batter, pitcher, self.strikeout_batter or batter,
            self._responsible(event), event, moves, self.outs, self.outs, balls, strikes, new, self.runs,
            self.lineups[1 - side].fielders,
        )  # fmt: skip

    def _responsible(self, event: PlayEvent) -> str:
        """The pitcher who is charged with the batter."""
        return (event.kind in WALKS and self.walk_pitcher) or self.lineups[1 - self.half[1]].pitcher

    def _move(self, event: PlayEvent, batter: str) -> list[RunnerMove]:
        """Move the runners, count outs and runs."""
        running = [*advances(event)]
        if event.kind is PlayKind.HOME_RUN:
            running = [
                Move(base, HOME) for base in sorted(self.bases, reverse=True) if base not in event.moves
            ] + running
        at_bat = BaseRunner(batter, self._responsible(event))
        moving = [(move, at_bat if move.start == BATTER else self._runner(move.start)) for move in running]
        self._shift(event, moving)
        for move, _ in moving:
            self.bases.pop(move.start, None)
        scored = 0
        for move, runner in moving:
            if move.out:
                self.outs += 1
            elif move.end == HOME:
                scored += 1
            elif move.end in self.bases and self.outs < OUTS:
                raise InputError(f"two runners are on base {move.end}; correct the play")
            else:
                self.bases[move.end] = runner
        self.innings[self.half[1]][-1] += scored
        return [RunnerMove(move, runner.player, runner.pitcher) for move, runner in moving]

    def _runner(self, base: int) -> BaseRunner:
        if base not in self.bases:
            raise InputError(f"no runner is on base {base}; correct the play")
        runner = self.bases[base]
        runner.pitcher = runner.pitcher or self.lineups[1 - self.half[1]].pitcher
        return runner

    def _shift(self, event: PlayEvent, moving: list[tuple[Move, BaseRunner]]) -> None:
        """Charge runners by their number, not as persons: Rule 9.16(g).

        Where a ground ball puts out a runner, pitchers who have left keep their number of runners: those who are left
        are charged in the order of the bases. A runner who is put out after a catch is out by his own running.
        """
        caught = event.moves[BATTER].out and event.trajectory in CAUGHT if event.kind in SHIFTING else True
        if caught or not any(move.out for move in event.moves.values() if move.start != BATTER):
            return
        standing = [(base, runner) for base, runner in self.bases.items() if base not in event.moves]
        everybody = sorted(
            [*standing, *((move.start, runner) for move, runner in moving)], key=lambda placed: placed[0], reverse=True
        )
        pitchers = [runner.pitcher or self.lineups[1 - self.half[1]].pitcher for _, runner in everybody]
        out = {move.start for move, _ in moving if move.out}
        for (_, runner), pitcher in zip(
            [placed for placed in everybody if placed[0] not in out], pitchers, strict=False
        ):
            runner.pitcher = pitcher


def _number(text: str, most: int, least: int = 0) -> int:
    """A whole number within limits; a ValueError for all else."""
    if not (text.isdecimal() and len(text) < 4 and least <= int(text) <= most):
        raise ValueError(text)
    return int(text)
