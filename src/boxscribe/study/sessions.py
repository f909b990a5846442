"""The desk at which people arrive: gives out tasks, shows screens, takes answers. The web page asks here.

Who comes first gets the next place of the assignment. When all places are taken, tasks that still lack answers, because
somebody left or failed an attention check, go to whoever comes then.
"""

import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from boxscribe.study.answers import failed_checks
from boxscribe.study.folder import ANSWERS, StudyFolder
from boxscribe.study.platform import is_answer
from boxscribe.study.settings import Kind
from boxscribe.study.store import DONE, Click, Screen, Session, Store
from boxscribe.study.writer import Writer

PERSON = re.compile(r"[A-Za-z0-9_.@-]{1,64}")
SECRET = re.compile(r"[0-9a-f]{64}")


class Refused(Exception):
    """(HTTP status, what to tell the person)"""


class Desk:
    """A study that is open. `clock` tells the time in seconds."""

    def __init__(self, folder: StudyFolder, clock: Callable[[], float] = time.time) -> None:
        self.folder, self.study, self._clock = folder, folder.study, clock
        self.store = Store(folder.path / ANSWERS)
        folder.tasks, folder.stories, folder.sheets, folder.people  # noqa: B018 (read now, not while somebody waits)
        self._free = {kind: self._free_places(kind) for kind in self.study.forms}
        self._writer = Writer(self.store)
        self._instructions = {kind: folder.instructions(kind) for kind in self.study.forms}

    def _free_places(self, kind: Kind) -> list[int]:
        """Latest first."""
        return sorted(set(range(len(self.folder.people[kind]))) - self.store.places(kind), reverse=True)

    def arrive(self, kind: str, person: str, secret: str) -> Session:
        """The session of a person, which is opened if there is none."""
        form = self._form(kind)
        if not PERSON.fullmatch(person):
            raise Refused(400, "Your participant id may have up to 64 letters, digits and the signs _ . @ -")
        if not SECRET.fullmatch(secret):
            raise Refused(401, "Please open this study in a browser with JavaScript.")
        session = self.store.session(form, person)
        if session is not None:
            if session.belongs_to(secret):
                return session
            raise Refused(
                403,
                "This participant id has begun in another browser. Please go on there, or open the personal link "
                "that is shown there under “Another device”.",
            )
        place, codes = self._hand_out(form, person)
        screens = [(code, screen) for code in codes for screen in self.folder.tasks[code].screens]
        code = self.study.participants.completion_code or secrets.token_hex(4).upper()
        return self.store.open_session(form, person, secret, place, screens, code)

    def _form(self, kind: str) -> Kind:
        for form in self.study.forms:
            if form == kind:
                return form
        raise Refused(404, "There is no such form in this study.")

    def _hand_out(self, kind: Kind, person: str) -> tuple[int | None, list[str]]:
        """A place of the assignment, or else what still lacks answers."""
        if self._free[kind]:
            place = self._free[kind].pop()
            return place, self.folder.people[kind][place]
        open_tasks = self._lacking(kind)[: self.study.form(kind).limit]
        if not open_tasks:
            raise Refused(410, "All tasks of this study are taken. Thank you for your interest!")
        checks = [task.code for task in self.folder.tasks.values() if task.kind == kind and task.is_check]
        return None, open_tasks + checks

    def _lacking(self, kind: Kind) -> list[str]:
        """Tasks with too few answers, counting those that somebody good has given or may still give."""
        failed = failed_checks(self.store.answers(), self.folder.tasks)
        forgiven, patience = self.study.participants.failures, 60 * self.study.participants.patience
        counts: Counter[str] = Counter()
        for taken in self.store.taken(kind):
            is_here = self._clock() - taken.seen < patience
            counts[taken.task] += failed.get(taken.person, 0) <= forgiven and (taken.finished or is_here)
        wanted = self.study.form(kind).answers
        tasks = [task.code for task in self.folder.tasks.values() if task.kind == kind and not task.is_check]
        return sorted((code for code in tasks if counts[code] < wanted), key=counts.__getitem__)

    def overview(self, session: Session) -> dict[str, Any]:
        """All that the page needs to begin or to go on; the completion code once everything is done."""
        given = self.store.given(session)
        screens = [
            {"token": screen.token, "answers": given.get(screen.token, {})} for screen in self.store.screens(session)
        ]
        is_complete = all(DONE in screen["answers"] for screen in screens)
        people = self.study.participants
        return {
            "title": self.study.title,
            "contact": people.contact,
            "instructions": self._instructions[session.form],
            "questions": self.study.quality.criteria if session.form == "quality" else {},
            "screens": screens,
            "code": session.code if is_complete else None,
            "link": people.return_url.replace("{code}", session.code) if is_complete else "",
        }

    def find(self, token: str, secret: str) -> Screen:
        """The screen of a token, for the person whose it is."""
        found = self.store.screen(token)
        if found is None or not found[1].belongs_to(secret):
            raise Refused(404, "There is no such page for you.")
        return found[0]

    def show(self, screen: Screen) -> str:
        """What a screen shows, as JSON; nothing in it tells which system wrote what."""
        task = self.folder.tasks[screen.task]
        if task.kind == "quality":
            return json.dumps({"texts": self.folder.texts(task)})
        parts = json.dumps(task.sentences[screen.screen])
        return f'{{"parts": {parts}, "sheets": {self.folder.sheets[task.game]}}}'

    async def take(self, screen: Screen, key: str, question: str, value: str) -> None:
        """Keep an answer; when this returns it is on the disk."""
        kind = self.folder.tasks[screen.task].kind
        questions = self.study.questions(kind)
        if question == DONE:
            if not self.store.answered(screen.token).issuperset(questions):
                raise Refused(409, "Please answer all questions first.")
        elif question not in questions or not is_answer(kind, value):
            raise Refused(422, "This is no answer to a question of this page.")
        await self._writer.keep(Click(screen, key, question, value))
