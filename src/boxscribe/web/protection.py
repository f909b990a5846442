"""What holds for every request and response of a server: a bounded body, and HEADERS."""

from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a URL may hold the id of a participant
    "Cache-Control": "no-store",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

MaxBody = Callable[[Scope], int]
"""The longest body of a request, in bytes."""


class SecurityMiddleware:
    """Refuses request bodies that are too long or of unknown length, and adds HEADERS to every response.

    It wraps the whole application, so that the response to an unexpected error has them, too. `too_large` is the
    response to a body that is refused.
    """

    def __init__(self, app: ASGIApp, max_body: MaxBody, too_large: ASGIApp) -> None:
        self._app, self._max_body, self._too_large = app, max_body, too_large

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        length, most = headers.get(b"content-length", b"0"), self._max_body(scope)
        is_small = length.isdigit() and len(length) <= len(str(most)) and int(length) <= most
        if not is_small or b"transfer-encoding" in headers:
            return await self._too_large(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)
