"""The logistic planner: it learns a rule exactly, and what it saves plans the same."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence, has_fact
from boxscribe.planning.planner import LogisticPlanner, train_planner
from boxscribe.planning.store import load_planner, save_planner
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Entity, Table
from helpers import games

DOMAIN = load_domain("rotowire")


def number(entity: Entity, type: str) -> int:
    return int(entity.value(type) or 0)


def facts(entity: Entity, *types: str) -> PlannedSentence:
    return tuple(PlannedFact(entity.id, type, entity.value(type) or "") for type in types)


def leaders(table: Table, team: Entity) -> list[Entity]:
    """The best scorer of a team; several if they have as many points."""
    own = [player for player in table.of_kind("player") if player.features["side"] == team.features["side"]]
    best = max(number(player, "PTS") for player in own)
    return [player for player in own if number(player, "PTS") == best]


def rule(table: Table, brief: bool = False) -> Plan | None:
    """The result, then the best scorer of the winner and of the loser; none where the best scorer is not unique."""
    teams = sorted(table.of_kind("team"), key=lambda team: -number(team, "TEAM-PTS"))
    if any(len(leaders(table, team)) > 1 for team in teams):
        return None
    result = [fact for team in teams for fact in facts(team, "TEAM-WINS", "TEAM-LOSSES", "TEAM-PTS")]
    lines = [facts(leaders(table, team)[0], "PTS", "REB", "MIN") for team in teams]
    return Plan((tuple(result), *(() if brief else lines)))


@cache
def examples() -> list[tuple[Table, Plan]]:
    ruled = ((table, rule(table)) for table in games(360, texts=False))
    return [(table, plan) for table, plan in ruled if plan is not None]


@cache
def trained() -> LogisticPlanner:
    tables, plans = zip(*examples()[:200], strict=True)
    return train_planner(tables, plans, writers=["long"] * 200)


def test_a_rule_is_learned_to_98_percent_exact_match() -> None:
    unseen = examples()[200:]
    right = sum(trained().plan(table) == plan for table, plan in unseen)
    assert right >= 0.98 * len(unseen) > 50


def test_a_saved_planner_plans_the_same(tmp_path: Path) -> None:
    save_planner(trained(), tmp_path / "planner")
    loaded = load_planner(tmp_path / "planner")
    assert all(loaded.plan(table) == trained().plan(table) for table, _ in examples()[-20:])


DAMAGE = {
    "planner.safetensors": (b"x", "is no planner, or a damaged one"),
    "planner.json": (b"{}", "space: field required"),
    "domain.json": (b"[]", "a planner has planner.json, domain.json and planner.safetensors"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_planner_gets_a_sentence(name: str, tmp_path: Path) -> None:
    save_planner(trained(), tmp_path / "planner")
    content, message = DAMAGE[name]
    (tmp_path / "planner" / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        load_planner(tmp_path / "planner")


def test_weights_of_another_planner_get_a_sentence(tmp_path: Path) -> None:
    tables = games(4)
    save_planner(trained(), tmp_path / "one")
    save_planner(train_planner(tables, [plan for _, plan in plans_of(tables, load_domain)]), tmp_path / "other")
    (tmp_path / "one" / "planner.safetensors").write_bytes((tmp_path / "other" / "planner.safetensors").read_bytes())
    with pytest.raises(InputError, match=r"in planner.safetensors does not fit planner.json"):
        load_planner(tmp_path / "one")


def test_an_unknown_planner_gets_a_sentence() -> None:
    with pytest.raises(InputError, match=r"no planner of this name is shipped .did you mean 'rotowire'"):
        load_planner("rotowir")


def test_a_writer_has_a_style_and_an_unknown_one_gets_a_sentence() -> None:
    tables = [table for table, _ in examples()[:200]]
    writers = ["brief" if at % 2 else "long" for at in range(200)]
    plans = [rule(table, writer == "brief") or Plan(()) for table, writer in zip(tables, writers, strict=True)]
    planner = train_planner(tables, plans, writers=writers)
    unseen = [table for table, _ in examples()[200:230]]
    brief = sum(planner.plan(table, "brief") == rule(table, brief=True) for table in unseen)
    long = sum(planner.plan(table, "long") == rule(table) for table in unseen)
    assert min(brief, long) >= 28
    with pytest.raises(InputError, match="knows no writer 'breif'; did you mean 'brief'"):
        planner.plan(unseen[0], "breif")


def test_facts_are_those_of_the_table_and_as_many_as_the_words_ask_for() -> None:
    planner = trained()
    table, _ = examples()[-1]
    sizes = [len(planner.plan(table, words=words).facts) for words in (25, 60, 120)]
    assert sizes[0] < sizes[1] < sizes[2]
    assert all(has_fact(table, fact) for fact in planner.plan(table, words=120).facts)


def test_plans_without_facts_get_a_sentence() -> None:
    with pytest.raises(InputError, match="nothing to learn"):
        train_planner(games(1), [Plan(((),))])


def test_a_plan_of_one_fact_is_learned_from() -> None:
    tables = games(4, texts=False)
    plans = [Plan((facts(table.of_kind("team")[0], "TEAM-PTS"),)) for table in tables]
    assert train_planner(tables, plans).plan(tables[0]).facts


def test_a_table_of_another_domain_gets_a_sentence() -> None:
    with pytest.raises(InputError, match="the planner is for 'rotowire', but the table is of 'mlb'"):
        trained().plan(games(1, "mlb")[0])


def test_a_table_without_records_gets_a_sentence() -> None:
    empty = replace(examples()[0][0], entities=())
    with pytest.raises(InputError, match="has no record that the planner can plan"):
        trained().plan(empty)


def test_the_facts_of_an_entity_stand_together() -> None:
    """In plans that state the record of a team first and its points last, the team has two runs, a player one."""
    tables = [table for table, _ in examples()[:200]]
    plans = [apart(table) for table in tables]
    planner = train_planner(tables, plans)
    unseen = [table for table, _ in examples()[200:230]]
    assert sum(planner.plan(table).facts == apart(table).facts for table in unseen) >= 28


def apart(table: Table) -> Plan:
    first = max(table.of_kind("team"), key=lambda team: number(team, "TEAM-PTS"))
    line = facts(leaders(table, first)[0], "PTS", "REB")
    return Plan((facts(first, "TEAM-WINS", "TEAM-LOSSES"), line, facts(first, "TEAM-PTS")))
