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

Sums and conditions are those of `tables.expressions`. `where` is about the entity itself; where `of` sums up or counts
entities of a kind ("player.PTS", "player"), it selects these entities. Types of this table alone refer to types of the
table and to derived types that are declared above them. By `compute`:

- `sum`: the value of the one sum in `of`;
- `highest`: the largest of several sums; sums without a value are left out;
- `reach`: how many of the sums in `of` are at least `reach`; sums without a value are left out;
- `count`: how many entities of the kind in `of` satisfy `where`; `opponent.player`: those of the other side;
- `rank`: the rank by the sum in `of` among the entities that satisfy `where`; 1 is the highest (or `lowest`), and equal
  numbers have equal ranks;
- `choose`: the first of `values` whose conditions hold; none if one cannot be decided;
- `weekday`: the day of the week of the date under a key of `meta`.

In other games the cells are those of the same entity in that game, its derived records from the table itself included,
and `side`, `opponent` (the opponent's name, "same" for this game's), `stage`, `weekday`, `date`, `rest`, `venue` and
`city` of the game.
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
SUMS: frozenset[Compute] = frozenset(["sum", "reach", "rank", "highest", "mean"])  # whose `of` lists sums of cells
GAME_FIELDS = frozenset(["side", "opponent", "stage", "weekday", "date", "rest", "venue", "city"])
Form = Literal["number", "word", "ordinal", "weekday", "name"]


class DerivedType(RecordType):
    """A record type whose values are computed."""

    kind: str  # of the entities that have it
    compute: Compute
    of: tuple[str, ...] = ()  # sums of cells, a kind to count, a field of a game, or a key of `meta`
    where: tuple[str, ...] = ()  # conditions, all of which must hold
    values: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # for `choose`: the first whose conditions hold
    reach: int = 0  # for `reach`: how many of the cells `of` are at least this
    lowest: bool = False  # for `rank`: whether 1 is the lowest number
    among: str = ""  # for `rank`: "side", or "" for the whole table; for `place`, `behind`, `group`: a division
    games: Literal["", "before", "with", "this", "ahead"] = ""  # of the season; empty: this table alone
    last: int = Field(default=0, ge=0)  # only the last so many games; 0: all of the season
    at_least: float | None = None  # smaller values make no record
    at_most: float | None = None  # larger values make no record
    decimals: int = Field(default=1, ge=0, le=6)  # places of a decimal value
    auxiliary: bool = False  # whether it makes no records, and only types below refer to it
    forms: tuple[Form, ...] = ("number", "word")  # how texts express it

    @model_validator(mode="after")
    def _is_computable(self) -> "DerivedType":
        if self.compute in FROM_GAMES and not self.games:
            raise ValueError(f"compute = '{self.compute}' needs games: before, with, this or ahead")
        if self.games and self.compute in ("reach", "choose", "rank", "weekday"):
            raise ValueError(f"compute = '{self.compute}' is of this table alone; leave out games")
        if self.last and not self.games:
            raise ValueError("last needs games: before or with")
        if not self.games:
            self._is_of_table()
        return self

    def _is_of_table(self) -> None:
        if (self.compute == "choose") != bool(self.values):
            raise ValueError("compute = 'choose' and values belong together; give both or neither")
        if self.compute in ("choose", "weekday") and self.value != "text":
            raise ValueError(f"compute = '{self.compute}' makes texts; set value = 'text'")
        if self.compute in ("sum", "count", "rank", "weekday") and len(self.of) != 1:
            raise ValueError(f"compute = '{self.compute}' needs one entry in of, and there are {len(self.of)}")
        if self.compute in ("reach", "highest") and not self.of:
            raise ValueError(f"compute = '{self.compute}' needs sums in of")
        if self.compute == "rank" and self.among not in ("", "side"):
            raise ValueError(f"among = '{self.among}': a rank is among the 'side', or the whole table if left out")

    @property
    def of_season(self) -> bool:
        """Whether other games are needed to compute it."""
        return bool(self.games)

    def as_record_type(self) -> RecordType:
        """What its values are, as for a type that the table has."""
        return RecordType(**{name: getattr(self, name) for name in RecordType.model_fields})
