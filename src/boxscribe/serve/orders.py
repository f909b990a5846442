"""Orders for stories, and the two queues in which they wait: of clients who wait for them, and of jobs."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from boxscribe.serve.events import StoryEvent
from boxscribe.writing.story_pools import Beginning, PooledAuthor


class QueueFull(Exception):
    """There are so many orders that no more are accepted."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("The server has as many orders as it accepts; try again later.")
        self.retry_after = retry_after  # seconds


class TimeLimit(Exception):
    """A story was not finished in time."""


class EngineClosed(Exception):
    """The server is stopping."""


@dataclass(slots=True, eq=False)
class StoryOrder:
    """A story that is to be written. `listen` receives its events, in a thread of the engine."""

    author: PooledAuthor
    beginning: Beginning
    listen: Callable[[StoryEvent], None]
    seconds: float = inf  # after which it fails
    background: bool = False  # of a job: written where no client waits
    ordered: float = field(default_factory=time.monotonic)
    cancelled: bool = False

    @property
    def is_late(self) -> bool:
        return time.monotonic() - self.ordered > self.seconds


class OrderQueue:
    """Orders that wait. Clients come before jobs, and only so many of them may wait."""

    def __init__(self, most_waiting: int) -> None:
        self.most_waiting = most_waiting
        self.changed = threading.Condition()
        self.closed = False
        self.idle = 0  # workers that wait for an order
        self.counts = Counter[str]()  # of stories by what became of them
        self._clients: deque[StoryOrder] = deque()
        self._jobs: deque[StoryOrder] = deque()
        self._mean_seconds = 1.0  # of a story, from its order to its end

    def put(self, order: StoryOrder) -> None:
        with self.changed:
            if self.closed:
                raise EngineClosed("The server is stopping.")
            if not order.background:
                self.require_room()
            (self._jobs if order.background else self._clients).append(order)
            self.changed.notify_all()

    def require_room(self) -> None:
        """Raise QueueFull where as many clients wait as are accepted."""
        with self.changed:
            if len(self._clients) >= self.most_waiting:
                self.counts["refused"] += 1
                raise QueueFull(max(1, round(self._mean_seconds)))

    def take(self, most: int) -> list[StoryOrder]:
        """Up to so many orders, those of clients first."""
        found: list[StoryOrder] = []
        with self.changed:
            for waiting in (self._clients, self._jobs):
                while waiting and len(found) < most:
                    found.append(waiting.popleft())
        return found

    def take_late(self) -> list[StoryOrder]:
        """The orders whose time is over before they were begun."""
        with self.changed:
            late = [order for order in self._clients if order.is_late]
            for order in late:
                self._clients.remove(order)
        return late

    def wait(self) -> None:
        """Until there is an order, or the engine is closed."""
        with self.changed:
            self.idle += 1
            self.changed.wait_for(lambda: self.closed or len(self) > 0)
            self.idle -= 1

    def cancel(self, order: StoryOrder) -> None:
        """Its client has left: it is not written, or no further."""
        with self.changed:
            order.cancelled = True
            for waiting in (self._clients, self._jobs):
                if order in waiting:
                    waiting.remove(order)
                    self.counts["cancelled"] += 1

    def count(self, outcome: str, order: StoryOrder) -> None:
        with self.changed:
            self.counts[outcome] += 1
            if outcome == "written" and not order.background:
                self._mean_seconds += 0.2 * (time.monotonic() - order.ordered - self._mean_seconds)

    def close(self) -> list[StoryOrder]:
        """Accept no more orders; those that wait."""
        with self.changed:
            self.closed = True
            left = [*self._clients, *self._jobs]
            self._clients.clear()
            self._jobs.clear()
            self.changed.notify_all()
        return left

    @property
    def waiting(self) -> int:
        """Clients' orders."""
        return len(self._clients)

    def __len__(self) -> int:
        return len(self._clients) + len(self._jobs)
