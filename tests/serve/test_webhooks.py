"""Webhooks of jobs: signed, sent until they are taken, and never into a private network unless that is allowed."""

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError
from boxscribe.serve import job_reporter
from boxscribe.serve.webhooks import SIGNATURE, WebhookSettings
from serve.clients import TABLE, service

SECRET = "a-long-and-secret-secret"
ALLOWED = WebhookSettings(SECRET, allow_private=True)


class Receiver(HTTPServer):
    """A server that notes reports, and answers with these statuses, the last one again and again."""

    def __init__(self, *statuses: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.statuses, self.received = list(statuses), list[tuple[dict[str, str], bytes]]()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?x=1"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.received.append((dict(self.headers), body))
        statuses = self.server.statuses
        self.send_response(statuses.pop(0) if len(statuses) > 1 else statuses[0])
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_reporter, "_LOOKS", 0.05)
    monkeypatch.setattr(job_reporter, "DELAYS", (0.1, 0.1))


def ended(client: Any, url: str) -> dict[str, Any]:
    """The job of a table with a webhook, when its report was delivered or given up."""
    body = {"tables": [TABLE], "model": "template", "webhook": url}
    accepted = client.post("/v1/jobs", json=body)
    assert accepted.status_code == 202 and accepted.json()["report"] == "waiting"
    deadline = time.monotonic() + 60
    while True:
        job: dict[str, Any] = client.get(accepted.headers["location"]).json()
        if job["report"] != "waiting":
            return job
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_end_of_a_job_is_reported_with_a_signature_until_it_is_taken(quick: None) -> None:
    receiver = Receiver(500, 302, 204)
    with service(webhooks=ALLOWED) as client:
        job = ended(client, receiver.url)
    assert job["report"] == "delivered" and len(receiver.received) == 3
    headers, body = receiver.received[-1]
    assert json.loads(body) == job | {"report": "waiting"} and json.loads(body)["state"] == "done"
    at, given = (part.split("=")[1] for part in headers[SIGNATURE].split(","))
    assert given == hmac.new(SECRET.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert abs(time.time() - int(at)) < 600


def test_a_report_that_is_never_taken_is_given_up(quick: None) -> None:
    receiver = Receiver(500)
    with service(webhooks=ALLOWED) as client:
        assert ended(client, receiver.url)["report"] == "failed"
    assert len(receiver.received) == 3


def test_a_report_that_was_not_taken_is_sent_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_reporter, "_LOOKS", 0.05)
    receiver = Receiver(204)
    with service(folder=tmp_path, webhooks=ALLOWED) as client:
        monkeypatch.setattr(job_reporter.JobReporter, "_report", lambda *_: None)
        body = {"tables": [TABLE], "model": "template", "webhook": receiver.url}
        place = client.post("/v1/jobs", json=body).headers["location"]
    assert not receiver.received
    monkeypatch.undo()
    with service(folder=tmp_path, webhooks=ALLOWED) as client:
        deadline = time.monotonic() + 60
        while client.get(place).json()["report"] != "delivered":
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[str]]]:
    """Hosts and their addresses, in place of the network's."""
    known: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def look_up(host: str, port: int, *rest: Any, **more: Any) -> Any:
        return [one for address in known.get(host, [host]) for one in real(address, port, type=socket.SOCK_STREAM)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    yield known


PRIVATE = """127.0.0.1 10.1.2.3 192.168.1.1 172.16.0.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1 ::1 fe80::1 fc00::1
::ffff:127.0.0.1 2002:7f00:1:: ::""".split()


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_of_private_networks_are_refused_by_number_and_by_name(
    address: str, names: dict[str, list[str]]
) -> None:
    settings = WebhookSettings(SECRET)
    names["hook.example"] = ["93.184.216.34", address]
    for url in (f"http://{f'[{address}]' if ':' in address else address}/", "https://hook.example/"):
        with pytest.raises(InputError, match="private network"):
            settings.check(url)
        with pytest.raises(InputError, match="private network"):
            settings.send(url, {})  # the name may have another address by then


def test_public_addresses_are_accepted(names: dict[str, list[str]]) -> None:
    names["hook.example"] = ["93.184.216.34", "2606:2800:220:1::1"]
    for url in ("https://hook.example/x?y=1", "http://93.184.216.34:8080"):
        WebhookSettings(SECRET).check(url)


@pytest.mark.parametrize(
    "url",
    ["", "x", "ftp://a.example", "file:///etc/passwd", "http://", "http://a b", "http://a:99999", "http://ä.example"],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="webhook: must be an address"):
        ALLOWED.check(url)
    with pytest.raises(InputError, match="password"):
        ALLOWED.check("http://me:secret@a.example/")


def test_a_server_without_a_secret_takes_no_webhooks() -> None:
    with service() as client:
        refused = client.post("/v1/jobs", json={"tables": [TABLE], "webhook": "https://a.example"})
        assert refused.status_code == 422 and "start it with --webhook-secret" in refused.json()["detail"]
        assert client.get("/v1/jobs").json() == {"jobs": []}
