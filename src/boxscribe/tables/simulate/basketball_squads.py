"""Basketball squads: in: a team of the league; out: its players with their abilities, and a line-up for each game.

A line-up holds the lines of the box score with the minutes; the game adds the rest.
"""

from bisect import bisect
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from boxscribe.tables.simulate.rosters import Team

STARTERS = "FFCGG"
ALL_ROUNDER = 0.06  # share of players with twice the assists and rebounds

# Per position: events in 36 minutes (shots … fouls), and probabilities of shots.
HABITS = ("shot", "assist", "defensive", "offensive", "turnover", "steal", "block", "foul")
POSITIONS = {
    "G": ((14.0, 5.2, 3.5, 0.7, 2.4, 1.3, 0.35, 2.5), {"far": 0.41, "two": 0.475, "drawn": 0.10, "free": 0.80}),
    "F": ((13.0, 2.6, 5.5, 1.6, 1.9, 1.1, 0.8, 2.9), {"far": 0.35, "two": 0.49, "drawn": 0.11, "free": 0.76}),
    "C": ((11.5, 2.0, 8.4, 3.6, 2.0, 0.9, 2.0, 3.5), {"far": 0.09, "two": 0.53, "drawn": 0.135, "free": 0.69}),
}
BENCH_MINUTES = (24, 20.5, 17, 13.5, 10, 6.5, 4)
STARTER_MINUTES = (36, 34, 32, 30, 28)


@dataclass(frozen=True, slots=True)
class BasketballPlayer:
    """The constant abilities of a player."""

    name: str
    position: str
    talent: float
    habits: tuple[float, ...]  # as HABITS
    far: float  # share of three-pointers among the shots
    two: float  # success probability of a two-pointer
    three: float  # of a three-pointer
    drawn: float  # probability of being fouled instead of shooting
    free: float  # success probability of a free throw

    @classmethod
    def invent(cls, rng: Random, name: str, position: str) -> "BasketballPlayer":
        rates, shooting = POSITIONS[position]
        talent = rng.gauss(0, 1)
        habits = [rate * rng.lognormvariate(0.11 * talent, 0.32) for rate in rates]
        if rng.random() < ALL_ROUNDER:
            habits[1:3] = [2 * rate for rate in habits[1:3]]
        return cls(
            name,
            position,
            talent,
            tuple(habits),
            far=shooting["far"] * rng.uniform(0.5, 1.4),
            two=shooting["two"] + rng.gauss(0.008 * talent, 0.015),
            three=0.355 + rng.gauss(0.005 * talent, 0.02),
            drawn=shooting["drawn"] * rng.uniform(0.7, 1.4),
            free=min(0.93, shooting["free"] + rng.gauss(0, 0.06)),
        )


@dataclass(slots=True)
class Squad:
    """A team with its constant abilities, and the wins and losses of the season."""

    team: Team
    players: list[BasketballPlayer]  # the best first
    attack: float  # added to the success probability of its shots
    defence: float  # subtracted from that of the opponents' shots
    possessions: float  # in a quarter
    wins: int = 0
    losses: int = 0

    @classmethod
    def invent(cls, rng: Random, team: Team) -> "Squad":
        names = list(dict.fromkeys(team.players))
        positions = [STARTERS[i % len(STARTERS)] for i in range(len(names))]
        players = [BasketballPlayer.invent(rng, *who) for who in zip(names, positions, strict=True)]
        players.sort(key=lambda player: -player.talent)
        return cls(team, players, rng.gauss(0, 0.013), rng.gauss(0, 0.013), rng.gauss(24.3, 0.6))


@dataclass(slots=True, eq=False)
class Tally:
    """The counts of a box score, of a player or a team."""

    MIN: int = 0
    FGM: int = 0
    FGA: int = 0
    FG3M: int = 0
    FG3A: int = 0
    FTM: int = 0
    FTA: int = 0
    OREB: int = 0
    DREB: int = 0
    AST: int = 0
    TO: int = 0
    STL: int = 0
    BLK: int = 0
    PF: int = 0

    @property
    def PTS(self) -> int:
        return 2 * self.FGM + self.FG3M + self.FTM

    @property
    def REB(self) -> int:
        return self.OREB + self.DREB

    @property
    def FG_PCT(self) -> int:
        return percent(self.FGM, self.FGA)

    @property
    def FG3_PCT(self) -> int:
        return percent(self.FG3M, self.FG3A)

    @property
    def FT_PCT(self) -> int:
        return percent(self.FTM, self.FTA)


