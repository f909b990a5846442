"""Who may use the service: everyone on this machine where it listens to no other, else who has the token.

A page of another site that is open in a browser on this machine can send requests here, too. They are refused by their
`Origin`, and those that come by a foreign name for this address by their `Host`.
"""

import hmac
from urllib.parse import SplitResult, urlsplit

from boxscribe.extras import needs_extra
from boxscribe.serve.problems import problem
from boxscribe.web.addresses import is_loopback

with needs_extra("serve", "boxscribe serve"):
    from starlette.datastructures import Headers
    from starlette.types import ASGIApp, Receive, Scope, Send

OPEN = ("/health", "/ready")  # what needs no token: probes
PROTECTED = ("/v1/", "/metrics", "/openapi.json")


class AccessMiddleware:
    """Lets requests pass that may use the service. Without a `token` it answers on loopback only."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in OPEN:
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if origin is not None and _parsed(origin).netloc != host:
            return await problem(403, "Pages of other sites may not use this service.")(scope, receive, send)
        if self._token is None:
            if not is_loopback(_parsed(f"//{host}").hostname or ""):
                detail = f"This service is for this machine; open it as localhost, not as {host!r:.80}."
                return await problem(403, detail)(scope, receive, send)
        elif scope["path"].startswith(PROTECTED) and not self._knows(headers.get("authorization", "")):
            detail = "A token is needed: send it as 'Authorization: Bearer TOKEN'."
            return await problem(401, detail, {"WWW-Authenticate": "Bearer"})(scope, receive, send)
        return await self._app(scope, receive, send)

    def _knows(self, authorization: str) -> bool:
        scheme, _, given = authorization.partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), (self._token or "").encode())


def _parsed(address: str) -> SplitResult:
    """The parts of an address; of what is none, nothing."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
