"""The score sheet of a simulated baseball game, and the MLB table that is made from it.

In: what the engine counted (a `ScoreSheet`: lines of players, runs by inning, scoring plays). Out: a `Table` of the
domain "mlb" with its entities in the reference order: home players, visitors, home line, visiting line, scoring plays.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from boxscribe.tables.domain import load_domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.simulate.baseball_clubs import HITS, ROWS, SEASON, BaseballPlayer
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.table import Entity, Features, Table

BATTING = ("a", "ab", "bb", "cs", "e", "h", "hbp", "hr", "po", "r", "rbi", "sb", "sf", "so", "sh", "tb", "pa")
PITCHING = ("p_bb", "p_er", "p_h", "p_hr", "p_s", "p_np", "p_r", "p_so", "outs")
NO_AT_BAT = {"Walk": "bb", "Intent Walk": "bb", "Hit By Pitch": "hbp", "Sac Fly": "sf", "Sac Bunt": "sh"}

# Each type with the values that make no record, in the order of the description.
PLAYER_TYPES = [(type, set(about.omit)) for type, about in load_domain("mlb").kinds["player"].types.items()]


@dataclass(slots=True, eq=False)
class BaseballLine:
    """One player in one game: his positions in order (none: he did not play) and his counts."""

    player: BaseballPlayer
    positions: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    decision: str = ""  # p_win, p_loss or p_save

    def enter(self, position: str) -> "BaseballLine":
        self.positions.append(position)
        self.counts = dict.fromkeys(BATTING + PITCHING if position == "P" else BATTING, 0)
        return self

    def add_to_season(self) -> None:
        season = self.player.season
        for type in SEASON:
            season[type] += self.counts.get(type, 0)
        if self.decision:
            season[{"p_win": "p_w", "p_loss": "p_l", "p_save": "p_sv"}[self.decision]] += 1


@dataclass(slots=True)
class Play:
    """A play; only those with runs get into the table."""

    batter: str
    pitcher: str
    event: str
    error_by: str = ""
    balls: int = 0
    strikes: int = 0
    outs: int = 0
    runs: int = 0
    rbi: int = 0
    error_runs: int = 0
    scorers: list[str] = field(default_factory=list)
    bases: tuple[str, str, str] = ("", "", "")  # after the play; "" for an empty base
    home_runs: int = 0
    away_runs: int = 0
    inning: int = 0
    side: str = ""  # the batting one


@dataclass(slots=True)
class TeamSheet:
    """One team's half of the sheet."""

    team: Team
    lines: list[BaseballLine]  # in row order
    innings: list[int] = field(default_factory=list)

    def total(self, type: str) -> int:
        return sum(line.counts.get(type, 0) for line in self.lines)


@dataclass(slots=True)
class ScoreSheet:
    """Both teams and the scoring plays."""

    home: TeamSheet
    away: TeamSheet
    plays: list[Play] = field(default_factory=list)


def credit(play: Play, batter: BaseballLine, pitcher: BaseballLine) -> None:
    """Add a finished plate appearance to the lines of batter and pitcher; runs and outs are counted elsewhere."""
    counts, against = batter.counts, pitcher.counts
    counts["pa"] += 1
    counts["rbi"] += play.rbi
    counts[NO_AT_BAT.get(play.event, "ab")] += 1
    if play.event in HITS:
        counts["h"] += 1
        counts["tb"] += HITS[play.event]
        against["p_h"] += 1
    match play.event:
        case "Home Run":
            counts["hr"] += 1
            against["p_hr"] += 1
        case "Strikeout":
            counts["so"] += 1
            against["p_so"] += 1
        case "Walk" | "Intent Walk":
            against["p_bb"] += 1


