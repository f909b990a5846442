"""The folder of a service: one database with the saved stories and the jobs. One server at a time has it."""

import os
import sqlite3
import threading
from pathlib import Path

from boxscribe.database import open_database
from boxscribe.errors import InputError

try:
    import fcntl
except ImportError:  # not a POSIX system: nothing is locked
    fcntl = None  # type: ignore[assignment]

DATABASE, LOCK = "serve.db", "serve.lock"
SCHEMA = """
CREATE TABLE IF NOT EXISTS stories (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, changed REAL NOT NULL, content TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS recent ON stories (changed);
CREATE TABLE IF NOT EXISTS jobs (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created REAL NOT NULL, settings TEXT NOT NULL,
    webhook TEXT, report TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0, attempt REAL NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS tasks (
    job INTEGER NOT NULL REFERENCES jobs, number INTEGER NOT NULL, source TEXT NOT NULL, answer TEXT,
    failed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (job, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS unanswered ON tasks (job, number) WHERE answer IS NULL;
"""


class ServeFolder:
    """The database of a service, and the lock that its threads share."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._locked = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise InputError(f"--folder {path}: cannot be written: {error.strerror}") from None
        try:
            self._lock_folder()
            self.db: sqlite3.Connection = open_database(path / DATABASE, SCHEMA, "a service")
        except InputError:
            os.close(self._locked)
            raise
        self.lock = threading.RLock()

    def close(self) -> None:
        with self.lock:
            self.db.close()
            os.close(self._locked)

    def _lock_folder(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"--folder {self.path}: another server uses it; stop that one, or choose another"
            ) from None
        except OSError:
            return  # a file system without locks
