"""The part of the API that stores: saved stories, and jobs of many tables."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from boxscribe.extras import needs_extra
from boxscribe.serve.app import ServerState
from boxscribe.serve.bodies import JobBody, SavedBody, SettingsBody
from boxscribe.serve.jobs import JobsFull

with needs_extra("serve", "boxscribe serve"):
    from fastapi import FastAPI, Request, Response
    from fastapi.responses import JSONResponse, StreamingResponse
    from starlette.exceptions import HTTPException

    from boxscribe.serve.api import MISSING, PROBLEMS
    from boxscribe.serve.problems import problem

T = TypeVar("T")


class _JSONLines(StreamingResponse):
    media_type = "application/jsonl"


async def _stored(work: Callable[[], T]) -> T:
    """What the disk has to be waited for."""
    return await asyncio.to_thread(work)


def _found(value: T | None, what: str) -> T:
    if value is None or value is False:
        raise HTTPException(404, f"There is no {what} with this id; it may have been deleted.")
    return value


def add_saved_stories(app: FastAPI, state: ServerState) -> None:
    """Add the routes of saved stories."""
    saved = state.saved

    @app.post("/v1/saved", status_code=201, responses=PROBLEMS, tags=["saved stories"])
    async def save(body: SavedBody) -> Response:
        """Save a story with its table, plan and settings; the answer has its id."""
        id = await _stored(lambda: saved.add(body.title, body.model_dump_json()))
        return JSONResponse({"id": id}, 201, {"Location": f"/v1/saved/{id}"})

    @app.get("/v1/saved", tags=["saved stories"])
    async def recent() -> dict[str, Any]:
        """The stories that were changed last."""
        return {"stories": [story._asdict() for story in await _stored(saved.recent)]}

    @app.get("/v1/saved/{id}", responses=MISSING, tags=["saved stories"])
    async def restore(id: str) -> Response:
        """What was saved."""
        content = _found(await _stored(lambda: saved.content(id)), "saved story")
        return Response(content, media_type="application/json")

    @app.put("/v1/saved/{id}", responses=PROBLEMS | MISSING, tags=["saved stories"])
    async def save_again(id: str, body: SavedBody) -> dict[str, str]:
        """Save another state of a story."""
        _found(await _stored(lambda: saved.replace(id, body.title, body.model_dump_json())), "saved story")
        return {"id": id}

    @app.delete("/v1/saved/{id}", status_code=204, responses=MISSING, tags=["saved stories"])
    async def delete(id: str) -> Response:
        """Delete a saved story."""
        _found(await _stored(lambda: saved.delete(id)), "saved story")
        return Response(status_code=204)


def add_jobs(app: FastAPI, state: ServerState) -> None:
    """Add the routes of jobs."""
    jobs, runner = state.jobs, state.runner

    @app.exception_handler(JobsFull)
    async def full(_: Request, error: JobsFull) -> JSONResponse:
        return problem(429, str(error), {"Retry-After": "60"})

    @app.post("/v1/jobs", status_code=202, responses=PROBLEMS, tags=["jobs"])
    async def accept(body: JobBody) -> Response:
        """Accept many tables; their stories are written where no client waits for one, also after a restart."""
        settings = body.model_dump(include={*SettingsBody.model_fields})
        webhook = body.webhook
        if webhook is not None:
            await _stored(lambda: state.webhooks.check(webhook))
        job = await _stored(lambda: jobs.add(body.tables, settings, webhook))
        runner.wake()
        return JSONResponse(job.as_json, 202, {"Location": f"/v1/jobs/{job.id}"})

    @app.get("/v1/jobs", tags=["jobs"])
    async def all_jobs() -> dict[str, Any]:
        """All jobs, the latest first."""
        return {"jobs": [job.as_json for job in await _stored(jobs.all)]}

    @app.get("/v1/jobs/{id}", responses=MISSING, tags=["jobs"])
    async def progress(id: str) -> dict[str, Any]:
        """How far a job is."""
        return _found(await _stored(lambda: jobs.progress(id)), "job").as_json

    @app.get("/v1/jobs/{id}/results", response_class=_JSONLines, responses=MISSING, tags=["jobs"])
    async def results(id: str) -> Response:
        """The stories so far as JSON lines, in the order of the tables; a line has a `problem` in place of a story."""
        _found(await _stored(lambda: jobs.progress(id)), "job")
        return _JSONLines(jobs.results(id))

    @app.delete("/v1/jobs/{id}", status_code=204, responses=MISSING, tags=["jobs"])
    async def give_up(id: str) -> Response:
        """Give up a job, and delete its results."""
        _found(await _stored(lambda: jobs.delete(id)), "job")
        runner.wake()
        return Response(status_code=204)
