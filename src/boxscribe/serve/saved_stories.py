"""Saved stories: what the page shows at a permalink. A story that was acknowledged is on the disk."""

import secrets
import time
from typing import NamedTuple

from boxscribe.database import Transaction
from boxscribe.errors import InputError
from boxscribe.serve.folder import ServeFolder

MOST_STORIES = 10_000
RECENT = 50  # stories that are listed


class SavedStory(NamedTuple):
    """A story in the list of recent ones."""

    id: str
    title: str
    changed: float  # seconds since 1970


class SavedStories:
    """The saved stories of a folder: `content` is JSON that the page understands."""

    def __init__(self, folder: ServeFolder) -> None:
        self._folder, self._db = folder, folder.db

    def add(self, title: str, content: str) -> str:
        """Save a story; its id, which cannot be guessed."""
        id = secrets.token_urlsafe(12)
        with self._folder.lock, Transaction(self._db):
            (count,) = self._db.execute("SELECT COUNT(*) FROM stories").fetchone()
            if count >= MOST_STORIES:
                raise InputError(f"{count:,} stories are saved, and no more can be; delete some")
            self._db.execute("INSERT INTO stories VALUES (?, ?, ?, ?)", (id, title, time.time(), content))
        return id

    def replace(self, id: str, title: str, content: str) -> bool:
        """Save another state of a story; whether there is one with this id."""
        with self._folder.lock, Transaction(self._db):
            changed = self._db.execute(
                "UPDATE stories SET title = ?, changed = ?, content = ? WHERE id = ?", (title, time.time(), content, id)
            )
        return changed.rowcount > 0

    def delete(self, id: str) -> bool:
        """Whether there was one with this id."""
        with self._folder.lock, Transaction(self._db):
            deleted = self._db.execute("DELETE FROM stories WHERE id = ?", (id,))
        return deleted.rowcount > 0

    def content(self, id: str) -> str | None:
        """What was saved; None where there is no story with this id."""
        with self._folder.lock:
            row = self._db.execute("SELECT content FROM stories WHERE id = ?", (id,)).fetchone()
        return None if row is None else str(row[0])

    def recent(self) -> list[SavedStory]:
        """The stories that were changed last, the latest first."""
        with self._folder.lock:
            rows = self._db.execute("SELECT id, title, changed FROM stories ORDER BY changed DESC LIMIT ?", (RECENT,))
            return [SavedStory(*row) for row in rows]
