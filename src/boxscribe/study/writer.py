"""Many people's clicks in one commit: while the disk writes some, those that come meanwhile wait for the next turn.

A disk may need some milliseconds for a commit. So fifty people need not wait for fifty commits, but for two at most.
"""

import asyncio

from boxscribe.study.store import Click, Store


class Writer:
    """Keeps clicks in a thread, so that pages are shown meanwhile."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Click, asyncio.Future[None]]] = []
        self._turns: asyncio.Task[None] | None = None

    async def keep(self, click: Click) -> None:
        """Returns when the click is on the disk."""
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((click, kept))
        if self._turns is None or self._turns.done():
            self._turns = asyncio.create_task(self._work())
        await kept

    async def _work(self) -> None:
        while self._waiting:
            turn, self._waiting = self._waiting, []
            try:
                await asyncio.to_thread(self._store.keep, [click for click, _ in turn])
            except Exception as error:
                for _, kept in turn:
                    if not kept.done():
                        kept.set_exception(error)
            else:
                for _, kept in turn:
                    if not kept.done():  # who has gone away does not wait
                        kept.set_result(None)
