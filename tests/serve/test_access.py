"""Who may use the service, and what strangers get."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boxscribe.cli import app as cli
from boxscribe.errors import InputError
from boxscribe.serve.server import ServeOptions, StoryServer
from serve.clients import EXAMPLE, TABLE, service, started

TOKEN = "a-long-and-secret-token"
STORY = {"table": TABLE, "model": "template"}


def test_without_a_token_only_this_machine_is_answered_by_its_own_name() -> None:
    with service() as client:
        assert client.post("/v1/stories", json=STORY).status_code == 200
        for host in ("evil.example", "localhost.evil.example", "192.168.1.5:8000", ""):
            answer = client.post("/v1/stories", json=STORY, headers={"host": host})
            assert answer.status_code == 403 and "for this machine" in answer.json()["detail"]
        for host in ("localhost:8000", "127.0.0.1", "[::1]:80"):
            assert client.get("/v1/models", headers={"host": host}).status_code == 200


def test_pages_of_other_sites_are_refused() -> None:
    with service() as client:
        for origin in ("https://evil.example", "http://localhost:1", "null"):
            answer = client.post("/v1/stories", json=STORY, headers={"origin": origin})
            assert answer.status_code == 403 and "other sites" in answer.json()["detail"]
        own = {"origin": "http://localhost"}
        answer = client.post("/v1/stories", json=STORY, headers=own)
        assert answer.status_code == 200 and "access-control-allow-origin" not in answer.headers


def test_a_token_is_needed_where_one_was_given() -> None:
    with service(TOKEN) as client:
        for given in (None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer ü".encode()):
            headers = {} if given is None else {"authorization": given}
            for path in ("/v1/models", "/metrics", "/openapi.json"):
                answer = client.get(path, headers=headers)
                assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
        good = {"authorization": f"Bearer {TOKEN}", "host": "stories.example"}
        assert client.post("/v1/stories", json=STORY, headers=good).status_code == 200
        assert client.get("/health").status_code == 200


def test_every_response_has_security_headers_and_long_bodies_are_refused() -> None:
    with service() as client:
        long = client.post("/v1/stories", content=b" " * (1 << 23), headers={"content-type": "application/json"})
        assert long.status_code == 413 and long.json()["title"] == "Request Entity Too Large"
        chunked = client.post("/v1/stories", content=iter([b"{}"]))
        assert chunked.status_code == 413
        answers = [client.get(path) for path in ("/health", "/none", "/v1/models", "/../../etc/passwd", "/..%2fapp.py")]
        for answer in (*answers, long, client.post("/v1/stories", json=STORY)):
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoryServer]:
    made = StoryServer(ServeOptions(port=0, workers=1, folder=tmp_path_factory.mktemp("serve")))
    with started(made):
        yield made


def test_a_client_that_leaves_stops_its_work(server: StoryServer) -> None:
    """Whether it reads a stream or waits for the whole story."""
    for stream in (True, False):
        connection = http.client.HTTPConnection("127.0.0.1", int(server.url.rsplit(":", 1)[1]), timeout=60)
        body = json.dumps({"table": EXAMPLE, "stream": stream})
        connection.request("POST", "/v1/stories", body, {"content-type": "application/json"})
        _wait_until(lambda: server.engine.writing == 1)
        connection.sock.shutdown(socket.SHUT_RDWR)
        connection.close()
        _wait_until(lambda: server.engine.writing == 0)
    assert server.engine.counts["cancelled"] == 2


def test_a_server_that_is_stopped_ends_though_stories_are_being_read(tmp_path: Path) -> None:
    made = StoryServer(ServeOptions(port=0, workers=1, folder=tmp_path))
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    connection = http.client.HTTPConnection("127.0.0.1", int(made.url.rsplit(":", 1)[1]), timeout=60)
    connection.request(
        "POST", "/v1/stories", json.dumps({"table": EXAMPLE, "stream": True}), {"content-type": "application/json"}
    )
    _wait_until(lambda: made.engine.writing == 1)
    made.stop()
    thread.join(60)
    assert not thread.is_alive() and not made.engine.is_alive


def test_a_server_that_runs_becomes_ready(server: StoryServer) -> None:
    def status() -> int:
        connection = http.client.HTTPConnection("127.0.0.1", int(server.url.rsplit(":", 1)[1]), timeout=60)
        connection.request("GET", "/ready")
        return connection.getresponse().status

    _wait_until(lambda: status() == 200)


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 90
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_service_that_strangers_could_use_is_not_started() -> None:
    for options, sentence in (
        (["--host", "0.0.0.0"], "--host 0.0.0.0: other machines could use the service; give a token"),
        (["--host", "::"], "give a token"),
        (["--token", "short"], "--token: must have at least 16"),
        (["--model", "/no/such"], "there is no such model"),
    ):
        done = CliRunner().invoke(cli, ["serve", "--port", "0", *options])
        assert isinstance(done.exception, InputError) and sentence in str(done.exception)


def test_a_port_in_use_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(cli, ["serve", "--port", port, "--folder", str(tmp_path)])
    assert isinstance(done.exception, InputError)
    assert f"--port {port}: cannot listen there: Address already in use" in str(done.exception)
