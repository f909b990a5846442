"""Basketball games that add up: a league comes in, an endless stream of NBA box scores (domain "rotowire") goes out.

A game is played possession by possession. Every event (a shot, a rebound, a foul …) is booked on the line of the player
who caused it, and everything else in the table is a sum of those lines, so the sums cannot be wrong. Who takes part in
an event is drawn by the players' minutes and their habits, which persist through the stream: a star stays a star.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import accumulate
from random import Random

from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.simulate.basketball_story import recap
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.simulate.season import fixtures
from boxscribe.tables.table import Entity, Table

PLAYERS, TEAMS, ROUNDS, OPENING = 13, 30, 82, (10, 25)
"""What a league needs at least per team, what an invented one has, and the length and the first day of a season."""

STARTERS = "FFCGG"
MAX_OVERTIMES = 4
SCORING_TYPES = ("MIN", "PTS", "FGM", "FGA", "FG_PCT", "FG3M", "FG3A", "FG3_PCT", "FTM", "FTA", "FT_PCT")
PLAYER_TYPES = (*SCORING_TYPES, "OREB", "DREB", "REB", "AST", "TO", "STL", "BLK", "PF")
TEAM_TYPES = ("PTS", "FG_PCT", "FG3_PCT", "FT_PCT", "REB", "AST")
SIDES = {"home": FrozenDict({"side": "home"}), "away": FrozenDict({"side": "away"})}

# How often things happen, per possession or per event; together they give the averages of an NBA game.
TURNOVER, STOLEN = 0.137, 0.57
IDLE_FOUL, AND_ONE = 0.125, 0.045
ASSISTED_TWO, ASSISTED_THREE = 0.52, 0.80
OUT_OF_BOUNDS, OFFENSIVE_BOARD, BLOCKED = 0.105, 0.215, 0.165
HOME_EDGE = 0.0105  # added to the host's chance of every shot, taken from the visitors'
ALL_ROUNDER = 0.06  # share of the players who pass and rebound like two
LAST_SHOT = 3  # points behind with which a team still gets a last chance to tie
URGENCY = 0.0014  # per point behind: who trails plays harder, who leads eases off

# Per position, how often a player is involved in 36 minutes (shots … fouls), and how he shoots.
HABITS = ("shot", "assist", "defensive", "offensive", "turnover", "steal", "block", "foul")
POSITIONS = {
    "G": ((14.0, 5.2, 3.5, 0.7, 2.4, 1.3, 0.35, 2.5), {"far": 0.41, "two": 0.475, "drawn": 0.10, "free": 0.80}),
    "F": ((13.0, 2.6, 5.5, 1.6, 1.9, 1.1, 0.8, 2.9), {"far": 0.35, "two": 0.49, "drawn": 0.11, "free": 0.76}),
    "C": ((11.5, 2.0, 8.4, 3.6, 2.0, 0.9, 2.0, 3.5), {"far": 0.09, "two": 0.53, "drawn": 0.135, "free": 0.69}),
}
BENCH_MINUTES = (24, 20.5, 17, 13.5, 10, 6.5, 4)
STARTER_MINUTES = (36, 34, 32, 30, 28)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody's lasting abilities."""

    name: str
    position: str
    talent: float
    habits: tuple[float, ...]  # as HABITS
    far: float  # share of the shots that are three-pointers
    two: float  # chance of a two-pointer …
    three: float
    drawn: float  # … and of being fouled instead of shooting
    free: float

    @classmethod
    def invent(cls, rng: Random, name: str, position: str) -> "Player":
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
    """A team and its lasting abilities; the season's wins and losses."""

    team: Team
    players: list[Player]  # the best first
    attack: float  # added to the chance of every own shot …
    defence: float  # … and taken from the opponents'
    pace: float  # possessions in a quarter
    wins: int = 0
    losses: int = 0

    @classmethod
    def invent(cls, rng: Random, team: Team) -> "Squad":
        names = list(dict.fromkeys(team.players))
        positions = [STARTERS[i % len(STARTERS)] for i in range(len(names))]
        players = [Player.invent(rng, *who) for who in zip(names, positions, strict=True)]
        players.sort(key=lambda player: -player.talent)
        return cls(team, players, rng.gauss(0, 0.013), rng.gauss(0, 0.013), rng.gauss(24.3, 0.6))


@dataclass(slots=True, eq=False)
class Tally:
    """What a box score counts, of a player or of a whole team."""

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
    """Rounded half up, and 0 where there was no attempt, as RotoWire has it."""
    return (200 * made + attempted) // (2 * attempted) if attempted else 0


