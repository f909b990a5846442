"""The API, version 1: stories, plans, checks, figures, tables, models; and probes for whoever runs the server."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from boxscribe.extras import needs_extra
from boxscribe.serve import metrics
from boxscribe.serve.answers import check_answer, game_answer, plan_answer, story_answer, suggestions_answer
from boxscribe.serve.app import ServerState
from boxscribe.serve.bodies import CheckBody, EvaluateBody, PlansBody, StoryBody, SuggestionsBody, TablesBody
from boxscribe.serve.service import StoryService
from boxscribe.writing.author import TEMPLATE

with needs_extra("serve", "boxscribe serve"):
    from fastapi import FastAPI, Request, Response
    from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse

    from boxscribe.serve.problems import MEDIA_TYPE, ProblemDocument
    from boxscribe.serve.story_stream import OrderedStory, server_sent_events

T = TypeVar("T")

_MEANINGS = {
    401: "The token is missing or wrong.",
    413: "The request is too large.",
    422: "The input is wrong; the detail is the sentence that the command line prints.",
    429: "As many orders wait as are accepted; `Retry-After` says when to come again.",
    503: "The story was not finished in time, or the server is stopping.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDocument, "description": meaning, "content": {MEDIA_TYPE: {}}}
    for status, meaning in _MEANINGS.items()
}
MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": ProblemDocument, "description": "There is none with this id.", "content": {MEDIA_TYPE: {}}}
}
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {"description": "The story; with `stream`, server-sent events.", "content": {"text/event-stream": {}}},
}


class _Threads:
    """The threads of requests. Reading tables, planning and checking take Python's lock, which the engine needs, too:
    few at once are best. Evaluations take long, and have a thread of their own."""

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(2, thread_name_prefix="boxscribe request")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="boxscribe evaluation")

    async def run(self, work: Callable[[], T], slow: bool = False) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._slow if slow else self._quick, work)


def add_api(app: FastAPI, state: ServerState) -> None:
    """Add the routes of the API that store nothing."""
    threads = _Threads()
    _add_stories(app, state, threads)
    _add_texts(app, state.service, threads)
    _add_probes(app, state)


def _add_stories(app: FastAPI, state: ServerState, threads: _Threads) -> None:
    service, engine = state.service, state.engine

    @app.post("/v1/stories", responses=PROBLEMS | STREAMED, tags=["stories"])
    async def write_story(body: StoryBody, request: Request) -> Response:
        """Write the story of a table. Every sentence is verified before the next one begins, unless `free`."""
        engine.require_room()
        author, beginning = await threads.run(lambda: service.order(body))
        ordered = OrderedStory(engine, author, beginning, state.story_seconds)
        if body.stream:
            events = server_sent_events(ordered, service.input.describe, body.trace)
            return StreamingResponse(events, media_type="text/event-stream")
        story = await ordered.story(request)
        return Response(status_code=499) if story is None else _json(story_answer(story, author.name, body.trace))

    @app.post("/v1/plans", responses=PROBLEMS, tags=["stories"])
    async def make_plan(body: PlansBody) -> dict[str, Any]:
        """The plan that the story of a table would follow: its facts, sentence by sentence."""

        def work() -> dict[str, Any]:
            table, plan = service.plan(body)
            return plan_answer(table, plan, service.input.describe(table.domain))

        return await threads.run(work)

    @app.post("/v1/suggestions", responses=PROBLEMS, tags=["stories"])
    async def suggest_facts(body: SuggestionsBody) -> dict[str, Any]:
        """What is unusual in a game, as facts for its plan: news, what is rare in the season, season highs, streaks."""

        def work() -> dict[str, Any]:
            table, found = service.suggestions(body)
            return suggestions_answer(table, found, service.input.describe(table.domain))

        return await threads.run(work)

    @app.get("/v1/models", tags=["stories"])
    async def list_models() -> dict[str, Any]:
        """The models, the styles of those that follow plans, and whether the server has a season."""
        models = [
            {"name": model.name, "domain": model.domain, "default": service.default_model(model.domain) == model.name,
             "styles": service.styles(model)}
            for model in service.served.values()
        ]  # fmt: skip
        template: dict[str, Any] = {"name": TEMPLATE, "domain": None, "default": False, "styles": {}}
        return {"season": service.season is not None, "models": [*models, template]}


def _add_texts(app: FastAPI, service: StoryService, threads: _Threads) -> None:
    @app.post("/v1/check", responses=PROBLEMS, tags=["texts"])
    async def check_text(body: CheckBody) -> dict[str, Any]:
        """A verdict on every claim of a text, with the cells that prove it and the repair."""
        return await threads.run(lambda: check_answer(service.check(body)))

    @app.post("/v1/evaluate", responses=PROBLEMS, tags=["texts"])
    async def evaluate_texts(body: EvaluateBody) -> dict[str, Any]:
        """RG, CS, CO and BLEU of texts, with intervals and a signature."""
        return await threads.run(lambda: service.evaluate(body).as_json(), slow=True)

    @app.post("/v1/tables", responses=PROBLEMS, tags=["tables"])
    async def read_table(body: TablesBody) -> dict[str, Any]:
        """A game of a file or of pasted rows: its table, its box score, and what `data check` finds in it."""
        return await threads.run(lambda: game_answer(service.game(body)))


def _add_probes(app: FastAPI, state: ServerState) -> None:
    @app.get("/health", tags=["probes"])
    async def health() -> dict[str, str]:
        """Whether the process answers."""
        return {"status": "ok"}

    @app.get("/ready", responses={503: PROBLEMS[503]}, tags=["probes"])
    async def ready() -> Response:
        """Whether stories can be written: the first model is loaded, and all writers are alive."""
        is_ready = state.service.is_ready and state.engine.is_alive
        return _json({"status": "ready" if is_ready else "starting"}, 200 if is_ready else 503)

    @app.get("/metrics", response_class=PlainTextResponse, tags=["probes"])
    async def show_metrics() -> Response:
        """Figures for Prometheus."""
        return PlainTextResponse(state.metrics.print(), media_type=metrics.MEDIA_TYPE)


def _json(data: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(data, status)
