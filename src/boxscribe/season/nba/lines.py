"""The lines of an NBA season: `player_box_YYYY.parquet` and `team_box_YYYY.parquet` → cells of the official tables.

Three types are not what the names of columns suggest. TEAM-REB is the sum of offensive and defensive rebounds, and
TEAM-TOV is `turnovers`: the totals of the files include those of no player. Percentages are those of the counts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np

from boxscribe.season.nba.columns import Array, ParquetColumns
from boxscribe.season.nba.quarters import QUARTERS, quarter_scores
from boxscribe.season.nba.schedule import PLAY_IN, PLAYOFFS, SIDES, ScheduledGame
from boxscribe.season.season import ABSENT, Line
from boxscribe.tables.domain import Domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.league import League

START, NAMES = "START_POSITION", ("FIRST_NAME", "SECOND_NAME")
PLAYER_NUMBERS = {
    "MIN": "minutes",
    "PTS": "points",
    "FGM": "field_goals_made",
    "FGA": "field_goals_attempted",
    "FG3M": "three_point_field_goals_made",
    "FG3A": "three_point_field_goals_attempted",
    "FTM": "free_throws_made",
    "FTA": "free_throws_attempted",
    "OREB": "offensive_rebounds",
    "DREB": "defensive_rebounds",
    "REB": "rebounds",
    "AST": "assists",
    "TO": "turnovers",
    "STL": "steals",
    "BLK": "blocks",
    "PF": "fouls",
}
PERCENTAGES = {"FG_PCT": "field_goals", "FG3_PCT": "three_point_field_goals", "FT_PCT": "free_throws"}
POINTS, WINS, LOSSES, CITY, TEAM = "TEAM-PTS", "TEAM-WINS", "TEAM-LOSSES", "TEAM-CITY", "TEAM-NAME"
TEAM_SUMS = {
    "TEAM-REB": ("offensive_rebounds", "defensive_rebounds"),
    "TEAM-AST": ("assists",),
    "TEAM-TOV": ("turnovers",),
}
OFFICIAL = ("F", "F", "C", "G", "G")  # the positions of every line-up, in the order of the official tables
ORDER = {"F": 0, "C": 1, "G": 2}
DEPTH = {"G": 1.5, "F": 3.5, "C": 5.0}
USUAL = {"PG": 1.0, "G": 1.5, "SG": 2.0, "GF": 2.5, "SF": 3.0, "F": 3.5, "PF": 4.0, "FC": 4.5, "C": 5.0}

Games = Mapping[str, ScheduledGame]
"""The games that have been played, by their ids, in the order of their dates."""


def player_types(domain: Domain) -> tuple[str, ...]:
    """The types of the description that the files have."""
    known = {START, *NAMES, *PLAYER_NUMBERS, *PERCENTAGES}
    return tuple(type for type in domain.kinds["player"].types if type in known)


def team_types(domain: Domain, quarters: bool) -> tuple[str, ...]:
    """The same for teams, with or without quarter scores."""
    known = {POINTS, WINS, LOSSES, CITY, TEAM, *TEAM_SUMS, *(f"TEAM-{type}" for type in PERCENTAGES)}
    known |= {*QUARTERS} if quarters else set()
    return tuple(type for type in domain.kinds["team"].types if type in known)


def player_lines(path: Path, games: Games, types: Sequence[str], league: League) -> dict[str, list[Line]]:
    """Game → the lines of its players: home and away, of each the starters first and those who did not play last.

    A player who did not play has no cells but the name.
    """
    columns = ParquetColumns(
        path,
        ["game_id", "team_id", "athlete_id", "athlete_display_name", "athlete_position_abbreviation", "starter",
         "did_not_play", *PLAYER_NUMBERS.values()],
    )  # fmt: skip
    played = ~(np.isnan(columns.numbers("minutes")) | np.array(columns.flags("did_not_play"), dtype=bool))
    starts = np.array(columns.flags("starter"), dtype=bool) & played
    cells = {type: rounded(columns.numbers(column)) for type, column in PLAYER_NUMBERS.items()}
    cells |= {type: _percentage(columns, of) for type, of in PERCENTAGES.items()}
    cells = {type: np.where(played, column, ABSENT) for type, column in cells.items()}
    rosters = _rosters(columns, games)
    positions = _positions(rosters.values(), starts.tolist(), columns.texts("athlete_position_abbreviation"))
    full_names = [league.player_names.get(name, name) for name in columns.texts("athlete_display_name")]
    texts = [_texts(name, position) for name, position in zip(full_names, positions, strict=True)]
    cells |= {type: np.array([1.0 if type in row else ABSENT for row in texts]) for type in (START, *NAMES)}
    athletes, numbers, plays = columns.ids("athlete_id"), _rows(cells, types), played.tolist()
    lines: dict[str, list[Line]] = {game: [] for game in games}
    for (game, side), rows in sorted(rosters.items(), key=lambda roster: SIDES.index(roster[0][1])):
        rows.sort(key=lambda row: (ORDER.get(positions[row], len(ORDER)), not plays[row]))
        lines[game] += [Line("player", athletes[row], full_names[row], side, numbers[row], texts[row]) for row in rows]
    return lines


def team_lines(path: Path, plays: Path | None, games: Games, types: Sequence[str]) -> Iterator[tuple[str, Line]]:
    """(game, line) of both teams of each game, home and away. Points are the schedule's, quarters those of `plays`."""
    columns = ParquetColumns(
        path,
        ["game_id", "team_id", *(column for parts in TEAM_SUMS.values() for column in parts),
         *(f"{of}_{part}" for of in PERCENTAGES.values() for part in ("made", "attempted"))],
    )  # fmt: skip
    cells = {type: np.sum([columns.numbers(part) for part in parts], axis=0) for type, parts in TEAM_SUMS.items()}
    cells |= {f"TEAM-{type}": _percentage(columns, of) for type, of in PERCENTAGES.items()}
    row_of = {key: row for row, key in enumerate(zip(columns.ids("game_id"), columns.ids("team_id"), strict=True))}
    keys = [(game, side) for game in games.values() for side in range(len(SIDES))]
    order = [row_of.get((game.id, game.ids[side]), len(columns)) for game, side in keys]
    cells = {type: np.append(column, ABSENT)[order] for type, column in cells.items()}
    cells[POINTS] = np.array([game.scores[side] if game.scores else ABSENT for game, side in keys])
    cells[WINS], cells[LOSSES] = np.array(list(_records(games.values())), dtype=float).T
    cells |= {type: np.ones(len(keys)) for type in (CITY, TEAM)}
    cells |= quarter_scores(plays, games) if plays is not None else {}
    for (game, side), numbers in zip(keys, _rows(cells, types), strict=True):
        team = game.teams[side]
        texts = FrozenDict({CITY: team.city, TEAM: team.name})
        yield game.id, Line("team", team.name, team.full, SIDES[side], numbers, texts)


