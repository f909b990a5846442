"""`python -m benchmarks retrosheet`: do tables from Retrosheet's files equal the official ones, cell by cell?

Every game of all seasons is converted: games a second, memory, runs by inning that add up to the score, earned runs no
more than runs. The games of the official sample and of the tables that others rebuilt are compared, by column. Cells
that a reference game has for no player, such as on-base percentages before 2012, are not counted. BOXSCRIBE_DATA names
the folder that holds `mlb/`.
"""

import gzip
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from benchmarks.data import DATA, command, line
from boxscribe.errors import Problem
from boxscribe.retrosheet.files import read_seasons
from boxscribe.retrosheet.tables import SeasonConverter
from boxscribe.tables.domain import load_domain
from boxscribe.tables.mlb import FIRST_ROW_OF_VISITORS

Raw = dict[str, Any]
FOLDER = DATA / "mlb"
REFERENCES = {
    "official": ("official_sample",),
    "rebuilt": ("complete_text", "train_partial_text"),
}
ABSENT = ("N/A", None)
DOMAIN = load_domain("mlb")


@dataclass
class Comparison:
    """Equal and all cells of one collection, by column."""

    games: dict[tuple[Any, ...], Raw]
    found: int = 0
    cells: Counter[str] = field(default_factory=Counter)
    equal: Counter[str] = field(default_factory=Counter)

    def add(self, raw: Raw) -> None:
        official = self.games.get(key_of(raw))
        if official is None or official.get("retro_id", raw["retro_id"]) != raw["retro_id"]:
            return
        self.found += 1
        for column, one, other in cells(official, raw):
            self.cells[column] += 1
            self.equal[column] += one == other


def main() -> None:
    archives = sorted(FOLDER.glob("retrosheet_*.tar.xz"))
    if not archives:
        line("real data", f"not at {FOLDER}: set BOXSCRIBE_DATA")
        return
    comparisons = {name: Comparison(references(files)) for name, files in REFERENCES.items()}
    totals: Counter[str] = Counter()
    for archive in archives:
        convert(archive, comparisons, totals)
    for what, count in totals.items():
        line(what, f"{count:,}")
    for several in (1, 2, 4):
        seconds, peak = command("data", "retrosheet", *archives[-several:])
        line(f"data retrosheet, {several} seasons", f"{seconds:.1f} s, {peak:.0f} MB")
    for name, comparison in comparisons.items():
        line(f"{name} games found", f"{comparison.found:,} of {len(comparison.games):,}")
        for column, count in sorted(comparison.cells.items()):
            share = 100 * comparison.equal[column] / count
            line(f"  {column}", f"{count - comparison.equal[column]:,} of {count:,} differ, {share:.3f} % equal")


def convert(archive: Path, comparisons: Mapping[str, Comparison], totals: Counter[str]) -> None:
    """Convert a season and compare its games."""
    problems: list[Problem] = []
    start = time.process_time()
    for season in read_seasons([archive]):
        games = 0
        seconds = 0.0
        for raw in SeasonConverter(season, DOMAIN, problems.append).games():
            seconds += time.process_time() - start
            games += 1
            totals["games whose runs by inning do not add up"] += not adds_up(raw)
            totals["pitchers with more earned runs than runs"] += too_many_earned(raw)
            for comparison in comparisons.values():
                comparison.add(raw)
            start = time.process_time()
        totals["games"] += len(season.games)
        totals["games converted"] += games
        totals["errors"] += sum(not problem.warning for problem in problems)
        line(
            f"{season.year}: {games:,} of {len(season.games):,} games",
            f"{games / seconds:.0f} games/s, {seconds:.1f} s",
        )


def references(files: tuple[str, ...]) -> dict[tuple[Any, ...], Raw]:
    games = [game for file in files for game in json.loads(gzip.decompress((FOLDER / f"{file}.json.gz").read_bytes()))]
    return {key_of(game): game for game in games}


def key_of(raw: Raw) -> tuple[Any, ...]:
    lines = raw["home_line"], raw["vis_line"]
    return (raw["day"], *(line["team_name"] for line in lines), *(line["team_runs"] for line in lines))


def adds_up(raw: Raw) -> bool:
    lines = raw["home_line"], raw["vis_line"]
    return all(sum(runs for runs in one["innings"].values() if runs != "x") == one["team_runs"] for one in lines)


def too_many_earned(raw: Raw) -> int:
    earned, runs = raw["box_score"]["p_er"], raw["box_score"]["p_r"]
    return sum(int(earned[row]) > int(runs[row]) for row in runs if runs[row] not in ABSENT)


def cells(official: Raw, ours: Raw) -> Iterator[tuple[str, Any, Any]]:
    """(column, official value, our value) of all cells of a game."""
    for side in ("home_line", "vis_line"):
        for type in official[side].keys() - {"innings"}:
            yield f"line {type}", official[side][type], ours[side][type]
        for inning, runs in official[side]["innings"].items():
            yield "line inn#", str(runs), str(ours[side]["innings"].get(inning))
    yield from players(rows(official), rows(ours))
    for inning, halves in official["play_by_play"].items():
        for half, plays in halves.items():
            yield from compared_plays(plays, ours["play_by_play"].get(inning, {}).get(half, []))


def rows(raw: Raw) -> dict[tuple[bool, str], dict[str, str]]:
    """(home, name) → cells of a player."""
    box = raw["box_score"]
    return {
        (int(row) < FIRST_ROW_OF_VISITORS, name): {column: box[column].get(row, "N/A") for column in box}
        for row, name in box["full_name"].items()
        if name not in ABSENT
    }


def players(
    official: Mapping[tuple[bool, str], dict[str, str]], ours: Mapping[tuple[bool, str], dict[str, str]]
) -> Iterator[tuple[str, Any, Any]]:
    given: defaultdict[str, bool] = defaultdict(bool)
    for row in official.values():
        for column, value in row.items():
            given[column] |= value not in ABSENT
    for player, row in official.items():
        played = row["pos"] not in ABSENT
        yield "players" if played else "bench", True, player in ours
        if played and player in ours:
            for column in DOMAIN.kinds["player"].types:
                values = row[column], ours[player][column]
                if given[column] and values != ("N/A", "N/A"):
                    yield f"player {column}", *values


def compared_plays(official: list[Raw], ours: list[Raw]) -> Iterator[tuple[str, Any, Any]]:
    """Plays of the same batter, event and runs, in order, and their cells."""
    matcher = SequenceMatcher(a=[*map(_key, official)], b=[*map(_key, ours)], autojunk=False)
    for operation, start, end, other, _ in matcher.get_opcodes():
        for offset in range(end - start):
            same = operation == "equal"
            yield "plays", True, same
            if same:
                one, two = official[start + offset], ours[other + offset]
                for column in one.keys() & DOMAIN.kinds["play"].types.keys():
                    yield f"play {column}", _set(one[column]), _set(two.get(column))


def _key(play: Raw) -> tuple[str, str, str]:
    return str(play.get("batter")), play["event"], str(play["runs"])


def _set(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else str(value)
