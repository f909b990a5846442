"""Baseball games played out plate appearance by plate appearance, so that every number of the table follows from plays.

In: a random generator and a league. Out: an endless stream of tables of the domain "mlb". Abilities and season totals
of the players last over the games; memory is bounded by the league.

Scoring follows the official rules in a simple form. A run is unearned when an error lets it in, when its runner
reached on an error, or when the inning would have been over without errors; it is charged to the pitcher who let
the runner on base. The designated hitter bats for the pitcher.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from boxscribe.tables.simulate.baseball_story import story
from boxscribe.tables.simulate.baseball_table import (
    HITS,
    ROWS,
    SEASON,
    Line,
    Play,
    Player,
    Sheet,
    SideSheet,
    credit,
    to_table,
)
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.simulate.season import fixtures
from boxscribe.tables.table import Table

TEAMS, ROUNDS, OPENING = 30, 162, (3, 29)
ROTATION, RELIEVERS, BENCH = 5, 5, 3
PLAYERS = 9 + BENCH + ROTATION + RELIEVERS  # the least that a team needs

POSITIONS = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "DH")
INFIELD = ("SS", "SS", "SS", "2B", "2B", "2B", "3B", "3B", "1B", "P")  # as often as grounders come to them
OUTFIELD = ("LF", "CF", "CF", "RF")

# Outcome → share of plate appearances in the league, spread of batters, spread of pitchers. The rest are balls in play.
OUTCOMES = {
    "Strikeout": (0.200, 0.20, 0.18),
    "Walk": (0.074, 0.25, 0.22),
    "Hit By Pitch": (0.009, 0.30, 0.20),
    "Home Run": (0.0265, 0.40, 0.18),
    "Triple": (0.004, 0.40, 0.05),
    "Double": (0.045, 0.15, 0.08),
    "Single": (0.145, 0.09, 0.06),
}
BALLS_IN_PLAY = {"Groundout": 0.47, "Flyout": 0.30, "Lineout": 0.10, "Pop Out": 0.13}
LEAGUE = tuple(share for share, _, _ in OUTCOMES.values())
EXTRA_BASE = {(1, 1): 0.28, (1, 2): 0.60, (2, 1): 0.43}  # (bases of the hit, runner on): takes one base more
ERROR, ERROR_AFTER_HIT, STEAL, CAUGHT, WILD_PITCH = 0.026, 0.015, 0.08, 0.28, 0.018
DOUBLE_PLAY, FORCE_OUT, ADVANCE_ON_GROUNDOUT, TAG_UP = 0.36, 0.72, 0.55, 0.80
HOME_EDGE = 1.05  # more hits for the home side


@dataclass(slots=True)
class Club:
    """A team with its roles: they last, and the pitchers take turns."""

    team: Team
    members: list[Player]  # in row order
    order: list[tuple[Player, str]]  # batting order, with the positions in the field
    bench: list[Player]
    rotation: list[Player]  # the next starter first
    bullpen: list[Player]  # the most rested first; without the closer
    closer: Player


@dataclass(slots=True, eq=False)
class Runner:
    line: Line
    pitcher: Line  # who is charged with his run
    earned: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """The situation in which a pitcher came in: it decides about a save."""

    lead: int = 0
    on_base: int = 0


@dataclass(slots=True)
class Side:
    """One team during a game."""

    club: Club
    sheet: SideSheet
    order: list[Line]
    field: dict[str, Line]  # by position
    bench: list[Line]
    bullpen: list[Line]
    closer: Line | None
    mound: Line
    pitch_limit: float
    at_bat: int = 0
    runs: int = 0
    entry: Entry = Entry()


def baseball(rng: Random, league: Sequence[Team], texts: bool) -> Iterator[Table]:
    """Game after game, season after season; with `texts` each has its story."""
    clubs = [club_of(rng, team) for team in league]
    opening = False
    for fixture in fixtures(rng, len(league), ROUNDS, OPENING):
        if fixture.first_day and not opening:
            for player in (player for club in clubs for player in club.members):
                player.season = dict.fromkeys(SEASON, 0)
        opening = fixture.first_day
        sheet = Game(rng, clubs[fixture.home], clubs[fixture.away]).play()
        table = to_table(sheet, fixture.day.strftime("%m_%d_%y"))
        seed = rng.getrandbits(64)  # drawn in any case, so that texts do not change the games that follow
        yield replace(table, tokens=story(Random(seed), table)) if texts else table


def club_of(rng: Random, team: Team) -> Club:
    names = tuple(dict.fromkeys(team.players))[:ROWS]
    pitchers = ROTATION + RELIEVERS + (len(names) - PLAYERS) // 2
    strength = rng.gauss(0, 0.045)  # of the whole team: more hits, fewer hits allowed
    members = [
        _player(rng, name, strength, pitcher=number >= len(names) - pitchers) for number, name in enumerate(names)
    ]
    batters, arms = members[:-pitchers], members[-pitchers:]
    order = list(zip(batters[:9], rng.sample(POSITIONS, 9), strict=True))
    return Club(team, members, order, batters[9:], arms[:ROTATION], arms[ROTATION:-1], arms[-1])


def _player(rng: Random, name: str, strength: float, pitcher: bool) -> Player:
    column, help = (2, -strength) if pitcher else (1, strength)
    rates = tuple(
        rng.lognormvariate((help if outcome in HITS else 0) - spread[column] ** 2 / 2, spread[column])
        for outcome, spread in OUTCOMES.items()
    )
    return Player(name, rates, speed=rng.uniform(0.4, 1.6), glove=rng.uniform(0.5, 1.5))


def _side(rng: Random, club: Club) -> Side:
    """Today's team: now and then a regular rests and a man from the bench takes his place."""
    lines = {id(player): Line(player) for player in club.members}
    starters, bench = [], list(club.bench)
    for player, position in club.order:
        if bench and rng.random() < 0.06:
            player = bench.pop(rng.randrange(len(bench)))
        starters.append(lines[id(player)].enter(position))
    starter = club.rotation.pop(0)
    club.rotation.append(starter)
    mound = lines[id(starter)].enter("P")
    field = {line.positions[0]: line for line in starters if line.positions[0] != "DH"} | {"P": mound}
    return Side(
        club,
        SideSheet(club.team, list(lines.values())),
        starters,
        field,
        [lines[id(player)] for player in bench],
        [lines[id(player)] for player in club.bullpen],
        lines[id(club.closer)],
        mound,
        pitch_limit=rng.uniform(84, 108),
    )


