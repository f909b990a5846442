"""Baseball clubs: in: a team of the league; out: its players with their abilities and roles."""

from dataclasses import dataclass, field
from random import Random

from boxscribe.tables.simulate.rosters import Team

ROTATION, RELIEVERS, BENCH = 5, 5, 3
PLAYERS = 9 + BENCH + ROTATION + RELIEVERS  # the smallest squad of a team
ROWS = 46  # per side in the MLB layout: home players from 0, visitors from 46
POSITIONS = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "DH")

HITS = {"Single": 1, "Double": 2, "Triple": 3, "Home Run": 4}  # bases
# Outcome → share of plate appearances in the league, spread among batters, among pitchers. The rest are balls in play.
OUTCOMES = {
    "Strikeout": (0.200, 0.20, 0.18),
    "Walk": (0.074, 0.25, 0.22),
    "Hit By Pitch": (0.009, 0.30, 0.20),
    "Home Run": (0.0265, 0.40, 0.18),
    "Triple": (0.004, 0.40, 0.05),
    "Double": (0.045, 0.15, 0.08),
    "Single": (0.145, 0.09, 0.06),
}
LEAGUE = tuple(share for share, _, _ in OUTCOMES.values())
SEASON = ("ab", "bb", "h", "hbp", "sf", "tb", "p_er", "outs", "p_w", "p_l", "p_sv")  # totals over the games


@dataclass(slots=True, eq=False)
class BaseballPlayer:
    """A player: constant abilities, and the totals of the season."""

    name: str
    rates: tuple[float, ...]  # frequency of each outcome relative to the league
    speed: float
    glove: float  # errors relative to the league
    season: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEASON, 0))


@dataclass(slots=True)
class Club:
    """A team with its roles, which are constant; the pitchers rotate."""

    team: Team
    members: list[BaseballPlayer]  # in row order
    order: list[tuple[BaseballPlayer, str]]  # batting order, with the positions in the field
    bench: list[BaseballPlayer]
    rotation: list[BaseballPlayer]  # the next starter first
    bullpen: list[BaseballPlayer]  # the most rested first; without the closer
    closer: BaseballPlayer


def club_of(rng: Random, team: Team) -> Club:
    names = tuple(dict.fromkeys(team.players))[:ROWS]
    pitchers = ROTATION + RELIEVERS + (len(names) - PLAYERS) // 2
    strength = rng.gauss(0, 0.045)  # of the team: more hits, fewer hits allowed
    members = [
        _player(rng, name, strength, pitcher=number >= len(names) - pitchers) for number, name in enumerate(names)
    ]
    batters, arms = members[:-pitchers], members[-pitchers:]
    order = list(zip(batters[:9], rng.sample(POSITIONS, 9), strict=True))
    return Club(team, members, order, batters[9:], arms[:ROTATION], arms[ROTATION:-1], arms[-1])


def _player(rng: Random, name: str, strength: float, pitcher: bool) -> BaseballPlayer:
    column, help = (2, -strength) if pitcher else (1, strength)
    rates = tuple(
        rng.lognormvariate((help if outcome in HITS else 0) - spread[column] ** 2 / 2, spread[column])
        for outcome, spread in OUTCOMES.items()
    )
    return BaseballPlayer(name, rates, speed=rng.uniform(0.4, 1.6), glove=rng.uniform(0.5, 1.5))
