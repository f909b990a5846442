"""Errors as problem documents (RFC 9457), with the sentences of the command line."""

import logging
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.serve.orders import EngineClosed, QueueFull, TimeLimit

with needs_extra("serve", "boxscribe serve"):
    from fastapi import FastAPI, Request
    from fastapi.exceptions import RequestValidationError
    from fastapi.responses import JSONResponse
    from starlette.exceptions import HTTPException
    from starlette.routing import Match, Route

MEDIA_TYPE = "application/problem+json"
_LOGGER = logging.getLogger("uvicorn.error")


class ProblemDocument(BaseModel):
    """What is wrong, by RFC 9457."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """The response to a request that is refused."""
    return JSONResponse(document(status, detail), status, headers, MEDIA_TYPE)


def document(status: int, detail: str) -> dict[str, Any]:
    return ProblemDocument(title=HTTPStatus(status).phrase, status=status, detail=detail).model_dump()


def status_of(error: Exception) -> tuple[int, str]:
    """The status of an error, and the sentence that says what is wrong; a fault of ours is logged."""
    if isinstance(error, InputError):
        return 422, str(error)
    if isinstance(error, QueueFull):
        return 429, str(error)
    if isinstance(error, TimeLimit | EngineClosed):
        return 503, str(error)
    _LOGGER.error("a story failed", exc_info=error)
    return 500, "This is a fault of the server; its log says more."


def answer_with_problems(app: FastAPI) -> None:
    """Make every error of an application a problem document."""

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, _first_fault(error))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            headers["Allow"] = ", ".join(sorted(_methods(app, request)))
        return problem(error.status_code, str(error.detail), headers)

    @app.exception_handler(QueueFull)
    async def full(_: Request, error: QueueFull) -> JSONResponse:
        return problem(429, str(error), {"Retry-After": str(error.retry_after)})

    @app.exception_handler(InputError)
    @app.exception_handler(TimeLimit)
    @app.exception_handler(EngineClosed)
    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> JSONResponse:
        return problem(*status_of(error))


def _methods(app: FastAPI, request: Request) -> set[str]:
    """The methods of a path: each has a route of its own."""
    routes = (route for route in app.routes if isinstance(route, Route))
    fitting = (route for route in routes if route.matches(request.scope)[0] is not Match.NONE)
    return {method for route in fitting for method in route.methods or ()}


def _first_fault(error: RequestValidationError) -> str:
    """The first fault of a body in a sentence; `table.entities: …` without the part of the request that it is in."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    if not where:
        return "The request must be a JSON object with the content type application/json."
    return f"{where[:200]}: {str(first['msg'])[:1].lower()}{str(first['msg'])[1:]}"
