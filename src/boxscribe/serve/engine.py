"""The writing engine: orders of any number of clients in, their stories out, sentence by sentence.

Each worker writes several stories together and takes a new order as soon as it has room, between two words. A story is
the same alone and beside others, and the same as `boxscribe write` writes.
"""

import atexit
import threading
from collections import Counter

from boxscribe.serve.events import StoryEvent, StoryFailed, StoryFinished
from boxscribe.serve.orders import EngineClosed, OrderQueue, StoryOrder
from boxscribe.serve.worker import Worker
from boxscribe.tables.table import Table
from boxscribe.writing.story import Story
from boxscribe.writing.story_pools import PooledAuthor
from boxscribe.writing.workers import cores

CLOSING_SECONDS = 10.0  # that workers have to come to the end of a step


class WritingEngine:
    """Writes stories in `workers` threads, by default one for each core, up to `batch_size` together. At most
    `most_waiting` orders of clients wait; a further one is a `QueueFull`."""

    def __init__(self, most_waiting: int = 50, batch_size: int = 16, workers: int | None = None) -> None:
        count = workers or cores()
        self._queue = OrderQueue(most_waiting)
        self._workers = [Worker(self._queue, max(1, -(-batch_size // count))) for _ in range(count)]
        for worker in self._workers:
            worker.start()
        atexit.register(self.close)  # Python crashes if it exits while a thread computes

    def order(self, order: StoryOrder) -> None:
        """Have a story written; its events go to `order.listen`."""
        self._queue.put(order)

    def require_room(self) -> None:
        """Raise QueueFull where an order of a client would be refused, before work is done for it."""
        self._queue.require_room()

    def cancel(self, order: StoryOrder) -> None:
        """Stop a story whose client has left; there are no more events."""
        self._queue.cancel(order)

    def write(self, author: PooledAuthor, table: Table, seconds: float = 600.0) -> Story:
        """A story, when it is finished."""
        ended = threading.Event()
        last: list[StoryEvent] = []

        def listen(event: StoryEvent) -> None:
            last[:] = [event]
            if isinstance(event, StoryFinished | StoryFailed):
                ended.set()

        self.order(StoryOrder(author, author.begin(table), listen, seconds))
        ended.wait()
        if isinstance(last[0], StoryFailed):
            raise last[0].error
        assert isinstance(last[0], StoryFinished)
        return last[0].story

    @property
    def waiting(self) -> int:
        """How many orders of clients wait."""
        return self._queue.waiting

    @property
    def writing(self) -> int:
        """How many stories are being written."""
        return sum(worker.writing for worker in self._workers)

    @property
    def counts(self) -> Counter[str]:
        """Stories by what became of them: written, failed, cancelled, refused."""
        with self._queue.changed:
            return Counter(self._queue.counts)

    @property
    def is_alive(self) -> bool:
        return all(worker.is_alive() for worker in self._workers)

    def close(self) -> None:
        """Stop; what is not finished fails."""
        atexit.unregister(self.close)
        for order in self._queue.close():
            if not order.cancelled:
                order.listen(StoryFailed(EngineClosed("The server is stopping.")))
        for worker in self._workers:
            worker.join(CLOSING_SECONDS)
