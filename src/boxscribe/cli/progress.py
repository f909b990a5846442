"""Progress on standard error for work of more than two seconds: a bar with ETA on a terminal, lines in a log."""

import sys
import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Protocol, TypeVar

T = TypeVar("T")
DELAY = 2.0  # seconds before anything is shown
BETWEEN_LINES = 10.0  # seconds between two lines of a log


class Display(Protocol):
    """A way to show progress."""

    interval: float  # seconds between two calls of `show`

    def show(self, label: str, count: int, fraction: float | None, seconds_left: float | None) -> None: ...
    def close(self) -> None: ...


class Status:
    """Shows what a running job reports, at intervals: as a bar on a terminal, as lines elsewhere. Use it in `with`.

    `done` is the fraction of the job that is done at its start; None: what the first report says, as of a resumed job.
    """

    def __init__(self, unit: str, delay: float = 0.0, done: float | None = 0.0) -> None:
        self._unit, self._done, self._start = unit, done, time.monotonic()
        self._due = self._start + delay
        self._display: Display | None = None

    def __enter__(self) -> "Status":
        return self

    @property
    def is_due(self) -> bool:
        """Whether the next report is shown."""
        return time.monotonic() >= self._due

    def show(self, label: str, count: int, fraction: float | None) -> None:
        """Report what is being done, how many units are done and, if it is known, the fraction of the job."""
        now = time.monotonic()
        if self._done is None:
            self._done, self._start = fraction or 0.0, now
        if now < self._due:
            return
        if self._display is None:
            self._display = Bar(self._unit) if sys.stderr.isatty() else Lines(self._unit)
        more = fraction is not None and fraction > self._done
        left = (now - self._start) * (1 - fraction) / (fraction - self._done) if more else None  # type: ignore[operator]
        self._display.show(label, count, fraction, left)
        self._due = now + self._display.interval

    def __exit__(self, *_: object) -> None:
        if self._display:
            self._display.close()


def progress(items: Iterable[T], label: str, total: int | None = None, unit: str = "games") -> Iterator[T]:
    """The same items, counted on standard error: the command line's `boxscribe.progress.Progress`.

    The fraction is known from `total`, or from an attribute `fraction` of `items`.
    """
    start = time.monotonic()
    with Status(unit, DELAY) as status:
        for count, item in enumerate(items, 1):
            yield item
            if status.is_due:
                speed = f"{count / (time.monotonic() - start):,.3g} {unit}/s"
                status.show(f"{label}, {speed}", count, count / total if total else getattr(items, "fraction", None))


class Lines:
    """A line at a time, for logs."""

    interval = BETWEEN_LINES

    def __init__(self, unit: str) -> None:
        self._unit = unit

    def show(self, label: str, count: int, fraction: float | None, seconds_left: float | None) -> None:
        left = "" if fraction is None or seconds_left is None else f", {fraction:.0%}, {seconds_left:.0f} s left"
        sys.stderr.write(f"{label}: {count:,} {self._unit}{left}\n")
        sys.stderr.flush()

    def close(self) -> None:
        pass


class Bar:
    """A bar that disappears when the work is done."""

    interval = 0.1

    def __init__(self, unit: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[count]:,} " + unit),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
        )
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=None, count=0, left="")
        self._bar.start()

    def show(self, label: str, count: int, fraction: float | None, seconds_left: float | None) -> None:
        left = "" if seconds_left is None else f"{timedelta(seconds=round(seconds_left))} left"
        total = None if fraction is None else 1.0
        self._bar.update(self._task, description=label, count=count, completed=fraction or 0.0, total=total, left=left)

    def close(self) -> None:
        self._bar.stop()
