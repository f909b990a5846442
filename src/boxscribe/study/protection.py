"""What holds for every request and response of the page: a bounded body, a bounded time, and HEADERS."""

import asyncio

from boxscribe.extras import needs_extra

with needs_extra("study", "boxscribe study serve"):
    from fastapi.responses import JSONResponse, PlainTextResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_BODY = 4096  # bytes
EXCHANGE_SECONDS = 30.0
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the URL holds the participant's id
    "Cache-Control": "no-store",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class SecurityMiddleware:
    """Refuses request bodies of more than MAX_BODY or of unknown length, and adds HEADERS to every response.

    It wraps the whole application, so that the response to an unexpected error has them, too.
    """

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
        is_small = length.isdigit() and len(length) <= len(str(MAX_BODY)) and int(length) <= MAX_BODY
        if not is_small or b"transfer-encoding" in headers:
            return await JSONResponse({"detail": "This request is too large."}, 413)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)


class TimedConnection(H11Protocol):
    """A connection that is closed EXCHANGE_SECONDS after it was opened, or after its last response was complete.

    This bounds a request that is sent slowly or in part, and a response that is read slowly or not at all; uvicorn's
    own timeout ends with the first byte of a request.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._restart()

    def on_response_complete(self) -> None:
        self._restart()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _restart(self) -> None:
        self._stop()
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self._deadline = self.loop.call_later(EXCHANGE_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def send_400_response(self, msg: str) -> None:
        """The response to bytes that are no HTTP request, which never reach the application."""
        response = PlainTextResponse(msg, 400, headers={**HEADERS, "Connection": "close"})
        head = b"".join(name + b": " + value + b"\r\n" for name, value in response.raw_headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + b"\r\n" + bytes(response.body))
        self.transport.close()
