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
- `weekday`: the day of the week of the date under a key of `meta`; `meta`: the text under a key of `meta`, up to a
  comma.

With `games` a type is computed over games of the entity in a season: those `before` this game, the same `with` this
one, `this` one itself, or those `ahead`, of which only the schedule is known. Games of the same stage count, unless a
condition names the `stage`. Conditions and sums are about the same entity in each game: its cells, the records that are
derived from that game alone, and the texts `side`, `opponent`, `stage`, `weekday`, `date`, `rest` (days off before it),
`venue` and `city`. "opponent = same" asks for games that have the opponent of this one.

- `count`: how many games satisfy `where`; `streak`: how many of the last ones do, without a break;
- `sum`, `mean`, `highest`: of the sum in `of`, over the games that satisfy `where`. `highest` of `this` game is its
  value if it is higher than in all games before;
- `value`: a cell or text of the last game before, of this game, or of the next game;
- `place`, `behind`: the place of a team `among` those of its group, such as its conference, by the share of games that
  satisfy `where`, and how many games it is behind the first; `group`: the name of the group;
- `missed`: how many games the entity's team has played since the entity's last one: before its return in this game, or
  with this game, if it misses it, too.
"""

from typing import Literal, get_args

from pydantic import Field, model_validator

from boxscribe.tables.record_type import RecordType

Compute = Literal[
    "sum", "count", "reach", "rank", "choose", "weekday", "highest", "streak", "mean", "value", "place", "behind",
    "group", "missed", "meta",
]  # fmt: skip
FROM_GAMES: frozenset[Compute] = frozenset(["streak", "mean", "value", "place", "behind", "group", "missed"])
FROM_TABLE: frozenset[Compute] = frozenset(get_args(Compute)) - FROM_GAMES
SUMS: frozenset[Compute] = frozenset(["sum", "reach", "rank", "highest", "mean"])  # whose `of` lists sums of cells
GAME_FIELDS = frozenset(["side", "opponent", "stage", "weekday", "date", "rest", "venue", "city"])
OVER_GAMES: dict[str, frozenset[Compute]] = {
    "before": frozenset(["count", "streak", "sum", "mean", "highest", "value", "place", "behind", "missed"]),
    "with": frozenset(["count", "streak", "sum", "mean", "highest", "place", "behind", "missed"]),
    "this": frozenset(["value", "highest", "group"]),
    "ahead": frozenset(["value", "count"]),
}
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
    stage: str = ""  # only in games of this stage of a season; empty: in all
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
        if self.games and self.compute in ("reach", "choose", "rank", "weekday", "meta"):
            raise ValueError(f"compute = '{self.compute}' is of this table alone; leave out games")
        if self.last and self.games not in ("before", "with"):
            raise ValueError("last needs games: before or with")
        if self.games:
            self._is_of_games()
        else:
            self._is_of_table()
        return self

    def _is_of_games(self) -> None:
        if self.compute not in OVER_GAMES[self.games]:
            known = ", ".join(games for games, computed in OVER_GAMES.items() if self.compute in computed)
            raise ValueError(
                f"compute = '{self.compute}' is not of games = '{self.games}'; set games to one of {known}"
            )
        if self.compute in ("sum", "mean", "highest", "value") and len(self.of) != 1:
            raise ValueError(f"compute = '{self.compute}' needs one entry in of, and there are {len(self.of)}")
        if self.compute not in ("sum", "mean", "highest", "value") and self.of:
            raise ValueError(f"compute = '{self.compute}' is about games, not cells; leave out of")
        if self.compute in ("place", "behind", "group") and not self.among:
            raise ValueError(f"compute = '{self.compute}' needs among: a division of the league")

    def _is_of_table(self) -> None:
        if (self.compute == "choose") != bool(self.values):
            raise ValueError("compute = 'choose' and values belong together; give both or neither")
        if self.compute in ("choose", "weekday", "meta") and self.value != "text":
            raise ValueError(f"compute = '{self.compute}' makes texts; set value = 'text'")
        if self.compute in ("sum", "count", "rank", "weekday", "meta") and len(self.of) != 1:
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
