"""A thread of the engine: it writes the stories of several orders together, and new ones join them at any step."""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from boxscribe.serve.events import SentenceWritten, StoryBegun, StoryEvent, StoryFailed, StoryFinished
from boxscribe.serve.orders import EngineClosed, OrderQueue, StoryOrder, TimeLimit
from boxscribe.text.tokens import detokenise
from boxscribe.writing.length_attempts import LengthAttempts
from boxscribe.writing.story_pools import Beginning, StoryDraft, StoryPool
from boxscribe.writing.workers import one_thread

_POOLS = 8  # that are kept; a pool has a checker, whose domain takes a moment to read


@dataclass(slots=True, eq=False)
class _Writing:
    """An order that is being written."""

    order: StoryOrder
    pool: StoryPool
    draft: StoryDraft
    sent: int = 0  # sentences whose events were sent
    attempts: LengthAttempts | None = None

    @property
    def is_over(self) -> bool:
        return self.order.cancelled or self.order.is_late


class Worker(threading.Thread):
    """Writes up to `room` stories together, of orders from the queue that all workers share."""

    def __init__(self, queue: OrderQueue, room: int) -> None:
        super().__init__(name="boxscribe writer", daemon=True)
        self._queue, self._room = queue, room
        self._pools: OrderedDict[Hashable, StoryPool] = OrderedDict()
        self._active: list[_Writing] = []

    @property
    def writing(self) -> int:
        """The number of its stories."""
        return len(self._active)

    def run(self) -> None:
        with one_thread():
            while not self._queue.closed:
                for order in self._queue.take(self._room - len(self._active)):
                    self._begin(order)
                for order in self._queue.take_late():
                    self._fail(order, _too_late(order))
                self._give_up()
                if self._active:
                    self._write()
                else:
                    self._queue.wait()
        for one in list(self._active):
            self._fail(one.order, EngineClosed("The server is stopping."))

    def _begin(self, order: StoryOrder) -> None:
        try:
            pool = self._pool(order)
            writing = _Writing(order, pool, self._add(order, pool, order.beginning))
        except Exception as error:
            return self._fail(order, error)
        self._active.append(writing)
        return self._advance(writing)

    def _pool(self, order: StoryOrder) -> StoryPool:
        key = order.author.pool_key
        if key not in self._pools:
            self._pools[key] = order.author.pool()
            for other in [other for other, pool in self._pools.items() if not len(pool) and other != key]:
                if len(self._pools) > _POOLS:
                    del self._pools[other]
        self._pools.move_to_end(key)
        return self._pools[key]

    def _add(self, order: StoryOrder, pool: StoryPool, beginning: Beginning) -> StoryDraft:
        draft = pool.add(beginning)
        self._send(order, StoryBegun(beginning.table, beginning.plan))
        return draft

    def _give_up(self) -> None:
        """Leave out the stories whose clients have left or whose time is over."""
        for one in [one for one in self._active if one.is_over]:
            one.pool.remove(one.draft)
            self._active.remove(one)
            if one.order.cancelled:
                self._queue.count("cancelled", one.order)
            else:
                self._fail(one.order, _too_late(one.order))

    def _write(self) -> None:
        """Each pool goes on until some of its sentences are finished."""
        for pool in list(dict.fromkeys(one.pool for one in self._active)):
            if not len(pool):
                continue
            try:
                changed: Sequence[StoryDraft] = pool.run(self._is_interrupted)
            except Exception as error:  # a fault of ours: the other pools go on
                self._pools = OrderedDict((key, other) for key, other in self._pools.items() if other is not pool)
                for one in [one for one in self._active if one.pool is pool]:
                    self._active.remove(one)
                    self._fail(one.order, error)
                continue
            by_draft = {id(one.draft): one for one in self._active}
            for draft in changed:
                self._advance(by_draft[id(draft)])

    def _is_interrupted(self) -> bool:
        """Whether something has to be done before the next step: an order is waiting that no other worker takes."""
        queue = self._queue
        joins = len(queue) > 0 and len(self._active) < self._room and not queue.idle
        return queue.closed or joins or any(one.is_over for one in self._active)

    def _advance(self, writing: _Writing) -> None:
        """Send what is new of a story; when it is finished, end it or try a plan of another length."""
        draft, order = writing.draft, writing.order
        for number in range(writing.sent, len(draft.origins)):
            start = draft.ends[number - 1] if number else 0
            text = detokenise(draft.tokens[start : draft.ends[number]])
            self._send(order, SentenceWritten(number, text, draft.origins[number]))
        writing.sent = len(draft.origins)
        if not draft.done:
            return
        try:
            again = self._again(writing)
        except Exception as error:
            self._active.remove(writing)
            self._fail(order, error)
        else:
            if again:
                self._advance(writing)

    def _again(self, writing: _Writing) -> bool:
        """Whether a finished story is written once more, by a plan of another length."""
        order, story = writing.order, writing.pool.story(writing.draft)
        if writing.attempts is None:
            writing.attempts = order.author.attempts(story)
        else:
            writing.attempts.add([story])
        if writing.attempts is not None:
            plan = writing.attempts.next_plan()
            if plan is not None:
                writing.draft = self._add(order, writing.pool, order.author.begin(order.beginning.table, plan))
                writing.sent = 0
                return True
            story = writing.attempts.best[0]
        self._active.remove(writing)
        self._queue.count("written", order)
        self._send(order, StoryFinished(story))
        return False

    def _fail(self, order: StoryOrder, error: Exception) -> None:
        self._queue.count("failed", order)
        self._send(order, StoryFailed(error))

    @staticmethod
    def _send(order: StoryOrder, event: StoryEvent) -> None:
        if not order.cancelled:
            order.listen(event)


def _too_late(order: StoryOrder) -> TimeLimit:
    return TimeLimit(f"The story was not finished within {order.seconds:,.0f} seconds; try again later.")
