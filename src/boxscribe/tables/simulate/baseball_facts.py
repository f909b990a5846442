"""The facts of a baseball story: in: a table of the domain "mlb"; out: the cells of both sides and the plays."""

from collections.abc import Iterable
from dataclasses import dataclass

from boxscribe.tables.simulate.phrases import score
from boxscribe.tables.table import Entity, Table

OTHER = {"home": "away", "away": "home"}


@dataclass(frozen=True, slots=True)
class ScoringPlay:
    """A scoring play, as the batting team sees it."""

    side: str
    inning: int
    event: str
    batter: str
    pitcher: str
    error_by: str
    scorers: list[str]
    runs: int
    error_runs: int
    before: tuple[int, int]  # own runs, the other's
    after: tuple[int, int]

    @property
    def turns(self) -> bool:
        """Whether it tied the game or changed the lead."""
        return self.before[0] <= self.before[1] and self.after[0] >= self.after[1]


class StatLine(dict[str, str]):
    """The cells of one player or team; a count that is not in the table is 0."""

    def count(self, type: str) -> int:
        return int(self.get(type, 0))

    @property
    def outs(self) -> int:
        return 3 * self.count("p_ip1") + int(self.get("p_ip2", "0")[0])


class BaseballFacts:
    """Both sides ("home" and "away") and the scoring plays in order; `players` are those who took part."""

    def __init__(self, table: Table) -> None:
        entities = [
            (entity, StatLine((record.type, record.value) for record in entity.records)) for entity in table.entities
        ]
        self.teams = {entity.features["side"]: stats for entity, stats in entities if entity.kind == "team"}
        self.players = {
            side: {
                entity.name: stats
                for entity, stats in entities
                if entity.kind == "player" and "pos" in stats and entity.features["side"] == side
            }
            for side in self.teams
        }
        self.plays = _plays(entity for entity, _ in entities if entity.kind == "play")
        self.winner = next(side for side, team in self.teams.items() if team["result"] == "win")
        self.loser = OTHER[self.winner]
        runs = {side: team.count("team_runs") for side, team in self.teams.items()}
        self.margin = runs[self.winner] - runs[self.loser]
        self.score = score(runs[self.winner], runs[self.loser])
        self.innings = sum(type.startswith("inn") for type in self.teams["away"])


def _plays(entities: Iterable[Entity]) -> list[ScoringPlay]:
    plays, score = [], {"home": 0, "away": 0}
    for entity in entities:
        cells = StatLine((record.type, record.value) for record in entity.records)
        side = entity.features["side"]
        after = {"home": cells.count("home_team_runs"), "away": cells.count("away_team_runs")}
        plays.append(
            ScoringPlay(
                side,
                cells.count("inning"),
                cells["event"],
                cells["batter"],
                cells["pitcher"],
                cells.get("fielder_error", ""),
                entity.values("scorers"),
                cells.count("runs"),
                cells.count("error_runs"),
                (score[side], score[OTHER[side]]),
                (after[side], after[OTHER[side]]),
            )
        )
        score = after
    return plays
