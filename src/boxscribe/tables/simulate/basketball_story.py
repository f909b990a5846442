"""The story of a basketball game: a table of the domain "rotowire" comes in, the tokens of a recap go out.

Everything that is said is read off the table, except whom the teams meet next. A sentence is a template drawn from a
table of variants and filled with phrases (a player's line, a team's name) that vary in turn. In the templates W and L
are the winners and the losers in full, w and l in short; p is a player, t his team; a and b are teams of which a has
more. The tokens stand apart, as in the corpus.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.table import Entity, Table

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
UNITS = {"PTS": "point", "REB": "rebound", "AST": "assist", "STL": "steal", "BLK": "block"}
POSITIONS = {"F": "forward", "C": "center", "G": "guard"}
QUARTERS = {"QTR1": "first", "QTR2": "second", "QTR3": "third", "QTR4": "fourth"}
OVERTIMES = ("", "in overtime", "in double overtime", "in triple overtime", "in quadruple overtime")
LONGEST = 350  # tokens

BEAT_NARROWLY = ("edged", "held off", "slipped past", "nipped", "barely beat", "squeezed by", "survived")
BEAT = ("beat", "defeated", "got past", "took care of", "topped", "knocked off", "downed", "overcame")
BEAT_CLEARLY = ("routed", "crushed", "rolled past", "overwhelmed", "cruised past", "ran away from", "dominated")

OPENINGS = (
    "{W} ( {wr} ) {beat} {L} ( {lr} ) {score} {late} {place} .",
    "{W} ( {wr} ) {beat} {L} ( {lr} ) , {score} , {venue} {late} .",
    "{W} {beat} {L} , {score} , {place} {late} .",
    "{L} ( {lr} ) lost to {W} ( {wr} ) {score} {late} {venue} .",
    "{L} ( {lr} ) did n't have enough for {W} ( {wr} ) , who won {score} {late} .",
    "{L} could not stop {W} and lost {score} {late} {venue} .",
    "{W} ( {wr} ) took {score.a} win over {L} ( {lr} ) {late} {place} .",
    "{W} walked away with {score.a} victory over {L} {late} {venue} .",
    "{W} improved to {wr} with {score.a} victory over {L} ( {lr} ) {late} {place} .",
    "{L} dropped to {lr} with {score.a} loss to {W} ( {wr} ) {late} {venue} .",
    "Playing {place} , {W} ( {wr} ) {beat} {L} ( {lr} ) by a score of {score} {late} .",
    "The final was {score} {late} {venue} , where {W} ( {wr} ) {beat} {L} ( {lr} ) .",
    "{star} scored {points} as {W} ( {wr} ) {beat} {L} ( {lr} ) {score} {late} {place} .",
    "{star} had {points} and {W} {beat} {L} , {score} , {late} {venue} .",
    "Led by {star} and his {points} , {W} ( {wr} ) {beat} {L} ( {lr} ) {score} {late} .",
    "{star} and his {points} were too much for {L} ( {lr} ) , who lost to {W} ( {wr} ) {score} {late} .",
    "{venue} , {W} ( {wr} ) {beat} {L} ( {lr} ) {late} , {score} .",
)
RECORDS = (
    "With the win , {w} improved to {wr} , while {l} dropped to {lr} .",
    "{w} {w.are} now {wr} on the season , and {l} {l.are} {lr} .",
    "The result leaves {w} at {wr} and {l} at {lr} .",
    "{w} moved to {wr} , while {l} fell to {lr} .",
)
AHEAD_AT_HALF = (
    "{w} led {half} at halftime",
    "{w} took {half.a} lead into the break",
    "It was {half} in favor of {w} at the half",
    "{w} went into the locker room with {half.a} advantage",
)
BEHIND_AT_HALF = (
    "{w} trailed {half} at halftime",
    "{w} {w.were} down {half} at the break",
    "{w} went into the locker room on the wrong end of {half.a} score",
)
TIED_AT_HALF = ("The teams were tied at {tied} at halftime", "It was {half} at the half", "The first half ended {half}")
BETTER_AFTER = (
    ", {but} {they} outscored {l} {rest} in the second half .",
    ", {but} {they} won the second half , {rest} .",
    ", {but} {they} had the better of the second half , {rest} .",
)
WORSE_AFTER = (
    ", but {l} won the second half , {rest} .",
    ", before {l} outscored them {rest} over the next two quarters .",
)
EVEN_AFTER = (", and the second half was even at {rest} .", ", and it was {rest} over the next two quarters .")
QUARTER = (
    "{a} won the {nth} quarter {score} .",
    "{a} outscored {b} {score} in the {nth} quarter .",
    "The {nth} quarter went to {a} , {score} .",
    "{a.own} best stretch was the {nth} quarter , which they won {score} .",
    "In the {nth} quarter , {a} had {score.a} edge over {b} .",
)
AFTER_THREE = (
    "{a} led {score} after three quarters .",
    "{a} carried {score.a} lead into the final quarter .",
    "Heading into the fourth quarter , {a} {a.were} up {score} .",
)
SWEEP = ("{w} won all four quarters .", "{w} outscored {l} in every quarter .")
OVERTIME = (
    "It was {tied} - {tied} at the end of regulation , and {w} outscored {l} {extra} from there .",
    "The teams were tied at {tied} after four quarters , before {w} won the extra time {extra} .",
    "Regulation ended at {tied} - {tied} , but {w} had {extra.a} edge after that .",
)
SHOOTING = (
    "{a} shot {x} percent from the field , while {b} made {y} percent of their shots .",
    "{a} hit {x} percent of their field goals , compared to {y} percent for {b} .",
    "{a} finished at {x} percent from the floor , and {b} at {y} percent .",
    "From the field , {a} shot {x} percent and {b} {y} percent .",
)
THREES = (
    "{a} made {x} percent of their three - pointers , {b} {y} percent .",
    "From beyond the arc , {a} shot {x} percent to {b.own} {y} percent .",
    "{a} connected on {x} percent of their three - point attempts , while {b} {b.were} at {y} percent .",
)
FREE_THROWS = (
    "{a} converted {x} percent of their free throws , and {b} {y} percent .",
    "At the free - throw line , {a} shot {x} percent and {b} {y} percent .",
    "{a} went {x} percent from the charity stripe , compared to {y} percent for {b} .",
)
REBOUNDS = (
    "{a} won the rebounding battle , {x} - {y} .",
    "{a} outrebounded {b} {x} - {y} .",
    "On the boards , {a} had {x.a} - {y} advantage .",
    "{a} pulled down {x} rebounds , while {b} grabbed {y} .",
)
ASSISTS = (
    "{a} handed out {x} assists , and {b} had {y} .",
    "{a} finished with {x} assists to {b.own} {y} .",
    "There were {x} assists for {a} and {y} for {b} .",
)
TURNOVERS = (
    "{a} turned the ball over {x} times , {b} {y} times .",
    "{a} committed {x} turnovers , while {b} had {y} .",
    "{b} gave the ball away {y} times , compared to {x} turnovers by {a} .",
)
COMPARISONS = (
    ("FG_PCT", SHOOTING),
    ("FG3_PCT", THREES),
    ("FT_PCT", FREE_THROWS),
    ("REB", REBOUNDS),
    ("AST", ASSISTS),
    ("TOV", TURNOVERS),
)
LEADERS = (
    "{p} led {t} with {line} .",
    "{p} led the way for {t} , finishing with {line} .",
    "{p} paced {t} with {line} .",
    "{t} {t.were} led by {p} , who {had} {line} .",
    "{t.own} top scorer was {p} with {line} .",
    "Nobody scored more for {t} than {p} , who {had} {line} .",
    "For {t} , {p} was the leading scorer with {line} .",
)
HIGHS = ("{p} {had} a {high} {plain} for {t} .", "For {t} , {p} {had} a {high} {plain} .")
OTHERS = (
    "{p} added {line} .",
    "{p} {had} {line} .",
    "{p} {had} {line} for {t} .",
    "{p} chipped in with {line} .",
    "{p} followed with {line} .",
    "{p} also played a part , with {line} .",
    "{p} , who was on the floor for {minutes} , {had} {plain} .",
    "{p} went {shooting} from the field and {had} {bare} .",
)
RESERVES = (
    "Off the bench , {p} {had} {line} for {t} .",
    "{p} came off {t.own} bench and {had} {line} .",
    "{p} scored the most among {t.own} reserves , with {line} .",
    "{t.own} bench scored {bench} points , led by {p} with {number} .",
)
COLD = (
    "{p} was held to {points} on {shooting} shooting .",
    "{p} struggled with his shot , going {shooting} from the field for {points} .",
    "{p} missed {misses} of his {shots} shots and ended up with {points} .",
)
PAIRS = (
    "{p} and {q} scored {number} and {y} points , respectively .",
    "{p} had {points} and {q} {y} .",
    "{p} ( {points} ) and {q} ( {y} points ) also scored in double figures .",
)
EQUALS = ("{p} and {q} scored {points} each .", "{p} and {q} both finished with {points} .")
BENCHES = (
    "{a.own} bench outscored {b.own} {x} - {y} .",
    "The reserves scored {x} points for {a} and {y} for {b} .",
)
DEPTH = ("{a} had {x} players in double figures .", "{x} players scored in double figures for {a} .")
FOLLOW_UPS = (  # what he needs at least of which type
    ("FG3M", 3, "{he} made {FG3M} of his {FG3A} shots from beyond the arc ."),
    ("FTM", 5, "{he} went {n[FTM]} - of - {n[FTA]} at the free - throw line ."),
    ("STL", 3, "{he} also came up with {STL} steals ."),
    ("BLK", 3, "{he} also blocked {BLK} shots ."),
    ("OREB", 4, "{he} grabbed {OREB} of his rebounds on the offensive glass ."),
    ("TO", 5, "{he} also turned the ball over {TO} times ."),
    ("MIN", 40, "{he} stayed on the floor for {MIN} minutes ."),
    ("PF", 6, "{he} fouled out ."),
)
SCHEDULE = (
    "{w.own} next game is against {o} , while {l} will take on {u} .",
    "Up next for {w} are {o} , and {l} will meet {u} .",
    "{w} will face {o} next , and {l} will try to bounce back against {u} .",
    "{w} will look to build on this win against {o} .",
    "{l} will hope for a better result in their next game , when they meet {o} .",
)
HAD = (
    *("had", "finished with", "posted", "recorded", "tallied", "put up", "totaled"),
    *("registered", "collected", "contributed", "provided", "ended up with"),
)


def number(n: int) -> str:
    """Small numbers in words, as the corpus has them."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def count(n: int, unit: str) -> str:
    return f"{number(n)} {unit}" if n == 1 else f"{number(n)} {unit}s"


