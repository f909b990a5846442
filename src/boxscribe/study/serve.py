"""The web page of a study: static files, and three requests behind them.

`POST /api/begin` opens or resumes a session, `GET /api/screen/TOKEN` shows a screen, `POST /api/answer` keeps a click.
Each carries the secret of the browser as `Authorization: Bearer`, which no other site can make a browser send.
"""

import socket
from importlib import resources
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.study.folder import StudyFolder
from boxscribe.study.sessions import Desk, Refused
from boxscribe.study.settings import Kind

with needs_extra("study", "boxscribe study serve"):
    import uvicorn
    from fastapi import FastAPI, Path, Request, Response
    from fastapi.responses import JSONResponse, RedirectResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 4096  # bytes of a request
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address holds the participant's id
    "Cache-Control": "no-store",
}


class Arrival(BaseModel):
    """A person comes, or comes back."""

    model_config = ConfigDict(extra="forbid")
    form: str = Field(max_length=20)
    person: str = Field(max_length=64)


class Click(BaseModel):
    """An answer; `key` is made by the browser, once for each click."""

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
        self.urls: dict[Kind, str] = {kind: f"{base}/{kind}?participant=ID" for kind in folder.study.forms}

    def run(self) -> None:
        self._server.run(sockets=[self._socket])


def study_app(folder: StudyFolder) -> FastAPI:
    """The application of a study."""
    desk = Desk(folder)
    app = FastAPI(title="boxscribe study", docs_url=None, redoc_url=None, openapi_url=None)
    files = _static_files()

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        status, message = error.args
        return JSONResponse({"detail": message}, status)

    @app.get("/")
    async def home(request: Request) -> RedirectResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/{folder.study.forms[0]}{query}")

    @app.post("/api/begin")
    async def begin(arrival: Arrival, request: Request) -> JSONResponse:
        return JSONResponse(desk.overview(desk.arrive(arrival.form, arrival.person, _secret(request))))

    @app.get("/api/screen/{token}")
    async def screen(token: Annotated[str, Path(max_length=64)], request: Request) -> Response:
        return Response(desk.show(desk.find(token, _secret(request))), media_type="application/json")

    @app.post("/api/answer")
    async def answer(click: Click, request: Request) -> dict[str, Any]:
        await desk.take(desk.find(click.token, _secret(request)), click.key, click.question, click.value)
        return {"saved": click.key}

    @app.get("/{name}")
    async def static(name: str) -> Response:
        if name in folder.study.forms:
            name = "index.html"
        if name not in files:
            return Response("There is no such page.", 404, media_type="text/plain")
        media, content = files[name]
        return Response(content, media_type=media)

    app.add_middleware(Guard)
    return app


class Guard:
    """Refuses what is too large to be an answer, and adds the headers that keep a page safe."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST or b"transfer-encoding" in headers:
            return await JSONResponse({"detail": "This request is too large."}, 413)(scope, receive, guarded)
        return await self._app(scope, receive, guarded)


_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def _secret(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def _static_files() -> dict[str, tuple[str, bytes]]:
    """Name → (type, content) of the page's files."""
    folder = resources.files("boxscribe.study") / "static"
    return {
        file.name: (TYPES[file.name[file.name.rfind(".") :]], file.read_bytes())
        for file in folder.iterdir()
        if file.name[file.name.rfind(".") :] in TYPES
    }
