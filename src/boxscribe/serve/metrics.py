"""Figures for Prometheus, in its text format."""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from boxscribe import __version__
from boxscribe.serve.engine import WritingEngine

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_OUTCOMES = ("written", "failed", "cancelled", "refused")


class ServiceMetrics:
    """Counts the responses, and prints them with the figures of the engine."""

    def __init__(self, engine: WritingEngine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._responses = Counter[tuple[str, str]]()  # by path of the API and status
        self._seconds: dict[str, float] = {}
        self._started = round(time.time(), 3)

    def count(self, path: str, status: int, seconds: float) -> None:
        """Note a response."""
        with self._lock:
            self._responses[path, str(status)] += 1
            self._seconds[path] = self._seconds.get(path, 0.0) + seconds

    def print(self) -> str:
        """All figures."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        with self._lock:
            responses = [((("path", path), ("status", status)), n) for (path, status), n in self._responses.items()]
            seconds = [((("path", path),), round(total, 6)) for path, total in self._seconds.items()]
        counts = self._engine.counts
        outcomes = [((("outcome", outcome),), counts[outcome]) for outcome in _OUTCOMES]
        yield from _metric("boxscribe_info", "gauge", "The version.", [((("version", __version__),), 1)])
        yield from _metric("boxscribe_start_time_seconds", "gauge", "When the server started.", [((), self._started)])
        yield from _metric("boxscribe_responses_total", "counter", "Responses by path and status.", responses)
        yield from _metric("boxscribe_response_seconds_total", "counter", "Until responses were complete.", seconds)
        yield from _metric("boxscribe_stories_total", "counter", "Ordered stories by what became of them.", outcomes)
        yield from _metric("boxscribe_waiting", "gauge", "Orders that wait.", [((), self._engine.waiting)])
        yield from _metric(
            "boxscribe_writing", "gauge", "Stories that are being written.", [((), self._engine.writing)]
        )


Labels = tuple[tuple[str, str], ...]


def _metric(name: str, kind: str, about: str, values: Iterable[tuple[Labels, float]]) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in values:
        shown = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels)
        yield f"{name}{{{shown}}} {value}" if shown else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