def listing(items: Sequence[str]) -> str:
    return " and ".join(filter(None, (" , ".join(items[:-1]), items[-1])))


class Phrase(str):
    """A team or a score, and the words that agree with it: "the Foxes" were many, "Reno" was one."""

    __slots__ = ()

    @property
    def were(self) -> str:
        return "were" if self.startswith("the ") else "was"

    @property
    def are(self) -> str:
        return "are" if self.startswith("the ") else "is"

    @property
    def own(self) -> str:
        return f"{self} '" if self.endswith("s") else f"{self} 's"

    @property
    def a(self) -> str:
        return f"an {self}" if self[0] == "8" or self.split()[0] in ("11", "18") else f"a {self}"


def score(*points: int) -> Phrase:
    return Phrase(" - ".join(map(str, points)))


@dataclass(frozen=True, slots=True)
class Man:
    """A player who took part: his names, and his numbers by record type."""

    name: str
    short: str  # the name without its first word, where that is clear
    start: str
    n: dict[str, int]


@dataclass(frozen=True, slots=True)
class Side:
    """A team: its names, its numbers by record type (without "TEAM-"), and its players, the best scorer first."""

    city: str
    name: str
    home: bool
    n: dict[str, int]
    men: list[Man]

    def points_in(self, *quarters: str) -> int:
        return sum(self.n[f"PTS_{quarter}"] for quarter in quarters or QUARTERS)

    @property
    def record(self) -> str:
        return score(self.n["WINS"], self.n["LOSSES"])

    @property
    def bench(self) -> list[Man]:
        return [man for man in self.men if not man.start]

    @property
    def bench_points(self) -> int:
        return sum(man.n["PTS"] for man in self.bench)