def to_table(sheet: ScoreSheet, day: str) -> Table:
    """The table of a finished game; `day` as MM_DD_YY."""
    home, away = sheet.home, sheet.away
    home_runs, away_runs = sum(home.innings), sum(away.innings)
    entities = [
        *_players(home, 0, FrozenDict(side="home")),
        *_players(away, ROWS, FrozenDict(side="away")),
        _team("home", home, home_runs > away_runs, FrozenDict(side="home")),
        _team("vis", away, away_runs > home_runs, FrozenDict(side="away")),
        *(_play(number, play) for number, play in enumerate(sheet.plays)),
    ]
    return Table(
        domain="mlb",
        id=f"{day}-{away.team.name}-{home.team.name}-{away_runs}-{home_runs}",
        entities=tuple(entities),
        meta={"day": day, "source": "simulated"},
    )


def _players(side: TeamSheet, first_row: int, features: Features) -> Iterator[Entity]:
    for row, line in enumerate(side.lines, first_row):
        name = line.player.name
        values = _values(line)
        cells = [(type, values[type]) for type, omit in PLAYER_TYPES if type in values and values[type] not in omit]
        yield Entity.of(str(row), name, "player", cells, features)


def _values(line: BaseballLine) -> dict[str, str]:
    """All values of a player by type; some are no record types, or are omitted from records."""
    first, _, last = line.player.name.partition(" ")
    if not line.positions:
        return {"first_name": first, "last_name": last}
    counts, season = line.counts, line.player.season
    values = {type: str(count) for type, count in counts.items()}
    values |= {"first_name": first, "last_name": last, "pos": "-".join(line.positions)}
    at_bats, reached = season["ab"], season["h"] + season["bb"] + season["hbp"]
    values["avg"] = _share(season["h"], at_bats)
    values["obp"] = _share(reached, at_bats + season["bb"] + season["hbp"] + season["sf"])
    values["slg"] = _share(season["tb"], at_bats)
    if "outs" in counts:
        values |= {type: str(season[type]) for type in ("p_w", "p_l", "p_sv")}
        innings, thirds = divmod(counts["outs"], 3)
        values["p_ip1"] = str(innings)
        if thirds:
            values["p_ip2"] = f"{thirds}/3"
        if season["outs"]:  # without an out in the season there is no earned run average
            values["p_era"] = f"{27 * season['p_er'] / season['outs']:.2f}"
    if line.decision:
        values[line.decision] = "true"
    return values


def _share(part: int, whole: int) -> str:
    """An average as it is printed: .304, 1.000."""
    return f"{part / whole if whole else 0:.3f}".removeprefix("0")


def _team(id: str, side: TeamSheet, won: bool, features: Features) -> Entity:
    cells = [
        ("team_runs", str(sum(side.innings))),
        ("team_hits", str(side.total("h"))),
        ("team_errors", str(side.total("e"))),
        ("result", "win" if won else "loss"),
        ("team_name", side.team.name),
        ("team_city", side.team.city),
        *((f"inn{number}", str(runs)) for number, runs in enumerate(side.innings, 1)),
    ]
    return Entity.of(id, side.team.full_name, "team", cells, features)


def _play(number: int, play: Play) -> Entity:
    cells: Iterable[tuple[str, str]] = (
        ("batter", play.batter),
        ("pitcher", play.pitcher),
        *((f"b{base}", runner) for base, runner in enumerate(play.bases, 1)),
        *(("scorers", runner) for runner in play.scorers),
        ("event", play.event),
        ("event2", "Error" if play.error_by and play.event != "Field Error" else ""),
        ("fielder_error", play.error_by),
        ("rbi", str(play.rbi or "")),
        ("runs", str(play.runs)),
        ("error_runs", str(play.error_runs or "")),
        ("o", str(play.outs)),
        ("b", str(play.balls)),
        ("s", str(play.strikes)),
        ("home_team_runs", str(play.home_runs)),
        ("away_team_runs", str(play.away_runs)),
        ("inning", str(play.inning)),
    )
    features = FrozenDict(side=play.side, inning=str(play.inning), play=str(number))
    return Entity.of(f"play-{number}", f"play {number}", "play", [cell for cell in cells if cell[1]], features)
