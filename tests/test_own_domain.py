"""A domain that is neither RotoWire nor MLB goes the whole way, by the commands of docs/descriptions.md: plans of
texts, a planner, a model that follows plans, verified stories, their check."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxscribe.planning.files import read_plans
from boxscribe.planning.from_text import plans_of
from boxscribe.season.enrich import enrich
from boxscribe.tables.read import read_tables
from boxscribe.text import PARAGRAPH
from helpers import ROOT, boxscribe
from training.toy import invented_names

DOCS = (ROOT / "docs" / "descriptions.md").read_text(encoding="utf-8")
SECTION = DOCS.partition("## From texts to verified stories")[2].partition("\n## ")[0]
SHIPS = 3


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)


def days(count: int, seed: int) -> list[dict[str, Any]]:
    """Tables of days with new names each, and a text that follows from each table."""
    rng, names = Random(seed), iter(dict.fromkeys(invented_names(5 * count * SHIPS, seed)))
    return [_day(rng, f"day {number}", names) for number in range(1, count + 1)]


def _day(rng: Random, id: str, names: Iterator[str]) -> dict[str, Any]:
    harbour = {"place": next(names), "arrivals": rng.randint(5, 40)}
    harbour |= {"pilots": rng.randint(2, 9), "storms": rng.choice((0, 0, 2, 3))}
    crates, passengers, lorries = (rng.sample(range(*ends), SHIPS) for ends in ((20, 90), (100, 400), (1, 20)))
    cells = zip(crates, passengers, lorries, strict=True)
    ships = [{"title": next(names), "crates": c, "passengers": p, "lorries": n} for c, p, n in cells]
    rows = [("harbour", harbour, harbour["place"]), *(("ship", ship, ship["title"]) for ship in ships)]
    entities = [{"name": name, "kind": kind, "records": records} for kind, records, name in rows]
    return {"domain": "harbours", "id": id, "entities": entities, "text": _text(harbour, ships)}


def _text(harbour: dict[str, Any], ships: list[dict[str, Any]]) -> str:
    second = "storms" if harbour["storms"] else "pilots"
    unit = {"storms": "storm warnings", "pilots": "pilots"}[second]
    leader, fullest = (max(ships, key=lambda ship: ship[type]) for type in ("crates", "passengers"))
    sentences = [f"{harbour['place']} had {harbour['arrivals']} arrivals and {harbour[second]} {unit} ."]
    sentences += [f"{leader['title']} led all ships with {leader['crates']} crates ."]
    if fullest is not leader:
        amounts = f"{fullest['passengers']} passengers and {fullest['lorries']} lorries"
        sentences += [f"{fullest['title']} carried {amounts} ."]
    total = sum(ship["crates"] for ship in ships)
    return " ".join([*sentences, f"In all , {harbour['place']} unloaded {total} crates ."])


def put(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def run(line: str, *more: object) -> str:
    done = boxscribe(*shlex.split(line, comments=True)[1:], *more)
    assert done.returncode == 0, f"{line}: {done.stderr.decode()}"
    return done.stdout.decode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where all commands of the page have been run; `checked` has what the last one printed."""
    made = tmp_path_factory.mktemp("harbours")
    for name, block in zip(("harbours.toml", "plan.toml"), blocks("toml"), strict=True):
        (made / name).write_text(block, encoding="utf-8")
    put(made / "texts.jsonl", days(160, seed=1))
    put(made / "valid.jsonl", days(8, seed=2))
    put(made / "days.jsonl", [day | {"text": ""} for day in days(10, seed=3)])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        patch.delenv("BOXSCRIBE_DATA", raising=False)
        *lines, last = blocks("sh")[0].splitlines()
        for line in lines:
            run(line)
        (made / "checked").write_text(run(last), encoding="utf-8")
        yield made


def stories_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "stories.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_plans_of_the_texts_have_cells_and_derived_records(folder: Path) -> None:
    """The words of a text say which types its numbers have, so that no extractor is needed."""
    plans = (folder / "plans.txt").read_text(encoding="utf-8").split("\n\n")
    for plan, day in zip(plans, days(160, seed=1), strict=True):
        numbers = re.findall(r"[0-9]+", day["text"])
        assert re.findall(r"[a-z]+ ([0-9]+)", plan.partition("\n")[2]) == numbers
        assert f": unloaded {numbers[-1]}" in plan


def test_the_stories_have_no_false_claim_and_are_those_of_the_model(folder: Path) -> None:
    counted = re.findall(
        r"(\d+) supported, (\d+) contradicted, (\d+) unsupported, (\d+) unknown", (folder / "checked").read_text()
    )
    assert len(counted) == 10
    assert all(int(supported) >= 5 for supported, *_ in counted)
    assert {tuple(others) for _, *others in counted} == {("0", "0", "0")}
    stories = [story["text"] for story in stories_of(folder)]
    assert not any("<unk>" in text for text in stories)
    assert sum("led all ships" in text for text in stories) >= 9, "the superlative is the model's, no fixed sentence's"


def test_each_sentence_states_the_facts_that_are_planned_for_it(folder: Path) -> None:
    read = read_tables(folder / "days.jsonl")
    tables = list(enrich(read))
    planned = [plan for _, plan in read_plans(folder / "plan.jsonl", tables, read.domain)]
    written = [
        replace(table, tokens=tuple(token for token in story["tokens"] if token != PARAGRAPH))
        for table, story in zip(tables, stories_of(folder), strict=True)
    ]
    for (_, stated), plan in zip(plans_of(written, read.domain), planned, strict=True):
        assert [{*facts} for facts in stated.sentences] == [{*facts} for facts in plan.sentences if facts]


def test_a_wrong_cell_is_noticed_and_refused(folder: Path) -> None:
    """One crate more on a ship that leads: the check names what is false, and a plan of the old value is refused."""
    first = days(10, seed=3)[0] | {"text": ""}
    ships = [entity["records"] for entity in first["entities"] if entity["kind"] == "ship"]
    max(ships, key=lambda ship: ship["crates"])["crates"] += 1
    others = [day | {"text": ""} for day in days(10, seed=3)[1:]]
    wrong = put(folder / "wrong.jsonl", [first, *others])
    verdicts = json.loads(run(f"boxscribe check stories.jsonl --data {wrong} --format json").splitlines()[0])[
        "verdicts"
    ]
    false = {(verdict["said"], verdict["expected"]) for verdict in verdicts if verdict["status"] == "contradicted"}
    total = sum(ship["crates"] for ship in ships)
    leading = max(ship["crates"] for ship in ships)
    assert false == {(f"{number - 1} crates", str(number)) for number in (leading, total)}
    refused = boxscribe("write", wrong, "--model", "runs/harbours", "--plan", "plan.jsonl")
    assert refused.returncode == 2
    assert refused.stderr.decode().endswith(f"the table has crates {leading}, not {leading - 1}; correct it\n")
