"""The story of a basketball game: a table of the domain "rotowire" comes in, the tokens of a recap go out.

Everything that is said is read off the table, except whom the teams meet next. A sentence is a template drawn from the
variants of `basketball_phrases` and filled with phrases (a player's line, a team's name) that vary in turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from boxscribe.tables.simulate import basketball_phrases as ways
from boxscribe.tables.simulate.basketball_facts import QUARTERS, BasketballSide, PlayerStats, overtimes, read_side
from boxscribe.tables.simulate.phrases import Phrase, capitalised, counted, listed, number, score
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.table import Table

UNITS = {"PTS": "point", "REB": "rebound", "AST": "assist", "STL": "steal", "BLK": "block"}
POSITIONS = {"F": "forward", "C": "center", "G": "guard"}
OVERTIMES = ("", "in overtime", "in double overtime", "in triple overtime", "in quadruple overtime")
LONGEST = 350  # tokens


@dataclass(slots=True)
class Teller:
    """Phrases and sentences about one game; keeps in mind which players have been named."""

    rng: Random
    winner: BasketballSide
    loser: BasketballSide
    named: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)

    def say(self, variants: Sequence[str], **fields: object) -> str:
        text = self.rng.choice(variants).format(w=self.team(self.winner), l=self.team(self.loser), **fields)
        return capitalised(text.strip())

    def team(self, side: BasketballSide) -> Phrase:
        """By its city or by its name, if the other team does not share it."""
        by_city = self.rng.random() < 0.4
        if self.winner.city == self.loser.city or self.winner.name == self.loser.name:
            by_city = self.winner.city != self.loser.city
        return Phrase(side.city if by_city else f"the {side.name}")

    def full_team(self, side: BasketballSide) -> Phrase:
        role = self.rng.choice(("", "", "", "host" if side.home else "visiting"))
        return Phrase(" ".join(f"the {role} {side.city} {side.name}".split()))

    def player(self, man: PlayerStats) -> str:
        """In full at first, sometimes with his role, and by his second name from then on."""
        if man.name in self.named:
            return man.short
        self.named.add(man.name)
        role = f"starting {POSITIONS[man.start]} " if man.start and self.rng.random() < 0.2 else ""
        return role + man.name

    def stats(self, man: PlayerStats, shooting: float = 0.35) -> str:
        """24 points ( 8 - 14 FG , 6 - 6 FT ) , six rebounds and four assists"""
        n, points = man.n, counted(man.n["PTS"], "point")
        attempts = (("FG", "FG"), ("FG3", "3Pt"), ("FT", "FT"))
        shots = [f"{n[type + 'M']} - {n[type + 'A']} {label}" for type, label in attempts if n[type + "A"]]
        if shots and self.rng.random() < shooting:
            points += f" ( {' , '.join(shots)} )"
        least = {"REB": 3, "AST": 2, "STL": 2, "BLK": 2}
        feats = [counted(n[type], UNITS[type]) for type, bound in least.items() if n[type] >= bound]
        return listed([points, *feats[: self.rng.choice((1, 2, 3, 4))]])

    def line(self, man: PlayerStats) -> str:
        """His statistics, or the double - double that they contain."""
        marks = [type for type in UNITS if man.n[type] >= 10]
        if len(marks) > 1 and self.rng.random() < 0.8:
            kind = f"{('double', 'triple', 'quadruple', 'quintuple')[len(marks) - 2]} - double"
            feats = listed([counted(man.n[type], UNITS[type]) for type in marks])
            compound = " , ".join(f"{man.n[type]} - {UNITS[type]}" for type in marks)
            text = self.rng.choice((f"a {kind} of {feats}", f"{feats} for a {kind}", f"{Phrase(compound).a} {kind}"))
        else:
            text = self.stats(man)
        return text + self.rng.choice(("", "", "", f" in {counted(man.n['MIN'], 'minute')}"))

    def about(self, variants: Sequence[str], man: PlayerStats, side: BasketballSide, **fields: object) -> str:
        """A sentence about a player."""
        self.told.add(man.name)
        n = man.n
        best = max(self.winner.men[0].n["PTS"], self.loser.men[0].n["PTS"])
        return self.say(
            variants,
            p=self.player(man),
            t=self.team(side),
            line=self.line(man),
            plain=self.stats(man),
            bare=self.stats(man, shooting=0),
            had=self.rng.choice(ways.HAD),
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


def opening(teller: Teller) -> Iterator[str]:
    """Who beat whom, by what score, and with what records."""
    rng, winner, loser = teller.rng, teller.winner, teller.loser
    margin = winner.n["PTS"] - loser.n["PTS"]
    verbs = ways.BEAT_NARROWLY if margin <= 4 else ways.BEAT_CLEARLY if margin >= 18 else ways.BEAT
    host = winner if winner.home else loser
    template = rng.choice(ways.OPENINGS)
    star = winner.men[0]
    yield teller.say(
        [template],
        W=teller.full_team(winner),
        L=teller.full_team(loser),
        wr=winner.record,
        lr=loser.record,
        beat=rng.choice(verbs),
        score=score(winner.n["PTS"], loser.n["PTS"]),
        late=OVERTIMES[overtimes(winner)],
        place="at home" if winner.home else "on the road",
        venue=f"in {host.city}",
        star=teller.player(star) if "{star}" in template else "",
        points=counted(star.n["PTS"], "point"),
    )
    if "{wr}" not in template:
        yield teller.say(ways.RECORDS, wr=winner.record, lr=loser.record)


def course(teller: Teller) -> Iterator[str]:
    """How the game went: by halves or by quarters, and through overtime."""
    rng, winner, loser = teller.rng, teller.winner, teller.loser
    margins = {quarter: winner.points_in(quarter) - loser.points_in(quarter) for quarter in QUARTERS}
    if rng.random() < 0.75:
        yield halves(teller)
    if min(margins.values()) > 0 and rng.random() < 0.7:
        yield teller.say(ways.SWEEP)
    if rng.random() < 0.7:
        quarter = max(margins, key=lambda quarter: abs(margins[quarter]))
        if margins[quarter]:
            yield lead(teller, ways.QUARTER, (quarter,), nth=QUARTERS[quarter])
    three = ("QTR1", "QTR2", "QTR3")
    if winner.points_in(*three) != loser.points_in(*three) and rng.random() < 0.4:
        yield lead(teller, ways.AFTER_THREE, three)
    if overtimes(winner):
        tied = winner.points_in()
        extra = score(winner.n["PTS"] - tied, loser.n["PTS"] - tied)
        yield teller.say(ways.OVERTIME, tied=tied, extra=extra)


def lead(teller: Teller, variants: Sequence[str], quarters: Sequence[str], **fields: object) -> str:
    """Who won these quarters (a) against whom (b), and how high."""
    a, b = sorted((teller.winner, teller.loser), key=lambda side: -side.points_in(*quarters))
    points = score(a.points_in(*quarters), b.points_in(*quarters))
    return teller.say(variants, a=teller.team(a), b=teller.team(b), score=points, **fields)


def halves(teller: Teller) -> str:
    """Half-time, and what became of it."""
    winner, loser = teller.winner, teller.loser
    w1, l1 = (side.points_in("QTR1", "QTR2") for side in (winner, loser))
    w2, l2 = (side.points_in("QTR3", "QTR4") for side in (winner, loser))
    first = ways.AHEAD_AT_HALF if w1 > l1 else ways.BEHIND_AT_HALF if w1 < l1 else ways.TIED_AT_HALF
    then = ways.BETTER_AFTER if w2 > l2 else ways.WORSE_AFTER if w2 < l2 else ways.EVEN_AFTER
    template = f"{teller.rng.choice(first)} {teller.rng.choice(then)}"
    they = "they" if w1 != l1 else teller.team(winner)
    half, rest = score(max(w1, l1), min(w1, l1)), score(max(w2, l2), min(w2, l2))
    return teller.say([template], half=half, tied=w1, rest=rest, they=they, but="and" if w1 >= l1 else "but")


def statistics(teller: Teller) -> Iterator[str]:
    """Up to three comparisons of the teams."""
    sides = (teller.winner, teller.loser)
    for type, variants in teller.rng.sample(ways.COMPARISONS, teller.rng.choice((2, 2, 3))):
        a, b = sorted(sides, key=lambda side: -side.n[type])
        x, y = a.n[type], b.n[type]
        if x != y and (y > 1 or type.endswith("PCT")):
            few = number if type in ("AST", "TOV") else str
            yield teller.say(variants, a=teller.team(a), b=teller.team(b), x=Phrase(few(x)), y=few(y))


def players(teller: Teller, side: BasketballSide, how_many: int) -> Iterator[str]:
    """The top scorer of a team, then those who did most besides."""
    rng, top = teller.rng, side.men[0]
    alone = top.n["PTS"] > side.men[1].n["PTS"]
    yield teller.about(rng.choice((ways.LEADERS, ways.LEADERS, ways.HIGHS)) if alone else ways.HIGHS, top, side)
    yield from follow_up(teller, top)
    others = sorted(side.men[1:], key=lambda man: -(2 * man.n["PTS"] + man.n["REB"] + man.n["AST"]))
    for man in others[: how_many - 1]:
        yield teller.about(ways.OTHERS, man, side)
        yield from follow_up(teller, man)
    p, q = others[how_many - 1 : how_many + 1]
    x, y = p.n["PTS"], q.n["PTS"]
    if min(x, y) >= 10 and rng.random() < 0.6:
        teller.told.add(q.name)
        yield teller.about(ways.PAIRS if x != y else ways.EQUALS, p, side, q=teller.player(q), y=y)
    cold = [man for man in side.men if man.name not in teller.told and man.n["FGA"] >= 9 and man.n["FGM"] <= 2]
    if cold:
        yield teller.about(ways.COLD, cold[0], side)


def follow_up(teller: Teller, man: PlayerStats) -> Iterator[str]:
    fitting = [template for type, least, template in ways.FOLLOW_UPS if man.n[type] >= least]
    if fitting and teller.rng.random() < 0.4:
        he = teller.rng.choice(("he", "he", teller.player(man)))
        words = {type: number(value) for type, value in man.n.items()}
        yield teller.say([teller.rng.choice(fitting)], he=he, n=man.n, **words)


def reserves(teller: Teller) -> Iterator[str]:
    """The benches, and how many players scored much."""
    rng, sides = teller.rng, [teller.winner, teller.loser]
    for side in sides:
        top, second, *_ = side.bench
        if top.name not in teller.told and top.n["PTS"] > second.n["PTS"] >= 2 and rng.random() < 0.6:
            yield teller.about(ways.RESERVES, top, side)
    a, b = sorted(sides, key=lambda side: -side.bench_points)
    if a.bench_points > b.bench_points and rng.random() < 0.25:
        yield teller.say(ways.BENCHES, a=teller.team(a), b=teller.team(b), x=a.bench_points, y=b.bench_points)
    side = rng.choice(sides)
    ten = sum(man.n["PTS"] >= 10 for man in side.men)
    if ten > 1 and rng.random() < 0.25:
        yield teller.say(ways.DEPTH, a=teller.team(side), x=number(ten))


def recap(rng: Random, table: Table, league: Sequence[Team]) -> tuple[str, ...]:
    """The story of a game; `league` only for whom the teams meet next."""
    winner, loser = sorted((read_side(table, team) for team in table.of_kind("team")), key=lambda side: -side.n["PTS"])
    teller = Teller(rng, winner, loser)
    sentences = list(opening(teller))
    for part in rng.sample((course, statistics), 2):
        sentences += part(teller)
    told = [(winner, rng.choice((2, 3, 3))), (loser, rng.choice((2, 2, 3)))]
    for side, how_many in told if rng.random() < 0.75 else reversed(told):
        sentences += players(teller, side, how_many)
    sentences += reserves(teller)
    others = [team.full_name for team in league if team.name not in (winner.name, loser.name)]
    if len(others) > 1 and rng.random() < 0.7:
        o, u = rng.sample(others, 2)
        sentences.append(teller.say(ways.SCHEDULE, o=f"the {o}", u=f"the {u}"))
    tokens = [sentence.split() for sentence in sentences]
    while sum(map(len, tokens)) > LONGEST:
        tokens.pop()
    return tuple(chain.from_iterable(tokens))
