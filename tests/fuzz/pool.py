"""Worker processes that try inputs, and the parent that watches them.

An input is a number (`make_input`), so nothing is sent to a worker: of w workers, worker i tries the inputs i, i + w,
i + 2w and so on. It notes in shared memory which one it is at. The parent kills it when an input takes too long, also
within C code, and another worker goes on with the next number; the same where a worker dies.
"""

import gc
import multiprocessing
import os
import resource
import time
from collections.abc import Callable
from ctypes import c_double, c_int64
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray, RawValue
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fuzz.harness import MEMORY, SECONDS, Workspace
from fuzz.targets import TARGETS, Input, make_input

ROOM = 2 * MEMORY  # of addresses that a worker may take beyond those that it has; more raises a MemoryError
TICK = 0.1  # seconds between two looks at the workers
WAITING = 10  # times SECONDS: how long an input may take on a clock, if it uses less CPU time
MEMORY_FOLDER = Path("/dev/shm")  # where files cost no disk

_fork = multiprocessing.get_context("fork")  # a new worker has all valid files at once


@dataclass(slots=True)
class Figures:
    """What is known of the inputs of one target."""

    inputs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0  # seconds
    grown: int = 0  # bytes; the largest growth with one input
    failures: int = 0


@dataclass(slots=True)
class Failure:
    """Inputs that fail in the same way."""

    why: str
    first: Input
    number: int
    count: int = 0


@dataclass(slots=True)
class Summary:
    """All inputs of a run."""

    seed: int
    seconds: float = 0.0
    targets: dict[str, Figures] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        return sum(figures.inputs for figures in self.targets.values())


Report = Callable[[Summary], None]


class _Worker:
    """A process, and the memory that it shares with the parent. It survives the process."""

    columns = ("inputs", "accepted", "seconds", "slowest", "grown")

    def __init__(self, seed: int, first: int, step: int, last: int, folder: Path) -> None:
        self._seed, self._step, self._last, self._folder = seed, step, last, folder
        self._parent = os.getpid()  # if it is gone, so is the worker
        self.number = RawValue(c_int64, first)
        self.started = RawValue(c_double, 0.0)  # 0: between two inputs
        self.cpu_started = RawValue(c_double, 0.0)  # CPU time of the process at that moment
        self.figures = {name: RawArray(c_double, len(self.columns)) for name in TARGETS}
        self.failures: Connection
        self.process: Any
        self.start()

    def start(self) -> None:
        self.failures, sender = _fork.Pipe(duplex=False)
        self.process = _fork.Process(target=self._run, args=(sender,), daemon=True)
        self.process.start()
        sender.close()

    def _run(self, sender: Connection) -> None:
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + ROOM, resource.RLIM_INFINITY))
        with TemporaryDirectory(dir=self._folder) as temporary:
            workspace = Workspace(Path(temporary))
            for number in range(self.number.value, self._last, self._step):
                if os.getppid() != self._parent:
                    return
                tried = make_input(self._seed, number)
                self.number.value, self.cpu_started.value = number, time.process_time()
                self.started.value = time.monotonic()
                outcome = workspace.run(tried)
                self.started.value = 0.0
                self.count(tried.target, outcome.accepted, outcome.seconds, outcome.grown)
                if outcome.failure:
                    sender.send((number, outcome.failure))
                self.number.value = number + self._step

    def count(self, target: str, accepted: bool, seconds: float, grown: int) -> None:
        own = self.figures[target]
        own[0] += 1
        own[1] += accepted
        own[2] += seconds
        own[3] = max(own[3], seconds)
        own[4] = max(own[4], grown)

    @property
    def done(self) -> bool:
        return self.number.value >= self._last

    def seconds(self) -> float:
        """The CPU time of the present input, or a part of the time on a clock if it only waits; 0 between two."""
        started = self.started.value
        if not started:
            return 0.0
        return max(self._cpu_time() - self.cpu_started.value, (time.monotonic() - started) / WAITING)

    def _cpu_time(self) -> float:
        """Of the process, so far; 0 if it has ended."""
        try:
            figures = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")  # in user and in kernel mode

    def fail(self) -> tuple[int, str] | None:
        """The input that the process cannot get over, which is skipped by the next process."""
        if not self.started.value:
            return None
        number, seconds = self.number.value, self.seconds()
        target = make_input(self._seed, number).target
        self.process.kill()
        self.process.join()
        slow = seconds > SECONDS
        why = f"takes more than {SECONDS:.0f} s" if slow else f"ends the process with code {self.process.exitcode}"
        self.count(target, False, seconds, 0)
        self.number.value, self.started.value = number + self._step, 0.0
        return number, f"{target}: {why}"


def run(seed: int, inputs: int, seconds: float, workers: int, report: Report, every: float = 10.0) -> Summary:
    """Try inputs until there were so many of them, or until the time is over."""
    for target in TARGETS.values():
        target.files()
    make_input(seed, 0)
    gc.collect()
    gc.freeze()  # the valid files are in every process, and never looked through again
    summary, start, next_report = Summary(seed), time.monotonic(), every
    with TemporaryDirectory(dir=MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None) as folder:
        crew = [_Worker(seed, first, workers, inputs, Path(folder)) for first in range(workers)]
        try:
            while not all(worker.done for worker in crew) and summary.seconds < seconds:
                time.sleep(TICK)
                for worker in crew:
                    _watch(worker, summary)
                summary.seconds = time.monotonic() - start
                summary.targets = _sums(crew, summary)
                if summary.seconds > next_report:
                    next_report += every
                    report(summary)
        finally:
            for worker in crew:
                worker.process.kill()
                worker.process.join()
                _receive(worker, summary)
            summary.targets = _sums(crew, summary)
    return summary


def _watch(worker: _Worker, summary: Summary) -> None:
    """Take over what the worker has found, and replace it if it hangs or is dead."""
    _receive(worker, summary)
    hangs = worker.seconds() > SECONDS
    dead = not worker.process.is_alive()
    if worker.done or not (hangs or dead):
        return
    if failed := worker.fail():
        _add(summary, *failed)
    _receive(worker, summary)
    worker.start()


def _receive(worker: _Worker, summary: Summary) -> None:
    try:
        while worker.failures.poll():
            _add(summary, *worker.failures.recv())
    except (EOFError, OSError):
        return  # the process is gone, and so is a message that it was about to send


def _add(summary: Summary, number: int, why: str) -> None:
    first = make_input(summary.seed, number)
    summary.failures.setdefault(f"{first.target}: {why}", Failure(why, first, number)).count += 1


def _sums(crew: list[_Worker], summary: Summary) -> dict[str, Figures]:
    found = {}
    for name in TARGETS:
        inputs, accepted, seconds, slowest, grown = zip(*(worker.figures[name] for worker in crew), strict=True)
        failures = sum(failure.count for failure in summary.failures.values() if failure.first.target == name)
        found[name] = Figures(
            int(sum(inputs)), int(sum(accepted)), sum(seconds), max(slowest), int(max(grown)), failures
        )
    return found
