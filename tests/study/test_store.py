"""The database of answers: a transaction that fails changes nothing and stops no later one."""

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from boxscribe.study.store import AnswerStore, Click, Screen

SCREENS = [("task1", 0), ("task2", 0)]


@pytest.fixture
def store(tmp_path: Path) -> AnswerStore:
    return AnswerStore(tmp_path / "answers.db")


def begin(store: AnswerStore, participant: str, assignment: int) -> list[Screen]:
    return store.screens(store.open_session("quality", participant, "0" * 64, assignment, SCREENS, "CODE"))


class FailingConnection:
    """A connection whose next statements of some kinds fail, each once."""

    def __init__(self, db: sqlite3.Connection, kinds: Collection[str]) -> None:
        self._db, self._kinds = db, set(kinds)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        self._fail(statement)
        return self._db.execute(statement, *values)

    def executemany(self, statement: str, values: Any) -> sqlite3.Cursor:
        self._fail(statement)
        return self._db.executemany(statement, values)

    def _fail(self, statement: str) -> None:
        kind = statement.split()[0]
        if kind in self._kinds:
            self._kinds.remove(kind)
            raise sqlite3.OperationalError(f"disk I/O error at {kind}")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


def is_locked(store: AnswerStore) -> bool:
    """Whether a transaction is open, which keeps all other connections from writing."""
    with closing(sqlite3.connect(store.path, timeout=0, isolation_level=None)) as db:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        return False


FAULTS = [["BEGIN"], ["INSERT"], ["UPDATE"], ["COMMIT"], ["INSERT", "ROLLBACK"], ["COMMIT", "ROLLBACK"]]


@pytest.mark.parametrize("kinds", FAULTS, ids=" and ".join)
def test_after_a_failed_save_the_next_one_works(
    store: AnswerStore, monkeypatch: pytest.MonkeyPatch, kinds: list[str]
) -> None:
    screen, other = begin(store, "ann", 0)
    monkeypatch.setattr(store, "_writing", FailingConnection(store._writing, kinds))
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        store.save([Click(screen, "key-1", "coherence", "A")])
    assert is_locked(store) == ("ROLLBACK" in kinds)
    assert store.answered_questions(screen.token) == set()  # not acknowledged, so not stored
    store.save([Click(other, "key-2", "coherence", "B")])
    assert (store.answered_questions(screen.token), store.answered_questions(other.token)) == (set(), {"coherence"})
    store.save([Click(screen, "key-1", "coherence", "A")])  # the browser sends it again
    assert store.answered_questions(screen.token) == {"coherence"}


@pytest.mark.parametrize("kinds", [kinds for kinds in FAULTS if kinds != ["UPDATE"]], ids=" and ".join)
def test_after_a_session_that_cannot_be_opened_the_next_one_can(
    store: AnswerStore, monkeypatch: pytest.MonkeyPatch, kinds: list[str]
) -> None:
    monkeypatch.setattr(store, "_db", FailingConnection(store._db, kinds))
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        begin(store, "ann", 0)
    assert is_locked(store) == ("ROLLBACK" in kinds)
    assert len(begin(store, "bob", 0)) == len(SCREENS)  # the assignment of the failed session is free
    assert store.session("quality", "ann") is None
    assert len(begin(store, "ann", 1)) == len(SCREENS)
    assert not is_locked(store)
