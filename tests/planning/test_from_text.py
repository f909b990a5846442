"""Plans of texts: a text that is written of known facts has these facts as its plan."""

from dataclasses import replace
from itertools import chain

import pytest

from boxscribe.facts.store import load_extractor
from boxscribe.planning.from_text import Method, plans_of
from boxscribe.planning.plan import PlannedFact, has_fact
from boxscribe.planning.score import score_plans
from boxscribe.season.enrich import enrich
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Table
from boxscribe.text import sentences
from boxscribe.writing.author import load
from helpers import games

DOMAIN = load_domain("rotowire")
NAMES = {*DOMAIN.kinds["player"].name, *DOMAIN.kinds["team"].name}


def with_known_facts(table: Table) -> tuple[Table, list[PlannedFact]]:
    """A table with the template's text, and the facts that it was written of, in their order."""
    story = load("template").write(replace(table, tokens=()))
    sources = (word.sources[0] for word in story.trace.words if word.sources)
    entities = table.entities
    facts = [
        PlannedFact(entities[source.entity].id, source.type, str(entities[source.entity].value(source.type)))
        for source in sources
        if source.type not in NAMES
    ]
    return replace(table, tokens=tuple(story.tokens)), list(dict.fromkeys(facts))


@pytest.mark.parametrize("by", ["alignment", "extractor"])
def test_the_plan_has_the_facts_that_the_text_was_written_of(by: Method) -> None:
    written = [with_known_facts(table) for table in games(12, texts=False)]
    plans = plans_of([table for table, _ in written], load_domain, by, load_extractor("rotowire"))
    planned = [plan.facts for _, plan in plans]
    if by == "extractor":
        assert [{*facts} for facts in planned] == [{*known} for _, known in written]
        return
    found = sum(len({*facts} & {*known}) for facts, (_, known) in zip(planned, written, strict=True))
    assert found > 0.97 * sum(len(known) for _, known in written)
    assert found > 0.97 * sum(map(len, planned))
    assert sum(facts == known for facts, (_, known) in zip(planned, written, strict=True)) >= 8


@pytest.mark.parametrize("by", ["alignment", "extractor"])
def test_facts_are_those_of_the_table_each_once_in_their_sentence(by: Method) -> None:
    for table, plan in plans_of(games(5), load_domain, by, load_extractor("rotowire")):
        assert len(plan.sentences) == len(sentences(table.tokens))
        assert len(plan.facts) == len({*plan.facts}) > 10
        assert all(has_fact(table, fact) for fact in plan.facts)


def test_enriched_tables_give_derived_facts() -> None:
    tables = list(enrich(games(5)))
    types = {fact.type for _, plan in plans_of(tables, load_domain) for fact in plan.facts}
    assert types & {record.type for table in tables for entity in table.entities for record in entity.derived}


def test_the_plans_of_gold_texts_score_as_the_texts() -> None:
    tables = games(8)
    extractor = load_extractor("rotowire")
    plans = [plan for _, plan in plans_of(tables, load_domain, "extractor", extractor)]
    figures = score_plans(plans, tables, DOMAIN, extractor).figures
    assert figures["cs_precision"] > 99
    assert figures["cs_recall"] > 90
    assert figures["co"] > 90
    shuffled = [replace(plan, sentences=tuple(reversed(plan.sentences))) for plan in plans]
    assert score_plans(shuffled, tables, DOMAIN, extractor).figures["co"] < figures["co"] - 20
    assert list(chain.from_iterable(plan.facts for plan in plans))