@dataclass(slots=True, eq=False, kw_only=True)
class Line(Tally):
    """One player's line of the box score, as it grows during a game."""

    player: Player
    start: str  # starting position, "" for the bench
    two: float  # chances of the day
    three: float


@dataclass(slots=True)
class Lineup:
    """One team in one game: who plays, who watches, and the points so far."""

    lines: list[Line]
    idle: list[str]
    chances: dict[str, list[float]]  # per habit, the lines' cumulative weights
    edge: float = 0.0  # added to the chance of every shot in this game
    points: int = 0
    quarters: list[int] = field(default_factory=list)

    def pick(self, rng: Random, habit: str) -> Line:
        weights = self.chances[habit]
        return self.lines[bisect(weights, rng.random() * weights[-1], 0, len(weights) - 1)]

    def foul(self, rng: Random) -> None:
        """The more fouls a player has, the more careful he plays; there is no seventh."""
        line = self.pick(rng, "foul")
        if rng.random() * 6 >= line.PF:
            line.PF += 1


def line_up(rng: Random, squad: Squad) -> Lineup:
    """Up to three players are missing; the best of the others start, 8 to 12 play, 9 to 13 are listed."""
    missing = set(rng.sample(range(len(squad.players)), rng.choice((0, 0, 1, 1, 2, 3))))
    fit = [player for i, player in enumerate(squad.players) if i not in missing]
    starters: list[Player] = []
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
        lines.append(Line(player=player, start=STARTERS[i : i + 1], two=two, three=three))
    share_minutes(rng, lines)
    weights = [[line.MIN * rng.lognormvariate(0, 0.15) * habit for habit in line.player.habits] for line in lines]
    for row in weights:
        row[0] *= rng.lognormvariate(0, 0.15)  # shots: some nights are a player's own
    columns = zip(*weights, strict=True)
    chances = {habit: list(accumulate(column)) for habit, column in zip(HABITS, columns, strict=True)}
    return Lineup(lines, [player.name for player in idle[: listed - playing]], chances)


def share_minutes(rng: Random, lines: list[Line]) -> None:
    """240 minutes among those who play: most for the best, for everyone at least one."""
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


def free_throws(rng: Random, shooter: Line, shots: int) -> tuple[int, bool]:
    """Points, and whether the last one missed."""
    hits = [rng.random() < shooter.player.free for _ in range(shots)]
    shooter.FTA += shots
    shooter.FTM += sum(hits)
    return sum(hits), not hits[-1]


def shot(rng: Random, shooter: Line, attack: Lineup, defence: Lineup, edge: float) -> tuple[int, bool]:
    """Points (with the free throw of a foul during the shot), and whether the ball is up for a rebound."""
    far = rng.random() < shooter.player.far
    shooter.FGA += 1
    shooter.FG3A += far
    if rng.random() >= (shooter.three if far else shooter.two) + edge:
        if not far and rng.random() < BLOCKED:
            defence.pick(rng, "block").BLK += 1
        return 0, True
    shooter.FGM += 1
    shooter.FG3M += far
    if rng.random() < (ASSISTED_THREE if far else ASSISTED_TWO):
        while (helper := attack.pick(rng, "assist")) is shooter:
            pass
        helper.AST += 1
    points = 3 if far else 2
    if rng.random() >= AND_ONE:
        return points, False
    defence.foul(rng)
    extra, missed = free_throws(rng, shooter, 1)
    return points + extra, missed


def possession(rng: Random, attack: Lineup, defence: Lineup, edge: float) -> int:
    """The points that `attack` makes until the ball changes hands."""
    if rng.random() < IDLE_FOUL:
        defence.foul(rng)
    if rng.random() < TURNOVER:
        attack.pick(rng, "turnover").TO += 1
        if rng.random() < STOLEN:
            defence.pick(rng, "steal").STL += 1
        return 0
    points = 0
    while True:
        shooter = attack.pick(rng, "shot")
        if rng.random() < shooter.player.drawn:
            defence.foul(rng)
            scored, missed = free_throws(rng, shooter, 2)
        else:
            scored, missed = shot(rng, shooter, attack, defence, edge)
        points += scored
        bounce = rng.random()
        if not missed or bounce < OUT_OF_BOUNDS:
            return points
        if bounce > OUT_OF_BOUNDS + OFFENSIVE_BOARD:
            defence.pick(rng, "defensive").DREB += 1
            return points
        attack.pick(rng, "offensive").OREB += 1


def turn(rng: Random, attack: Lineup, defence: Lineup) -> None:
    behind = defence.points - attack.points
    attack.points += possession(rng, attack, defence, attack.edge + URGENCY * behind)


