"""What holds for every request and response of the page: a bounded body, and HEADERS."""

from boxscribe.extras import needs_extra

with needs_extra("study", "boxscribe study serve"):
    from fastapi.responses import JSONResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 4096  # bytes
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
