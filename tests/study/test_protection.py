"""Malformed and excessive requests: each gets a response with a sentence."""

import json
import sqlite3
import stat
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from boxscribe.errors import InputError
from boxscribe.study.folder import StudyFolder
from boxscribe.study.serve import study_app
from boxscribe.study.sessions import RequestRefused, Sessions
from boxscribe.study.store import AnswerStore, page_answers
from boxscribe.study.unanswered import UnansweredSessions
from boxscribe.web.protection import HEADERS
from study.studies import made_study

SECRET = {"Authorization": f"Bearer {'a1' * 32}"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> StudyFolder:
    return made_study(tmp_path_factory.mktemp("shared"), 2)


@pytest.fixture
def made(tmp_path: Path) -> StudyFolder:
    return made_study(
        tmp_path, 2, more="[quality]\ntasks_per_participant = 4\n[participants]\nunanswered_per_address = 2\n"
    )


VALUES = [
    "NaN", "Infinity", "-Infinity", '"\\ud800"', '"\\udfff\\ud800"', "1" * 3000, "1e999", "[" * 3000, "{", "null", "{}",
    '"\\u0000"', "\xff",
]  # fmt: skip
BODIES = [
    *(template % value for value in VALUES for template in ('{"form":"facts","participant":%s}', '{"form":%s}', "%s")),
    '{"form":"facts","participant":"a","\\ud800":1}',
    '{"key":"12345678","token":"\\ud800","question":"\\ud800","value":"\\ud800"}',
    '{"key":"12345678","token":"x","question":"x","value":NaN}',
    "",
]


@pytest.mark.parametrize("path", ["/api/begin", "/api/answer"])
def test_a_malformed_body_is_refused_with_a_sentence(shared: StudyFolder, path: str) -> None:
    client = TestClient(study_app(shared), headers=SECRET, raise_server_exceptions=False)
    for body in BODIES:
        response = client.post(path, content=body.encode("latin-1"), headers={"Content-Type": "application/json"})
        assert response.status_code in ((422, 400) if "u0000" in body else (422,)), (body[:60], response.text)
        detail = response.json()["detail"]
        assert isinstance(detail, str) and len(detail) < 300 and detail.endswith((".", "-")), detail
        assert HEADERS.items() <= {name.title(): value for name, value in response.headers.items()}.items()


def test_an_unexpected_error_has_the_security_headers(shared: StudyFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    client = TestClient(study_app(shared), headers=SECRET, raise_server_exceptions=False)
    for error, status in ((RuntimeError("bug"), 500), (sqlite3.OperationalError("database or disk is full"), 503)):

        def failing(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(AnswerStore, "session", failing)
        response = client.post("/api/begin", json={"form": "facts", "participant": "ann"})
        assert response.status_code == status
        assert response.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_one_address_cannot_claim_ids_without_limit(made: StudyFolder) -> None:
    app = study_app(made)

    def client(address: str) -> TestClient:
        return TestClient(app, headers=SECRET, client=(address, 1))

    def begin(client: TestClient, participant: str) -> int:
        return int(client.post("/api/begin", json={"form": "quality", "participant": participant}).status_code)

    eve, ann = client("203.0.113.1"), client("203.0.113.2")
    assert [begin(eve, f"id{n}") for n in range(4)] == [200, 200, 429, 429]
    assert begin(eve, "id1") == 200  # a session that is open already
    assert begin(ann, "ann") == 200
    token = eve.post("/api/begin", json={"form": "quality", "participant": "id0"}).json()["screens"][0]["token"]
    click = {"token": token, "question": "coherence", "value": "A", "key": "k1-xxxxx"}
    assert eve.post("/api/answer", json=click).status_code == 200
    assert [begin(eve, f"new{n}") for n in range(2)] == [200, 429]  # the answered one no longer counts


def test_unanswered_sessions_count_until_the_timeout_and_by_network() -> None:
    unanswered = UnansweredSessions(2, 60.0)
    for session, address in enumerate(["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1", "10.0.0.1", "10.0.0.2"]):
        unanswered.add(session, address, float(session))
    full = {
        address: unanswered.is_full(address, 10.0) for address in ("2001:db8::3", "2001:db8:0:1::2", "10.0.0.1", "::1")
    }
    assert full == {"2001:db8::3": True, "2001:db8:0:1::2": False, "10.0.0.1": False, "::1": False}
    assert not unanswered.is_full("2001:db8::3", 60.5)


def test_a_session_that_cannot_be_stored_leaves_its_assignment_free(
    made: StudyFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = Sessions(made)
    places = len(made.assignments["quality"])

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(AnswerStore, "open_session", full)
        with pytest.raises(sqlite3.OperationalError):
            sessions.begin("quality", "ann", "0" * 64, "")
    for number in range(places):
        sessions.begin("quality", f"p{number}", "0" * 64, str(number))
    with pytest.raises(RequestRefused):
        sessions.begin("quality", "late", "0" * 64, "late")


def test_only_the_owner_can_read_answers(made: StudyFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made.path / "answers.db"

    def modes() -> dict[str, int]:
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in made.path.glob("answers.db*")}

    expected = dict.fromkeys(("answers.db", "answers.db-wal", "answers.db-shm"), 0o600)
    with monkeypatch.context() as patch:
        patch.delattr(Path, "chmod")  # others could open a file before its mode is changed
        sessions = Sessions(made)
        sessions.begin("quality", "ann", "0" * 64, "")
    assert modes() == expected
    for file in made.path.glob("answers.db*"):  # as an older version left them
        file.chmod(0o644)
    Sessions(made)
    assert modes() == expected
    sessions.store.close()
    path.chmod(0o666)
    assert page_answers(path) == [] and modes()["answers.db"] == 0o600


def test_a_database_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened as the database of a study"):
        AnswerStore(tmp_path / "none" / "answers.db")
    (tmp_path / "answers.db").write_text(json.dumps("no database " * 100))
    with pytest.raises(InputError, match="cannot be opened as the database of a study"):
        AnswerStore(tmp_path / "answers.db")