def read_side(table: Table, team: Entity) -> Side:
    """What the table says of one team."""
    surnames = [entity.name.partition(" ")[2] or entity.name for entity in table.entities]
    surnames += [entity.value("TEAM-CITY") or "" for entity in table.of_kind("team")]
    men = []
    for entity in table.of_kind("player"):
        if entity.features["side"] == team.features["side"] and entity.value("MIN"):
            short = entity.name.partition(" ")[2]
            n = {record.type: int(record.value) for record in entity.records if record.value.isdigit()}
            clear = short and surnames.count(short) == 1
            men.append(Man(entity.name, short if clear else entity.name, entity.value("START_POSITION") or "", n))
    men.sort(key=lambda man: -man.n["PTS"])
    n = {record.type.removeprefix("TEAM-"): int(record.value) for record in team.records if record.value.isdigit()}
    city, name = team.value("TEAM-CITY") or "", team.value("TEAM-NAME") or ""
    return Side(city, name, team.features["side"] == "home", n, men)


@dataclass(slots=True)
class Teller:
    """Phrases and sentences about one game; keeps in mind which players have been named."""

    rng: Random
    winner: Side
    loser: Side
    named: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)

    def say(self, variants: Sequence[str], **fields: object) -> str:
        text = self.rng.choice(variants).format(w=self.team(self.winner), l=self.team(self.loser), **fields)
        text = text.strip()
        return text[0].upper() + text[1:]

    def team(self, side: Side) -> Phrase:
        """By its city or by its name, if the other team does not share it."""
        by_city = self.rng.random() < 0.4
        if self.winner.city == self.loser.city or self.winner.name == self.loser.name:
            by_city = self.winner.city != self.loser.city
        return Phrase(side.city if by_city else f"the {side.name}")

    def full_team(self, side: Side) -> Phrase:
        role = self.rng.choice(("", "", "", "host" if side.home else "visiting"))
        return Phrase(" ".join(f"the {role} {side.city} {side.name}".split()))

    def player(self, man: Man) -> str:
        """In full at first, sometimes with his role, and by his second name from then on."""
        if man.name in self.named:
            return man.short
        self.named.add(man.name)
        role = f"starting {POSITIONS[man.start]} " if man.start and self.rng.random() < 0.2 else ""
        return role + man.name

    def stats(self, man: Man, shooting: float = 0.35) -> str:
        """24 points ( 8 - 14 FG , 6 - 6 FT ) , six rebounds and four assists"""
        n, points = man.n, count(man.n["PTS"], "point")
        attempts = (("FG", "FG"), ("FG3", "3Pt"), ("FT", "FT"))
        shots = [f"{n[type + 'M']} - {n[type + 'A']} {label}" for type, label in attempts if n[type + "A"]]
        if shots and self.rng.random() < shooting:
            points += f" ( {' , '.join(shots)} )"
        least = {"REB": 3, "AST": 2, "STL": 2, "BLK": 2}
        feats = [count(n[type], UNITS[type]) for type, bound in least.items() if n[type] >= bound]
        return listing([points, *feats[: self.rng.choice((1, 2, 3, 4))]])

    def line(self, man: Man) -> str:
        """His statistics, or the double - double that they contain."""
        marks = [type for type in UNITS if man.n[type] >= 10]
        if len(marks) > 1 and self.rng.random() < 0.8:
            kind = f"{('double', 'triple', 'quadruple', 'quintuple')[len(marks) - 2]} - double"
            feats = listing([count(man.n[type], UNITS[type]) for type in marks])
            compound = " , ".join(f"{man.n[type]} - {UNITS[type]}" for type in marks)
            text = self.rng.choice((f"a {kind} of {feats}", f"{feats} for a {kind}", f"{Phrase(compound).a} {kind}"))
        else:
            text = self.stats(man)
        return text + self.rng.choice(("", "", "", f" in {count(man.n['MIN'], 'minute')}"))

    def about(self, variants: Sequence[str], man: Man, side: Side, **fields: object) -> str:
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
            had=self.rng.choice(HAD),
            points=count(n["PTS"], "point"),
            number=number(n["PTS"]),
            high="game - high" if n["PTS"] == best else "team - high",
            minutes=count(n["MIN"], "minute"),
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
    verbs = BEAT_NARROWLY if margin <= 4 else BEAT_CLEARLY if margin >= 18 else BEAT
    host = winner if winner.home else loser
    template = rng.choice(OPENINGS)
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
        points=count(star.n["PTS"], "point"),
    )
    if "{wr}" not in template:
        yield teller.say(RECORDS, wr=winner.record, lr=loser.record)


