"""Sessions of participants on the page: assign tasks, show screens, store answers.

A new participant gets the next free row of assignment.csv. When all are used, new participants get the tasks that lack
answers because a participant left or failed an attention check.
"""

import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from boxscribe.errors import InputError
from boxscribe.study.answers import failed_checks
from boxscribe.study.folder import ANSWERS, StudyFolder
from boxscribe.study.group_commit import GroupCommit
from boxscribe.study.platform import is_valid_answer
from boxscribe.study.settings import DONE, Form
from boxscribe.study.store import AnswerStore, Click, Screen, Session
from boxscribe.study.unanswered import UnansweredSessions

PARTICIPANT = re.compile(r"[A-Za-z0-9_.@-]{1,64}")
SECRET = re.compile(r"[0-9a-f]{64}")


class RequestRefused(Exception):
    """(HTTP status, message for the participant)"""


class Sessions:
    """The sessions of a study; `clock` returns the time in seconds."""

    def __init__(self, folder: StudyFolder, clock: Callable[[], float] = time.time) -> None:
        self.folder, self.study, self._clock = folder, folder.study, clock
        self.store = AnswerStore(folder.path / ANSWERS)
        folder.require_complete()  # and read the files before the first request
        for code in self.store.task_codes() - folder.tasks.keys():
            raise InputError(f"{self.store.path}: has participants at task '{code}', which is not one of this study")
        self._free = {form: self._free_assignments(form) for form in self.study.forms}
        self._group_commit = GroupCommit(self.store)
        settings = self.study.participants
        self._unanswered = UnansweredSessions(settings.unanswered_per_address, 60 * settings.timeout_minutes)
        self._instructions = {form: folder.instructions(form) for form in self.study.forms}

    def _free_assignments(self, form: Form) -> list[int]:
        """The last one first."""
        assignments = range(len(self.folder.assignments[form]))
        return sorted(set(assignments) - self.store.used_assignments(form), reverse=True)

    def begin(self, name: str, participant: str, secret: str, address: str) -> Session:
        """The session of a participant at the form with this name; a new one at the first visit.

        An id belongs to the first browser that uses it. One address may therefore open no more sessions without
        an answer than `participants.unanswered_per_address`.
        """
        form = self._form(name)
        if not PARTICIPANT.fullmatch(participant):
            raise RequestRefused(400, "Your participant id may have up to 64 letters, digits and the signs _ . @ -")
        if not SECRET.fullmatch(secret):
            raise RequestRefused(401, "Please open this study in a browser with JavaScript.")
        session = self.store.session(form, participant)
        if session is not None:
            if session.belongs_to(secret):
                return session
            raise RequestRefused(
                403,
                "This participant id was first used in another browser. Please continue there, or open the personal "
                "link shown there under “Another device”.",
            )
        now = self._clock()
        if self._unanswered.is_full(address, now):
            raise RequestRefused(429, "Too many participants have just begun from your network. Please wait a moment.")
        assignment, codes = self._assign(form)
        screens = [(code, screen) for code in codes for screen in self.folder.tasks[code].screens]
        completion_code = self.study.participants.completion_code or secrets.token_hex(4).upper()
        session = self.store.open_session(form, participant, secret, assignment, screens, completion_code)
        if assignment is not None:
            self._free[form].pop()  # only now: opening a session may fail
        self._unanswered.add(session.id, address, now)
        return session

    def _form(self, name: str) -> Form:
        for form in self.study.forms:
            if form == name:
                return form
        raise RequestRefused(404, "This study has no such form.")

    def _assign(self, form: Form) -> tuple[int | None, list[str]]:
        """(a row of assignment.csv, its tasks), or (None, tasks that lack answers)."""
        if self._free[form]:
            assignment = self._free[form][-1]
            return assignment, self.folder.assignments[form][assignment]
        codes = self._tasks_without_enough_answers(form)[: self.study.form(form).tasks_per_participant]
        if not codes:
            raise RequestRefused(410, "All tasks of this study are taken. Thank you for your interest!")
        checks = [task.code for task in self.folder.tasks.values() if task.form == form and task.is_check]
        return None, codes + checks

    def _tasks_without_enough_answers(self, form: Form) -> list[str]:
        """Fewest answers first; a task that an active participant may still answer counts as answered."""
        failed = failed_checks(self.store.answers(), self.folder.tasks)
        settings = self.study.participants
        counts: Counter[str] = Counter()
        for assigned in self.store.assigned_tasks(form):
            is_usable = failed.get(assigned.participant, 0) <= settings.failed_checks_allowed
            is_active = self._clock() - assigned.last_active < 60 * settings.timeout_minutes
            counts[assigned.task] += is_usable and (assigned.finished or is_active)
        codes = [task.code for task in self.folder.tasks.values() if task.form == form and not task.is_check]
        answers_per_task = self.study.form(form).answers_per_task
        return sorted((code for code in codes if counts[code] < answers_per_task), key=counts.__getitem__)

    def overview(self, session: Session) -> dict[str, Any]:
        """What the page needs to begin or resume; the completion code once every screen is done."""
        answers = self.store.latest_answers(session)
        screens = [
            {"token": screen.token, "answers": answers.get(screen.token, {})} for screen in self.store.screens(session)
        ]
        is_complete = all(DONE in screen["answers"] for screen in screens)
        settings = self.study.participants
        return {
            "title": self.study.title,
            "contact": settings.contact,
            "instructions": self._instructions[session.form],
            "questions": self.study.quality.criteria if session.form == "quality" else {},
            "screens": screens,
            "completion_code": session.completion_code if is_complete else None,
            "return_url": settings.return_url.replace("{code}", session.completion_code) if is_complete else "",
        }

    def screen(self, token: str, secret: str) -> Screen:
        """The screen with this token, if the secret is that of its session."""
        found = self.store.screen(token)
        if found is None or not found[1].belongs_to(secret):
            raise RequestRefused(404, "This page does not exist for you.")
        return found[0]

    def content(self, screen: Screen) -> str:
        """What a screen shows, as JSON without the names of systems."""
        task = self.folder.tasks[screen.task]
        if task.form == "quality":
            return json.dumps({"texts": self.folder.texts(task)})
        parts = json.dumps(task.sentences[screen.screen])
        return f'{{"parts": {parts}, "sheets": {self.folder.sheets[task.game]}}}'

    async def save_answer(self, screen: Screen, key: str, question: str, value: str) -> None:
        """Return when the answer is on the disk."""
        form = self.folder.tasks[screen.task].form
        questions = self.study.questions(form)
        if question == DONE:
            if not self.store.answered_questions(screen.token).issuperset(questions):
                raise RequestRefused(409, "Please answer all questions first.")
        elif question not in questions or not is_valid_answer(form, value):
            raise RequestRefused(422, "This page has no such question or answer.")
        await self._group_commit.save(Click(screen, key, question, value))
        self._unanswered.remove(screen.session)
