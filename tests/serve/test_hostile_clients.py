"""Clients on a port that are slow, send too much, ask for files, or come by a foreign name."""

import json
import socket
import time
from collections.abc import Iterator

import pytest

from boxscribe.serve import server as server_module
from boxscribe.serve.app import MAX_BODY
from boxscribe.serve.server import ServeOptions, StoryServer
from boxscribe.serve.service import StoryService
from serve.clients import TABLE, started

LARGE_STORY = json.dumps(
    {"title": "t", "table": TABLE | {"text": "a" * (MAX_BODY - 500_000)}, "sentences": []}
).encode()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoryServer]:
    """It gives a request a second, and an answer another one."""
    patch = pytest.MonkeyPatch()
    patch.setattr(StoryService, "warm_up", lambda _: None)
    patch.setattr(server_module._StoryConnection, "exchange_seconds", 1.0)
    patch.setattr(server_module._StoryConnection, "answer_seconds", 1.0)
    made = StoryServer(ServeOptions(port=0, workers=1, folder=tmp_path_factory.mktemp("serve")))
    with started(made):
        yield made
    patch.undo()


def connected(server: StoryServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), timeout=10)


def head(line: str, *headers: str) -> bytes:
    return "\r\n".join((line, *headers, "", "")).encode("latin-1")


def answered(server: StoryServer, request: bytes) -> tuple[int, bytes]:
    """The status and the body of the answer to a request that is sent as it is."""
    with connected(server) as client:
        client.sendall(request)
        answer = b""
        while True:
            received = client.recv(65536)
            answer += received
            lines, _, body = answer.partition(b"\r\n\r\n")
            length = lines.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
            if not received or (length and len(body) >= int(length)):
                return int(answer.split()[1]), body


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (b"GET /v1/models HT", b""),
        (b"GET /v1/models HTTP/1.1\r\nHost: localhost\r\n", b"A: b\r\n"),
        (head("POST /v1/stories HTTP/1.1", "Host: localhost", "Content-Length: 100000") + b"{", b" "),
        (head("POST /v1/jobs HTTP/1.1", "Host: localhost", "Content-Length: 30000000") + b"{", b" " * 1000),
    ],
)
def test_a_request_that_is_sent_slowly_is_ended_and_holds_up_no_other(
    server: StoryServer, first: bytes, more: bytes
) -> None:
    with connected(server) as slow:
        slow.settimeout(0.1)
        slow.sendall(first)
        start = time.monotonic()
        others = []
        while time.monotonic() - start < 8:
            others.append(answered(server, head("GET /health HTTP/1.1", "Host: localhost"))[0])
            try:
                if not slow.recv(65536):
                    break
            except TimeoutError:
                pass
            except ConnectionResetError:
                break
            try:
                slow.sendall(more)
            except OSError:
                break
        assert time.monotonic() - start < 4
    assert len(others) > 2 and {*others} == {200}


def test_an_answer_that_is_not_read_is_given_up(server: StoryServer) -> None:
    posted = head(
        "POST /v1/saved HTTP/1.1", "Host: localhost", "Content-Type: application/json",
        f"Content-Length: {len(LARGE_STORY)}",
    )  # fmt: skip
    status, body = answered(server, posted + LARGE_STORY)
    assert status == 201
    get = head(f"GET /v1/saved/{json.loads(body)['id']} HTTP/1.1", "Host: localhost")
    assert len(answered(server, get)[1]) > MAX_BODY - 600_000
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(server.url.rsplit(":", 1)[1])))
        client.sendall(get * 3)  # more than the system keeps for the connection
        assert client.recv(256)
        open_connections = server._web._server.server_state.connections
        deadline = time.monotonic() + 8
        while open_connections:
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 99999999999",),
        (f"Content-Length: {MAX_BODY + 1}",),
        ("Content-Length: " + "9" * 5000,),
        ("Content-Length: -1",),
        ("Content-Length: 2", "Content-Length: 99999999999"),
        ("Transfer-Encoding: chunked",),
        ("Content-Length: 2", "Transfer-Encoding: chunked"),
        ("X: " + "x" * 200_000,),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_sent(server: StoryServer, headers: tuple[str, ...]) -> None:
    start = time.monotonic()
    request = head("POST /v1/stories HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers)
    assert answered(server, request)[0] in (400, 413)
    assert time.monotonic() - start < 0.9, "it does not wait for the body"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../server.py", "/assets/..%2fserver.py", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets//etc/passwd",
        "/assets/..\\server.py", "/assets/%2fetc%2fpasswd", "/assets/main.js%00.html", "/../../../../etc/passwd",
        "/v1/saved/..%2fserve.db", "/v1/jobs/..%2f..%2fserve.db/results", "/assets/", "/static/main.js", "/serve.db",
        "//etc/passwd", "/v1/examples/..%2f0",
    ],
)  # fmt: skip
def test_no_path_leads_to_a_file(server: StoryServer, path: str) -> None:
    status, body = answered(server, head(f"GET {path} HTTP/1.1", "Host: localhost"))
    assert status in (404, 422) and json.loads(body)["status"] == status


@pytest.mark.parametrize(
    "headers",
    [
        ("Host: evil.example",), ("Host: [",), ("Host: [::1",), ("Host: localhost.evil.example",),
        ("Host:",), ("Host: 127.0.0.1.",), ("Host: localhost@evil.example",), ("Host: evil.example#localhost",),
        ("Host: localhost", "Origin: http://["), ("Host: localhost", "Origin: http://localhost@evil.example"),
        ("Host: localhost", "Origin:"), ("Host: localhost", "Origin: http://localhost.evil.example"),
    ],
)  # fmt: skip
def test_foreign_names_and_origins_are_refused(server: StoryServer, headers: tuple[str, ...]) -> None:
    for path in ("/", "/assets/main.js", "/v1/saved", "/metrics"):
        assert answered(server, head(f"GET {path} HTTP/1.1", *headers))[0] == 403


def test_a_request_without_one_host_is_refused(server: StoryServer) -> None:
    assert answered(server, head("GET /v1/saved HTTP/1.0"))[0] == 403
    assert answered(server, head("GET /v1/saved HTTP/1.1", "Host: localhost", "Host: evil.example"))[0] == 400
    assert answered(server, head("GET http://localhost/v1/saved HTTP/1.1", "Host: evil.example"))[0] == 403
