"""The facts of a basketball story: in: a table of the domain "rotowire"; out: both sides with their players."""

from dataclasses import dataclass

from boxscribe.tables.simulate.phrases import ordinal, score
from boxscribe.tables.table import Entity, Table

QUARTERS = {f"QTR{quarter}": ordinal(quarter) for quarter in (1, 2, 3, 4)}


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """A player who played: his names, and his numbers by record type."""

    name: str
    short: str  # the name without its first word, if that is unambiguous
    start: str
    n: dict[str, int]


@dataclass(frozen=True, slots=True)
class BasketballSide:
    """A team: its names, its numbers by record type (without "TEAM-"), and its players, the best scorer first."""

    city: str
    name: str
    home: bool
    n: dict[str, int]
    players: list[PlayerStats]

    def points_in(self, *quarters: str) -> int:
        return sum(self.n[f"PTS_{quarter}"] for quarter in quarters or QUARTERS)

    @property
    def record(self) -> str:
        return score(self.n["WINS"], self.n["LOSSES"])

    @property
    def bench(self) -> list[PlayerStats]:
        return [player for player in self.players if not player.start]

    @property
    def bench_points(self) -> int:
        return sum(player.n["PTS"] for player in self.bench)


def read_side(table: Table, team: Entity) -> BasketballSide:
    """The facts of one team."""
    surnames = [entity.name.partition(" ")[2] or entity.name for entity in table.entities]
    surnames += [entity.value("TEAM-CITY") or "" for entity in table.of_kind("team")]
    players = []
    for entity in table.of_kind("player"):
        if entity.features["side"] == team.features["side"] and entity.value("MIN"):
            short = entity.name.partition(" ")[2]
            n = {record.type: int(record.value) for record in entity.records if record.value.isdigit()}
            clear = short and surnames.count(short) == 1
            players.append(
                PlayerStats(entity.name, short if clear else entity.name, entity.value("START_POSITION") or "", n)
            )
    players.sort(key=lambda player: -player.n["PTS"])
    n = {record.type.removeprefix("TEAM-"): int(record.value) for record in team.records if record.value.isdigit()}
    city, name = team.value("TEAM-CITY") or "", team.value("TEAM-NAME") or ""
    return BasketballSide(city, name, team.features["side"] == "home", n, players)


def overtimes(side: BasketballSide) -> int:
    """Their number, from the minutes of the players: five more for five of them. The line score has no column."""
    return (sum(player.n["MIN"] for player in side.players) - 240) // 25
