"""The server: what it stores, what it shows to whom, and which requests it refuses."""

import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.types import ASGIApp
from typer.testing import CliRunner

from boxscribe.cli.study import study as cli
from boxscribe.errors import InputError
from boxscribe.pages.render import static
from boxscribe.study.folder import StudyFolder
from boxscribe.study.serve import study_app
from boxscribe.study.sessions import RequestRefused, Sessions
from boxscribe.study.store import page_answers
from study.studies import made_study

Visitor = Callable[[], TestClient]


@pytest.fixture
def made(tmp_path: Path) -> StudyFolder:
    return made_study(tmp_path, 3, more="[facts]\ntasks_per_participant = 2\n[quality]\ntasks_per_participant = 4\n")


@pytest.fixture
def visitor(made: StudyFolder) -> Visitor:
    """Browsers of different participants at one server."""
    app = study_app(made)
    return lambda: client_of(app)


def client_of(app: ASGIApp, secret: str | None = None) -> TestClient:
    return TestClient(app, headers={"Authorization": f"Bearer {secret or secrets.token_hex(32)}"})


def begin(client: TestClient, participant: str, form: str = "quality") -> Any:
    return client.post("/api/begin", json={"form": form, "participant": participant})


def answer(client: TestClient, token: str, question: str, value: str, key: str) -> Any:
    return client.post("/api/answer", json={"token": token, "question": question, "value": value, "key": key})


def finish(
    client: TestClient, made: StudyFolder, participant: str, form: str = "quality", careless: bool = False
) -> Any:
    """Answer all screens of a session; the attention checks, too, unless `careless`."""
    overview = begin(client, participant, form).json()
    sessions = Sessions(made)
    for number, screen in enumerate(overview["screens"]):
        found = sessions.store.screen(screen["token"])
        assert found is not None
        expected = dict(made.tasks[found[0].task].expected)
        for question in made.study.questions("quality" if form == "quality" else "facts"):
            value = expected.get(question, "A" if form == "quality" else "2")
            if careless and expected:
                value = {"A": "B", "B": "A"}.get(value, "9")
            assert answer(client, screen["token"], question, value, f"key-{number}-{question}").status_code == 200
        assert answer(client, screen["token"], "done", "1", f"key-{number}-done").status_code == 200
    return begin(client, participant, form).json()


def test_a_participant_who_answers_everything_gets_a_code(visitor: Visitor, made: StudyFolder) -> None:
    client = visitor()
    assert begin(client, "ann").json()["completion_code"] is None
    overview = finish(client, made, "ann")
    assert len(overview["screens"]) == 4 + 1
    assert len(overview["completion_code"]) == 8
    answers = page_answers(made.path / "answers.db")
    assert len(answers) == 5 * 3 and {each.participant for each in answers} == {"ann"}
    other = finish(visitor(), made, "bob")
    assert other["completion_code"] != overview["completion_code"]


def test_facts_are_counted_sentence_by_sentence(visitor: Visitor, made: StudyFolder) -> None:
    overview = finish(visitor(), made, "ann", "facts")
    assert len(overview["screens"]) == 2 * 4 + 1
    answers = page_answers(made.path / "answers.db")
    assert len(answers) == 9 * 2


def test_one_code_for_all_and_a_return_url(tmp_path: Path) -> None:
    more = '[participants]\ncompletion_code = "C0DE"\nreturn_url = "https://example.org/?cc={code}"\n'
    made = made_study(tmp_path, 2, more=more)
    overview = finish(client_of(study_app(made)), made, "ann")
    assert (overview["completion_code"], overview["return_url"]) == ("C0DE", "https://example.org/?cc=C0DE")