def play(rng: Random, host: Squad, guest: Squad) -> tuple[Lineup, Lineup]:
    """A whole game: four quarters, and overtimes as long as it is tied."""
    home, away = line_up(rng, host), line_up(rng, guest)
    home.edge = host.attack - guest.defence + HOME_EDGE
    away.edge = guest.attack - host.defence - HOME_EDGE
    pace = (host.pace + guest.pace) / 2 + rng.gauss(0, 0.7)
    for quarter in (1, 2, 3, 4):
        for _ in range(round(rng.gauss(pace, 1))):
            turn(rng, home, away)
            turn(rng, away, home)
        leader, chaser = (home, away) if home.points > away.points else (away, home)
        if quarter == 4 and 0 < leader.points - chaser.points <= LAST_SHOT:
            turn(rng, chaser, leader)
        for lineup in (home, away):
            lineup.quarters.append(lineup.points - sum(lineup.quarters))
    for overtime in range(1, MAX_OVERTIMES + 1):
        if home.points == away.points:
            play_overtime(rng, home, away, round(pace * 5 / 12), decisive=overtime == MAX_OVERTIMES)
    return home, away


def play_overtime(rng: Random, home: Lineup, away: Lineup, possessions: int, decisive: bool) -> None:
    """Five more minutes for the five who play most; a decisive overtime goes on until somebody leads."""
    while possessions > 0 or (decisive and home.points == away.points):
        turn(rng, home, away)
        turn(rng, away, home)
        possessions -= 1
    for lineup in (home, away):
        for line in sorted(lineup.lines, key=lambda line: (line.PF == 6, -line.MIN))[: len(STARTERS)]:
            line.MIN += 5


def player_entities(lineup: Lineup, side: str, first_row: int) -> Iterator[Entity]:
    """Those who played with all they did; of the others only the names."""
    names = [line.player.name for line in lineup.lines] + lineup.idle
    for i, name in enumerate(names):
        values: list[tuple[str, str]] = []
        if i < len(lineup.lines):
            line = lineup.lines[i]
            if line.start:
                values.append(("START_POSITION", line.start))
            values += [(type, str(getattr(line, type))) for type in PLAYER_TYPES]
        values += zip(("FIRST_NAME", "SECOND_NAME"), name.split(), strict=False)
        yield Entity.of(str(first_row + i), name, "player", values, SIDES[side])


def team_entity(squad: Squad, lineup: Lineup, id: str, side: str) -> Entity:
    """The sums of a team's lines, and its record after the game."""
    sums = {name: sum(getattr(line, name) for line in lineup.lines) for name in Tally.__slots__}
    total = Tally(**sums)
    values = [(f"TEAM-PTS_QTR{i}", str(points)) for i, points in enumerate(lineup.quarters, 1)]
    values += [(f"TEAM-{type}", str(getattr(total, type))) for type in TEAM_TYPES]
    values += [
        ("TEAM-TOV", str(total.TO)),
        ("TEAM-WINS", str(squad.wins)),
        ("TEAM-LOSSES", str(squad.losses)),
        ("TEAM-CITY", squad.team.city),
        ("TEAM-NAME", squad.team.name),
    ]
    return Entity.of(id, squad.team.full_name, "team", values, SIDES[side])


def game_table(rng: Random, day: date, host: Squad, guest: Squad) -> Table:
    """Plays a game and books it: on the squads' records, and in a table."""
    home, away = play(rng, host, guest)
    winner, loser = (host, guest) if home.points > away.points else (guest, host)
    winner.wins += 1
    loser.losses += 1
    written = day.strftime("%m_%d_%y")
    entities = (
        *player_entities(home, "home", first_row=PLAYERS),
        *player_entities(away, "away", first_row=0),
        team_entity(host, home, "home", "home"),
        team_entity(guest, away, "vis", "away"),
    )
    name = f"{written}-{guest.team.name}-{host.team.name}"
    return Table("rotowire", name, entities, meta={"day": written, "source": "simulated"})


def basketball(rng: Random, league: Sequence[Team], texts: bool) -> Iterator[Table]:
    """Games without end, season after season; with `texts`, each with its story."""
    schedule = fixtures(Random(rng.getrandbits(64)), len(league), ROUNDS, OPENING)
    squads = [Squad.invent(rng, team) for team in league]
    opening: date | None = None
    for fixture in schedule:
        if fixture.first_day and fixture.day != opening:
            opening = fixture.day
            for squad in squads:
                squad.wins = squad.losses = 0
        table = game_table(rng, fixture.day, squads[fixture.home], squads[fixture.away])
        seed = rng.getrandbits(64)  # drawn in any case, so that texts do not change the games
        yield replace(table, tokens=recap(Random(seed), table, league)) if texts else table