def rounded(numbers: Array) -> Array:
    """Rounded half up."""
    return np.floor(numbers + 0.5)


def _percentage(columns: ParquetColumns, of: str) -> Array:
    """Made of attempted in percent; 0 where none was attempted.

    The official tables round twice, half up: 5 of 11 are 0.4545…, 0.455, 46 %.
    """
    made, attempted = columns.numbers(f"{of}_made"), columns.numbers(f"{of}_attempted")
    return rounded(rounded(1000 * made / np.where(attempted == 0, 1, attempted)) / 10)


def _rows(cells: Mapping[str, Array], types: Sequence[str]) -> list[tuple[float, ...]]:
    """A row for each line. Equal numbers are one object: a season has a million cells, and few different numbers."""
    matrix = np.stack([cells[type] for type in types], axis=1)
    numbers, places = np.unique(matrix, return_inverse=True)
    shared = np.array(numbers.tolist(), dtype=object)
    return list(map(tuple, shared[places].reshape(matrix.shape).tolist()))


def _rosters(columns: ParquetColumns, games: Games) -> dict[tuple[str, str], list[int]]:
    """(Game, side) → its rows; a player who is listed twice has the first one."""
    rosters: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    keys = zip(columns.ids("game_id"), columns.ids("team_id"), columns.ids("athlete_id"), strict=True)
    for row, (id, team, athlete) in enumerate(keys):
        game = games.get(id)
        if game is not None and team in game.ids:
            rosters[id, SIDES[game.ids.index(team)]].setdefault(athlete, row)
    return {key: list(rows.values()) for key, rows in rosters.items()}


def _positions(rosters: Iterable[Sequence[int]], starts: Sequence[bool], usual: Sequence[str]) -> list[str]:
    """The starting position of each row of the file; "" for players who did not start."""
    positions = [""] * len(usual)
    for rows in rosters:
        five = [row for row in rows if starts[row]]
        for row, position in zip(five, line_up(tuple(usual[row] for row in five)), strict=True):
            positions[row] = position
    return positions


@cache
def line_up(usual: tuple[str, ...]) -> tuple[str, ...]:
    """The positions of starters from those that they usually play, in the order of the file.

    Official tables have two forwards, a centre and two guards in every game. The players get the positions that are
    nearest to their usual ones; the file lists most line-ups in the official order, which decides between others.
    """
    if len(usual) != len(OFFICIAL):
        return tuple(min(DEPTH, key=lambda position: abs(DEPTH[position] - USUAL.get(one, 3))) for one in usual)

    def distance(positions: tuple[str, ...]) -> float:
        return sum(
            (USUAL.get(one, 3) - DEPTH[position]) ** 2 + 0.8 * (position != listed)
            for one, position, listed in zip(usual, positions, OFFICIAL, strict=True)
        )

    return min(sorted({*permutations(OFFICIAL)}), key=distance)


@cache
def _texts(name: str, position: str) -> FrozenDict[str, str]:
    """The text cells of a player; the official tables have the first two words of a name."""
    texts = dict(zip(NAMES, name.split(), strict=False))
    return FrozenDict(texts | {START: position} if position else texts)


def _records(games: Iterable[ScheduledGame]) -> Iterator[tuple[float, float]]:
    """Wins and losses of home and away after each game: in the season, in the playoffs in the series."""
    records: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0, 0])
    for game in games:
        won = game.scores is not None and game.scores[0] > game.scores[1]
        for side, wins in enumerate((won, not won)):
            team, opponent = game.ids[side], game.ids[1 - side]
            record = records[(team, opponent) if game.stage == PLAYOFFS else (team,)]
            if game.stage != PLAY_IN:
                record[not wins] += 1
            yield record[0], record[1]
