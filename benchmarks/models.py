"""Training speed and memory on real RotoWire batches: fused against plain, share of the peak, cost by size."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from benchmarks.data import DATA, line
from boxscribe.batches import Batch, Batches, Dataset, chunks, collate, prepare
from boxscribe.config import ModelConfig
from boxscribe.models.inputs import inputs_of
from boxscribe.models.writer import Writer
from boxscribe.pages.chart import curves
from boxscribe.pages.render import render
from boxscribe.tables import load_domain
from boxscribe.tables.read import read_tables

PICTURE = Path("runs/bench/cost.html")
PAPER = ModelConfig()
SMALLER = ModelConfig(embedding=384, hidden=384, memory=192)


def main() -> None:
    if not DATA.is_dir():
        line("real data", f"not at {DATA}: set BOXSCRIBE_DATA")
        return
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as folder:
        tables = read_tables(DATA / "rotowire" / "train.json.gz")
        dataset = prepare(tables, load_domain("rotowire"), Path(folder) / "set")
        paths(dataset)
        processes(folder)
        memory(folder)
        cost(dataset)


@dataclass(frozen=True, slots=True)
class Bench:
    """One chunk of training, again and again."""

    model: Writer
    batch: Batch
    optimiser: torch.optim.Optimizer
    memory: int

    @classmethod
    def of(cls, config: ModelConfig, dataset: Dataset, size: int, words: int | None = None) -> "Bench":
        torch.manual_seed(0)
        sizes = dataset.vocabularies.map(len)
        words = words or sizes.target
        model = Writer(config, replace(sizes, target=words))
        longest = max(Batches(dataset, size, 1).plan(0), key=lambda games: dataset.lengths[games].min())
        batch = collate([dataset[game] for game in longest])
        batch = replace(batch, target=np.minimum(batch.target, words - 1))
        return cls(model, batch, torch.optim.Adagrad(model.parameters(), 0.01), config.memory)

    def chunk(self, fused: bool = True, length: int = 100) -> float:
        """Seconds per target word of one chunk: encode, forward, backward, step."""
        self.model.fused = fused
        piece = next(chunks(self.batch, length))
        start = time.perf_counter()
        encoded = self.model.encode(inputs_of(self.batch))
        found = self.model.log_likelihood(encoded, self.model.start(encoded), piece)
        self.optimiser.zero_grad()
        (-found.log_likelihood.sum() / len(self.batch)).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5)
        self.optimiser.step()
        return (time.perf_counter() - start) / int(piece.mask.sum())

    def flops(self) -> float:
        """Floating-point operations per target word, forward and backward; elementwise work not counted."""
        decoder = self.model.decoder
        n, embedding = decoder.W_c.out_features, decoder.embedding.embedding_dim
        p, k, j = self.memory, self.batch.name.shape[1], self.batch.value.shape[1]
        lstm = 4 * n * (embedding + 2 * n) + (len(decoder.lstm.V) - 1) * 8 * n * n
        memory = k * p * p + 3 * n * p
        attention = n * n + n * p + k * p + 2 * j * n
        return 6.0 * float(lstm + memory + attention + 2 * n * n + n * self.model.generator.W_y.out_features)


def peak() -> float:
    """The sgemm peak of one core, in operations per second."""
    matrix = torch.randn(1024, 1024)
    best = 1e9
    for _ in range(10):
        start = time.perf_counter()
        matrix @ matrix
        best = min(best, time.perf_counter() - start)
    return float(2 * 1024**3 / best)


def paths(dataset: Dataset) -> None:
    for name, config, size, words in (
        ("paper size, batch 5", PAPER, 5, None),
        ("paper size, batch 16", PAPER, 16, None),
        ("n = 384, batch 16, 5,000 words", SMALLER, 16, 5000),
        ("n = 384, batch 32, 5,000 words", SMALLER, 32, 5000),
    ):
        bench = Bench.of(config, dataset, size, words)
        fused, plain = [], []
        top = peak()
        for _ in range(4):
            fused.append(bench.chunk(True))
            plain.append(bench.chunk(False))
            top = max(top, peak())
        share = bench.flops() / min(fused) / top
        line(
            f"training, {name}: words/s/core fused, plain, ratio, share of peak",
            f"{1 / min(fused):.0f}, {1 / min(plain):.0f}, {min(plain) / min(fused):.2f}, {share:.0%}",
        )


WORKER = """
import sys, time, torch
from benchmarks.models import Bench, SMALLER
from boxscribe.batches import Dataset
torch.set_num_threads(int(sys.argv[2]))
bench = Bench.of(SMALLER, Dataset(sys.argv[1]), 16, 5000)
bench.chunk()
start, words = time.perf_counter(), 0.0
while time.perf_counter() - start < 15:
    words += 1600
    bench.chunk()
