"""The web page of a study: static files and an API of three requests.

`POST /api/begin` opens or resumes a session, `GET /api/screen/TOKEN` returns a screen, `POST /api/answer` stores an
answer. Each carries the browser's secret as `Authorization: Bearer`, a header that no other site can make it send.
"""

import logging
import sqlite3
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxscribe.extras import needs_extra
from boxscribe.study.folder import StudyFolder
from boxscribe.study.sessions import RequestRefused, Sessions
from boxscribe.study.settings import Form
from boxscribe.web.static_files import static_files

with needs_extra("study", "boxscribe study serve"):
    from fastapi import FastAPI, Request, Response
    from fastapi.responses import JSONResponse, RedirectResponse
    from starlette.types import ASGIApp

    from boxscribe.web.body import InvalidBody, read_body
    from boxscribe.web.protection import SecurityMiddleware
    from boxscribe.web.server import WebServer

MAX_BODY = 4096  # bytes
_LOGGER = logging.getLogger("uvicorn.error")


class BeginRequest(BaseModel):
    """A participant opens a form."""

    model_config = ConfigDict(extra="forbid")
    form: str = Field(max_length=20)
    participant: str = Field(max_length=64)


class AnswerRequest(BaseModel):
    """A click; `key` is a random number that the browser gives each click."""

    model_config = ConfigDict(extra="forbid")
    key: str = Field(min_length=8, max_length=64)
    token: str = Field(max_length=64)
    question: str = Field(max_length=64)
    value: str = Field(max_length=8)


class StudyServer(WebServer):
    """A study's page on a port."""

    def __init__(self, folder: StudyFolder, host: str = "127.0.0.1", port: int = 8000) -> None:
        super().__init__(study_app(folder), host, port)
        self.urls: dict[Form, str] = {form: f"{self.url}/{form}?participant=ID" for form in folder.study.forms}


def study_app(folder: StudyFolder) -> ASGIApp:
    """The web application of a study."""
    sessions = Sessions(folder)
    app = FastAPI(title="boxscribe study", docs_url=None, redoc_url=None, openapi_url=None)
    files = static_files("boxscribe.study", "answer.html", "study/answer.css")

    @app.exception_handler(RequestRefused)
    async def refused(_: Request, error: RequestRefused) -> JSONResponse:
        status, message = error.args
        return JSONResponse({"detail": message}, status)

    @app.exception_handler(InvalidBody)
    async def invalid(_: Request, error: InvalidBody) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 422)

    @app.exception_handler(sqlite3.Error)
    async def not_stored(_: Request, error: sqlite3.Error) -> JSONResponse:
        _LOGGER.error("%s: %s", sessions.store.path, error)
        return JSONResponse({"detail": "The server cannot store answers now; the page tries again."}, 503)

    @app.get("/")
    async def home(request: Request) -> RedirectResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/{folder.study.forms[0]}{query}")

    @app.post("/api/begin")
    async def begin(request: Request) -> JSONResponse:
        body = await read_body(BeginRequest, request)
        address = request.client.host if request.client else ""
        session = sessions.begin(body.form, body.participant, _secret(request), address)
        return JSONResponse(sessions.overview(session))

    @app.get("/api/screen/{token}")
    async def screen(token: str, request: Request) -> Response:
        return Response(sessions.content(sessions.screen(token, _secret(request))), media_type="application/json")

    @app.post("/api/answer")
    async def answer(request: Request) -> dict[str, Any]:
        body = await read_body(AnswerRequest, request)
        screen = sessions.screen(body.token, _secret(request))
        await sessions.save_answer(screen, body.key, body.question, body.value)
        return {"saved": body.key}

    @app.get("/{name}")
    async def file(name: str) -> Response:
        if name in folder.study.forms:
            name = "index.html"
        if name not in files:
            return Response("There is no such page.", 404, media_type="text/plain")
        return Response(files[name].content, media_type=files[name].media_type)

    too_large = JSONResponse({"detail": "This request is too large."}, 413)
    return SecurityMiddleware(app, lambda _: MAX_BODY, too_large)


def _secret(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")
