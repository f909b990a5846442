"""Requests to the server of a study, given to its application in this process, without sockets.

An input is a JSON list of requests: method, path, headers and body. `TOKEN` stands for the token of a screen that a
response before has named.
"""

import asyncio
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import quote, unquote

from boxscribe.study import serve
from boxscribe.study.folder import StudyFolder
from boxscribe.study.sessions import Sessions
from boxscribe.web.protection import HEADERS
from fuzz.mutate import damaged, json_bytes, mutated

TOKEN = "TOKEN"
OWN = {"authorization": "Bearer " + "0" * 64, "content-type": "application/json"}
BEGIN = {
    form: {"method": "POST", "path": "/api/begin", "headers": OWN, "body": {"form": form, "participant": "bob"}}
    for form in ("quality", "facts")
}
ANSWERS = {
    "quality": [("coherence", "A"), ("grammaticality", "B"), ("conciseness", "B"), ("done", "")],
    "facts": [("supporting", "3"), ("contradicting", "0"), ("done", "")],
}
PATHS = [
    *["/api/screen/TOKEN"] * 6, "/", "/?participant=ann", "/facts", "/quality?participant=ann", "/style.css",
    "/../study.toml", "/é", "/%2e%2e/answers.db", "//x", "/api/screen/", "/api/screen/%ff%00",
]  # fmt: skip


def mutated_requests(random: Random) -> bytes:
    """A participant begins, looks at screens and answers; some of these requests are changed."""
    form = random.choice(("quality", "facts"))
    requests: list[dict[str, Any]] = [BEGIN[form]]
    for number, (question, value) in enumerate(ANSWERS[form][: random.randint(0, 4)]):
        answer = {"token": TOKEN, "question": question, "value": value, "key": f"1234567{number}"}
        requests.append({"method": "POST", "path": "/api/answer", "headers": OWN, "body": answer})
        if random.random() < 0.3:
            requests.append({"method": "GET", "path": random.choice(PATHS), "headers": OWN, "body": ""})
    at = random.choice((-1, -1, random.randrange(len(requests))))
    how, body = random.random(), requests[at]["body"]
    if how < 0.1:
        requests[at] = {**requests[at], "body": damaged(json_bytes(body), random).decode("latin-1")}
    elif how < 0.5 and body:
        requests[at] = {**requests[at], "body": mutated(body, random)}
    else:
        requests[at] = mutated(requests[at], random)
    return json.dumps(requests).encode()


def send_requests(file: str) -> bool:
    """Whether each response has a status below 500, and the security headers; accepted if the last one is."""
    requests = json.loads(Path(file).read_bytes())
    opened: list[Sessions] = []

    def open_sessions(folder: StudyFolder) -> Sessions:
        opened.append(Sessions(folder))
        return opened[-1]

    with patch.object(serve, "Sessions", open_sessions):
        app = serve.study_app(_study(Path.cwd()))
    token, accepted = "", False
    try:
        for request in requests:
            status, body = _loop().run_until_complete(_send(app, request, token))
            accepted = status < 400
            if status == 200 and body.startswith(b'{"title"'):
                token = json.loads(body)["screens"][0]["token"]
    finally:
        opened[0].store.close()
    return accepted


@cache
def _study(folder: Path) -> StudyFolder:
    """The files of the study are valid, and read once."""
    return StudyFolder(folder)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


async def _send(app: Any, request: Any, token: str) -> tuple[int, bytes]:
    """The status and the body of the response. What is no request is sent as one, as far as that is possible."""
    given = request if isinstance(request, dict) else {"path": str(request)}
    path, _, query = str(given.get("path")).replace(TOKEN, token).partition("?")
    raw = b"/" + quote(path, safe="/%", errors="replace").encode().removeprefix(b"/")
    body = given.get("body")
    content = body.encode("utf-8", "replace") if isinstance(body, str) else json_bytes(body)
    content = content.replace(TOKEN.encode(), token.encode())
    headers = given.get("headers")
    named = {"content-length": len(content), **(headers if isinstance(headers, dict) else {"x": headers})}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "server": ("x", 80),
        "client": ("127.0.0.1", 9), "method": str(given.get("method")), "raw_path": raw, "root_path": "",
        "path": unquote(raw.decode()), "query_string": query.encode("ascii", "replace"),
        "headers": [(_header(name).lower(), _header(value)) for name, value in named.items()],
    }  # fmt: skip
    half = len(content) // 2
    received = iter([(content[:half], True), (content[half:], False)])
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        part, more = next(received, (b"", None))
        return (
            {"type": "http.disconnect"} if more is None else {"type": "http.request", "body": part, "more_body": more}
        )

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    status, found = sent[0]["status"], dict(sent[0]["headers"])
    assert status < 500, f"status {status}"
    assert all(name.lower().encode() in found for name in HEADERS), "the security headers"
    return status, b"".join(message.get("body", b"") for message in sent)


def _header(value: Any) -> bytes:
    return str(value).encode("latin-1", "replace")
