"""What a basketball story knows: a table of the domain "rotowire" comes in, its two sides and their men go out."""

from dataclasses import dataclass

from boxscribe.tables.simulate.phrases import ordinal, score
from boxscribe.tables.table import Entity, Table

QUARTERS = {f"QTR{quarter}": ordinal(quarter) for quarter in (1, 2, 3, 4)}


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """A player who took part: his names, and his numbers by record type."""

    name: str
    short: str  # the name without its first word, where that is clear
    start: str
    n: dict[str, int]


@dataclass(frozen=True, slots=True)
class BasketballSide:
    """A team: its names, its numbers by record type (without "TEAM-"), and its players, the best scorer first."""

    city: str
    name: str
    home: bool
    n: dict[str, int]
    men: list[PlayerStats]

    def points_in(self, *quarters: str) -> int:
        return sum(self.n[f"PTS_{quarter}"] for quarter in quarters or QUARTERS)

    @property
    def record(self) -> str:
        return score(self.n["WINS"], self.n["LOSSES"])

    @property
    def bench(self) -> list[PlayerStats]:
        return [man for man in self.men if not man.start]

    @property
    def bench_points(self) -> int:
        return sum(man.n["PTS"] for man in self.bench)


def read_side(table: Table, team: Entity) -> BasketballSide:
    """What the table says of one team."""
    surnames = [entity.name.partition(" ")[2] or entity.name for entity in table.entities]
    surnames += [entity.value("TEAM-CITY") or "" for entity in table.of_kind("team")]
    men = []
    for entity in table.of_kind("player"):
        if entity.features["side"] == team.features["side"] and entity.value("MIN"):
            short = entity.name.partition(" ")[2]
            n = {record.type: int(record.value) for record in entity.records if record.value.isdigit()}
            clear = short and surnames.count(short) == 1
            men.append(
                PlayerStats(entity.name, short if clear else entity.name, entity.value("START_POSITION") or "", n)
            )
    men.sort(key=lambda man: -man.n["PTS"])
    n = {record.type.removeprefix("TEAM-"): int(record.value) for record in team.records if record.value.isdigit()}
    city, name = team.value("TEAM-CITY") or "", team.value("TEAM-NAME") or ""
    return BasketballSide(city, name, team.features["side"] == "home", n, men)


def overtimes(side: BasketballSide) -> int:
    """The line score has no column for them, but the minutes tell: five more for five players."""
    return (sum(man.n["MIN"] for man in side.men) - 240) // 25
