"""The events of an order, from a thread of the engine to a client: one after the other, or all as one answer.

A client that leaves stops the work on its story.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from boxscribe.extras import needs_extra
from boxscribe.serve.answers import plan_answer, story_answer
from boxscribe.serve.engine import WritingEngine
from boxscribe.serve.events import SentenceWritten, StoryBegun, StoryEvent, StoryFailed, StoryFinished
from boxscribe.serve.orders import StoryOrder
from boxscribe.serve.problems import document, status_of
from boxscribe.tables.domain import Describe
from boxscribe.writing.story import Story
from boxscribe.writing.story_pools import Beginning, PooledAuthor

with needs_extra("serve", "boxscribe serve"):
    from starlette.requests import Request

PING_SECONDS = 10.0  # without an event; then the client is sent a comment, so that proxies keep the connection


class OrderedStory:
    """A story that is being written for a client."""

    def __init__(self, engine: WritingEngine, author: PooledAuthor, beginning: Beginning, seconds: float) -> None:
        self._engine, self.model = engine, author.name
        self._events: asyncio.Queue[StoryEvent] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def listen(event: StoryEvent) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._events.put_nowait, event)

        self._order = StoryOrder(author, beginning, listen, seconds)
        engine.order(self._order)

    async def events(self) -> AsyncIterator[StoryEvent | None]:
        """The events, up to the last; None where there has been none for a while."""
        event: StoryEvent | None = None
        try:
            while not isinstance(event, StoryFinished | StoryFailed):
                try:
                    event = await asyncio.wait_for(self._events.get(), PING_SECONDS)
                except TimeoutError:
                    event = None
                yield event
        finally:
            if not isinstance(event, StoryFinished | StoryFailed):
                self._engine.cancel(self._order)

    async def story(self, request: Request) -> Story | None:
        """The finished story; its error is raised. None where the client has left meanwhile."""
        finished = asyncio.create_task(self._last())
        left = asyncio.create_task(_left(request))
        try:
            await asyncio.wait({finished, left}, return_when=asyncio.FIRST_COMPLETED)
            if not finished.done():
                return None
            return finished.result()
        finally:
            for task in (finished, left):
                task.cancel()
            if not finished.done() or finished.cancelled():
                self._engine.cancel(self._order)

    async def _last(self) -> Story:
        while True:
            event = await self._events.get()
            if isinstance(event, StoryFailed):
                raise event.error
            if isinstance(event, StoryFinished):
                return event.story


async def _left(request: Request) -> None:
    """Until the client closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def server_sent_events(ordered: OrderedStory, describe: Describe, trace: bool = False) -> AsyncIterator[str]:
    """The story as server-sent events: `plan`, `sentence` …, `story`, or at last `problem`."""
    async for event in ordered.events():
        if event is None:
            yield ": waiting\n\n"
            continue
        name, data = _as_json(event, ordered.model, describe, trace)
        yield f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def _as_json(event: StoryEvent, model: str, describe: Describe, trace: bool) -> tuple[str, dict[str, Any]]:
    if isinstance(event, StoryBegun):
        if event.plan is None:
            return "plan", {"id": event.table.id, "sentences": [], "paragraphs": [], "facts": []}
        return "plan", plan_answer(event.table, event.plan, describe(event.table.domain))
    if isinstance(event, SentenceWritten):
        return "sentence", {"number": event.number, "text": event.text, "origin": event.origin}
    if isinstance(event, StoryFinished):
        return "story", story_answer(event.story, model, trace)
    return "problem", document(*status_of(event.error))
