"""Jobs: many tables, whose stories are written where no client waits. An accepted job is on the disk, and each of its
stories as soon as it is finished; a server that is started again goes on with those that are missing."""

import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from boxscribe.database import Transaction
from boxscribe.serve.folder import ServeFolder

MOST_WAITING = 100_000  # tables of all jobs
_PAGE = 100  # results that are read at once


class JobsFull(Exception):
    """So many tables wait that no further job is accepted."""

    def __init__(self) -> None:
        super().__init__(f"{MOST_WAITING:,} tables of jobs wait, and no more may; try again later.")


class JobProgress(NamedTuple):
    """A job, and how far it is."""

    id: str
    created: float  # seconds since 1970
    total: int
    done: int
    failed: int  # of those that are done
    report: str = ""  # what became of its webhook: waiting, delivered or failed; empty without one

    @property
    def as_json(self) -> dict[str, Any]:
        return self._asdict() | {"state": "done" if self.done == self.total else "running"}


class JobReport(NamedTuple):
    """A job that has ended, and whom to notify."""

    progress: JobProgress
    webhook: str
    attempts: int  # that failed


class JobTask(NamedTuple):
    """A table of a job that has no story yet."""

    job: int
    number: int
    source: Mapping[str, Any]  # the table as it was given
    settings: Mapping[str, Any]


class Jobs:
    """The jobs of a folder."""

    def __init__(self, folder: ServeFolder) -> None:
        self._folder, self._db = folder, folder.db

    def add(
        self, tables: Sequence[Mapping[str, Any]], settings: Mapping[str, Any], webhook: str | None = None
    ) -> JobProgress:
        """Accept a job, whose end is reported to a webhook."""
        id, created, report = secrets.token_urlsafe(12), time.time(), "waiting" if webhook else ""
        with self._folder.lock, Transaction(self._db):
            (waiting,) = self._db.execute("SELECT COUNT(*) FROM tasks WHERE answer IS NULL").fetchone()
            if waiting + len(tables) > MOST_WAITING:
                raise JobsFull
            job = self._db.execute(
                "INSERT INTO jobs (id, created, settings, webhook, report) VALUES (?, ?, ?, ?, ?)",
                (id, created, json.dumps(settings), webhook, report),
            ).lastrowid
            rows = ((job, number, json.dumps(table)) for number, table in enumerate(tables))
            self._db.executemany("INSERT INTO tasks (job, number, source) VALUES (?, ?, ?)", rows)
        return JobProgress(id, created, len(tables), 0, 0, report)

    def progress(self, id: str) -> JobProgress | None:
        """How far a job is; None where there is none with this id."""
        found = self._progress("WHERE id = ?", id)
        return found[0] if found else None

    def all(self) -> list[JobProgress]:
        """All jobs, the latest first."""
        return self._progress("")

    def _progress(self, where: str, *values: str) -> list[JobProgress]:
        with self._folder.lock:
            rows = self._db.execute(
                "SELECT id, created, COUNT(*), COUNT(answer), SUM(failed), report "
                f"FROM jobs JOIN tasks ON job = jobs.number {where} GROUP BY jobs.number ORDER BY jobs.number DESC",
                values,
            )
            return [JobProgress(*row) for row in rows]

    def delete(self, id: str) -> bool:
        """Give up a job and forget its results; whether there was one with this id."""
        with self._folder.lock, Transaction(self._db):
            self._db.execute("DELETE FROM tasks WHERE job = (SELECT number FROM jobs WHERE id = ?)", (id,))
            deleted = self._db.execute("DELETE FROM jobs WHERE id = ?", (id,))
        return deleted.rowcount > 0

    def results(self, id: str) -> Iterator[str]:
        """The stories and problems of a job so far, in the order of its tables, as JSON lines."""
        last = -1
        while True:
            with self._folder.lock:
                rows = self._db.execute(
                    "SELECT tasks.number, answer FROM tasks JOIN jobs ON job = jobs.number "
                    "WHERE id = ? AND tasks.number > ? AND answer IS NOT NULL ORDER BY tasks.number LIMIT ?",
                    (id, last, _PAGE),
                ).fetchall()
            yield from (f"{answer}\n" for _, answer in rows)
            if len(rows) < _PAGE:
                return
            last = rows[-1][0]

    def unanswered(self, most: int, after: tuple[int, int] = (-1, -1)) -> list[JobTask]:
        """The next tables without a story, of the oldest job first."""
        with self._folder.lock:
            rows = self._db.execute(
                "SELECT job, tasks.number, source, settings FROM tasks JOIN jobs ON job = jobs.number "
                "WHERE answer IS NULL AND (job, tasks.number) > (?, ?) ORDER BY job, tasks.number LIMIT ?",
                (*after, most),
            ).fetchall()
        return [
            JobTask(job, number, json.loads(source), json.loads(settings)) for job, number, source, settings in rows
        ]

    def answer(self, task: JobTask, answer: Mapping[str, Any], failed: bool) -> None:
        """Store a story or a problem; nothing of a job that was deleted meanwhile."""
        with self._folder.lock, Transaction(self._db):
            self._db.execute(
                "UPDATE tasks SET answer = ?, failed = ? WHERE job = ? AND number = ?",
                (json.dumps(answer, ensure_ascii=False), failed, task.job, task.number),
            )

    def to_report(self) -> list[JobReport]:
        """The jobs that have ended, and whose webhooks are to be tried now."""
        with self._folder.lock:
            rows = self._db.execute(
                "SELECT id, webhook, attempts FROM jobs WHERE report = 'waiting' AND attempt <= ? "
                "AND NOT EXISTS (SELECT 1 FROM tasks WHERE job = jobs.number AND answer IS NULL)",
                (time.time(),),
            ).fetchall()
            found = [(self.progress(id), webhook, attempts) for id, webhook, attempts in rows]
        return [JobReport(progress, webhook, attempts) for progress, webhook, attempts in found if progress is not None]

    def reported(self, report: JobReport, delivered: bool, delay: float | None) -> None:
        """Note an attempt at a webhook; one that failed is made again after a delay, or given up."""
        state = "delivered" if delivered else "failed" if delay is None else "waiting"
        with self._folder.lock, Transaction(self._db):
            self._db.execute(
                "UPDATE jobs SET report = ?, attempts = ?, attempt = ? WHERE id = ?",
                (state, report.attempts + (not delivered), time.time() + (delay or 0), report.progress.id),
            )

    def exists(self, task: JobTask) -> bool:
        """Whether the job of a table was not deleted meanwhile."""
        with self._folder.lock:
            return self._db.execute("SELECT 1 FROM jobs WHERE number = ?", (task.job,)).fetchone() is not None
