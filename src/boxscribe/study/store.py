"""The answers given on the page, in SQLite: an answer that was acknowledged is on the disk, whatever happens next.

Every click is a row that is only ever added; the latest one counts. A click carries a key made by the browser, so one
that is sent again because the acknowledgement was lost changes nothing.

A person is known by an id that others may know, too. So a browser makes a secret before its first visit and sends it
with every request; the database has its hash. Whoever comes with the id but without the secret can neither see nor
change anything. That the browser makes it, and keeps it, means that no lost reply can lock a person out.
"""

import hashlib
import hmac
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.study.answers import Answer
from boxscribe.study.settings import Kind

DONE = "done"  # the question that is answered by going on to the next screen

SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id INTEGER PRIMARY KEY, form TEXT NOT NULL, person TEXT NOT NULL, secret BLOB NOT NULL, place INTEGER,
    code TEXT NOT NULL, began REAL NOT NULL, seen REAL NOT NULL, UNIQUE (form, person), UNIQUE (form, place)
);
CREATE TABLE IF NOT EXISTS screens (
    token TEXT PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions, number INTEGER NOT NULL,
    task TEXT NOT NULL, screen INTEGER NOT NULL, UNIQUE (session, task, screen)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clicks (
    id INTEGER PRIMARY KEY, token TEXT NOT NULL REFERENCES screens, key TEXT NOT NULL,
    question TEXT NOT NULL, value TEXT NOT NULL, at REAL NOT NULL, UNIQUE (token, key)
);
CREATE INDEX IF NOT EXISTS latest ON clicks (token, question, id);
"""


@dataclass(frozen=True, slots=True)
class Session:
    """One person at one form."""

    id: int
    form: Kind
    person: str
    secret: bytes  # SHA-256 of what the browser holds
    code: str  # the completion code

    def belongs_to(self, secret: str) -> bool:
        return hmac.compare_digest(_hash(secret), self.secret)


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of a person; its token is known to nobody else."""

    token: str
    session: int
    task: str
    screen: int


@dataclass(frozen=True, slots=True)
class Click:
    """An answer on its way to the disk."""

    screen: Screen
    key: str
    question: str
    value: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A task that somebody has: whether it is finished, and when that person was last seen."""

    task: str
    person: str
    finished: bool
    seen: float


class Store:
    """The database of a study; one process writes it, and any number may read."""

    def __init__(self, path: Path) -> None:
        try:
            self._db = _connect(path)
            self._db.executescript(SCHEMA)
            self._clicks = _connect(path)  # clicks are kept by a thread of their own, while others read
        except sqlite3.Error as error:
            raise InputError(f"{path}: cannot be opened as the answers of a study: {error}") from None

    def close(self) -> None:
        self._db.close()
        self._clicks.close()

    def session(self, form: Kind, person: str) -> Session | None:
        row = self._db.execute(f"SELECT {_SESSION} FROM sessions WHERE form = ? AND person = ?", (form, person))
        return _session(row.fetchone())

    def open_session(
        self, form: Kind, person: str, secret: str, place: int | None, screens: Iterable[tuple[str, int]], code: str
    ) -> Session:
        """A new session with its screens, (task, screen) each."""
        now = time.time()
        with _Transaction(self._db):
            made = self._db.execute(
                "INSERT INTO sessions (form, person, secret, place, code, began, seen) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (form, person, _hash(secret), place, code, now, now),
            ).lastrowid
            self._db.executemany(
                "INSERT INTO screens VALUES (?, ?, ?, ?, ?)",
                [(secrets.token_urlsafe(16), made, number, *screen) for number, screen in enumerate(screens)],
            )
        session = self.session(form, person)
        assert session is not None
        return session

    def places(self, form: Kind) -> set[int]:
        """The places of the assignment that are taken."""
        rows = self._db.execute("SELECT place FROM sessions WHERE form = ? AND place IS NOT NULL", (form,))
        return {place for (place,) in rows}

    def screens(self, session: Session) -> list[Screen]:
        """All screens of a session, in order."""
        rows = self._db.execute(
            "SELECT token, session, task, screen FROM screens WHERE session = ? ORDER BY number", (session.id,)
        )
        return [Screen(*row) for row in rows]

    def screen(self, token: str) -> tuple[Screen, Session] | None:
        """A screen and whose it is."""
        row = self._db.execute(
            f"SELECT token, session, task, screen, {_SESSION} FROM screens JOIN sessions ON session = sessions.id "
            "WHERE token = ?",
            (token,),
        ).fetchone()
        if row is None:
            return None
        session = _session(row[4:])
        assert session is not None
        return Screen(*row[:4]), session

    def given(self, session: Session) -> dict[str, dict[str, str]]:
        """Token → question → the latest answer."""
        answers: dict[str, dict[str, str]] = {}
        rows = self._db.execute(
            "SELECT clicks.token, question, value FROM clicks JOIN screens USING (token) WHERE session = ? "
            "ORDER BY clicks.id",
            (session.id,),
        )
        for token, question, value in rows:
            answers.setdefault(token, {})[question] = value
        return answers

    def answered(self, token: str) -> set[str]:
        """The questions of a screen that have an answer."""
        return {question for (question,) in self._db.execute("SELECT question FROM clicks WHERE token = ?", (token,))}

    def keep(self, clicks: Sequence[Click]) -> None:
        """Keep clicks; on return they are on the disk. One that is there already changes nothing."""
        now = time.time()
        with _Transaction(self._clicks):
            self._clicks.executemany(
                "INSERT INTO clicks (token, key, question, value, at) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (token, key) DO NOTHING",
                [(click.screen.token, click.key, click.question, click.value, now) for click in clicks],
            )
            self._clicks.executemany(
                "UPDATE sessions SET seen = ? WHERE id = ?", [(now, click.screen.session) for click in clicks]
            )

    def taken(self, form: Kind) -> Iterator[Taken]:
        """Every task that somebody has."""
        rows = self._db.execute(
            "SELECT task, person, MIN(EXISTS (SELECT 1 FROM clicks c WHERE c.token = screens.token AND question = ?)), "
            "seen FROM screens JOIN sessions ON session = sessions.id WHERE form = ? GROUP BY session, task",
            (DONE, form),
        )
        return (Taken(task, person, bool(finished), seen) for task, person, finished, seen in rows)

    def answers(self) -> list[Answer]:
        """The latest answer to every question of every finished screen: what is half done may still be changed."""
        rows = self._db.execute(
            "SELECT person, task, screen, question, value, MAX(clicks.id) FROM clicks "
            "JOIN screens USING (token) JOIN sessions ON session = sessions.id "
            "WHERE question != ? AND token IN (SELECT token FROM clicks WHERE question = ?) "
            "GROUP BY token, question ORDER BY sessions.id, number, question",
            (DONE, DONE),
        )
        return [Answer(person, "page", *answer) for person, *answer, _ in rows]


class _Transaction:
    """All of a block is kept, or nothing of it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        self._db.execute("COMMIT" if kind is None else "ROLLBACK")


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # a commit returns when the disk has it
    return db


_SESSION = "sessions.id, form, person, secret, code"


def _session(row: tuple[int, Kind, str, bytes, str] | None) -> Session | None:
    return None if row is None else Session(*row)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def page_answers(path: Path) -> list[Answer]:
    """The answers in a database, if there is one."""
    if not path.exists():
        return []
    store = Store(path)
    try:
        return store.answers()
    finally:
        store.close()
