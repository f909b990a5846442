"""What plans have together, in which order within a sentence, and once only."""

from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest

from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.planner import LogisticPlanner, train_planner
from boxscribe.planning.selection import companions_of
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Entity, Table
from helpers import games

DOMAIN = load_domain("rotowire")
RECORD = ("TEAM-WINS", "TEAM-LOSSES")


def facts(entity: Entity, *types: str) -> list[PlannedFact]:
    return [PlannedFact(entity.id, type, entity.value(type) or "") for type in types]


def by_mention(table: Table) -> Plan:
    """Both records, then both scores, as texts have it; then the shooting of each team."""
    teams = sorted(table.of_kind("team"), key=lambda team: -int(team.value("TEAM-PTS") or 0))
    result = [fact for team in teams for fact in facts(team, *RECORD)]
    result += [fact for team in teams for fact in facts(team, "TEAM-PTS")]
    return Plan((tuple(result), *(tuple(facts(team, "TEAM-FG_PCT")) for team in teams)))


def by_entity(plan: Plan) -> Plan:
    """The facts of each sentence entity by entity, as an extractor finds them."""
    order = [sorted(one, key=lambda fact: [f.entity for f in one].index(fact.entity)) for one in plan.sentences]
    return Plan(tuple(map(tuple, order)))


@pytest.fixture(scope="module")
def planner() -> LogisticPlanner:
    tables = games(120, texts=False)
    mentions = [by_mention(table) for table in tables]
    return train_planner(tables, [by_entity(plan) for plan in mentions], DOMAIN, mentions=mentions)


def test_the_facts_of_a_sentence_are_in_the_order_of_mention(planner: LogisticPlanner) -> None:
    for table in games(20, seed=9, texts=False):
        assert planner.plan(table).sentences[0] == by_mention(table).sentences[0]


def test_types_that_texts_state_together_are_planned_together(planner: LogisticPlanner) -> None:
    types = planner.selector.space.types
    assert {(types[a], types[b]) for a, b in planner.selector.space.companions} >= {("TEAM-LOSSES", "TEAM-WINS")}
    for threshold in (0.05, 0.3, 0.6, 0.9, 0.99):
        plan = replace(planner, threshold=threshold).plan(games(1, seed=4, texts=False)[0])
        for _, own in groupby(sorted(plan.facts), key=lambda fact: fact.entity):
            stated = {fact.type for fact in own}
            assert len(stated & {*RECORD}) in (0, 2)


def test_companions_are_stated_together_mostly() -> None:
    together, alone = np.array([[0, 1], [0, 2], [1, 1], [1, 2]]), np.array([[0, 1]])
    assert companions_of([together] * 8) == ((1, 2),)
    assert companions_of([together] * 8 + [alone] * 8) == ()
    assert companions_of([together]) == (), "a few texts say little"
