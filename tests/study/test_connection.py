"""Connections: slow and idle ones end, and one address cannot hold all of them."""

import asyncio
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection

import pytest

from boxscribe.study.folder import StudyFolder
from boxscribe.study.serve import StudyServer
from boxscribe.study.sessions import Sessions
from boxscribe.web.connection import LimitedConnection
from boxscribe.web.protection import HEADERS
from study.studies import made_study

LIMIT = 5


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> StudyFolder:
    return made_study(tmp_path_factory.mktemp("connection"), 2)


@contextmanager
def serving(made: StudyFolder) -> Iterator[tuple[StudyServer, int]]:
    """(a server, its port)"""
    server = StudyServer(made, port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server, int(server.urls["facts"].rpartition(":")[2].partition("/")[0])
    finally:
        server.stop()
        thread.join()


@pytest.fixture
def port(made: StudyFolder, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Of a server that gives each exchange a second."""
    monkeypatch.setattr(LimitedConnection, "exchange_seconds", 1.0)
    with serving(made) as (_, port):
        yield port


BEGIN = b"POST /api/begin HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n"


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"", b""),
        (b"GET /facts HT", b""),
        (b"GET /facts HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n"),  # a header line now and then
        (BEGIN + b"{", b" "),  # a body byte by byte
        (b"GET /icon.svg HTTP/1.1\r\nHost: x\r\n\r\nGET /facts", b"x"),  # after a complete request
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n", b"x"),  # after a response that refuses it
    ],
)
def test_a_request_that_is_never_complete_is_ended(port: int, first: bytes, more: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.settimeout(0.1)
        client.sendall(first)
        start = time.monotonic()
        while time.monotonic() - start < 8:
            try:
                if not client.recv(65536):
                    break
                continue
            except TimeoutError:
                pass
            except ConnectionResetError:
                break
            try:
                client.sendall(more)
            except OSError:
                break
        assert time.monotonic() - start < 4


def test_bytes_that_are_not_http_get_the_security_headers(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        response = b"".join(iter(lambda: client.recv(65536), b""))
    assert response.startswith(b"HTTP/1.1 400")
    assert all(f"{name}: {value}".lower().encode() in response.lower() for name, value in HEADERS.items())


def test_the_body_of_a_response_does_not_wait_for_the_acknowledgement_of_its_head(made: StudyFolder) -> None:
    with serving(made) as (server, port), socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        page(client)
        accepted = [each.transport.get_extra_info("socket") for each in server._server.server_state.connections]
        assert [each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0 for each in accepted] == [True]


def page(client: socket.socket) -> None:
    """Ask for a page and read it."""
    client.sendall(b"GET /icon.svg HTTP/1.1\r\nHost: x\r\n\r\n")
    response = b""
    while b"</svg>" not in response:
        received = client.recv(65536)
        assert received, response
        response += received
    assert response.startswith(b"HTTP/1.1 200")


Connect = Callable[[str], socket.socket]


@pytest.fixture
def connect(made: StudyFolder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connect]:
    """Opens a connection from an address to a server that has at most LIMIT of them."""
    monkeypatch.setattr(LimitedConnection, "most", LIMIT)
    with serving(made) as (_, port), ExitStack() as stack:
        yield lambda address: stack.enter_context(
            socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(address, 0))
        )


def is_closed(client: socket.socket, seconds: float) -> bool:
    """Whether the server closes the connection within this time."""
    client.settimeout(seconds)
    try:
        return client.recv(65536) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="needs a loopback with several addresses")
def test_one_address_cannot_hold_all_connections(connect: Connect) -> None:
    ann = connect("127.0.0.1")
    page(ann)
    eve = []
    for _ in range(4 * LIMIT):
        eve.append(connect("127.0.0.2"))
        eve[-1].sendall(b"GET /facts HT")  # and never the rest
    bob = connect("127.0.0.3")
    page(bob)
    page(ann)  # on the connection that is older than all of the others
    left = LIMIT - 2
    assert all(is_closed(client, 10) for client in eve[:-left])
    assert not any(is_closed(client, 0.1) for client in eve[-left:])


def test_participants_behind_one_address_are_answered_beyond_the_limit(connect: Connect) -> None:
    clients = []
    for _ in range(4 * LIMIT):
        clients.append(connect("127.0.0.1"))
        page(clients[-1])
    page(clients[-LIMIT])
    clients.append(connect("127.0.0.1"))
    page(clients[-1])
    closed = [is_closed(client, 0.2) for client in clients]
    expected = (
        [True] * (3 * LIMIT) + [False, True] + [False] * (LIMIT - 1)
    )  # the one that was idle for the longest time
    assert closed == expected


def test_a_connection_whose_request_is_being_answered_is_not_closed(
    made: StudyFolder, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, finish = threading.Event(), threading.Event()

    async def slow(*_: object) -> None:
        begun.set()
        while not finish.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Sessions, "save_answer", slow)
    ann = HTTPConnection("127.0.0.1")
    ann.sock = connect("127.0.0.1")
    secret = {"Authorization": f"Bearer {'a1' * 32}"}
    ann.request("POST", "/api/begin", json.dumps({"form": "quality", "participant": "ann"}), secret)
    token = json.loads(ann.getresponse().read())["screens"][0]["token"]
    click = {"token": token, "question": "coherence", "value": "A", "key": "k1-xxxxx"}
    ann.request("POST", "/api/answer", json.dumps(click), secret)
    try:
        assert begun.wait(10)
        for _ in range(3 * LIMIT):
            page(connect("127.0.0.1"))
    finally:
        finish.set()
    assert ann.getresponse().status == 200
