"""The web page of a study: static files and an API of three requests.

`POST /api/begin` opens or resumes a session, `GET /api/screen/TOKEN` returns a screen, `POST /api/answer` stores an
answer. Each carries the browser's secret as `Authorization: Bearer`, a header that no other site can make it send.
"""

import logging
import socket
import sqlite3
from importlib import resources
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.pages.render import render, static
from boxscribe.study.connection import BACKLOG, LimitedConnection
from boxscribe.study.folder import StudyFolder
from boxscribe.study.protection import SecurityMiddleware
from boxscribe.study.sessions import RequestRefused, Sessions
from boxscribe.study.settings import Form
from boxscribe.toml import sentence

with needs_extra("study", "boxscribe study serve"):
    import uvicorn
    from fastapi import FastAPI, Request, Response
    from fastapi.responses import JSONResponse, RedirectResponse
    from starlette.requests import ClientDisconnect
    from starlette.types import ASGIApp

B = TypeVar("B", bound=BaseModel)
_LOGGER = logging.getLogger("uvicorn.error")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


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


class InvalidBody(Exception):
    """The body of a request is not what the page sends; the message says why."""


class StudyServer:
    """A study's page on a port, which is open from the constructor on; `run` answers requests until interrupted."""

    def __init__(self, folder: StudyFolder, host: str = "127.0.0.1", port: int = 8000) -> None:
        app = study_app(folder)
        config = uvicorn.Config(app, http=LimitedConnection, ws="none", backlog=BACKLOG, log_level="warning")
        self._server = uvicorn.Server(config)
        try:
            opened = socket.create_server((host, port))
        except OSError as error:
            raise InputError(f"--host {host} --port {port}: cannot listen there: {error.strerror}") from None
        # asyncio sets TCP_NODELAY only where the protocol of the socket is given. Without it, the body of a response
        # waits until the browser has acknowledged the head, for 40 ms (Nagle's algorithm and delayed acknowledgement).
        self._socket = socket.socket(opened.family, opened.type, socket.IPPROTO_TCP, opened.detach())
        base = f"http://{host}:{self._socket.getsockname()[1]}"
        self.urls: dict[Form, str] = {form: f"{base}/{form}?participant=ID" for form in folder.study.forms}

    def run(self) -> None:
        self._server.run(sockets=[self._socket])


def study_app(folder: StudyFolder) -> ASGIApp:
    """The web application of a study."""
    sessions = Sessions(folder)
    app = FastAPI(title="boxscribe study", docs_url=None, redoc_url=None, openapi_url=None)
    files = _static_files()

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
        body = await _body(BeginRequest, request)
        address = request.client.host if request.client else ""
        session = sessions.begin(body.form, body.participant, _secret(request), address)
        return JSONResponse(sessions.overview(session))

    @app.get("/api/screen/{token}")
    async def screen(token: str, request: Request) -> Response:
        return Response(sessions.content(sessions.screen(token, _secret(request))), media_type="application/json")

    @app.post("/api/answer")
    async def answer(request: Request) -> dict[str, Any]:
        body = await _body(AnswerRequest, request)
        screen = sessions.screen(body.token, _secret(request))
        await sessions.save_answer(screen, body.key, body.question, body.value)
        return {"saved": body.key}

    @app.get("/{name}")
    async def file(name: str) -> Response:
        if name in folder.study.forms:
            name = "index.html"
        if name not in files:
            return Response("There is no such page.", 404, media_type="text/plain")
        media, content = files[name]
        return Response(content, media_type=media)

    return SecurityMiddleware(app)


async def _body(model: type[B], request: Request) -> B:
    """The body of a request, or an `InvalidBody` with the first problem."""
    try:
        return model.model_validate(parse_json(await request.body()))
    except ClientDisconnect:
        raise InvalidBody("The request is incomplete.") from None
    except ForeignError as error:
        raise InvalidBody(f"The request {error}.") from None
    except ValidationError as error:
        raise InvalidBody(f"The request is invalid: {sentence(error, model)}.") from None


def _secret(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def _static_files() -> dict[str, tuple[str, bytes]]:
    """Name → (media type, content) of the page's files."""
    folder = resources.files("boxscribe.study") / "static"
    contents = {file.name: file.read_bytes() for file in folder.iterdir()}
    contents["index.html"] = render("answer.html").encode()
    contents["style.css"] = static("palette.css", "base.css", "study/answer.css").encode()
    types = {name: TYPES.get(name[name.rfind(".") :]) for name in contents}
    return {name: (type, contents[name]) for name, type in types.items() if type is not None}