def overtimes(side: Side) -> int:
    """The line score has no column for them, but the minutes tell: five more for five players."""
    return (sum(man.n["MIN"] for man in side.men) - 240) // 25


def course(teller: Teller) -> Iterator[str]:
    """How the game went: by halves or by quarters, and through overtime."""
    rng, winner, loser = teller.rng, teller.winner, teller.loser
    margins = {quarter: winner.points_in(quarter) - loser.points_in(quarter) for quarter in QUARTERS}
    if rng.random() < 0.75:
        yield halves(teller)
    if min(margins.values()) > 0 and rng.random() < 0.7:
        yield teller.say(SWEEP)
    if rng.random() < 0.7:
        quarter = max(margins, key=lambda quarter: abs(margins[quarter]))
        if margins[quarter]:
            yield lead(teller, QUARTER, (quarter,), nth=QUARTERS[quarter])
    three = ("QTR1", "QTR2", "QTR3")
    if winner.points_in(*three) != loser.points_in(*three) and rng.random() < 0.4:
        yield lead(teller, AFTER_THREE, three)
    if overtimes(winner):
        tied = winner.points_in()
        extra = score(winner.n["PTS"] - tied, loser.n["PTS"] - tied)
        yield teller.say(OVERTIME, tied=tied, extra=extra)


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
    first = AHEAD_AT_HALF if w1 > l1 else BEHIND_AT_HALF if w1 < l1 else TIED_AT_HALF
    then = BETTER_AFTER if w2 > l2 else WORSE_AFTER if w2 < l2 else EVEN_AFTER
    template = f"{teller.rng.choice(first)} {teller.rng.choice(then)}"
    they = "they" if w1 != l1 else teller.team(winner)
    half, rest = score(max(w1, l1), min(w1, l1)), score(max(w2, l2), min(w2, l2))
    return teller.say([template], half=half, tied=w1, rest=rest, they=they, but="and" if w1 >= l1 else "but")