print(words / (time.perf_counter() - start))
"""


def processes(folder: str) -> None:
    def together(count: int, threads: int) -> float:
        command = [sys.executable, "-c", WORKER, f"{folder}/set", str(threads)]
        started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        return sum(float(process.communicate()[0]) for process in started)

    cores = os.cpu_count() or 1
    one, many = together(1, cores), together(cores, 1)
    line(f"n = 384, batch 16: one process with {cores} threads, words/s", f"{one:.0f}")
    line(f"n = 384, batch 16: {cores} processes with one thread each, words/s together", f"{many:.0f}")


def memory(folder: str) -> None:
    code = (
        "import sys; from benchmarks.models import Bench, PAPER, rss; from boxscribe.batches import Dataset\n"
        "bench = Bench.of(PAPER, Dataset(sys.argv[1]), 5)\nfor _ in range(3): bench.chunk()\nprint(rss())"
    )
    done = subprocess.run([sys.executable, "-c", code, f"{folder}/set"], capture_output=True, text=True, check=True)
    line("peak memory of training, paper size, batch 5", f"{float(done.stdout):.0f} MB")


def rss() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def cost(dataset: Dataset) -> None:
    """Milliseconds per target word by length of the text, and by rows and entities; as lines and as a picture."""
    bench = Bench.of(SMALLER, dataset, 8, 5000)
    lengths = (50, 100, 200, 400)
    by_length = [1000 * min(bench.chunk(length=length) for _ in range(3)) for length in lengths]
    for length, found in zip(lengths, by_length, strict=True):
        line(f"ms per word, chunks of {length} steps", f"{found:.2f}")
    rows, by_rows = [], []
    for times in (1, 2, 4):
        wide = replace(bench, batch=repeated(bench.batch, times))
        rows.append(wide.batch.value.shape[1])
        by_rows.append(1000 * min(wide.chunk() for _ in range(3)))
        line(f"ms per word, {rows[-1]} rows of {wide.batch.name.shape[1]} entities", f"{by_rows[-1]:.2f}")
    costs = {
        "By length of the text": (lengths, by_length, "steps"),
        "By records and entities": (rows, by_rows, "rows"),
    }
    charts = {
        title: curves(title, {"ms per word": list(zip(sizes, found, strict=True))}, unit)
        for title, (sizes, found, unit) in costs.items()
    }
    about = "Milliseconds per target word: encode, forward, backward, step"
    page = render("charts.html", title="Cost of training", subject="Benchmark", about=about, charts=charts, samples=[])
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(page, encoding="utf-8")
    line("the same as a picture", str(PICTURE))


def repeated(batch: Batch, times: int) -> Batch:
    """The same games with every entity so many times."""
    k, j = batch.name.shape[1], batch.value.shape[1]
    again = {
        name: np.concatenate([getattr(batch, name)] * times, axis=-1)
        for name in ("value", "type", "features", "word", "naming", "row_mask", "name", "kind", "side", "entity_mask")
    }
    entity = np.concatenate([batch.entity + k * i for i in range(times)], axis=1)
    rows = np.concatenate([batch.rows + j * i for i in range(times)], axis=1)
    mask = np.concatenate([batch.rows_mask] * times, axis=1)
    return replace(batch, **again, entity=entity, rows=rows, rows_mask=mask)
