"""Saved stories and jobs: what was acknowledged is there after a restart and after a kill."""

import http.client
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from boxscribe.errors import InputError
from boxscribe.serve import jobs as jobs_module
from boxscribe.serve import saved_stories
from boxscribe.serve.folder import DATABASE, ServeFolder
from boxscribe.serve.jobs import Jobs
from serve.clients import EXAMPLE, TABLE, service

STORY: dict[str, Any] = {
    "title": "Herons 96 – Surveyors 91",
    "table": TABLE,
    "settings": {"model": "template", "words": 150},
    "plan": {"sentences": [[["vis", "TEAM-PTS", "96"]]], "paragraphs": []},
    "sentences": [{"text": "Ann Lee – “21 points” <b>.", "origin": "kept", "keep": True, "facts": [{"entity": "1"}]}],
}
TABLES = [{**TABLE, "id": f"game {number}"} for number in range(5)]


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def finished(client: TestClient, job: str) -> bool:
    return bool(client.get(f"/v1/jobs/{job}").json()["state"] == "done")


def test_a_permalink_restores_table_plan_settings_and_story_after_a_restart(tmp_path: Path) -> None:
    with service(folder=tmp_path) as client:
        saved = client.post("/v1/saved", json=STORY)
        assert saved.status_code == 201
        place = saved.headers["location"]
        assert place == f"/v1/saved/{saved.json()['id']}" and len(saved.json()["id"]) >= 16
    with service(folder=tmp_path) as client:
        restored = client.get(place).json()
        for key in ("title", "table", "plan"):
            assert restored[key] == json.loads(json.dumps(STORY[key]))
        assert (
            restored["settings"]["words"] == 150 and restored["sentences"][0]["text"] == STORY["sentences"][0]["text"]
        )
        assert client.put(place, json={**STORY, "title": "Another"}).status_code == 200
        other = client.post("/v1/saved", json=STORY).json()["id"]
        recent = client.get("/v1/saved").json()["stories"]
        assert [one["title"] for one in recent] == [STORY["title"], "Another"] and recent[0]["id"] == other
        assert client.delete(place).status_code == 204
        for answer in (client.get(place), client.put(place, json=STORY), client.delete(place)):
            assert answer.status_code == 404 and "may have been deleted" in answer.json()["detail"]


def test_what_is_no_story_is_not_saved_and_their_number_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_stories, "MOST_STORIES", 1)
    with service() as client:
        for wrong in ({"title": ""}, {"more": 1}, {"sentences": [{"text": "x" * 3000}]}, {"table": None}):
            assert client.post("/v1/saved", json={**STORY, **wrong}).status_code == 422
        assert client.post("/v1/saved", json=STORY).status_code == 201
        full = client.post("/v1/saved", json=STORY)
        assert full.status_code == 422 and "delete some" in full.json()["detail"]


def test_a_job_writes_all_its_tables_in_order_and_says_what_cannot_be_written() -> None:
    with service() as client:
        tables = [*TABLES[:2], {"domain": "rotowire", "id": "bad", "entities": [{}]}, TABLES[2]]
        accepted = client.post("/v1/jobs", json={"tables": tables, "model": "template"})
        job = accepted.json()["id"]
        assert accepted.status_code == 202 and accepted.headers["location"] == f"/v1/jobs/{job}"
        wait_until(lambda: finished(client, job))
        progress = client.get(f"/v1/jobs/{job}").json()
        assert (progress["total"], progress["done"], progress["failed"]) == (4, 4, 1)
        lines = [json.loads(line) for line in client.get(f"/v1/jobs/{job}/results").text.splitlines()]
        assert [line["id"] for line in lines] == ["game 0", "game 1", "bad", "game 2"]
        assert "entities[0]" in lines[2]["problem"]
        alone = client.post("/v1/stories", json={"table": TABLES[2], "model": "template"}).json()
        assert lines[3] == alone
        assert [one["id"] for one in client.get("/v1/jobs").json()["jobs"]] == [job]
        assert client.delete(f"/v1/jobs/{job}").status_code == 204
        assert client.get(f"/v1/jobs/{job}/results").status_code == 404


def test_so_many_tables_may_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "MOST_WAITING", 3)
    with service() as client:
        refused = client.post("/v1/jobs", json={"tables": TABLES, "model": "template"})
        assert refused.status_code == 429 and refused.headers["retry-after"]


def test_a_deleted_job_is_given_up(tmp_path: Path) -> None:
    with service(folder=tmp_path) as client:
        job = client.post("/v1/jobs", json={"tables": [EXAMPLE] * 3}).json()["id"]
        wait_until(lambda: "boxscribe_writing 3" in client.get("/metrics").text)
        client.delete(f"/v1/jobs/{job}")
        wait_until(lambda: "boxscribe_writing 0" in client.get("/metrics").text)


def test_no_accepted_job_and_no_saved_story_is_lost_by_a_kill(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boxscribe", "serve", "--port", "0", "--folder", str(tmp_path), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    connection = http.client.HTTPConnection(process.stdout.readline().strip().removeprefix("http://"), timeout=120)

    def post(path: str, body: dict[str, Any]) -> str:
        connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        id: str = json.loads(connection.getresponse().read())["id"]
        return id

    jobs = [post("/v1/jobs", {"tables": TABLES, "model": "template"}) for _ in range(20)]
    slow = post("/v1/jobs", {"tables": [EXAMPLE, EXAMPLE]})
    story = post("/v1/saved", STORY)
    process.send_signal(signal.SIGKILL)
    process.wait()
    folder = ServeFolder(tmp_path)
    left = Jobs(folder).unanswered(1000)
    assert [task.source["id"] for task in left][-2:] == [EXAMPLE["id"]] * 2
    folder.close()
    with service(folder=tmp_path) as client:
        assert client.get(f"/v1/saved/{story}").json()["title"] == STORY["title"]
        client.delete(f"/v1/jobs/{slow}")  # takes long
        wait_until(lambda: all(finished(client, job) for job in jobs))
        for job in jobs:
            lines = client.get(f"/v1/jobs/{job}/results").text.splitlines()
            assert [json.loads(line)["id"] for line in lines] == [table["id"] for table in TABLES]


def test_one_server_has_a_folder_and_what_is_no_database_is_refused(tmp_path: Path) -> None:
    first = ServeFolder(tmp_path)
    with pytest.raises(InputError, match="another server uses it"):
        ServeFolder(tmp_path)
    first.close()
    assert (tmp_path / DATABASE).stat().st_mode & 0o077 == 0
    ServeFolder(tmp_path).close()
    (tmp_path / DATABASE).write_bytes(b"no database" * 1000)
    with pytest.raises(InputError, match="cannot be opened as the database of a service"):
        ServeFolder(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"--folder .*cannot be written"):
        ServeFolder(tmp_path / "file")
