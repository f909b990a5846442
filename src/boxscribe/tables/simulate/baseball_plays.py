"""Plays of a baseball game: each moves runners and adds runs, outs and errors to the score sheet.

Scoring follows the official rules in a simple form. A run is unearned when an error lets it in, when its runner
reached on an error, or when the inning would have been over without errors; it is charged to the pitcher who let
the runner on base.
"""

from dataclasses import dataclass
from random import Random

from boxscribe.tables.simulate.baseball_clubs import HITS, Club
from boxscribe.tables.simulate.baseball_table import BaseballLine, Play, ScoreSheet, TeamSheet

INFIELD = ("SS", "SS", "SS", "2B", "2B", "2B", "3B", "3B", "1B", "P")  # repeated by the share of grounders
OUTFIELD = ("LF", "CF", "CF", "RF")
EXTRA_BASE = {
    (1, 1): 0.28,
    (1, 2): 0.60,
    (2, 1): 0.43,
}  # (bases of the hit, base of the runner) → probability of one base more
ERROR, ERROR_AFTER_HIT, STEAL, CAUGHT, WILD_PITCH = 0.026, 0.015, 0.08, 0.28, 0.018
DOUBLE_PLAY, FORCE_OUT, ADVANCE_ON_GROUNDOUT, TAG_UP = 0.36, 0.72, 0.55, 0.80


@dataclass(slots=True, eq=False)
class Runner:
    """A runner on base."""

    line: BaseballLine
    pitcher: BaseballLine  # who is charged with his run
    earned: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """The situation in which a pitcher came in; it decides whether he can get a save."""

    lead: int = 0
    on_base: int = 0


@dataclass(slots=True)
class BaseballSide:
    """One team during a game."""

    club: Club
    sheet: TeamSheet
    order: list[BaseballLine]
    field: dict[str, BaseballLine]  # by position
    bench: list[BaseballLine]
    bullpen: list[BaseballLine]
    closer: BaseballLine | None
    mound: BaseballLine
    pitch_limit: float
    at_bat: int = 0
    runs: int = 0
    entry: Entry = Entry()


