"""The API: what it answers, and how it refuses what is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import boxscribe
from boxscribe.serve.examples import example_games
from boxscribe.serve.service import StoryService
from boxscribe.tables import native_json, rotowire
from boxscribe.tables.read import read_tables
from helpers import ROOT, WEATHER, games, raw_game
from serve.clients import EXAMPLE, TABLE, events_of, service
from serve.pages import write_season


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with service() as made:
        yield made


def post(client: TestClient, path: str, **body: Any) -> Any:
    return client.post(f"/v1/{path}", json=body)


def template_story(table: dict[str, Any]) -> str:
    return boxscribe.load("template").write(native_json.parse(table) or games(1)[0]).text


def test_a_story_is_that_of_the_library(client: TestClient) -> None:
    answer = post(client, "stories", table=TABLE, model="template").json()
    assert answer["text"] == template_story(TABLE) and answer["model"] == "template"
    assert " ".join(one["text"] for one in answer["sentences"]) == answer["text"].replace("\n\n", " ")


@pytest.mark.parametrize("table", [TABLE, raw_game(), rotowire.dump(games(1, seed=4)[0])])
def test_tables_have_any_layout_that_files_have(client: TestClient, table: dict[str, Any]) -> None:
    assert post(client, "stories", table=table, model="template").status_code == 200


def test_baseball_is_written_and_a_model_of_another_domain_is_refused(client: TestClient) -> None:
    table = native_json.to_json(games(1, "mlb", texts=False)[0])
    assert post(client, "stories", table=table, model="template").json()["text"] == template_story(table)
    refused = post(client, "stories", table=table, model="rotowire")
    assert refused.status_code == 422 and "mlb" in refused.json()["detail"]


def test_a_streamed_story_comes_plan_first_and_each_sentence_when_it_is_verified(client: TestClient) -> None:
    """By the shipped model, by a plan of two sentences; and the same in one answer."""
    planned = post(client, "plans", table=EXAMPLE, focus="Lockett").json()
    assert any(fact["name"] == "Pascal Lockett" for facts in planned["facts"] for fact in facts)
    assert all(fact["label"] for facts in planned["facts"] for fact in facts)
    body = {"table": EXAMPLE, "plan": {"sentences": planned["sentences"][:2]}, "decoding": {"beam": 2}}
    streamed = post(client, "stories", **body, stream=True)
    assert streamed.headers["content-type"].startswith("text/event-stream")
    names, data = zip(*events_of(streamed.text), strict=True)
    assert names == ("plan", "sentence", "sentence", "story")
    assert data[0]["sentences"] == planned["sentences"][:2]
    assert [one["number"] for one in data[1:3]] == [0, 1]
    assert " ".join(one["text"] for one in data[1:3]) == data[3]["text"]
    assert [one["text"] for one in data[3]["sentences"]] == [one["text"] for one in data[1:3]]
    assert data[3]["sentences"][0]["facts"] == planned["facts"][0]
    assert post(client, "stories", **body).json() == data[3]
    given = "What a night it was!"
    again = post(client, "stories", **body, given={"0": given}).json()["sentences"]
    assert (again[0]["origin"], again[0]["text"]) == ("kept", given)
    assert again[0]["facts"] == planned["facts"][0] and again[1]["facts"] == planned["facts"][1] and again[1]["text"]
    other = post(client, "stories", **body, avoid=[data[1]["text"]]).json()["sentences"][0]
    assert other["text"] and other["text"] != data[1]["text"] and other["facts"] == planned["facts"][0]
    verdicts = post(client, "check", table=EXAMPLE, text=data[3]["text"]).json()["verdicts"]
    assert verdicts and {one["status"] for one in verdicts} == {"supported"}


def test_a_story_has_its_trace_where_it_is_asked_for(client: TestClient) -> None:
    """By the shipped model; the story is the same."""
    body = {"table": EXAMPLE, "plan": PLAN, "decoding": {"beam": 1}}
    plain, traced = (post(client, "stories", **body, trace=trace).json() for trace in (False, True))
    more = {key: traced.pop(key) for key in ("words", "entities", "attention", "update_rate", "names")}
    assert traced == plain and "attention" not in plain
    assert more["entities"] == [entity["id"] for entity in EXAMPLE["entities"]]
    for rows in (more["attention"], more["update_rate"]):
        assert [len(row) for row in rows] == [len(more["entities"])] * len(plain["tokens"])
    start, end, id = more["names"][0]
    name = next(entity["name"] for entity in EXAMPLE["entities"] if entity["id"] == id)
    assert " ".join(plain["tokens"][start:end]) in name
    first, last = plain["sentences"][0]["tokens"]
    assert (first, last) == (0, len(plain["tokens"]))


def test_a_check_says_what_is_false_and_why(client: TestClient) -> None:
    table = next(read_tables(ROOT / "examples" / "games.jsonl").__iter__())
    text = "Pascal Lockett scored 30 points."
    answer = post(client, "check", table=EXAMPLE, text=text).json()
    (local,) = boxscribe.check(text, table)
    (verdict,) = answer["verdicts"]
    assert (verdict["status"], verdict["repair"]) == ("contradicted", local.repair) == ("contradicted", "31")
    assert text[verdict["char_start"] : verdict["char_end"]] == "30"
    assert "expected: 31" in verdict["reason"] and verdict["evidence"] == ["Pascal Lockett, points: 31"]


def test_unusual_facts_are_suggested_in_words(client: TestClient) -> None:
    found = post(client, "suggestions", table=EXAMPLE).json()["suggestions"]
    assert found and all(fact["label"] and fact["value"] for one in found for fact in one["facts"])
    refused = post(client, "suggestions", table=EXAMPLE, season=True)
    assert refused.status_code == 422 and "this server has none" in refused.json()["detail"]


def test_texts_are_scored(client: TestClient) -> None:
    tables = [json.loads(json.dumps(native_json.to_json(table))) for table in games(2)]
    texts = [template_story(table) for table in tables]
    answer = post(client, "evaluate", tables=tables, texts=texts, metrics="bleu").json()
    local = boxscribe.evaluate(texts, games(2), metrics="bleu")
    assert answer == local.as_json()
    refused = post(client, "evaluate", tables=tables, texts=texts[:1])
    assert refused.status_code == 422 and "1 texts for 2 tables" in refused.json()["detail"]


def test_a_file_is_read_as_from_the_disk_with_what_data_check_finds(client: TestClient) -> None:
    source = (ROOT / "examples" / "games.jsonl").read_text()
    answer = post(client, "tables", source=source, game=2).json()
    assert len(answer["games"]) == 6 and answer["title"] == answer["games"][1]
    assert answer["table"]["id"] == list(read_tables(ROOT / "examples" / "games.jsonl"))[1].id
    assert answer["sheets"][0]["rows"] and answer["entities"][0]["name"]
    spoiled = {**TABLE, "entities": [dict(one) for one in TABLE["entities"]]}
    player = next(one for one in spoiled["entities"] if one["kind"] == "player")
    player["records"] = {**player["records"], "PTS": "99"}
    problems = post(client, "tables", source=spoiled).json()["problems"]
    assert any(one["warning"] and player["name"] in one["field"] for one in problems)
    rows = "Player,TEAM,PTS,REB\nAnn Lee,Hawks,21,4\nBea Moss,Heat,12,9\n"
    unclear = post(client, "tables", source=rows)
    assert unclear.status_code == 422 and "which team is home" in unclear.json()["detail"]
    pasted = post(client, "tables", source=rows, home="Hawks", away="Heat", score="99-98").json()
    assert {one["name"] for one in pasted["entities"]} >= {"Ann Lee", "Bea Moss"}
    assert any("domain is 'rotowire'" in one["message"] for one in pasted["problems"])
    missing = post(client, "tables", source=source, game=9)
    assert missing.status_code == 422 and "has no game 9; it has 6" in missing.json()["detail"]


def test_a_domain_of_the_server_is_known(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER)
    described = boxscribe.load_domain(str(tmp_path / "weather.toml"))
    table = {
        "domain": "weather",
        "entities": [{"name": "Rome", "kind": "station", "records": {"place": "Rome", "high": 31}}],
    }
    with service(domains={"weather": described}) as client:
        answer = post(client, "stories", table=table, model="template")
        assert answer.status_code == 200 and "Rome" in answer.json()["text"] and "31" in answer.json()["text"]
        read = post(client, "tables", source=json.dumps(table)).json()
        assert read["table"]["entities"][0]["records"] == {"place": "Rome", "high": "31"}
        wrong = post(client, "tables", source=json.dumps(table | {"domain": "tides"}))
        assert wrong.status_code == 422 and "tides" in wrong.json()["detail"]


def test_the_games_of_a_day_are_those_of_the_season(tmp_path: Path) -> None:
    files = write_season(tmp_path)
    with service(season=files.season) as client:
        last = client.get("/v1/games").json()
        assert last["date"] == "2015-11-02" and last["after"] is None
        day = client.get("/v1/games", params={"date": last["before"]}).json()
        game = client.get(f"/v1/games/{day['date']}/2").json()
        assert game["title"] == day["games"][1] and game["table"]["meta"]["day"] == "10_31_15" and game["sheets"]
        missing = client.get(f"/v1/games/{day['date']}/99")
        assert missing.status_code == 404 and "on this day" in missing.json()["detail"]
        wrong = client.get("/v1/games", params={"date": "../.."})
        assert wrong.status_code == 422 and "'../..' is no date" in wrong.json()["detail"]
        assert client.get("/v1/games", params={"date": "2001-01-01"}).json()["games"] == []
        assert client.get("/v1/models").json()["season"]


def test_a_server_without_a_season_has_no_games(client: TestClient) -> None:
    missing = client.get("/v1/games")
    assert missing.status_code == 404 and "start it with --season" in missing.json()["detail"]


def test_the_model_of_the_first_example_is_read_before_anyone_asks() -> None:
    service = StoryService()
    service.warm_up()
    assert service.is_ready and [*service._loaded] == [service.default_model(example_games()[0].table.domain)]


def test_the_models_are_listed_with_their_styles(client: TestClient) -> None:
    models = {one["name"]: one for one in client.get("/v1/models").json()["models"]}
    assert models["rotowire"]["default"] and "brief" in models["rotowire"]["styles"]
    assert models["rotowire-ent"]["styles"] == {} and "template" in models


PLAN = {"sentences": [[["vis", "TEAM-PTS", "93"]]]}
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no table": ({}, "table: field required"),
    "unknown key": ({"table": TABLE, "tabel": 1}, "tabel: extra inputs"),
    "a number as text": ({"table": TABLE, "words": "150"}, "words: input should be a valid integer"),
    "a number for true": ({"table": TABLE, "free": 1}, "free: input should be a valid boolean"),
    "no layout": ({"table": {}}, "is no table"),
    "a path for a domain": ({"table": {**TABLE, "domain": "../../etc/passwd"}}, "must name the domain"),
    "a file for a domain": ({"table": {**TABLE, "domain": "x.toml"}}, "must name the domain"),
    "a path for a model": ({"table": TABLE, "model": "/etc"}, "model: there is no '/etc'"),
    "a wrong style": ({"table": EXAMPLE, "style": "breif"}, "no style 'breif'; did you mean 'brief'?"),
    "wishes to a template": ({"table": TABLE, "model": "template", "focus": "x"}, "template: follows no plan"),
    "wrong decoding": ({"table": EXAMPLE, "decoding": {"beam": 0}}, "decoding: beam"),
    "several stories": ({"table": EXAMPLE, "decoding": {"best": 2}}, "writes one story"),
    "a false fact": ({"table": EXAMPLE, "plan": {"sentences": [[["vis", "TEAM-PTS", "7"]]]}}, "not 7; correct it"),
    "an empty plan": ({"table": EXAMPLE, "plan": {"sentences": []}}, "plan: the plan is empty"),
    "a false sentence": ({"table": EXAMPLE, "keep": ["Pascal Lockett had 77 points."]}, "cannot be kept"),
    "a given sentence without a plan": ({"table": EXAMPLE, "given": {"0": "So."}}, "given: is for sentences of a plan"),
    "a given sentence too many": ({"table": EXAMPLE, "plan": PLAN, "given": {"1": "So."}}, "has no sentence 1"),
    "nothing to write": ({"table": EXAMPLE, "plan": PLAN, "given": {"0": "So."}}, "nothing to write"),
    "no season": ({"table": TABLE, "season": True}, "season: this server has none"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_a_problem_document_with_one_sentence(client: TestClient, case: str) -> None:
    body, sentence = WRONG[case]
    answer = client.post("/v1/stories", json=body)
    assert answer.status_code == 422 and answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert set(document) == {"type", "title", "status", "detail"} and document["status"] == 422
    assert sentence in document["detail"] and "\n" not in document["detail"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"table": NaN}', "NaN or Infinity"),
        (b"[" * 5000, "nested more than"),
        (b'{"table": "\\ud800"}', "surrogate"),
        (b"{", "is not JSON"),
        (b"\xff", "is not UTF-8"),
        (b"[]", "must be a JSON object"),
    ],
)
def test_bodies_pass_the_boundary_of_foreign_input(client: TestClient, content: bytes, sentence: str) -> None:
    answer = client.post("/v1/check", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 422 and sentence in answer.json()["detail"]
    plain = client.post("/v1/check", content=content, headers={"content-type": "text/plain"})
    assert plain.status_code == 422 and "application/json" in plain.json()["detail"]


def test_unknown_paths_and_methods_are_problem_documents(client: TestClient) -> None:
    for answer, status in ((client.get("/v1/nothing"), 404), (client.get("/v1/stories"), 405)):
        assert answer.status_code == status == answer.json()["status"]
        assert answer.headers["content-type"] == "application/problem+json"
    assert client.patch("/v1/saved/x").headers["allow"] == "DELETE, GET, PUT"


def test_figures_and_probes(client: TestClient) -> None:
    post(client, "stories", table=TABLE, model="template")
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").status_code == 503, "no model is loaded before the server runs"
    figures = client.get("/metrics")
    assert figures.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'boxscribe_responses_total{path="/v1/stories",status="200"}' in figures.text
    assert 'boxscribe_stories_total{outcome="written"}' in figures.text
    for line in figures.text.splitlines():
        assert line.startswith("# ") or (len(line.rsplit(" ", 1)) == 2 and float(line.rsplit(" ", 1)[1]) >= 0)


def test_the_document_of_the_api_has_examples_that_work(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    bodies = {name: schema for name, schema in document["components"]["schemas"].items() if "examples" in schema}
    assert {"StoryBody", "PlansBody", "CheckBody", "EvaluateBody", "TablesBody"} <= set(bodies)
    for path in ("/v1/stories", "/v1/plans", "/v1/check", "/v1/evaluate", "/v1/tables"):
        operation = document["paths"][path]["post"]
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        for example in bodies[name]["examples"]:
            assert client.post(path, json=example).status_code == 200, example
        responses = operation["responses"]
        assert "application/problem+json" in responses["422"]["content"]