class Game:
    """One game. The state of the half inning: `bases` (1 to 3), `outs`, and `misplays`, errors instead of outs."""

    def __init__(self, rng: Random, home: Club, away: Club) -> None:
        self.rng, self.random = rng, rng.random
        self.home, self.away = _side(rng, home), _side(rng, away)
        self.batting, self.fielding = self.away, self.home
        self.sheet = Sheet(self.home.sheet, self.away.sheet)
        self.inning = self.outs = self.misplays = 0
        self.bases: list[Runner | None] = [None] * 4
        self.winner = self.loser = self.home.mound  # of record: set whenever a side takes the lead

    def play(self) -> Sheet:
        while self.inning < 9 or self.home.runs == self.away.runs:
            self.inning += 1
            self.half_inning(self.away, self.home)
            if self.inning < 9 or self.home.runs <= self.away.runs:
                self.half_inning(self.home, self.away)
        self.decide()
        for line in self.home.sheet.lines + self.away.sheet.lines:
            line.add_to_season()
        return self.sheet

    # --- the half inning and its managers

    def half_inning(self, batting: Side, fielding: Side) -> None:
        self.batting, self.fielding = batting, fielding
        self.outs = self.misplays = 0
        self.bases = [None] * 4
        batting.sheet.innings.append(0)
        for position, line in fielding.field.items():
            if line.positions[-1] == "PH":
                line.positions.append(position)
        fresh = True
        while self.outs < 3 and not self.walked_off():
            self.relieve(fresh)
            self.pinch_hit()
            self.plate_appearance()
            fresh = False

    def walked_off(self) -> bool:
        return self.batting is self.home and self.inning >= 9 and self.home.runs > self.away.runs

    def relieve(self, fresh: bool) -> None:
        """Send in another pitcher where the present one is spent, or a save calls for the closer."""
        side = self.fielding
        counts, lead = side.mound.counts, side.runs - self.batting.runs
        closing = fresh and side.closer is not None and self.inning >= 9 and 1 <= lead <= 3
        slack = 10 if fresh else 0  # an inning's start is the better time to change
        spent = counts["p_np"] + slack >= side.pitch_limit or counts["p_r"] >= (5 if side.pitch_limit > 60 else 4)
        if not (spent or (closing and counts["p_np"] < 95)) or not (side.bullpen or side.closer):
            return
        if side.closer is not None and (closing or not side.bullpen):
            side.mound, side.closer = side.closer, None
        else:
            side.mound = side.bullpen.pop(0)
            side.club.bullpen.remove(side.mound.player)
            side.club.bullpen.append(side.mound.player)
        side.field["P"] = side.mound.enter("P")
        side.pitch_limit = self.rng.uniform(18, 36)
        side.entry = Entry(lead, sum(runner is not None for runner in self.bases))

    def pinch_hit(self) -> None:
        side = self.batting
        out = side.order[side.at_bat]
        close = abs(side.runs - self.fielding.runs) <= 3
        if self.inning < 7 or not side.bench or not close or self.random() > 0.06:
            return
        line = side.order[side.at_bat] = side.bench.pop(0).enter("PH")
        for position, fielder in side.field.items():
            if fielder is out:
                side.field[position] = line

    # --- one plate appearance

    def plate_appearance(self) -> None:
        """Perhaps a running play on the first pitch, then the batter's outcome, then the count that it took."""
        batter, pitcher = self.batting.order[self.batting.at_bat], self.fielding.mound
        balls, strikes = self.running_play(batter, pitcher) if any(self.bases) else (0, 0)
        if self.outs == 3 or self.walked_off():  # he will lead off the next inning, if there is one
            pitcher.counts["p_np"] += 1
            pitcher.counts["p_s"] += strikes
            return
        self.batting.at_bat = (self.batting.at_bat + 1) % 9
        play = Play(batter.player.name, pitcher.player.name, self.outcome(batter, pitcher))
        event = play.event
        runner = Runner(batter, pitcher)
        if event in HITS:
            self.hit(play, runner)
        elif event == "Strikeout":
            self.out("C")
        elif event in ("Walk", "Intent Walk", "Hit By Pitch"):
            self.walk(play, runner)
        elif event == "Sac Bunt":
            self.out("1B", "P")
            self.advance(play, 1)
        else:
            self.ball_in_play(play, runner)
        self.pitches(play, pitcher, balls, strikes)
        credit(play, batter, pitcher)
        self.record(play)

    def outcome(self, batter: Line, pitcher: Line) -> str:
        close = self.inning >= 7 and abs(self.home.runs - self.away.runs) <= 1
        if close and self.bases[1] and not self.outs and self.random() < 0.10:
            return "Sac Bunt"
        if close and not self.bases[1] and any(self.bases) and self.outs and self.random() < 0.08:
            return "Intent Walk"
        roll = self.random()
        edge = HOME_EDGE if self.batting is self.home else 1.0
        for outcome, share, his, against in zip(
            OUTCOMES, LEAGUE, batter.player.rates, pitcher.player.rates, strict=True
        ):
            roll -= share * his * against * (edge if outcome in HITS else 1.0)
            if roll < 0:
                return outcome
        return self.rng.choices(tuple(BALLS_IN_PLAY), tuple(BALLS_IN_PLAY.values()))[0]

    def pitches(self, play: Play, pitcher: Line, balls: int, strikes: int) -> None:
        """The final count, at least as far as the running play's, and the pitches behind it."""
        walked, struck_out = play.event in ("Walk", "Intent Walk"), play.event == "Strikeout"
        play.balls = 4 if walked else max(balls, int(4 * self.random() ** 1.4))
        play.strikes = 3 if struck_out else max(strikes, 0 if play.event == "Intent Walk" else self.rng.randrange(3))
        thrown_strikes = play.strikes
        while play.strikes >= 2 and self.random() < 0.33:  # fouls
            thrown_strikes += 1
        hit_batter = play.event == "Hit By Pitch"
        thrown_strikes += not (walked or struck_out or hit_batter)  # the ball in play is a strike
        pitcher.counts["p_s"] += thrown_strikes
        pitcher.counts["p_np"] += play.balls + thrown_strikes + hit_batter

    def record(self, play: Play) -> None:
        """Put a play with runs on the sheet, with the situation that it left."""
        if not play.runs:
            return
        play.outs, play.inning = self.outs, self.inning
        play.side = "home" if self.batting is self.home else "away"
        play.home_runs, play.away_runs = self.home.runs, self.away.runs
        first, second, third = (runner.line.player.name if runner else "" for runner in self.bases[1:])
        play.bases = first, second, third
        self.sheet.plays.append(play)

    # --- what happens on the bases

    def running_play(self, batter: Line, pitcher: Line) -> tuple[int, int]:
        """A steal of second base or a wild pitch, on the first pitch; the count after it."""
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
        if bases == 4:  # all of its runs count, even when fewer would win the game
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
            batter.pitcher, batter.earned = first.pitcher, first.earned  # he stands in for the forced runner
            self.bases[1] = batter
        else:
            self.out("1B", "" if position == "1B" else position)
            self.advance(play, ADVANCE_ON_GROUNDOUT)

    def advance(self, play: Play, chance: float, rbi: bool = True, error: bool = False) -> None:
        """Each runner moves up a base: by force, or by this chance. After the third out nobody does."""
        if self.outs == 3:
            return
        for base in (3, 2, 1):
            runner = self.bases[base]
            if runner and (all(self.bases[1:base]) or chance >= 1 or self.random() < chance):
                self.bases[base] = None
                self.move(play, runner, base + 1, rbi, error)

    def move(self, play: Play, runner: Runner, to: int, rbi: bool = True, error: bool = False) -> None:
        """To a base, home (4 or more), or the nearest free base behind it."""
        if to >= 4 and self.runs_left() > 0:
            self.score(play, runner, rbi, error)
            return
        to = min(to, 3)
        while self.bases[to]:
            to -= 1
        self.bases[to] = runner

    def runs_left(self) -> int:
        """How many runs can still count: in the last half inning the game ends with the winning one."""
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

    # --- the pitchers' decisions

    def decide(self) -> None:
        """Win, loss and save. A starter needs five innings for a win; else it goes to the reliever who did most."""
        side = self.home if self.home.runs > self.away.runs else self.away
        starter = side.club.rotation[-1]
        winner = self.winner
        if winner.player is starter and winner.counts["outs"] < 15:
            relievers = [line for line in side.sheet.lines if "outs" in line.counts and line is not winner]
            winner = max(relievers, key=lambda line: (line.counts["outs"], -line.counts["p_r"]), default=winner)
        winner.decision = "p_win"
        self.loser.decision = "p_loss"
        last, outs, entry = side.mound, side.mound.counts["outs"], side.entry
        by_lead = outs >= 3 and entry.lead <= 3
        by_tying_run = outs >= 1 and entry.lead <= entry.on_base + 2  # it was on base, at bat or on deck
        if last is not winner and entry.lead > 0 and (by_lead or by_tying_run or outs >= 9):
            last.decision = "p_save"