def percent(made: int, attempted: int) -> int:
    """Rounded half up; 0 without an attempt, as in RotoWire."""
    return (200 * made + attempted) // (2 * attempted) if attempted else 0


@dataclass(slots=True, eq=False, kw_only=True)
class BasketballLine(Tally):
    """One player's line of the box score, counted during a game."""

    player: BasketballPlayer
    start: str  # starting position, "" for the bench
    two: float  # success probabilities in this game
    three: float


@dataclass(slots=True)
class Lineup:
    """One team in one game: its lines, the players who do not play, and its points."""

    lines: list[BasketballLine]
    idle: list[str]
    weights: dict[str, list[float]]  # habit → cumulative weights of the lines
    edge: float = 0.0  # added to the success probability of every shot in this game
    points: int = 0
    quarters: list[int] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """All listed players; those who play come first."""
        return [line.player.name for line in self.lines] + self.idle

    def pick(self, rng: Random, habit: str) -> BasketballLine:
        weights = self.weights[habit]
        return self.lines[bisect(weights, rng.random() * weights[-1], 0, len(weights) - 1)]

    def foul(self, rng: Random) -> None:
        """A foul, less likely for players who have many; the sixth is the last."""
        line = self.pick(rng, "foul")
        if rng.random() * 6 >= line.PF:
            line.PF += 1


def line_up(rng: Random, squad: Squad) -> Lineup:
    """The line-up of a game: up to three players are missing, 8 to 12 play, 9 to 13 are listed."""
    missing = set(rng.sample(range(len(squad.players)), rng.choice((0, 0, 1, 1, 2, 3))))
    fit = [player for i, player in enumerate(squad.players) if i not in missing]
    starters: list[BasketballPlayer] = []
    for position in STARTERS:
        free = [player for player in fit if player not in starters]
        starters.append(next((player for player in free if player.position == position), free[0]))
    playing = min(len(fit), rng.choice((8, 9, 9, 10, 10, 10, 11, 11, 12)))
    listed = max(playing, rng.choice((9, 10, 11, 12, 12, 13, 13, 13, 13)))
    others = [player for player in fit if player not in starters]
    bench = others[: playing - len(starters)]
    idle = others[len(bench) :] + [squad.players[i] for i in sorted(missing)]

    lines = []
    for i, player in enumerate(starters + bench):
        two, three = player.two + rng.gauss(0, 0.025), player.three + rng.gauss(0, 0.02)
        lines.append(BasketballLine(player=player, start=STARTERS[i : i + 1], two=two, three=three))
    share_minutes(rng, lines)
    weights = [[line.MIN * rng.lognormvariate(0, 0.15) * habit for habit in line.player.habits] for line in lines]
    for row in weights:
        row[0] *= rng.lognormvariate(0, 0.15)  # shots vary most
    columns = zip(*weights, strict=True)
    cumulative = {habit: list(accumulate(column)) for habit, column in zip(HABITS, columns, strict=True)}
    return Lineup(lines, [player.name for player in idle[: listed - playing]], cumulative)


def share_minutes(rng: Random, lines: list[BasketballLine]) -> None:
    """Distribute 240 minutes among the lines: most to the best players, at least one to each."""
    best = sorted(lines[: len(STARTERS)], key=lambda line: -line.player.talent)
    order = best + lines[len(STARTERS) :]
    wishes = [max(1.0, rng.gauss(mean, 3.5)) for mean in (STARTER_MINUTES + BENCH_MINUTES)[: len(order)]]
    scale = 240 / sum(wishes)
    for line, wish in zip(order, wishes, strict=True):
        line.MIN = max(1, min(43, round(wish * scale)))
    while left := 240 - sum(line.MIN for line in lines):
        line = rng.choice(order)
        if 1 <= line.MIN + (step := 1 if left > 0 else -1) <= 44:
            line.MIN += step
