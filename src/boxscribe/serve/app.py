"""The application: the API, the page and what both need, behind its protections."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from boxscribe import __version__
from boxscribe.extras import needs_extra
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.serve.engine import WritingEngine
from boxscribe.serve.folder import ServeFolder
from boxscribe.serve.job_reporter import JobReporter
from boxscribe.serve.job_runner import JobRunner
from boxscribe.serve.jobs import Jobs
from boxscribe.serve.metrics import ServiceMetrics
from boxscribe.serve.saved_stories import SavedStories
from boxscribe.serve.service import StoryService
from boxscribe.serve.webhooks import WebhookSettings

with needs_extra("serve", "boxscribe serve"):
    from fastapi import FastAPI, Request, Response
    from fastapi.routing import APIRoute
    from starlette.exceptions import HTTPException
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from boxscribe.serve.access import AccessMiddleware
    from boxscribe.serve.problems import answer_with_problems, problem
    from boxscribe.web.protection import SecurityMiddleware

MAX_BODY = 1 << 22  # bytes of a request
MAX_FILE = 1 << 25  # of one that may hold a whole file of tables
LARGE = ("/v1/tables", "/v1/jobs", "/v1/evaluate")
STORY_SECONDS = 300.0  # from a request to the end of its story


@dataclass
class ServerState:
    """What requests share."""

    service: StoryService
    engine: WritingEngine
    folder: ServeFolder
    token: str | None = None
    story_seconds: float = STORY_SECONDS
    webhooks: WebhookSettings = field(default_factory=WebhookSettings)
    metrics: ServiceMetrics = field(init=False)
    saved: SavedStories = field(init=False)
    jobs: Jobs = field(init=False)
    runner: JobRunner = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = ServiceMetrics(self.engine)
        self.saved, self.jobs = SavedStories(self.folder), Jobs(self.folder)
        self.runner = JobRunner(self.jobs, self.service, self.engine)
        self._reporter = JobReporter(self.jobs, self.webhooks)

    def start(self) -> None:
        """Go on with the jobs of the folder."""
        self.runner.start()
        if self.webhooks.secret is not None:
            self._reporter.start()

    def close(self) -> None:
        """Stop; what is not finished of jobs is written after the next start."""
        self.runner.stop()
        self._reporter.stop()
        self.engine.close()
        for thread in (self.runner, self._reporter):
            if thread.ident is not None:
                thread.join()
        self.folder.close()


class _CheckedRequest(Request):
    """A request whose JSON passes the boundary of foreign input."""

    async def json(self) -> Any:
        try:
            return parse_json(await self.body())
        except ForeignError as error:
            raise HTTPException(422, f"The request {error}.") from None


class CheckedRoute(APIRoute):
    """A route whose bodies are read by `_CheckedRequest`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def checked(request: Request) -> Response:
            return await handle(_CheckedRequest(request.scope, request.receive))

        return checked


class _CountingMiddleware:
    """Counts the responses by the path of their route."""

    def __init__(self, app: ASGIApp, metrics: ServiceMetrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        started, status = time.monotonic(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            path = getattr(scope.get("route"), "path", "other")
            self._metrics.count(path, status, time.monotonic() - started)


def serve_app(state: ServerState) -> ASGIApp:
    """The web application of a service."""
    from boxscribe.serve.api import add_api
    from boxscribe.serve.page import add_page
    from boxscribe.serve.season_api import add_season
    from boxscribe.serve.storage_api import add_jobs, add_saved_stories

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        state.start()
        yield
        await asyncio.to_thread(state.close)

    app = FastAPI(
        title="boxscribe", version=__version__, docs_url=None, redoc_url=None, openapi_url="/openapi.json",
        lifespan=lifespan, description="Stories about tables, every sentence verified. See docs/service.md.",
    )  # fmt: skip
    app.router.route_class = CheckedRoute
    answer_with_problems(app)
    add_api(app, state)
    add_season(app, state)
    add_saved_stories(app, state)
    add_jobs(app, state)
    add_page(app, state)
    counted = _CountingMiddleware(app, state.metrics)
    too_large = problem(413, "The request is too large, or does not say how large it is.")
    return SecurityMiddleware(AccessMiddleware(counted, state.token), _max_body, too_large)


def _max_body(scope: Scope) -> int:
    return MAX_FILE if scope["path"] in LARGE else MAX_BODY
