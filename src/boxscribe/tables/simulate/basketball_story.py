"""The story of a basketball game: in: a table of the domain "rotowire"; out: the tokens of a recap.

All facts are those of the table, except the next opponents. A sentence is a template of `basketball_phrases`, sampled
and filled with phrases (a player's line, a team's name) that are sampled, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from boxscribe.tables.simulate import basketball_phrases as templates
from boxscribe.tables.simulate.basketball_facts import QUARTERS, BasketballSide, PlayerStats, overtimes, read_side
from boxscribe.tables.simulate.phrases import Inflected, capitalised, counted, listed, number, score
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.table import Table

UNITS = {"PTS": "point", "REB": "rebound", "AST": "assist", "STL": "steal", "BLK": "block"}
POSITIONS = {"F": "forward", "C": "center", "G": "guard"}
OVERTIMES = ("", "in overtime", "in double overtime", "in triple overtime", "in quadruple overtime")
LONGEST = 350  # tokens


@dataclass(slots=True)
class RecapWriter:
    """Writes phrases and sentences about one game, and remembers which players have been named."""

    rng: Random
    winner: BasketballSide
    loser: BasketballSide
    introduced: set[str] = field(default_factory=set)  # players whose full name has been written
    covered: set[str] = field(default_factory=set)  # players who have had a sentence

    def sentence(self, variants: Sequence[str], **fields: object) -> str:
        text = self.rng.choice(variants).format(w=self.team(self.winner), l=self.team(self.loser), **fields)
        return capitalised(text.strip())

    def team(self, side: BasketballSide) -> Inflected:
        """By its city or by its name, if the other team does not share it."""
        by_city = self.rng.random() < 0.4
        if self.winner.city == self.loser.city or self.winner.name == self.loser.name:
            by_city = self.winner.city != self.loser.city
        return Inflected(side.city if by_city else f"the {side.name}")

    def full_team(self, side: BasketballSide) -> Inflected:
        role = self.rng.choice(("", "", "", "host" if side.home else "visiting"))
        return Inflected(" ".join(f"the {role} {side.city} {side.name}".split()))

    def name(self, player: PlayerStats) -> str:
        """The full name at first, sometimes with the position, later the second name."""
        if player.name in self.introduced:
            return player.short
        self.introduced.add(player.name)
        role = f"starting {POSITIONS[player.start]} " if player.start and self.rng.random() < 0.2 else ""
        return role + player.name

    def stats(self, player: PlayerStats, shooting: float = 0.35) -> str:
        """24 points ( 8 - 14 FG , 6 - 6 FT ) , six rebounds and four assists"""
        n, points = player.n, counted(player.n["PTS"], "point")
        attempts = (("FG", "FG"), ("FG3", "3Pt"), ("FT", "FT"))
        shots = [f"{n[type + 'M']} - {n[type + 'A']} {label}" for type, label in attempts if n[type + "A"]]
        if shots and self.rng.random() < shooting:
            points += f" ( {' , '.join(shots)} )"
        least = {"REB": 3, "AST": 2, "STL": 2, "BLK": 2}
        feats = [counted(n[type], UNITS[type]) for type, bound in least.items() if n[type] >= bound]
        return listed([points, *feats[: self.rng.choice((1, 2, 3, 4))]])

    def line(self, player: PlayerStats) -> str:
        """His statistics, or the double - double that they contain."""
        tens = [type for type in UNITS if player.n[type] >= 10]
        if len(tens) > 1 and self.rng.random() < 0.8:
            kind = f"{('double', 'triple', 'quadruple', 'quintuple')[len(tens) - 2]} - double"
            feats = listed([counted(player.n[type], UNITS[type]) for type in tens])
            compound = " , ".join(f"{player.n[type]} - {UNITS[type]}" for type in tens)
            text = self.rng.choice((f"a {kind} of {feats}", f"{feats} for a {kind}", f"{Inflected(compound).a} {kind}"))
        else:
            text = self.stats(player)
        return text + self.rng.choice(("", "", "", f" in {counted(player.n['MIN'], 'minute')}"))

    def about(self, variants: Sequence[str], player: PlayerStats, side: BasketballSide, **fields: object) -> str:
        """A sentence about a player."""
        self.covered.add(player.name)
        n = player.n
        best = max(self.winner.players[0].n["PTS"], self.loser.players[0].n["PTS"])
        return self.sentence(
            variants,
            p=self.name(player),
            t=self.team(side),
            line=self.line(player),
            plain=self.stats(player),
            bare=self.stats(player, shooting=0),
            had=self.rng.choice(templates.HAD),
            points=counted(n["PTS"], "point"),
            number=number(n["PTS"]),
            high="game - high" if n["PTS"] == best else "team - high",
            minutes=counted(n["MIN"], "minute"),
            shooting=f"{n['FGM']} - of - {n['FGA']}",
            misses=number(n["FGA"] - n["FGM"]),
            shots=number(n["FGA"]),
            bench=side.bench_points,
            **fields,
        )


def opening(recap: RecapWriter) -> Iterator[str]:
    """Who beat whom, by what score, and with what records."""
    rng, winner, loser = recap.rng, recap.winner, recap.loser
    margin = winner.n["PTS"] - loser.n["PTS"]
    verbs = templates.BEAT_NARROWLY if margin <= 4 else templates.BEAT_CLEARLY if margin >= 18 else templates.BEAT
    host = winner if winner.home else loser
    template = rng.choice(templates.OPENINGS)
    star = winner.players[0]
    yield recap.sentence(
        [template],
        W=recap.full_team(winner),
        L=recap.full_team(loser),
        wr=winner.record,
        lr=loser.record,
        beat=rng.choice(verbs),
        score=score(winner.n["PTS"], loser.n["PTS"]),
        late=OVERTIMES[overtimes(winner)],
        place="at home" if winner.home else "on the road",
        venue=f"in {host.city}",
        star=recap.name(star) if "{star}" in template else "",
        points=counted(star.n["PTS"], "point"),
    )
    if "{wr}" not in template:
        yield recap.sentence(templates.RECORDS, wr=winner.record, lr=loser.record)


def course(recap: RecapWriter) -> Iterator[str]:
    """The course of the game: by halves or by quarters, and the overtime."""
    rng, winner, loser = recap.rng, recap.winner, recap.loser
    margins = {quarter: winner.points_in(quarter) - loser.points_in(quarter) for quarter in QUARTERS}
    if rng.random() < 0.75:
        yield halves(recap)
    if min(margins.values()) > 0 and rng.random() < 0.7:
        yield recap.sentence(templates.SWEEP)
    if rng.random() < 0.7:
        quarter = max(margins, key=lambda quarter: abs(margins[quarter]))
        if margins[quarter]:
            yield lead(recap, templates.QUARTER, (quarter,), nth=QUARTERS[quarter])
    three = ("QTR1", "QTR2", "QTR3")
    if winner.points_in(*three) != loser.points_in(*three) and rng.random() < 0.4:
        yield lead(recap, templates.AFTER_THREE, three)
    if overtimes(winner):
        tied = winner.points_in()
        extra = score(winner.n["PTS"] - tied, loser.n["PTS"] - tied)
        yield recap.sentence(templates.OVERTIME, tied=tied, extra=extra)


def lead(recap: RecapWriter, variants: Sequence[str], quarters: Sequence[str], **fields: object) -> str:
    """Who won these quarters (a) against whom (b), and how high."""
    a, b = sorted((recap.winner, recap.loser), key=lambda side: -side.points_in(*quarters))
    points = score(a.points_in(*quarters), b.points_in(*quarters))
    return recap.sentence(variants, a=recap.team(a), b=recap.team(b), score=points, **fields)


def halves(recap: RecapWriter) -> str:
    """The scores of both halves."""
    winner, loser = recap.winner, recap.loser
    w1, l1 = (side.points_in("QTR1", "QTR2") for side in (winner, loser))
    w2, l2 = (side.points_in("QTR3", "QTR4") for side in (winner, loser))
    first = templates.AHEAD_AT_HALF if w1 > l1 else templates.BEHIND_AT_HALF if w1 < l1 else templates.TIED_AT_HALF
    then = templates.BETTER_AFTER if w2 > l2 else templates.WORSE_AFTER if w2 < l2 else templates.EVEN_AFTER
    template = f"{recap.rng.choice(first)} {recap.rng.choice(then)}"
    they = "they" if w1 != l1 else recap.team(winner)
    half, rest = score(max(w1, l1), min(w1, l1)), score(max(w2, l2), min(w2, l2))
    return recap.sentence([template], half=half, tied=w1, rest=rest, they=they, but="and" if w1 >= l1 else "but")


def statistics(recap: RecapWriter) -> Iterator[str]:
    """Up to three comparisons of the teams."""
    sides = (recap.winner, recap.loser)
    for type, variants in recap.rng.sample(templates.COMPARISONS, recap.rng.choice((2, 2, 3))):
        a, b = sorted(sides, key=lambda side: -side.n[type])
        x, y = a.n[type], b.n[type]
        if x != y and (y > 1 or type.endswith("PCT")):
            few = number if type in ("AST", "TOV") else str
            yield recap.sentence(variants, a=recap.team(a), b=recap.team(b), x=Inflected(few(x)), y=few(y))


def players(recap: RecapWriter, side: BasketballSide, how_many: int) -> Iterator[str]:
    """The top scorer of a team, then others in the order of importance."""
    rng, top = recap.rng, side.players[0]
    alone = top.n["PTS"] > side.players[1].n["PTS"]
    yield recap.about(
        rng.choice((templates.LEADERS, templates.LEADERS, templates.HIGHS)) if alone else templates.HIGHS, top, side
    )
    yield from follow_up(recap, top)
    others = sorted(side.players[1:], key=lambda player: -(2 * player.n["PTS"] + player.n["REB"] + player.n["AST"]))
    for player in others[: how_many - 1]:
        yield recap.about(templates.OTHERS, player, side)
        yield from follow_up(recap, player)
    p, q = others[how_many - 1 : how_many + 1]
    x, y = p.n["PTS"], q.n["PTS"]
    if min(x, y) >= 10 and rng.random() < 0.6:
        recap.covered.add(q.name)
        yield recap.about(templates.PAIRS if x != y else templates.EQUALS, p, side, q=recap.name(q), y=y)
    cold = [
        player
        for player in side.players
        if player.name not in recap.covered and player.n["FGA"] >= 9 and player.n["FGM"] <= 2
    ]
    if cold:
        yield recap.about(templates.COLD, cold[0], side)


def follow_up(recap: RecapWriter, player: PlayerStats) -> Iterator[str]:
    fitting = [template for type, least, template in templates.FOLLOW_UPS if player.n[type] >= least]
    if fitting and recap.rng.random() < 0.4:
        he = recap.rng.choice(("he", "he", recap.name(player)))
        words = {type: number(value) for type, value in player.n.items()}
        yield recap.sentence([recap.rng.choice(fitting)], he=he, n=player.n, **words)


def reserves(recap: RecapWriter) -> Iterator[str]:
    """The benches, and the number of players with ten points or more."""
    rng, sides = recap.rng, [recap.winner, recap.loser]
    for side in sides:
        top, second, *_ = side.bench
        if top.name not in recap.covered and top.n["PTS"] > second.n["PTS"] >= 2 and rng.random() < 0.6:
            yield recap.about(templates.RESERVES, top, side)
    a, b = sorted(sides, key=lambda side: -side.bench_points)
    if a.bench_points > b.bench_points and rng.random() < 0.25:
        yield recap.sentence(templates.BENCHES, a=recap.team(a), b=recap.team(b), x=a.bench_points, y=b.bench_points)
    side = rng.choice(sides)
    ten = sum(player.n["PTS"] >= 10 for player in side.players)
    if ten > 1 and rng.random() < 0.25:
        yield recap.sentence(templates.DEPTH, a=recap.team(side), x=number(ten))


def write_recap(rng: Random, table: Table, league: Sequence[Team]) -> tuple[str, ...]:
    """The story of a game; `league` is used only for the next opponents."""
    winner, loser = sorted((read_side(table, team) for team in table.of_kind("team")), key=lambda side: -side.n["PTS"])
    recap = RecapWriter(rng, winner, loser)
    sentences = list(opening(recap))
    for part in rng.sample((course, statistics), 2):
        sentences += part(recap)
    sides = [(winner, rng.choice((2, 3, 3))), (loser, rng.choice((2, 2, 3)))]
    for side, how_many in sides if rng.random() < 0.75 else reversed(sides):
        sentences += players(recap, side, how_many)
    sentences += reserves(recap)
    others = [team.full_name for team in league if team.name not in (winner.name, loser.name)]
    if len(others) > 1 and rng.random() < 0.7:
        o, u = rng.sample(others, 2)
        sentences.append(recap.sentence(templates.SCHEDULE, o=f"the {o}", u=f"the {u}"))
    tokens = [sentence.split() for sentence in sentences]
    while sum(map(len, tokens)) > LONGEST:
        tokens.pop()
    return tuple(chain.from_iterable(tokens))
