"""The declaration of a derived record type: how it is computed, how it is verbalised, and for which kind of entity.

    FIRST-HALF = { kind = "team", compute = "sum", of = ["TEAM-PTS_QTR1 + TEAM-PTS_QTR2"], … }
    MARGIN = { kind = "team", compute = "sum", of = ["TEAM-PTS - opponent.TEAM-PTS"], at_least = 1, … }
    BENCH-PTS = { kind = "team", compute = "sum", of = ["player.PTS"], where = ["no START_POSITION"], … }
    DOUBLE-FIGURES = { kind = "team", compute = "count", of = ["player"], where = ["PTS >= 10"], … }
    DOUBLE-DOUBLE = { kind = "player", compute = "reach", of = ["PTS", "REB", "AST"], reach = 10, at_least = 2, … }
    RESULT = { kind = "team", compute = "choose", values = { win = ["TEAM-PTS > opponent.TEAM-PTS"], … }, … }
    WIN-STREAK = { kind = "team", games = "with", compute = "streak", where = ["RESULT = win"], … }
    LAST10-WINS = { kind = "team", games = "with", last = 10, compute = "count", where = ["RESULT = win"], … }
    AVG-PTS = { kind = "player", games = "with", compute = "mean", of = ["PTS"], value = "decimal", … }
    NEXT-OPPONENT = { kind = "team", games = "ahead", compute = "value", of = ["opponent"], value = "text", … }
    CONFERENCE-RANK = { kind = "team", games = "with", compute = "place", among = "conference", … }

A condition of `where` compares two sums of cells ("PTS >= 10", "TEAM-PTS > opponent.TEAM-PTS") or a cell with a text
("RESULT = win"), or asks whether there is a cell ("START_POSITION", "no START_POSITION"). In other games the cells are
those of the same entity in that game, its derived records from the table itself included, and `side`, `opponent` (the
opponent's name, "same" for this game's), `stage`, `weekday`, `date`, `rest`, `venue` and `city` of the game.
"""

from typing import Literal, get_args

from pydantic import Field, model_validator

from boxscribe.tables.record_type import RecordType

Compute = Literal[
    "sum", "count", "reach", "rank", "choose", "weekday", "highest", "streak", "mean", "value", "place", "behind",
    "group", "missed",
]  # fmt: skip
FROM_GAMES: frozenset[Compute] = frozenset(["streak", "mean", "value", "place", "behind", "group", "missed"])
FROM_TABLE: frozenset[Compute] = frozenset(get_args(Compute)) - FROM_GAMES
Form = Literal["number", "word", "ordinal", "weekday", "name"]


class DerivedType(RecordType):
    """A record type whose values are computed."""

    kind: str  # of the entities that have it
    compute: Compute
    of: tuple[str, ...] = ()  # sums of cells, a kind to count, a field of a game, or a key of `meta`
    where: tuple[str, ...] = ()  # conditions, all of which must hold
    values: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # for `choose`: the first whose conditions hold
    reach: int = 0  # for `reach`: how many of the cells `of` are at least this
    among: str = ""  # for `rank`: "side" or "table"; for `place`, `behind` and `group`: a division of the league
    games: Literal["", "before", "with", "this", "ahead"] = ""  # of the season; empty: this table alone
    last: int = Field(default=0, ge=0)  # only the last so many games; 0: all of the season
    at_least: float | None = None  # smaller values make no record
    forms: tuple[Form, ...] = ("number", "word")  # how texts express it

    @model_validator(mode="after")
    def _is_computable(self) -> "DerivedType":
        if self.compute in FROM_GAMES and not self.games:
            raise ValueError(f"compute = '{self.compute}' needs games: before, with, this or ahead")
        if self.games and self.compute in ("reach", "choose", "rank", "weekday"):
            raise ValueError(f"compute = '{self.compute}' is of this table alone; leave out games")
        if self.last and not self.games:
            raise ValueError("last needs games: before or with")
        return self

    @property
    def of_season(self) -> bool:
        """Whether other games are needed to compute it."""
        return bool(self.games)

    def as_record_type(self) -> RecordType:
        """What its values are, as for a type that the table has."""
        return RecordType(**{name: getattr(self, name) for name in RecordType.model_fields})
