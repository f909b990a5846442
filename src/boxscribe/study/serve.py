"""The web page of a study: static files and an API of three requests.

`POST /api/begin` opens or resumes a session, `GET /api/screen/TOKEN` returns a screen, `POST /api/answer` stores an
answer. Each carries the browser's secret as `Authorization: Bearer`, a header that no other site can make it send.
"""

import socket
from importlib import resources
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.pages.render import render, static
from boxscribe.study.folder import StudyFolder
from boxscribe.study.sessions import RequestRefused, Sessions
from boxscribe.study.settings import Form

with needs_extra("study", "boxscribe study serve"):
    import uvicorn
    from fastapi import FastAPI, Path, Request, Response
    from fastapi.responses import JSONResponse, RedirectResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 4096  # bytes
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the URL holds the participant's id
    "Cache-Control": "no-store",
}


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


class StudyServer:
    """A study's page on a port, which is open from the constructor on; `run` answers requests until interrupted."""

    def __init__(self, folder: StudyFolder, host: str = "127.0.0.1", port: int = 8000) -> None:
        self._server = uvicorn.Server(uvicorn.Config(study_app(folder), log_level="warning"))
        try:
            self._socket = socket.create_server((host, port))
        except OSError as error:
            raise InputError(f"--host {host} --port {port}: cannot listen there: {error.strerror}") from None
        base = f"http://{host}:{self._socket.getsockname()[1]}"
        self.urls: dict[Form, str] = {form: f"{base}/{form}?participant=ID" for form in folder.study.forms}

    def run(self) -> None:
        self._server.run(sockets=[self._socket])


def study_app(folder: StudyFolder) -> FastAPI:
    """The web application of a study."""
    sessions = Sessions(folder)
    app = FastAPI(title="boxscribe study", docs_url=None, redoc_url=None, openapi_url=None)
    files = _static_files()

    @app.exception_handler(RequestRefused)
    async def refused(_: Request, error: RequestRefused) -> JSONResponse:
        status, message = error.args
        return JSONResponse({"detail": message}, status)

    @app.get("/")
    async def home(request: Request) -> RedirectResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/{folder.study.forms[0]}{query}")

    @app.post("/api/begin")
    async def begin(body: BeginRequest, request: Request) -> JSONResponse:
        return JSONResponse(sessions.overview(sessions.begin(body.form, body.participant, _secret(request))))

    @app.get("/api/screen/{token}")
    async def screen(token: Annotated[str, Path(max_length=64)], request: Request) -> Response:
        return Response(sessions.content(sessions.screen(token, _secret(request))), media_type="application/json")

    @app.post("/api/answer")
    async def answer(body: AnswerRequest, request: Request) -> dict[str, Any]:
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

    app.add_middleware(SecurityMiddleware)
    return app


class SecurityMiddleware:
    """Refuses request bodies of more than MAX_BODY or of unknown length, and adds HEADERS to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MAX_BODY or b"transfer-encoding" in headers:
            return await JSONResponse({"detail": "This request is too large."}, 413)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)


_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


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