def test_an_answer_sent_again_counts_once_and_the_latest_click_counts(visitor: Visitor, made: StudyFolder) -> None:
    client = visitor()
    token = begin(client, "ann").json()["screens"][0]["token"]
    for value, key in (("A", "k1-xxxxx"), ("B", "k2-xxxxx"), ("A", "k1-xxxxx"), ("A", "k1-xxxxx")):
        assert answer(client, token, "coherence", value, key).json() == {"saved": key}
    assert begin(client, "ann").json()["screens"][0]["answers"] == {"coherence": "B"}


def test_unfinished_screens_do_not_count(visitor: Visitor, made: StudyFolder) -> None:
    client = visitor()
    token = begin(client, "ann", "facts").json()["screens"][0]["token"]
    answer(client, token, "supporting", "1", "k1-xxxxx")  # on the way to 3, perhaps
    assert page_answers(made.path / "answers.db") == []
    assert answer(client, token, "done", "1", "k2-xxxxx").status_code == 409


def test_an_id_without_its_secret_reads_and_changes_nothing(visitor: Visitor) -> None:
    ann, eve = visitor(), visitor()
    overview = begin(ann, "ann").json()
    token = overview["screens"][0]["token"]
    assert begin(eve, "ann").status_code == 403
    assert "screens" not in begin(eve, "ann").json()
    begin(eve, "eve")
    assert eve.get(f"/api/screen/{token}").status_code == 404  # even with a token
    assert answer(eve, token, "coherence", "A", "k1-xxxxx").status_code == 404
    assert begin(ann, "ann").json()["screens"][0]["answers"] == {}


@pytest.mark.parametrize("secret", ["", "Bearer", "Bearer 1", "Basic x", f"Bearer {'g' * 64}"])
def test_a_request_without_a_valid_secret_is_refused(made: StudyFolder, secret: str) -> None:
    client = TestClient(study_app(made), headers={"Authorization": secret} if secret else {})
    assert begin(client, "ann").status_code == 401


def test_another_device_needs_the_secret_of_the_first(made: StudyFolder) -> None:
    app, secret = study_app(made), "a1" * 32
    first, second = client_of(app, secret), client_of(app, secret)
    token = begin(first, "ann").json()["screens"][0]["token"]
    assert answer(second, token, "coherence", "A", "k1-xxxxx").status_code == 200
    assert begin(second, "ann").json()["screens"][0]["answers"] == {"coherence": "A"}


def test_secrets_are_not_in_the_database(made: StudyFolder) -> None:
    begin(client_of(study_app(made), "a1" * 32), "ann")
    for file in made.path.glob("answers.db*"):
        assert b"a1a1a1a1" not in file.read_bytes()


def test_two_participants_may_share_a_browser(visitor: Visitor) -> None:
    client = visitor()
    ann, bob = begin(client, "ann").json(), begin(client, "bob").json()
    assert {s["token"] for s in ann["screens"]}.isdisjoint(s["token"] for s in bob["screens"])
    assert begin(client, "ann").json()["screens"] == ann["screens"]


def test_tokens_cannot_be_guessed(visitor: Visitor) -> None:
    tokens = {s["token"] for participant in "abc" for s in begin(visitor(), participant).json()["screens"]}
    assert len(tokens) == 15 and all(len(token) >= 22 for token in tokens)  # 128 random bits each


def test_screens_do_not_name_systems(visitor: Visitor) -> None:
    for form in ("facts", "quality"):
        client = visitor()
        response = begin(client, "ann", form)
        tokens = [screen["token"] for screen in response.json()["screens"]]
        text = " ".join([response.text, *(client.get(f"/api/screen/{token}").text for token in tokens)])
        for token in tokens:  # random letters may spell anything
            text = text.replace(token, "")
        assert not any(name in text for name in ("TEMPL", "NCP", "ENT", "Gold"))


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"value": "C"}, 422),
        ({"value": "<b>"}, 422),
        ({"question": "beauty"}, 422),
        ({"token": "x"}, 404),
        ({"key": "short"}, 422),
        ({"key": "x" * 100}, 422),
        ({"value": "x" * 10_000}, 413),
        ({"more": "x"}, 422),
    ],
)
def test_invalid_answers_are_refused(visitor: Visitor, change: dict[str, str], status: int) -> None:
    client = visitor()
    token = begin(client, "ann").json()["screens"][0]["token"]
    good = {"token": token, "question": "coherence", "value": "A", "key": "k1-xxxxx"}
    assert client.post("/api/answer", json=good | change).status_code == status
    assert begin(client, "ann").json()["screens"][0]["answers"] == {}


