"""The logistic planner: it learns a rule exactly, and what it saves plans the same."""

from functools import cache
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence, has_fact
from boxscribe.planning.planner import LogisticPlanner, load_planner, save_planner, train_planner
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
    save_planner(trained(), tmp_path / "planner.safetensors")
    loaded = load_planner(tmp_path / "planner.safetensors")
    assert all(loaded.plan(table) == trained().plan(table) for table, _ in examples()[-20:])
    (tmp_path / "planner.safetensors").write_bytes(b"x")
    with pytest.raises(InputError, match="is no planner, or a damaged one"):
        load_planner(tmp_path / "planner.safetensors")


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
    sizes = [len(planner.plan(table, words=words).facts) for words in (1, 60, 120)]
    assert sizes[0] < sizes[1] < sizes[2]
    assert all(has_fact(table, fact) for fact in planner.plan(table, words=120).facts)


def test_plans_without_facts_get_a_sentence() -> None:
    with pytest.raises(InputError, match="nothing to learn"):
        train_planner(games(1), [Plan(((),))])


def test_a_plan_of_one_fact_is_learned_from() -> None:
    tables = games(4, texts=False)
    plans = [Plan((facts(table.of_kind("team")[0], "TEAM-PTS"),)) for table in tables]
    assert train_planner(tables, plans).plan(tables[0]).facts
