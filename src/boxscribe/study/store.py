"""The answers given on the page, in SQLite: an acknowledged answer is on the disk.

Clicks are appended and never changed; the latest one about a question is its answer. The browser gives each click a
key, so a click that it sends again, because the acknowledgement was lost, is stored once.

The id of a participant is not secret. The browser therefore generates a secret before the first request and sends it
with every request; the database holds its hash. A request with the id but another secret can neither read nor write.
Because the secret is generated and stored by the browser, a lost response cannot lock the participant out.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.database import Transaction, connect, open_database
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
        self._db = open_database(path, SCHEMA, "a study")
        self._writing = connect(path)  # of the thread that saves clicks

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
        with Transaction(self._db):
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
        with Transaction(self._writing):
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
