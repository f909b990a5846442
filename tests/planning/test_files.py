"""Files of plans: a bad plan gets one sentence with the file, the line and what to do, in either form."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.files import plan_json, read_plans
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan import MAX_FACTS
from boxscribe.tables.domain import load_domain
from helpers import games

TABLES = games(2)
PLANS = [plan for _, plan in plans_of(TABLES, load_domain)]
HEADINGS = [f"== {table.id} ==" for table in TABLES]
STAR = TABLES[1].of_kind("player")[0]
Sentences = list[list[list[str]]]


def read(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    read_plans(path, TABLES, load_domain)


def test_the_line_is_that_of_the_file(tmp_path: Path) -> None:
    good = f"{HEADINGS[0]}\n\n{TABLES[0].of_kind('player')[0].name}: PTS\n\n{HEADINGS[1]}\n"
    read(tmp_path / "plans.txt", f"{good}{STAR.name}: PTS\n")
    with pytest.raises(InputError, match=r"plans.txt: plan 2: line 7: the table has no 'Nobody Known'"):
        read(tmp_path / "plans.txt", f"{good}{STAR.name}: PTS\nNobody Known: PTS 1\n")
    with pytest.raises(InputError, match=r"plan 2: line 7: .* stands in line 6 already; delete one"):
        read(tmp_path / "plans.txt", f"{good}{STAR.name}: PTS\n{STAR.name}: PTS\n")


def test_an_empty_plan_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="plan 2: is empty; write a line for each sentence"):
        read(tmp_path / "plans.txt", f"{HEADINGS[0]}\n{TABLES[0].of_kind('player')[0].name}: PTS\n{HEADINGS[1]}\n")
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(InputError, match=r"empty.txt: is empty; write a line for each sentence"):
        read_plans(tmp_path / "empty.txt", TABLES[:1], load_domain)


CELLS = [[entity.id, record.type, record.value] for entity in TABLES[1].entities for record in entity.records]
WRONG: dict[str, Callable[[Sentences], Sentences]] = {
    "the table has no entity with the id 'nobody'": lambda given: [[["nobody", "PTS", "1"]], *given],
    "the table has no 'POINTS' of this entity; did you mean 'PTS'": lambda given: [[[STAR.id, "POINTS", "1"]]],
    f"the table has PTS {STAR.value('PTS')}, not 999; correct it": lambda given: [[[STAR.id, "PTS", "999"]]],
    "is planned twice; delete one": lambda given: [*given, *given],
    "the plan is empty; give at least one sentence": lambda given: [[], []],
    f"facts, and {MAX_FACTS} are allowed; delete some": lambda given: [CELLS],
    "is no plan": lambda given: [[["a", "b"]]],
}


@pytest.mark.parametrize("message", WRONG)
def test_a_bad_plan_of_json_gets_a_sentence(message: str, tmp_path: Path) -> None:
    values: list[dict[str, Any]] = [plan_json(table, plan) for table, plan in zip(TABLES, PLANS, strict=True)]
    given = [[list(fact) for fact in sentence] for sentence in values[1]["sentences"]]
    values[1]["sentences"] = WRONG[message](given)
    with pytest.raises(InputError) as raised:
        read(tmp_path / "plans.jsonl", "\n".join(map(json.dumps, values)))
    assert "plans.jsonl: line 2: " in str(raised.value)
    assert message in str(raised.value)
