"""A web application on a port, by uvicorn."""

import socket

import uvicorn
from starlette.types import ASGIApp

from boxscribe.errors import InputError
from boxscribe.web.connection import BACKLOG, LimitedConnection

CLOSING_SECONDS = 5  # that responses have to become complete when the server ends


class WebServer:
    """A server whose port is open from the constructor on; `run` answers requests until it is interrupted.

    port: 0 picks a free one
    """

    def __init__(
        self, app: ASGIApp, host: str, port: int, connection: type[LimitedConnection] = LimitedConnection
    ) -> None:
        config = uvicorn.Config(
            app, http=connection, ws="none", backlog=BACKLOG, log_level="warning", server_header=False,
            timeout_graceful_shutdown=CLOSING_SECONDS,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            opened = socket.create_server((host, port), family=family)
        except OSError as error:
            raise InputError(f"--host {host} --port {port}: cannot listen there: {error.strerror}") from None
        # asyncio sets TCP_NODELAY only where the protocol of the socket is given. Without it, the body of a response
        # waits until the client has acknowledged the head, for 40 ms (Nagle's algorithm and delayed acknowledgement).
        self._socket = socket.socket(opened.family, opened.type, socket.IPPROTO_TCP, opened.detach())
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def run(self) -> None:
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._server.should_exit = True