def statistics(teller: Teller) -> Iterator[str]:
    """Up to three comparisons of the teams."""
    sides = (teller.winner, teller.loser)
    for type, variants in teller.rng.sample(COMPARISONS, teller.rng.choice((2, 2, 3))):
        a, b = sorted(sides, key=lambda side: -side.n[type])
        x, y = a.n[type], b.n[type]
        if x != y and (y > 1 or type.endswith("PCT")):
            few = number if type in ("AST", "TOV") else str
            yield teller.say(variants, a=teller.team(a), b=teller.team(b), x=Phrase(few(x)), y=few(y))


def players(teller: Teller, side: Side, how_many: int) -> Iterator[str]:
    """The top scorer of a team, then those who did most besides."""
    rng, top = teller.rng, side.men[0]
    alone = top.n["PTS"] > side.men[1].n["PTS"]
    yield teller.about(rng.choice((LEADERS, LEADERS, HIGHS)) if alone else HIGHS, top, side)
    yield from follow_up(teller, top)
    others = sorted(side.men[1:], key=lambda man: -(2 * man.n["PTS"] + man.n["REB"] + man.n["AST"]))
    for man in others[: how_many - 1]:
        yield teller.about(OTHERS, man, side)
        yield from follow_up(teller, man)
    p, q = others[how_many - 1 : how_many + 1]
    x, y = p.n["PTS"], q.n["PTS"]
    if min(x, y) >= 10 and rng.random() < 0.6:
        teller.told.add(q.name)
        yield teller.about(PAIRS if x != y else EQUALS, p, side, q=teller.player(q), y=y)
    cold = [man for man in side.men if man.name not in teller.told and man.n["FGA"] >= 9 and man.n["FGM"] <= 2]
    if cold:
        yield teller.about(COLD, cold[0], side)


def follow_up(teller: Teller, man: Man) -> Iterator[str]:
    fitting = [template for type, least, template in FOLLOW_UPS if man.n[type] >= least]
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
            yield teller.about(RESERVES, top, side)
    a, b = sorted(sides, key=lambda side: -side.bench_points)
    if a.bench_points > b.bench_points and rng.random() < 0.25:
        yield teller.say(BENCHES, a=teller.team(a), b=teller.team(b), x=a.bench_points, y=b.bench_points)
    side = rng.choice(sides)
    ten = sum(man.n["PTS"] >= 10 for man in side.men)
    if ten > 1 and rng.random() < 0.25:
        yield teller.say(DEPTH, a=teller.team(side), x=number(ten))


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
        sentences.append(teller.say(SCHEDULE, o=f"the {o}", u=f"the {u}"))
    tokens = [sentence.split() for sentence in sentences]
    while sum(map(len, tokens)) > LONGEST:
        tokens.pop()
    return tuple(chain.from_iterable(tokens))
