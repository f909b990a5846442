"""`boxscribe data plans` as a user meets it."""

import json
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.files import read_plans
from boxscribe.planning.from_text import plans_of
from boxscribe.season.enrich import enrich
from boxscribe.tables.domain import load_domain
from boxscribe.tables.write import write_tables
from helpers import boxscribe, games

TABLES = games(3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        write_tables(TABLES, stream)
    return path


@pytest.mark.parametrize("name", ["plans.jsonl", "plans.txt"])
def test_plans_that_are_written_are_read_again(name: str, file: Path, tmp_path: Path) -> None:
    boxscribe("data", "plans", file, "--by", "extractor", "--out", tmp_path / name)
    plans = [plan for _, plan in read_plans(tmp_path / name, TABLES, load_domain)]
    assert [len(plan.facts) > 10 for plan in plans] == [True] * 3
    with pytest.raises(InputError, match="has 3 plans for 2 tables"):
        read_plans(tmp_path / name, TABLES[:2], load_domain)
    with pytest.raises(InputError, match="plan 1: is that of"):
        read_plans(tmp_path / name, TABLES[::-1], load_domain)


def test_the_report_compares_with_published_relations(file: Path, tmp_path: Path) -> None:
    relations = tmp_path / "relations.txt"
    lines = []
    for table, plan in plans_of(TABLES, load_domain):
        names = {entity.id: entity.name for entity in table.entities}
        lines += ["", *(f"{names[fact.entity]}|{fact.value}|{fact.type}" for fact in plan.facts)]
    relations.write_text("\n".join(lines), encoding="utf-8")
    done = boxscribe("data", "plans", file, "--report", "--relations", relations, "--json")
    figures = json.loads(done.stdout)
    assert figures["texts"] == 3
    assert figures["agreement"]["precision"] > 60
    assert figures["agreement"]["recall"] == 100


WRONG = {"did you mean 'alignment'?": ("--by", "align"), "add --report": ("--relations", "published.txt")}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_options_get_a_sentence(message: str, file: Path) -> None:
    done = boxscribe("data", "plans", file, *WRONG[message])
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_a_planner_is_trained_and_its_plans_are_read_again(file: Path, tmp_path: Path) -> None:
    writers = tmp_path / "writers.json"
    writers.write_text('{"0": "Ann", "1": "Bob"}')
    train = ("planner", "train", file, "--writers", writers, "--out", tmp_path / "planner")
    done = boxscribe(*train)
    assert done.returncode == 0
    assert b"the planner; it plans" in done.stdout
    assert "there is a planner already" in boxscribe(*train).stderr.decode()
    assert boxscribe(*train, "--overwrite").returncode == 0
    for name, style in (("plans.txt", ()), ("plans.jsonl", ("--writer", "Ann", "--paragraphs"))):
        done = boxscribe("plan", file, "--planner", tmp_path / "planner", *style, "--out", tmp_path / name)
        assert done.returncode == 0
        plans = [plan for _, plan in read_plans(tmp_path / name, enrich(TABLES), load_domain)]
        assert all(plan.facts for plan in plans)
    done = boxscribe("planner", "score", tmp_path / "planner", "--data", file, "--json")
    assert json.loads(done.stdout)["cs_f1"] > 50


def test_the_shipped_planner_prints_a_plan_of_the_result_first(file: Path) -> None:
    done = boxscribe("plan", file, "--game", 2)
    lines = done.stdout.decode().splitlines()
    assert lines[0] == f"== {TABLES[1].id} =="
    assert all(f"{team.name}: TEAM-WINS" in lines[1] for team in TABLES[1].of_kind("team"))
    shorter = boxscribe("plan", file, "--game", 2, "--words", 45).stdout
    assert len(shorter) < len(done.stdout)


WRONG_PLANS = {
    "the planner knows no writer 'nobody'": ("--writer", "nobody"),
    "no planner of this name is shipped": ("--planner", "nowhere"),
    "has no game 9": ("--game", 9),
}


@pytest.mark.parametrize("message", WRONG_PLANS)
def test_wrong_options_of_plan_get_a_sentence(message: str, file: Path) -> None:
    done = boxscribe("plan", file, *WRONG_PLANS[message])
    assert done.returncode == 2
    assert message in done.stderr.decode()
