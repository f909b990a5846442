"""What holds for every connection to a server: a bounded time, and a share of a bounded number."""

import asyncio
from collections import Counter
from typing import ClassVar

from fastapi.responses import PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from boxscribe.web.addresses import network_of
from boxscribe.web.protection import HEADERS

BACKLOG = 128  # connections accepted at once; with `most` well below the usual limit of 1,024 open files


class LimitedConnection(H11Protocol):
    """A connection that is closed `exchange_seconds` after it was opened, or after its last response was complete; one
    whose whole request has arrived by then has `answer_seconds` more.

    This bounds a request that is sent slowly or in part, and a response that is read slowly or not at all; uvicorn's
    own timeout ends with the first byte of a request.

    A connection beyond `most` replaces one of the address that has the most: the one that waits for a request for the
    longest time. So no address can keep others out, and the clients behind one proxy may use all.
    """

    exchange_seconds: ClassVar[float] = 30.0
    answer_seconds: ClassVar[float] = 0.0
    most: ClassVar[int] = 500

    _network = ""
    _since = 0.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._network = network_of(self.client[0]) if self.client else ""
        self._restart()
        if len(self.connections) > self.most:
            self._make_room()

    def on_response_complete(self) -> None:
        self._restart()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _restart(self) -> None:
        self._stop()
        if self._is_open():
            self._since = self.loop.time()
            self._deadline = self.loop.call_later(self.exchange_seconds, self._expire)

    def _expire(self) -> None:
        if self.answer_seconds and self._is_answered():
            self._deadline = self.loop.call_later(self.answer_seconds, self.transport.abort)
        else:
            self.transport.abort()

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _make_room(self) -> None:
        """Close a connection if too many are open."""
        connections = [each for each in self.connections if isinstance(each, LimitedConnection) and each._is_open()]
        if len(connections) > self.most:
            counts = Counter(each._network for each in connections)
            first = min(connections, key=lambda each: (-counts[each._network], each._is_answered(), each._since))
            first.transport.abort()

    def _is_open(self) -> bool:
        return not self.transport.is_closing() or self.transport.get_write_buffer_size() > 0

    def _is_answered(self) -> bool:
        """Whether a whole request has arrived whose response is not complete."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def send_400_response(self, msg: str) -> None:
        """The response to bytes that are no HTTP request, which never reach the application."""
        response = PlainTextResponse(msg, 400, headers={**HEADERS, "Connection": "close"})
        head = b"".join(name + b": " + value + b"\r\n" for name, value in response.raw_headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + b"\r\n" + bytes(response.body))
        self.transport.close()
