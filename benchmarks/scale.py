"""Work on a Ray cluster of this machine beside the same work in one process: `--engine ray` and `--engine local`.

`python -m benchmarks scale [--games N] [--model-games N]`: the template writes N games (2,000), so that the cost of
sending shards is seen, and the shipped model N games (200), which is what stories cost.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

import boxscribe
from benchmarks.data import command, line
from boxscribe.scale.run import SHARD_SIZE
from boxscribe.scale.shards import WorkItem, shards_of
from boxscribe.writing.workers import cores

DAY = 24 * 60 * 60
SHARDS = 4  # of every core, at least, so that no core waits for the last one
GOAL = 10_000_000  # games a day


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--model-games", type=int, default=200)
    options, _ = parser.parse_known_args()
    line("cores; load in the last minute", f"{cores()}; {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as folder:
        for model, count in (("template", options.games), ("rotowire", options.model_games)):
            if count:
                compare(Path(folder), model, count)
        if options.games:
            sending(Path(folder) / "template.jsonl", options.games)


def compare(folder: Path, model: str, count: int) -> None:
    """The seconds of a file by both engines, and whether the files are equal."""
    tables = folder / f"{model}.jsonl"
    command("data", "simulate", "--games", count, "--out", tables)
    seconds, outs = {}, {}
    ray = "--engine", "ray", "--shard-size", max(1, min(SHARD_SIZE, count // (SHARDS * cores())))
    for engine in ("local", "ray"):
        outs[engine] = folder / f"{model}.{engine}"
        write = "write", tables, "--model", model, "--format", "jsonl", "--no-trace", "--out", outs[engine]
        seconds[engine], _ = command(*write, *(ray if engine == "ray" else ()))
        line(f"{model}, {count:,} games, {engine}", f"{seconds[engine]:.1f} s, {count / seconds[engine]:.3g} games/s")
    content = outs["local"].read_bytes()
    assert content == outs["ray"].read_bytes()
    line(f"{model}: seconds of ray / seconds of local; the files are equal", f"{seconds['ray'] / seconds['local']:.2f}")
    if model != "template":
        share = count / seconds["ray"] / cores()
        line("a core writes in a day", f"{share * DAY:,.0f} games")
        line("size of a story", f"{len(content) / count / 1000:.1f} kB")
        line(f"cores for {GOAL:,} games a day", f"{GOAL / DAY / share:,.0f}")


def sending(tables: Path, count: int) -> None:
    """What a driver does for each game: it is read, validated and made a line of a shard."""
    start, read = time.process_time(), boxscribe.read(tables)
    size = sum(
        len(game.table) for shard in shards_of(map(WorkItem, read), SHARD_SIZE, read.domain) for game in shard.games
    )
    seconds = (time.process_time() - start) / count
    line(
        "processor time of a driver for each game; size of a game",
        f"{seconds * 1000:.2f} ms, {size / count / 1000:.1f} kB",
    )
    line("games that a driver sends in a day", f"{DAY / seconds:,.0f}")
