"""Speed and memory of the season context: a season read and built, real games enriched, and how the cost grows.

    python -m benchmarks.season

Times are of this process (CPU seconds), so that other work on the machine counts little.
"""

import gc
import resource
import sys
import time
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import boxscribe
from benchmarks.data import DATA, line
from boxscribe.cli import COLLECTION_THRESHOLDS
from boxscribe.season.context import SeasonContext
from boxscribe.season.seasons import Seasons
from boxscribe.tables.table import Table
from boxscribe.tables.title import date_of


def main() -> None:
    gc.set_threshold(*COLLECTION_THRESHOLDS)  # as the command does
    if (DATA / "nba").is_dir():
        one_season(DATA / "nba")
        for split in ("valid", "train", "later_seasons"):
            path = DATA / "rotowire" / f"{split}.json.gz"
            enriching(f"{split}.json.gz", boxscribe.read(path), DATA / "nba")
    growth()
    line("peak memory", f"{peak():.0f} MB")


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1 << 20)


def one_season(folder: Path) -> None:
    """Read 2016-17, and compute the states of all its entities by enriching its own games."""
    domain = boxscribe.load_domain("rotowire")
    start = time.process_time()
    season = Seasons(folder, domain).on(date(2017, 1, 1))
    read = time.process_time() - start
    first, last = season.games[0].date, season.games[-1].date
    development = boxscribe.read(DATA / "rotowire" / "valid.json.gz")
    tables = [table for table in development if first <= (date_of(table) or date.min) <= last]
    start = time.process_time()
    context = SeasonContext(season, domain)
    for table in tables:
        context.enrich(table, lambda problem: None)
    built = time.process_time() - start
    start = time.process_time()
    for table in tables:
        context.enrich(table, lambda problem: None)
    again = time.process_time() - start
    line(f"read a season of {len(season.games):,} games", f"{read:.2f} s")
    line("build its context", f"{built - again:.2f} s")
    line("then enrich a game of it", f"{1000 * again / len(tables):.1f} ms")


def enriching(name: str, tables: Iterable[Table], season: Path) -> None:
    start = time.process_time()
    count = sum(1 for _ in tables)
    reading = time.process_time() - start
    start = time.process_time()
    for _ in boxscribe.enrich(tables, season):
        pass
    seconds = time.process_time() - start
    line(f"{name}: {count:,} games read / enriched, all found", f"{reading:.1f} / {seconds - reading:.1f} s")


def growth() -> None:
    """Seasons of 200, 400 and 800 simulated games: the time of a game stays the same."""
    for count in (200, 400, 800):
        tables = list(boxscribe.simulate("rotowire", seed=1, games=count))
        start = time.process_time()
        for _ in boxscribe.enrich(tables, tables):
            pass
        line(f"a simulated season of {count} games", f"{1000 * (time.process_time() - start) / count:.1f} ms a game")


if __name__ == "__main__":
    main()
