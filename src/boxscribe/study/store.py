"""The answers given on the page, in SQLite: an acknowledged answer is on the disk.

Clicks are appended and never changed; the latest one about a question is its answer. The browser gives each click a
key, so a click that it sends again, because the acknowledgement was lost, is stored once.

The id of a participant is not secret. The browser therefore generates a secret before the first request and sends it
with every request; the database holds its hash. A request with the id but another secret can neither read nor write.
Because the secret is generated and stored by the browser, a lost response cannot lock the participant out.
"""

import hashlib
import hmac
import os
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.study.answers import Answer
from boxscribe.study.settings import DONE, Form

SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id INTEGER PRIMARY KEY, form TEXT NOT NULL, participant TEXT NOT NULL, secret BLOB NOT NULL, assignment INTEGER,
    completion_code TEXT NOT NULL, started REAL NOT NULL, last_active REAL NOT NULL,
    UNIQUE (form, participant), UNIQUE (form, assignment)
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
    """One participant at one form."""

    id: int
    form: Form
    participant: str
    secret: bytes  # SHA-256 of the browser's secret
    completion_code: str

    def belongs_to(self, secret: str) -> bool:
        return hmac.compare_digest(_hash(secret), self.secret)


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of a session; only the participant's browser knows its token."""

    token: str
    session: int
    task: str
    screen: int


@dataclass(frozen=True, slots=True)
class Click:
    """An answer as the browser sends it."""

    screen: Screen
    key: str
    question: str
    value: str


@dataclass(frozen=True, slots=True)
class AssignedTask:
    """A task of a participant: whether it is finished, and the time of that participant's last click."""

    task: str
    participant: str
    finished: bool
    last_active: float


class AnswerStore:
    """The database of a study: one process may write, any number may read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            _restrict_to_owner(path)
            self._db = _connect(path)
            self._db.executescript(SCHEMA)
            _require_intact(self._db)
            self._writing = _connect(path)  # of the thread that saves clicks
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:  # of a message that quotes a damaged schema
            raise InputError(f"{path}: cannot be opened as the database of a study: {error}") from None

    def close(self) -> None:
        self._db.close()
        self._writing.close()

    def session(self, form: Form, participant: str) -> Session | None:
        row = self._db.execute(
            f"SELECT {_SESSION} FROM sessions WHERE form = ? AND participant = ?", (form, participant)
        )
        return _session(row.fetchone())

    def open_session(
        self,
        form: Form,
        participant: str,
        secret: str,
        assignment: int | None,
        screens: Iterable[tuple[str, int]],
        completion_code: str,
    ) -> Session:
        """A new session with its screens, each (task, number of the task's screen).

        `assignment` is its row of assignment.csv, or None if its tasks are those of others who have left.
        """
        now = time.time()
        with _Transaction(self._db):
            id = self._db.execute(
                f"INSERT INTO sessions ({_SESSION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (form, participant, _hash(secret), assignment, completion_code, now, now),
            ).lastrowid
            self._db.executemany(
                "INSERT INTO screens VALUES (?, ?, ?, ?, ?)",
                [(secrets.token_urlsafe(16), id, number, *screen) for number, screen in enumerate(screens)],
            )
        session = self.session(form, participant)
        assert session is not None
        return session

    def used_assignments(self, form: Form) -> set[int]:
        """The rows of assignment.csv that have a participant."""
        rows = self._db.execute("SELECT assignment FROM sessions WHERE form = ? AND assignment IS NOT NULL", (form,))
        return {assignment for (assignment,) in rows}

    def task_codes(self) -> set[str]:
        """The tasks of all participants."""
        return {code for (code,) in self._db.execute("SELECT DISTINCT task FROM screens")}

    def screens(self, session: Session) -> list[Screen]:
        """All screens of a session, in order."""
        rows = self._db.execute(
            "SELECT token, session, task, screen FROM screens WHERE session = ? ORDER BY number", (session.id,)
        )
        return [Screen(*row) for row in rows]

    def screen(self, token: str) -> tuple[Screen, Session] | None:
        """The screen with this token, and its session."""
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

    def latest_answers(self, session: Session) -> dict[str, dict[str, str]]:
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

    def answered_questions(self, token: str) -> set[str]:
        """The questions of a screen that have an answer."""
        return {question for (question,) in self._db.execute("SELECT question FROM clicks WHERE token = ?", (token,))}

    def save(self, clicks: Sequence[Click]) -> None:
        """Write clicks to the disk; those that are stored already are ignored."""
        now = time.time()
        with _Transaction(self._writing):
            self._writing.executemany(
                "INSERT INTO clicks (token, key, question, value, at) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (token, key) DO NOTHING",
                [(click.screen.token, click.key, click.question, click.value, now) for click in clicks],
            )
            self._writing.executemany(
                "UPDATE sessions SET last_active = ? WHERE id = ?", [(now, click.screen.session) for click in clicks]
            )

    def assigned_tasks(self, form: Form) -> Iterator[AssignedTask]:
        """All tasks of all participants."""
        rows = self._db.execute(
            "SELECT task, participant, "
            "MIN(EXISTS (SELECT 1 FROM clicks c WHERE c.token = screens.token AND question = ?)), "
            "last_active FROM screens JOIN sessions ON session = sessions.id WHERE form = ? GROUP BY session, task",
            (DONE, form),
        )
        return (
            AssignedTask(task, participant, bool(done), last_active) for task, participant, done, last_active in rows
        )

    def answers(self) -> list[Answer]:
        """The latest answer to each question of each finished screen."""
        rows = self._db.execute(
            "SELECT participant, task, screen, question, value, MAX(clicks.id) FROM clicks "
            "JOIN screens USING (token) JOIN sessions ON session = sessions.id "
            "WHERE question != ? AND token IN (SELECT token FROM clicks WHERE question = ?) "
            "GROUP BY token, question ORDER BY sessions.id, number, question",
            (DONE, DONE),
        )
        return [Answer(participant, "page", *answer) for participant, *answer, _ in rows]


class _Transaction:
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


def _require_intact(db: sqlite3.Connection) -> None:
    """Raise an sqlite3.Error for a damaged database, which would otherwise fail at some later request."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript(SCHEMA)
        if _schema(db) != _schema(new):
            raise sqlite3.DatabaseError("it has other tables")


def _schema(db: sqlite3.Connection) -> set[str]:
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    db.text_factory = lambda text: text.decode(errors="replace")  # of a damaged page; it fits no task and no question
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # a commit returns when its data are on the disk
    return db


_SESSION = "sessions.id, form, participant, secret, completion_code"
_SESSION_COLUMNS = "form, participant, secret, assignment, completion_code, started, last_active"


def _session(row: tuple[int, Form, str, bytes, str] | None) -> Session | None:
    return None if row is None else Session(*row)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def page_answers(path: Path) -> list[Answer]:
    """The answers in a database; none if it does not exist."""
    if not path.exists():
        return []
    store = AnswerStore(path)
    try:
        return store.answers()
    finally:
        store.close()
