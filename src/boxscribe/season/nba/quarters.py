"""Quarter scores of an NBA season, from its play-by-play: `play_by_play_YYYY.parquet`."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from boxscribe.season.nba.columns import Array, ParquetColumns
from boxscribe.season.nba.schedule import SIDES, ScheduledGame
from boxscribe.season.season import ABSENT

QUARTERS = tuple(f"TEAM-PTS_QTR{number}" for number in (1, 2, 3, 4))
PERIOD = "period_number"  # 5 and more are overtime
MAX_PERIODS = 20


def quarter_scores(path: Path, games: Mapping[str, ScheduledGame]) -> dict[str, Array]:
    """Type → the points of home and away of each game, one after the other.

    A game has no quarter scores where the file lacks a quarter of it or ends with another score than the schedule.
    """
    columns = ParquetColumns(path, ["game_id", PERIOD, *(f"{side}_score" for side in SIDES)])
    number_of = {id: number for number, id in enumerate(games)}
    rows = np.array([number_of.get(id, -1) for id in columns.ids("game_id")])
    periods = np.nan_to_num(columns.numbers(PERIOD)).astype(int)
    known = (rows >= 0) & (periods >= 1) & (periods <= MAX_PERIODS)
    at = rows[known], periods[known] - 1
    seen = np.zeros((len(games), MAX_PERIODS), dtype=bool)
    seen[at] = True
    points = np.full((len(games), len(SIDES), len(QUARTERS)), ABSENT)
    for number, side in enumerate(SIDES):
        after = np.zeros((len(games), MAX_PERIODS))  # (game, period): the score after the period
        np.maximum.at(after, at, np.nan_to_num(columns.numbers(f"{side}_score"))[known])
        after = np.maximum.accumulate(after, axis=1)
        final = np.array([game.scores[number] if game.scores else ABSENT for game in games.values()])
        right = seen[:, : len(QUARTERS)].all(axis=1) & (after[:, -1] == final)
        points[right, number] = np.diff(after, axis=1, prepend=0)[right, : len(QUARTERS)]
    points[np.isnan(points).any(axis=(1, 2))] = ABSENT
    return {type: points[:, :, quarter].ravel() for quarter, type in enumerate(QUARTERS)}