class GameState:
    """The state of a game, and the plays that change it.

    Of the half inning: `bases` (1 to 3), `outs`, and `misplays`, errors instead of outs.
    """

    def __init__(self, rng: Random, home: BaseballSide, away: BaseballSide) -> None:
        self.rng, self.random = rng, rng.random
        self.home, self.away = home, away
        self.batting, self.fielding = away, home
        self.sheet = ScoreSheet(home.sheet, away.sheet)
        self.inning = self.outs = self.misplays = 0
        self.bases: list[Runner | None] = [None] * 4
        self.winner = self.loser = home.mound  # of record: set whenever a side takes the lead

    def walked_off(self) -> bool:
        return self.batting is self.home and self.inning >= 9 and self.home.runs > self.away.runs

    def record(self, play: Play) -> None:
        """Add a play with runs to the sheet, with the situation after it."""
        if not play.runs:
            return
        play.outs, play.inning = self.outs, self.inning
        play.side = "home" if self.batting is self.home else "away"
        play.home_runs, play.away_runs = self.home.runs, self.away.runs
        first, second, third = (runner.line.player.name if runner else "" for runner in self.bases[1:])
        play.bases = first, second, third
        self.sheet.plays.append(play)

    # --- plays

    def running_play(self, batter: BaseballLine, pitcher: BaseballLine) -> tuple[int, int]:
        """A steal of second base or a wild pitch on the first pitch; returns the count after it."""
        first, second = self.bases[1], self.bases[2]
        if first and not second and self.random() < STEAL * first.line.player.speed:
            self.bases[1] = None
            if self.random() < CAUGHT:
                first.line.counts["cs"] += 1
                self.out("SS", "C")
            else:
                first.line.counts["sb"] += 1
                self.bases[2] = first
            return (1, 0) if self.random() < 0.5 else (0, 1)
        if self.random() < WILD_PITCH:
            play = Play(batter.player.name, pitcher.player.name, "Wild Pitch", balls=1)
            self.advance(play, 1, rbi=False)
            self.record(play)
            return 1, 0
        return 0, 0

    def hit(self, play: Play, batter: Runner) -> None:
        bases = HITS[play.event]
        ahead = [base for base in (3, 2, 1) if self.bases[base]]
        runners = [runner for runner in reversed(self.bases) if runner]
        if bases == 4:  # all of its runs count, even if fewer win the game
            self.bases = [None] * 4
            for runner in (*runners, batter):
                self.score(play, runner)
            return
        needed = self.runs_left()
        if needed <= len(ahead):  # a hit that ends the game has no more bases than the winning run needs
            bases = min(bases, 4 - ahead[needed - 1])
            play.event = ("Single", "Double", "Triple")[bases - 1]
        for base, runner in zip(ahead, runners, strict=True):
            self.bases[base] = None
            extra = self.random() < EXTRA_BASE.get((bases, base), 0) * (0.5 + runner.line.player.speed / 2)
            self.move(play, runner, base + bases + extra)
        self.bases[bases] = batter
        if self.random() < ERROR_AFTER_HIT and not self.walked_off():
            self.misplay(play, self.rng.choice(OUTFIELD))
            self.advance(play, 1, rbi=False, error=True)

    def walk(self, play: Play, batter: Runner) -> None:
        """Only forced runners move."""
        first, second, third = self.bases[1:]
        if first and second and third:
            self.score(play, third)
        if first and second:
            self.bases[3] = second
        if first:
            self.bases[2] = first
        self.bases[1] = batter

    def ball_in_play(self, play: Play, batter: Runner) -> None:
        """A ball that a fielder should turn into an out: on the ground, in the outfield, or in the air nearby."""
        grounder, fly = play.event == "Groundout", play.event == "Flyout"
        position = self.rng.choice(OUTFIELD if fly else INFIELD)
        if self.random() < ERROR * self.fielding.field[position].player.glove:
            play.event = "Field Error"
            self.misplays += 1
            self.misplay(play, position)
            self.advance(play, 1, rbi=False, error=True)
            batter.earned = False
            self.bases[1] = batter
        elif grounder:
            self.grounder(play, batter, position)
        else:
            self.out(position)
            third = self.bases[3]
            if fly and third and self.outs < 3 and self.random() < TAG_UP:
                play.event = "Sac Fly"
                self.bases[3] = None
                self.score(play, third)

    def grounder(self, play: Play, batter: Runner, position: str) -> None:
        first, roll = self.bases[1], self.random()
        pivot = "2B" if position in ("SS", "3B") else "SS"
        if first and self.outs < 2 and roll < DOUBLE_PLAY:
            play.event = "Grounded Into DP"
            self.bases[1] = None
            self.out(pivot, position)
            self.out("1B", pivot)
            self.advance(play, 1, rbi=False)
        elif first and roll < FORCE_OUT:
            play.event = "Forceout"
            self.bases[1] = None
            self.out(pivot, position)
            self.advance(play, 1)
            batter.pitcher, batter.earned = first.pitcher, first.earned  # he replaces the forced runner
            self.bases[1] = batter
        else:
            self.out("1B", "" if position == "1B" else position)
            self.advance(play, ADVANCE_ON_GROUNDOUT)

    # --- parts of plays

    def advance(self, play: Play, chance: float, rbi: bool = True, error: bool = False) -> None:
        """Each runner moves up a base, by force or with this probability; after the third out none does."""
        if self.outs == 3:
            return
        for base in (3, 2, 1):
            runner = self.bases[base]
            if runner and (all(self.bases[1:base]) or chance >= 1 or self.random() < chance):
                self.bases[base] = None
                self.move(play, runner, base + 1, rbi, error)

    def move(self, play: Play, runner: Runner, to: int, rbi: bool = True, error: bool = False) -> None:
        """Move a runner to a base, home (4 or more), or the nearest free base below."""
        if to >= 4 and self.runs_left() > 0:
            self.score(play, runner, rbi, error)
            return
        to = min(to, 3)
        while self.bases[to]:
            to -= 1
        self.bases[to] = runner

    def runs_left(self) -> int:
        """How many runs can still count: the winning run of the last half inning ends the game."""
        ending = self.batting is self.home and self.inning >= 9
        return self.away.runs - self.home.runs + 1 if ending else 99

    def score(self, play: Play, runner: Runner, rbi: bool = True, error: bool = False) -> None:
        counts = runner.pitcher.counts
        runner.line.counts["r"] += 1
        counts["p_r"] += 1
        counts["p_er"] += runner.earned and not error and self.outs + self.misplays < 3
        play.runs += 1
        play.rbi += rbi
        play.error_runs += error
        if not (play.event == "Home Run" and runner.line.player.name == play.batter):
            play.scorers.append(runner.line.player.name)
        self.batting.runs += 1
        self.batting.sheet.innings[-1] += 1
        if self.batting.runs == self.fielding.runs + 1:
            self.winner, self.loser = self.batting.mound, runner.pitcher

    def out(self, putout: str, assist: str = "") -> None:
        self.outs += 1
        self.fielding.mound.counts["outs"] += 1
        self.fielding.field[putout].counts["po"] += 1
        if assist:
            self.fielding.field[assist].counts["a"] += 1

    def misplay(self, play: Play, position: str) -> None:
        fielder = self.fielding.field[position]
        fielder.counts["e"] += 1
        play.error_by = fielder.player.name
