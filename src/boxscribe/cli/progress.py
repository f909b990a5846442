"""Progress on standard error, for whatever takes longer than two seconds: a bar with ETA on a terminal, else lines."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
PATIENCE = 2.0  # seconds before anything is shown
BETWEEN_LINES = 10.0  # seconds between two lines where there is no terminal


class Display(Protocol):
    """Something that shows how far the work is; `done` is None where nobody knows."""

    every: float  # seconds

    def show(self, count: int, done: float | None) -> None: ...
    def relabel(self, label: str) -> None: ...
    def close(self) -> None: ...


def progress(items: Iterable[T], label: str, total: int | None = None, unit: str = "games") -> Iterator[T]:
    """The same items. How much is left is known from `total`, or from a `fraction` that the items tell themselves."""
    display: Display | None = None
    start = time.monotonic()
    due = start + PATIENCE
    make: Callable[[str, str], Display] = Bar if sys.stderr.isatty() else Lines
    try:
        for count, item in enumerate(items, 1):
            yield item
            if time.monotonic() >= due:
                display = display or make(label, unit)
                display.relabel(f"{label}, {count / (time.monotonic() - start):,.3g} {unit}/s")
                display.show(count, count / total if total else getattr(items, "fraction", None))
                due = time.monotonic() + display.every
    finally:
        if display:
            display.close()


class Lines:
    """Now and then a line, for logs."""

    every = BETWEEN_LINES

    def __init__(self, label: str, unit: str, done: float = 0.0) -> None:
        self.label, self.unit, self.first, self.start = label, unit, done, time.monotonic() - PATIENCE

    def show(self, count: int, done: float | None) -> None:
        left = ""
        if done and done > self.first:
            seconds = (time.monotonic() - self.start) * (1 - done) / (done - self.first)
            left = f", {done:.0%}, {seconds:.0f} s left"
        sys.stderr.write(f"{self.label}: {count:,} {self.unit}{left}\n")
        sys.stderr.flush()

    def relabel(self, label: str) -> None:
        self.label = label

    def close(self) -> None:
        pass


class Bar:
    """A bar that vanishes when the work is done."""

    every = 0.1

    def __init__(self, label: str, unit: str, done: float = 0.0) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[count]:,} " + unit),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self.task = self.bar.add_task(label, total=None, count=0)
        self.bar.start()

    def show(self, count: int, done: float | None) -> None:
        self.bar.update(self.task, count=count, completed=done or 0, total=1.0 if done else None)

    def relabel(self, label: str) -> None:
        self.bar.update(self.task, description=label)

    def close(self) -> None:
        self.bar.stop()
