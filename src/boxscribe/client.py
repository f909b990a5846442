"""A client of the service (`boxscribe serve`) that behaves like the library: stories, plans and verdicts as objects.

It needs no package beside boxscribe itself.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.errors import InputError
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.suggestions import Suggestion
from boxscribe.tables import native_json
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.table import Cell, Table
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.formats import from_json
from boxscribe.writing.story import Story

TOKEN = "BOXSCRIBE_TOKEN"  # the environment variable


class ServiceError(Exception):
    """The service cannot be reached, or cannot answer now; the message says why."""


class StreamedSentence(NamedTuple):
    """A sentence of a story that is being written."""

    number: int  # in the plan
    text: str
    origin: str


class Client:
    """A service at an address, by default that of `boxscribe serve` on this machine.

    token: what the service wants; by default the environment variable BOXSCRIBE_TOKEN
    seconds: how long an answer may take; orders that are refused because the queue is full are repeated until then
    domain: the description of the tables' domain, if it is not a shipped one

    >>> client = boxscribe.Client("http://127.0.0.1:8000")
    >>> stories = client.write(boxscribe.simulate("rotowire", seed=1), style="brief")  # requests as they are needed
    >>> boxscribe.Client("stories.txt")
    Traceback (most recent call last):
    boxscribe.errors.InputError: stories.txt: is no address of a service; give one such as http://127.0.0.1:8000
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        token: str | None = None,
        seconds: float = 330.0,
        domain: Domain | None = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(f"{url}: is no address of a service; give one such as http://127.0.0.1:8000")
        self.url, self._host, self._port = url, parts.hostname, parts.port
        self._encrypted = parts.scheme == "https"
        self._token, self._seconds, self._domain = token or os.environ.get(TOKEN), seconds, domain

    def write(
        self,
        tables: Table | Iterable[Table],
        model: str | None = None,
        decoding: Decoding | Mapping[str, Any] | None = None,
        plan: Plan | None = None,
        **wishes: Any,
    ) -> Iterator[Story]:
        """Write a story about each table, in their order. `wishes` are style, focus, words, keep, free and season; with
        `trace` the stories have their traces."""
        for table in [tables] if isinstance(tables, Table) else tables:
            yield self._story(self._post("/v1/stories", self._order(table, model, decoding, plan, wishes)), table)

    def stream(
        self,
        table: Table,
        model: str | None = None,
        decoding: Decoding | Mapping[str, Any] | None = None,
        plan: Plan | None = None,
        **wishes: Any,
    ) -> Iterator[Plan | StreamedSentence | Story]:
        """The plan of a story, each sentence when it is verified, and the story. A further plan comes where the story
        is written once more, because it is not near the length that is asked for."""
        body = self._order(table, model, decoding, plan, wishes) | {"stream": True}
        with self._answer("POST", "/v1/stories", body) as answer:
            for name, data in _events(answer):
                if name == "problem":
                    raise _error(data)
                if name == "sentence":
                    yield StreamedSentence(data["number"], data["text"], data["origin"])
                elif name == "plan":
                    yield _plan(data)
                elif name == "story":
                    yield self._story(data, table)

    def plan(self, table: Table, model: str | None = None, **wishes: Any) -> Plan:
        """The plan that the story of a table would follow. `wishes` are style, focus, words and season."""
        return _plan(self._post("/v1/plans", _given(table, model=model, **wishes)))

    def suggestions(self, table: Table, season: bool | None = None) -> list[Suggestion]:
        """What is unusual in a game, as facts for its plan, the most important ones first."""
        answer = self._post("/v1/suggestions", _given(table, season=season))
        return [_suggestion(data) for data in answer["suggestions"]]

    def games(self, day: str = "") -> Iterator[Table]:
        """The games of a day of the service's season, "2016-11-05", by default of its last one."""
        listed = self._get(f"/v1/games?date={quote(day, safe='')}")
        for number in range(1, len(listed["games"]) + 1):
            raw = self._get(f"/v1/games/{listed['date']}/{number}")["table"]
            table = native_json.parse(raw, describe=self._describe)
            assert table is not None
            yield table

    def check(self, text: str | Story, table: Table, season: bool | None = None) -> list[Verdict]:
        """A verdict on every claim of a text, in its order."""
        answer = self._post("/v1/check", _given(table, text=str(text), season=season))
        return [_verdict(data) for data in answer["verdicts"]]

    def document(self, text: str | Story, table: Table) -> bytes:
        """A text and its box score as a Word document."""
        with self._answer("POST", "/v1/documents", _given(table, text=str(text))) as answer:
            return answer.read()

    def evaluate(self, texts: Iterable[str | Story], tables: Iterable[Table], metrics: str = "") -> dict[str, Any]:
        """The figures of texts, as `boxscribe evaluate --json` prints them."""
        body = {"tables": [native_json.to_json(table) for table in tables], "texts": [str(text) for text in texts]}
        return self._post("/v1/evaluate", body | {"metrics": metrics})

    def models(self) -> list[dict[str, Any]]:
        """The models of the service."""
        found: list[dict[str, Any]] = self._get("/v1/models")["models"]
        return found

    def _order(
        self,
        table: Table,
        model: str | None,
        decoding: Decoding | Mapping[str, Any] | None,
        plan: Plan | None,
        wishes: Mapping[str, Any],
    ) -> dict[str, Any]:
        changes = decoding.model_dump(exclude_unset=True) if isinstance(decoding, Decoding) else dict(decoding or {})
        planned = None if plan is None else {"sentences": plan.sentences, "paragraphs": sorted(plan.paragraphs)}
        return _given(table, model=model, decoding=changes, plan=planned, **wishes)

    def _story(self, data: dict[str, Any], table: Table) -> Story:
        return from_json(data, table, self._describe(table.domain))

    def _describe(self, name: str) -> Domain:
        return self._domain or load_domain(name)

    def _get(self, path: str) -> dict[str, Any]:
        with self._answer("GET", path) as answer:
            return _parsed(answer.read())

    def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        with self._answer("POST", path, body) as answer:
            return _parsed(answer.read())

    @contextmanager
    def _answer(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Iterator[HTTPResponse]:
        """The answer to a request; one that the service has no room for is repeated."""
        deadline = time.monotonic() + self._seconds
        while True:
            kind = HTTPSConnection if self._encrypted else HTTPConnection
            connection = kind(self._host, self._port, timeout=self._seconds)
            try:
                answer = self._sent(connection, method, path, body)
                wait = float(answer.headers.get("Retry-After", "1"))
                if answer.status != 429 or time.monotonic() + wait > deadline:
                    if answer.status >= 400:
                        raise _error(_parsed(answer.read()) | {"status": answer.status})
                    yield answer
                    return
            except (OSError, HTTPException) as error:
                raise ServiceError(f"{self.url}: cannot be reached: {error or type(error).__name__}") from None
            finally:
                connection.close()
            time.sleep(wait)

    def _sent(self, connection: HTTPConnection, method: str, path: str, body: Mapping[str, Any] | None) -> HTTPResponse:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return connection.getresponse()


def _given(table: Table, **keys: Any) -> dict[str, Any]:
    """A body without the keys that have no value."""
    return {"table": native_json.to_json(table), **{key: value for key, value in keys.items() if value is not None}}


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        value = parse_json(data)
    except ForeignError as error:
        raise ServiceError(f"the answer of the service {error}") from None
    if not isinstance(value, dict):
        raise ServiceError("the answer of the service is no object")
    return value


def _error(problem: Mapping[str, Any]) -> Exception:
    """What a problem document says: the input is wrong, or the service cannot answer."""
    detail = str(problem.get("detail", "no reason was given"))
    return InputError(detail) if problem.get("status") == 422 else ServiceError(detail)


def _events(answer: HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    """Server-sent events: names and data."""
    name = ""
    for line in answer:
        key, _, value = line.partition(b": ")
        if key == b"event":
            name = value.decode().strip()
        elif key == b"data":
            yield name, _parsed(value)


def _plan(data: Mapping[str, Any]) -> Plan:
    sentences = tuple(tuple(PlannedFact(*fact) for fact in facts) for facts in data["sentences"])
    return Plan(sentences, frozenset(data["paragraphs"]))


def _suggestion(data: Mapping[str, Any]) -> Suggestion:
    facts = tuple(PlannedFact(fact["entity"], fact["type"], fact["value"]) for fact in data["facts"])
    return Suggestion(data["about"], facts, data["why"], tuple(data["sources"]), data["text"])


def _verdict(data: Mapping[str, Any]) -> Verdict:
    cells = tuple(Cell(cell["entity"], cell["type"]) for cell in data["cells"])
    return Verdict(
        data["start"] - 1, data["end"], data["family"], ErrorType(data["type"]), VerdictStatus(data["status"]),
        data["subject"], data["said"], data["expected"], cells, tuple(data["games"]), data["repair"],
        data["char_start"], data["char_end"],
    )  # fmt: skip
