"""The thread that gives the tables of jobs to the engine, a few at a time, and stores their stories."""

import logging
import threading

from boxscribe.errors import InputError
from boxscribe.serve.answers import story_answer
from boxscribe.serve.bodies import SettingsBody
from boxscribe.serve.engine import WritingEngine
from boxscribe.serve.events import StoryEvent, StoryFailed, StoryFinished
from boxscribe.serve.jobs import Jobs, JobTask
from boxscribe.serve.orders import EngineClosed, StoryOrder
from boxscribe.serve.service import StoryService

_LOOKS = 1.0  # seconds between looks for jobs that were deleted
_LOGGER = logging.getLogger("uvicorn.error")
FAULT = "This is a fault of the server; its log says more."


class JobRunner(threading.Thread):
    """Has up to `most` stories of jobs written at the same time."""

    def __init__(self, jobs: Jobs, service: StoryService, engine: WritingEngine, most: int = 16) -> None:
        super().__init__(name="boxscribe jobs", daemon=True)
        self._jobs, self._service, self._engine, self._most = jobs, service, engine, most
        self._changed = threading.Condition()
        self._stopped = False
        self._orders: dict[tuple[int, int], tuple[JobTask, StoryOrder | None]] = {}  # that are under way
        self._finished: list[tuple[JobTask, str, StoryEvent]] = []

    def wake(self) -> None:
        """There is a new job."""
        with self._changed:
            self._changed.notify_all()

    def stop(self) -> None:
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def run(self) -> None:
        while True:
            with self._changed:
                if not self._finished and not self._stopped:
                    self._changed.wait(_LOOKS)
                if self._stopped:
                    return
                finished, self._finished = self._finished, []
            for task, model, event in finished:
                self._store(task, model, event)
            for task, order in list(self._orders.values()):
                if not self._jobs.exists(task):
                    del self._orders[task.job, task.number]
                    if order is not None:
                        self._engine.cancel(order)
            self._begin_more()

    def _begin_more(self) -> None:
        last = max(self._orders, default=(-1, -1))
        for task in self._jobs.unanswered(self._most - len(self._orders), last):
            if self._stopped:
                return
            self._begin(task)

    def _begin(self, task: JobTask) -> None:
        self._orders[task.job, task.number] = task, None
        try:
            author, beginning = self._service.begin(task.source, SettingsBody(**task.settings))
            order = StoryOrder(author, beginning, lambda event: self._listen(task, author.name, event), background=True)
            self._orders[task.job, task.number] = task, order
            self._engine.order(order)
        except Exception as error:
            self._listen(task, "", StoryFailed(error))

    def _listen(self, task: JobTask, model: str, event: StoryEvent) -> None:
        if isinstance(event, StoryFinished | StoryFailed):
            with self._changed:
                self._finished.append((task, model, event))
                self._changed.notify_all()

    def _store(self, task: JobTask, model: str, event: StoryEvent) -> None:
        self._orders.pop((task.job, task.number), None)
        if isinstance(event, StoryFinished):
            return self._jobs.answer(task, story_answer(event.story, model), failed=False)
        assert isinstance(event, StoryFailed)
        if isinstance(event.error, EngineClosed):
            return None  # it is written when the server is started again
        if not isinstance(event.error, InputError):
            _LOGGER.error("a story of a job failed", exc_info=event.error)
        detail = str(event.error) if isinstance(event.error, InputError) else FAULT
        return self._jobs.answer(task, {"id": str(task.source.get("id", "")), "problem": detail}, failed=True)
