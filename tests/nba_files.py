"""A small folder in the layout of hoopR-nba-data: a few games of four teams, with all columns that the loader reads."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'boxscribe[nba]'")

Row = dict[str, Any]
TEAMS = {
    1: ("Atlanta", "Hawks", 1827),
    30: ("Charlotte", "Bobcats", 1893),
    12: ("LA", "Clippers", 1841),
    13: ("Los Angeles", "Lakers", 1841),
    31: ("Eastern Conf", "All-Stars", 985),
    32: ("Western Conf", "All-Stars", 985),
}
START = date(2014, 1, 3)
POSITIONS = ("PF", "SF", "C", "PG", "SG")


def game(number: int, home: int, away: int, scores: tuple[int, int] | None, day: date, season_type: int = 2) -> Row:
    """A row of the schedule; without scores it is not played yet."""
    city, _, venue = TEAMS[home]
    row: Row = {
        "game_id": 400_000_000 + number,
        "game_date": day,
        "season_type": season_type,
        "status_type_name": "STATUS_FINAL" if scores else "STATUS_SCHEDULED",
        "status_type_completed": scores is not None,
        "neutral_site": False,
        "venue_id": venue,
        "venue_full_name": "Today's Arena",
        "venue_address_city": city,
    }
    for side, team, score in zip(("home", "away"), (home, away), scores or (0, 0), strict=True):
        location, name, _ = TEAMS[team]
        row |= {f"{side}_id": team, f"{side}_location": location, f"{side}_name": name, f"{side}_score": score}
    return row


SCHEDULE = (
    game(1, 1, 30, (101, 99), START),
    game(2, 12, 13, (90, 110), START),
    game(3, 30, 1, (95, 100), START + timedelta(2)),
    game(4, 13, 1, (88, 87), START + timedelta(4)),
    game(5, 31, 32, (150, 140), START + timedelta(40)),
    game(6, 1, 30, (100, 90), START + timedelta(110), 3),
    game(7, 30, 1, (100, 80), START + timedelta(112), 3),
    game(8, 1, 30, None, START + timedelta(114), 3),
)


def players(row: Row, side: str) -> list[Row]:
    """Five starters who share the score, one from the bench and one who did not play."""
    team, score = row[f"{side}_id"], row[f"{side}_score"]
    made = [score // 12] * 6
    rows = []
    for number in range(7):
        plays = number < 6
        points = 2 * made[number] if plays else None
        if number == 5:
            points = score - 10 * made[0]
        rows.append(
            {
                "game_id": row["game_id"],
                "team_id": team,
                "athlete_id": team * 100 + number,
                "athlete_display_name": ["Nene ", "P.J. Tucker", "Enes Freedom", "José Calderón", "Al Horford"][number]
                if number < 5
                else f"Sub{number} Marcus Jones Jr.",
                "athlete_position_abbreviation": POSITIONS[number % 5],
                "starter": number < 5,
                "did_not_play": not plays,
                "minutes": 30.0 if plays else None,
                "points": points,
                **_cells(made[number] if plays else None, points),
            }
        )
    return rows


def _cells(made: int | None, points: int | None) -> Row:
    if made is None or points is None:
        return dict.fromkeys(
            [
                *(f"{of}_{part}" for of in ("field_goals", "three_point_field_goals", "free_throws")
                  for part in ("made", "attempted")),
                "offensive_rebounds", "defensive_rebounds", "rebounds", "assists", "steals", "blocks", "turnovers",
                "fouls",
            ]
        )  # fmt: skip
    return {
        "field_goals_made": made,
        "field_goals_attempted": 16,
        "three_point_field_goals_made": 0,
        "three_point_field_goals_attempted": 2,
        "free_throws_made": points - 2 * made,
        "free_throws_attempted": points - 2 * made,
        "offensive_rebounds": 1,
        "defensive_rebounds": 4,
        "rebounds": 5,
        "assists": 3,
        "steals": 1,
        "blocks": 0,
        "turnovers": 2,
        "fouls": 2,
    }


def team_row(row: Row, side: str) -> Row:
    """A row of the team box score, whose totals include what belongs to no player."""
    return {
        "game_id": row["game_id"],
        "team_id": row[f"{side}_id"],
        "field_goals_made": 33,
        "field_goals_attempted": 80,  # 41.25 %
        "three_point_field_goals_made": 1,
        "three_point_field_goals_attempted": 8,  # 12.5 %
        "free_throws_made": 0,
        "free_throws_attempted": 0,
        "offensive_rebounds": 6,
        "defensive_rebounds": 24,
        "total_rebounds": 37,
        "assists": 18,
        "turnovers": 12,
        "total_turnovers": 13,
    }


def write_season(
    folder: Path, change: Mapping[str, Callable[[list[Row]], list[Row]]] | None = None, name: str = "2014"
) -> Path:
    """The three files of a season, or four with a play-by-play; `change` changes the rows of a file."""
    import pyarrow.parquet

    schedule = [dict(row) for row in SCHEDULE]
    played = [(row, side) for row in schedule if row["status_type_completed"] for side in ("home", "away")]
    files = {
        "nba_schedule": schedule,
        "team_box": [team_row(row, side) for row, side in played],
        "player_box": [player for row, side in played for player in players(row, side)],
    }
    files |= {"play_by_play": []} if change and "play_by_play" in change else {}
    folder.mkdir(parents=True, exist_ok=True)
    for file, rows in files.items():
        changed = (change or {}).get(file, list)(rows)
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(changed), folder / f"{file}_{name}.parquet")
    return folder
