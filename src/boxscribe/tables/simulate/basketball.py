"""The basketball simulator: in: a league; out: an endless stream of NBA box scores (domain "rotowire").

A game is played possession by possession. Every event (a shot, a rebound, a foul …) is counted on the line of a player,
and all other numbers of the table are sums of those lines. The player of an event is sampled in proportion to his
minutes and his habits, which persist over all games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.simulate.basketball_squads import STARTERS, BasketballLine, Lineup, Squad, Tally, line_up
from boxscribe.tables.simulate.basketball_story import write_recap
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.simulate.season import fixtures
from boxscribe.tables.table import Entity, Table

PLAYERS, TEAMS, ROUNDS, OPENING = 13, 30, 82, (10, 25)
"""The smallest squad of a team, the teams of an invented league, and the length and the first day of a season."""

MAX_OVERTIMES = 4
SCORING_TYPES = ("MIN", "PTS", "FGM", "FGA", "FG_PCT", "FG3M", "FG3A", "FG3_PCT", "FTM", "FTA", "FT_PCT")
PLAYER_TYPES = (*SCORING_TYPES, "OREB", "DREB", "REB", "AST", "TO", "STL", "BLK", "PF")
TEAM_TYPES = ("PTS", "FG_PCT", "FG3_PCT", "FT_PCT", "REB", "AST")
SIDES = {"home": FrozenDict({"side": "home"}), "away": FrozenDict({"side": "away"})}

# Probabilities per possession or event; together they give the averages of an NBA game.
TURNOVER, STOLEN = 0.137, 0.57
IDLE_FOUL, AND_ONE = 0.125, 0.045
ASSISTED_TWO, ASSISTED_THREE = 0.52, 0.80
OUT_OF_BOUNDS, OFFENSIVE_BOARD, BLOCKED = 0.105, 0.215, 0.165
HOME_EDGE = 0.0105  # added to the success probability of the home team's shots, subtracted from the visitors'
LAST_SHOT = 3  # a team that is at most so many points behind gets a last possession
URGENCY = 0.0014  # added to the success probability per point behind


def free_throws(rng: Random, shooter: BasketballLine, shots: int) -> tuple[int, bool]:
    """The points, and whether the last free throw missed."""
    hits = [rng.random() < shooter.player.free for _ in range(shots)]
    shooter.FTA += shots
    shooter.FTM += sum(hits)
    return sum(hits), not hits[-1]


def shot(rng: Random, shooter: BasketballLine, attack: Lineup, defence: Lineup, edge: float) -> tuple[int, bool]:
    """The points, with the free throw after a foul, and whether there is a rebound."""
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
    """The points of one possession of `attack`."""
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
    """A whole game: four quarters, and overtimes while it is tied."""
    home, away = line_up(rng, host), line_up(rng, guest)
    home.edge = host.attack - guest.defence + HOME_EDGE
    away.edge = guest.attack - host.defence - HOME_EDGE
    possessions = (host.possessions + guest.possessions) / 2 + rng.gauss(0, 0.7)
    for quarter in (1, 2, 3, 4):
        for _ in range(round(rng.gauss(possessions, 1))):
            turn(rng, home, away)
            turn(rng, away, home)
        leader, chaser = (home, away) if home.points > away.points else (away, home)
        if quarter == 4 and 0 < leader.points - chaser.points <= LAST_SHOT:
            turn(rng, chaser, leader)
        for lineup in (home, away):
            lineup.quarters.append(lineup.points - sum(lineup.quarters))
    for overtime in range(1, MAX_OVERTIMES + 1):
        if home.points == away.points:
            play_overtime(rng, home, away, round(possessions * 5 / 12), decisive=overtime == MAX_OVERTIMES)
    return home, away


def play_overtime(rng: Random, home: Lineup, away: Lineup, possessions: int, decisive: bool) -> None:
    """Five more minutes for the five players with most minutes; a decisive overtime lasts until one team leads."""
    while possessions > 0 or (decisive and home.points == away.points):
        turn(rng, home, away)
        turn(rng, away, home)
        possessions -= 1
    for lineup in (home, away):
        for line in sorted(lineup.lines, key=lambda line: (line.PF == 6, -line.MIN))[: len(STARTERS)]:
            line.MIN += 5


def player_entities(lineup: Lineup, side: str, first_row: int) -> Iterator[Entity]:
    """The players of a team; those who did not play have only their names."""
    for i, name in enumerate(lineup.names):
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
    """Play a game, add it to the squads' wins and losses, and make its table."""
    home, away = play(rng, host, guest)
    winner, loser = (host, guest) if home.points > away.points else (guest, host)
    winner.wins += 1
    loser.losses += 1
    date = day.strftime("%m_%d_%y")
    entities = (
        *player_entities(home, "home", first_row=len(away.names)),
        *player_entities(away, "away", first_row=0),
        team_entity(host, home, "home", "home"),
        team_entity(guest, away, "vis", "away"),
    )
    name = f"{date}-{guest.team.name}-{host.team.name}"
    return Table("rotowire", name, entities, meta={"day": date, "source": "simulated"})


def basketball(rng: Random, league: Sequence[Team], texts: bool) -> Iterator[Table]:
    """Games season after season; with `texts` each has its story."""
    schedule = fixtures(Random(rng.getrandbits(64)), len(league), ROUNDS, OPENING)
    squads = [Squad.invent(rng, team) for team in league]
    opening: date | None = None
    for fixture in schedule:
        if fixture.first_day and fixture.day != opening:
            opening = fixture.day
            for squad in squads:
                squad.wins = squad.losses = 0
        table = game_table(rng, fixture.day, squads[fixture.home], squads[fixture.away])
        seed = rng.getrandbits(64)  # also without texts, so that the following games are the same
        yield replace(table, tokens=write_recap(Random(seed), table, league)) if texts else table