@pytest.mark.parametrize("participant", ["", "a b", "<script>", "x" * 65, "ann'--", "Zoë"])
def test_strange_ids_are_refused(visitor: Visitor, participant: str) -> None:
    assert begin(visitor(), participant).status_code in (400, 422)


def test_bodies_of_unknown_length_and_unknown_forms_are_refused(visitor: Visitor) -> None:
    client = visitor()
    assert client.post("/api/begin", content=iter([b"{}"])).status_code == 413
    assert begin(client, "ann", "beauty").status_code == 404
    assert client.get("/none").status_code == 404
    assert client.get("/..%2fserve.py").status_code == 404


def test_every_response_has_security_headers(visitor: Visitor) -> None:
    client = visitor()
    begun = begin(client, "ann")
    for response in (client.get("/facts"), client.get("/main.js"), begun, client.get("/none")):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["x-content-type-options"] == "nosniff"
    home = client.get("/?participant=ann", follow_redirects=False)
    assert home.headers["location"] == "/facts?participant=ann"


def test_participants_use_up_the_assignment_and_then_the_study_is_full(visitor: Visitor, made: StudyFolder) -> None:
    places = made.assignments["quality"]
    for number in range(len(places)):
        finish(visitor(), made, f"p{number}")
    full = begin(visitor(), "late")
    assert full.status_code == 410
    assert "All tasks of this study are taken" in full.json()["detail"]


def test_a_participant_who_fails_a_check_is_replaced(visitor: Visitor, made: StudyFolder) -> None:
    places = made.assignments["quality"]
    for number in range(len(places)):
        finish(visitor(), made, f"p{number}", careless=number == 0)
    spare = finish(visitor(), made, "spare")
    assert len(spare["screens"]) == len(places[0])
    assert begin(visitor(), "late").status_code == 410


def test_a_participant_who_leaves_is_replaced_after_the_timeout(made: StudyFolder) -> None:
    now = [time.time()]
    sessions = Sessions(made, clock=lambda: now[0])
    for number in range(len(made.assignments["quality"])):
        sessions.begin("quality", f"p{number}", "0" * 64, "")
    with pytest.raises(RequestRefused):
        sessions.begin("quality", "early", "0" * 64, "")
    now[0] += 61 * 60
    session = sessions.begin("quality", "spare", "0" * 64, "")
    assert len(sessions.store.screens(session)) == 4 + 1


def test_a_restarted_server_continues(made: StudyFolder) -> None:
    client = client_of(study_app(made), "a1" * 32)
    before = begin(client, "ann").json()
    assert begin(client_of(study_app(made), "a1" * 32), "ann").json() == before
    taken = begin(client_of(study_app(made)), "bob").json()["screens"]
    assert {s["token"] for s in taken}.isdisjoint(s["token"] for s in before["screens"])


def test_a_port_in_use_is_an_error(made: StudyFolder) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(cli, ["serve", str(made.path), "--port", port])
    assert isinstance(done.exception, InputError)
    assert f"--port {port}: cannot listen there: Address already in use" in str(done.exception)


def test_the_page_has_the_stylesheet_of_all_pages(visitor: Visitor) -> None:
    client = visitor()
    page = client.get("/quality")
    assert page.headers["content-type"].startswith("text/html")
    assert '<body class="boxscribe">' in page.text and 'href="style.css"' in page.text and "<style" not in page.text
    style = client.get("/style.css")
    assert style.headers["content-type"].startswith("text/css")
    assert str(static("palette.css", "base.css")) in style.text
