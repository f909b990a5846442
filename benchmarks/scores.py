"""Speed and memory of scoring: the whole development set, and parts of it to see that the cost is linear."""

import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.data import DATA, command, line
from boxscribe.scores.families import standard_families
from boxscribe.scores.family import Document
from boxscribe.scores.significance import TESTS, Resampling, compare, intervals
from boxscribe.scores.statistics import Statistics
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.tables.write import write_tables
from boxscribe.text import detokenise


def main() -> None:
    resampling()
    if not DATA.is_dir():
        line("real data", f"not at {DATA}: set BOXSCRIBE_DATA")
        return
    games, texts = DATA / "rotowire" / "valid.json.gz", DATA / "rotowire" / "output_valid_li2021.txt.gz"
    for metrics in ("bleu", "rg,cs,co,bleu"):
        seconds, peak = command("evaluate", texts, "--data", games, "--metrics", metrics)
        line(f"evaluate 727 texts, {metrics}", f"{seconds:.1f} s, {peak:.0f} MB")
    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as folder:
        growth(games, Path(folder))


def resampling() -> None:
    """1,000 resamples of the counts of 727 documents."""
    one, other = (random_counts(727, seed) for seed in (1, 2))
    start = time.perf_counter()
    intervals(one, Resampling())
    line("intervals of 727 documents, 1,000 resamples", f"{time.perf_counter() - start:.2f} s")
    for test in TESTS:
        start = time.perf_counter()
        compare(one, other, test, Resampling())
        line(f"paired {test} test", f"{time.perf_counter() - start:.2f} s")


def random_counts(documents: int, seed: int) -> Statistics:
    random, blank, table = np.random.default_rng(seed), Document("", "", ""), Table("", "", ())
    widths = {family.name: len(family.counts(blank, table)) for family in standard_families()}
    counts = {name: random.integers(1, 300, (documents, width)).astype(float) for name, width in widths.items()}
    return Statistics(standard_families(), counts)


def growth(games: Path, folder: Path) -> None:
    """The gold texts in plain English, 1, 2 and 4 times."""
    tables = list(read_tables(games))
    for times in (1, 2, 4):
        with (folder / "games.jsonl").open("w", encoding="utf-8") as file:
            write_tables(tables * times, file)
        texts = "".join(f"{detokenise(table.tokens)}\n" for table in tables * times)
        (folder / "texts.txt").write_text(texts, encoding="utf-8")
        seconds, peak = command("evaluate", folder / "texts.txt", "--data", folder / "games.jsonl")
        line(f"evaluate {len(tables) * times:,} texts in plain English", f"{seconds:.1f} s, {peak:.0f} MB")
