"""`make fuzz MINUTES=10`, `make fuzz INPUTS=1000000`: try mutated inputs, and keep a reproducer of each failure.

It is written as soon as an input fails, and made minimal at the end.
"""

import argparse
import json
import os
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded: workers share the cores

from fuzz.harness import Workspace, minimal
from fuzz.pool import Failure, Figures, Summary, run
from fuzz.targets import Input


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1 << 62, help="how many; by default as many as the time allows")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="how long; by default until --inputs are done"
    )
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), help="processes")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="the same seed, the same inputs")
    parser.add_argument("--out", type=Path, default=Path("runs/fuzz"), help="the folder of the reproducers")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # unwinds, so that workers end and files are removed
    kept: dict[str, Path] = {}

    def progress(summary: Summary) -> None:
        for key, failure in summary.failures.items():
            if key not in kept:
                kept[key] = _keep(failure, options.out, summary.seed)
                _say(f"{kept[key]}: {failure.why}")
        rate = summary.inputs / summary.seconds
        _say(f"{summary.seconds:7,.0f} s {summary.inputs:11,} inputs {rate:6.0f}/s {len(kept):4} failures")

    summary = run(options.seed, options.inputs, 60 * options.minutes, options.workers, progress)
    progress(summary)
    for key, failure in summary.failures.items():
        _shrink(failure, kept[key])
    sys.stdout.write(_as_json(summary) if options.json else _as_table(summary))
    return int(bool(summary.failures))


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def _keep(failure: Failure, out: Path, seed: int) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{failure.first.target}-{seed}-{failure.number}.{failure.first.file}"
    path.write_bytes(failure.first.content)
    return path


def _shrink(failure: Failure, path: Path) -> None:
    """Make a reproducer minimal, unless it ends the process or makes it wait."""
    with TemporaryDirectory() as folder:
        workspace, first = Workspace(Path(folder)), failure.first

        def fails(content: bytes) -> bool:
            return workspace.run(Input(first.target, first.file, content)).failure == failure.why

        if not failure.why.startswith(f"{first.target}: "):
            path.write_bytes(minimal(first.content, fails))


def _as_json(summary: Summary) -> str:
    targets = {name: asdict(figures) for name, figures in summary.targets.items()}
    failures = [{"why": key, "count": each.count, "number": each.number} for key, each in summary.failures.items()]
    data = {"seed": summary.seed, "inputs": summary.inputs, "seconds": round(summary.seconds, 1)}
    return json.dumps({**data, "targets": targets, "failures": failures}, indent=1) + "\n"


def _as_table(summary: Summary) -> str:
    lines = ["target        inputs  accepted  failures  mean ms  slowest s  largest MB"]
    everything = Figures()
    for name, figures in summary.targets.items():
        everything = Figures(
            everything.inputs + figures.inputs,
            everything.accepted + figures.accepted,
            everything.seconds + figures.seconds,
            max(everything.slowest, figures.slowest),
            max(everything.grown, figures.grown),
            everything.failures + figures.failures,
        )
        lines.append(_row(name, figures))
    lines.append(_row("all", everything))
    lines += [f"{failure.count:,} × {key} (input {failure.number})" for key, failure in summary.failures.items()]
    lines.append(f"{summary.inputs:,} inputs of seed {summary.seed} in {summary.seconds:,.0f} s")
    return "\n".join(lines) + "\n"


def _row(name: str, figures: Figures) -> str:
    inputs = max(1, figures.inputs)
    return (
        f"{name:10} {figures.inputs:9,} {figures.accepted / inputs:9.0%} {figures.failures:9,} "
        f"{1000 * figures.seconds / inputs:8.1f} {figures.slowest:10.2f} {figures.grown >> 20:11,}"
    )


if __name__ == "__main__":
    sys.exit(main())
