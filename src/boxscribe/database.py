"""SQLite files that hold what people gave: what is committed is on the disk, and only the owner may read it."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from boxscribe.errors import InputError


def open_database(path: Path, schema: str, purpose: str) -> sqlite3.Connection:
    """The database of a file, which is created with the schema if it does not exist. One that is damaged or has other
    tables is an InputError, which calls it the database of `purpose`."""
    try:
        _restrict_to_owner(path)
        db = connect(path)
        db.executescript(schema)
        _require_intact(db, schema)
        return db
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:  # of a message that quotes a damaged schema
        raise InputError(f"{path}: cannot be opened as the database of {purpose}: {error}") from None


def connect(path: Path) -> sqlite3.Connection:
    """A further connection to a database, such as that of a thread that writes."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    db.text_factory = lambda text: text.decode(
        errors="replace"
    )  # of a damaged page; it fits nothing that is looked for
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # a commit returns when its data are on the disk
    return db


class Transaction:
    """Commit a block, or roll it back if it raises."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._roll_back()  # what an earlier block left because rolling back failed
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._db.execute("COMMIT")
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        if self._db.in_transaction:  # SQLite rolls back by itself after some errors of the disk, not after all
            self._db.execute("ROLLBACK")


def _restrict_to_owner(path: Path) -> None:
    """Create the database, or change its mode, so that only its owner may read it.

    SQLite gives the files that it puts beside the database the same mode. An existing database is not opened here:
    closing it would end the locks that other connections of this process hold.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for file in (path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))):
        with suppress(FileNotFoundError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def _require_intact(db: sqlite3.Connection, schema: str) -> None:
    """Raise an sqlite3.Error for a damaged database, which would otherwise fail at some later request."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(schema)
        if _schema(db) != _schema(new):
            raise sqlite3.DatabaseError("it has other tables")


def _schema(db: sqlite3.Connection) -> set[str]:
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
