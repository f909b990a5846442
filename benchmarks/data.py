"""Speed and memory from raw tables to batches: simulate, read, prepare, iterate."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from boxscribe.batches import Batches, Dataset, chunks
from boxscribe.tables import Table
from boxscribe.tables.read import read_tables
from boxscribe.text import detokenise, tokenise

DATA = Path(os.environ.get("BOXSCRIBE_DATA", Path(__file__).parents[2] / "shared" / "data"))
SMALL, LARGE = 1_000, 100_000


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as folder:
        simulating(Path(folder))
        memory(Path(folder))
        real_data(Path(folder))


def line(what: str, figure: str) -> None:
    print(f"{what:<68} {figure}", flush=True)


def command(*arguments: object) -> tuple[float, float]:
    """Seconds and peak memory in MB of a boxscribe command."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "boxscribe", *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def simulating(folder: Path) -> None:
    for domain in ("rotowire", "mlb"):
        for texts in ([], ["--texts"]):
            out = folder / "games.jsonl"
            seconds, peak = command("data", "simulate", "--domain", domain, "--games", 10_000, "--out", out, *texts)
            line(f"simulate 10,000 {domain} games {' '.join(texts)}", f"{seconds:.1f} s, {peak:.0f} MB")
    for games in (1_000, 20_000):
        _, peak = command("data", "simulate", "--games", games, "--out", folder / "games.jsonl")
        line(f"peak memory of simulating {games:,} games", f"{peak:.0f} MB")


def memory(folder: Path) -> None:
    """Peak memory while iterating over a small and a large dataset, each in its own process."""
    for games in (SMALL, LARGE):
        tables = folder / f"{games}.jsonl"
        seconds, _ = command("data", "simulate", "--games", games, "--texts", "--out", tables)
        seconds, peak = command("data", "prepare", tables, "--out", folder / f"{games}")
        tables.unlink()
        line(f"prepare {games:,} simulated games", f"{seconds:.1f} s, {peak:.0f} MB")
    peaks = {}
    for games in (SMALL, LARGE):
        code = f"from benchmarks.data import iterate; iterate({str(folder / str(games))!r})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        seconds, peaks[games] = map(float, done.stdout.split())
        line(f"iterate over {games:,} games in batches of 16, chunks of 100", f"{seconds:.1f} s, {peaks[games]:.0f} MB")
    line("difference in peak memory", f"{peaks[LARGE] - peaks[SMALL]:.0f} MB")


def iterate(folder: str) -> None:
    start = time.perf_counter()
    for batch in Batches(Dataset(folder), 16).epoch(0):
        for _ in chunks(batch, 100):
            pass
    print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def real_data(folder: Path) -> None:
    if not DATA.is_dir():
        line("real data", f"not at {DATA}: set BOXSCRIBE_DATA")
        return
    for file in ("rotowire/train", "rotowire/later_seasons", "mlb/train_partial_text"):
        path = DATA / f"{file}.json.gz"
        if not path.is_file():
            line(f"prepare {file}", f"not at {path}")
            continue
        seconds, peak = command("data", "prepare", path, "--out", folder / "real")
        line(f"prepare {file} ({len(Dataset(folder / 'real')):,} games)", f"{seconds:.1f} s, {peak:.0f} MB")
    start = time.perf_counter()
    tables = list(read_tables(DATA / "rotowire" / "valid.json.gz"))
    line(
        f"read {len(tables):,} development games", f"{(time.perf_counter() - start) / len(tables) * 1000:.2f} ms a game"
    )
    words(tables)


def words(tables: Iterable[Table]) -> None:
    tokens = [table.tokens for table in tables]
    start = time.perf_counter()
    texts = [detokenise(text) for text in tokens]
    middle = time.perf_counter()
    for text in texts:
        tokenise(text)
    end = time.perf_counter()
    size = sum(map(len, texts)) / 1e6
    line("detokenise / tokenise", f"{size / (middle - start):.1f} / {size / (end - middle):.1f} MB/s")
