"""Group commit: the answers that arrive during one commit to the disk are written together in the next one.

A commit may take some milliseconds. With one commit for all waiting answers, a participant waits for two at most,
however many others answer at the same time.
"""

import asyncio

from boxscribe.study.store import AnswerStore, Click


class GroupCommit:
    """Writes clicks to the store in a thread, so that the event loop keeps answering requests."""

    def __init__(self, store: AnswerStore) -> None:
        self._store = store
        self._waiting: list[tuple[Click, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def save(self, click: Click) -> None:
        """Return when the click is on the disk."""
        saved = asyncio.get_running_loop().create_future()
        self._waiting.append((click, saved))
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit_all())
        await saved

    async def _commit_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                await asyncio.to_thread(self._store.save, [click for click, _ in group])
            except Exception as error:
                for _, saved in group:
                    if not saved.done():  # done: the request was cancelled
                        saved.set_exception(error)
            else:
                for _, saved in group:
                    if not saved.done():
                        saved.set_result(None)
