"""A planner whose plans have what is newsworthy, too, and lack what is implied.

A planner selects what texts are likely to state, so what is stated seldom is never planned: each text states another
run, lead or quarter. The description of a domain lists such facts with the conditions under which they are news
(`tables.newsworthy`), the most important ones first. A few of them have a sentence each after the first sentence of the
plan; others join the sentence about their entity.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from boxscribe.derived import derive
from boxscribe.planning.focus import Wish
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence, all_cells
from boxscribe.planning.wrapped import WrappedPlanner
from boxscribe.tables.cells import EntityCells
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import all_hold
from boxscribe.tables.newsworthy import Newsworthy, SomeFacts
from boxscribe.tables.table import Table

MOST = 3  # sentences of newsworthy facts
_LARGEST_SHARE = 0.5  # of the words that are asked for


class News(NamedTuple):
    """Facts that are newsworthy."""

    facts: PlannedSentence
    joins: bool
    group: str
    because: PlannedSentence = ()  # what the conditions are about


class NewsPlanner(WrappedPlanner):
    """Adds what is newsworthy to the plans of a planner."""

    def plan(
        self, table: Table, writer: str | None = None, words: int | None = None, focus: Sequence[Wish] = ()
    ) -> Plan:
        domain = self._describe(table.domain)
        derived = derive(table, domain)
        cells = all_cells(derived, domain)
        news, implied = list(newsworthy(cells, domain)), frozenset(_implied(cells, domain))
        if words is not None:
            expected = self.length.of(with_news(Plan(()), news))
            if expected <= _LARGEST_SHARE * words - self.length.shortest:
                words = round(words - expected)
            else:
                news = []
        made = self._planner.plan(table, writer, words, focus)
        wanted = {fact for wish in focus for fact in wish.facts}
        kept = (tuple(fact for fact in one if fact in wanted or fact not in implied) for one in made.sentences)
        return with_news(Plan(tuple(facts for facts in kept if facts)), news, wanted)


def newsworthy(cells: Sequence[EntityCells], domain: Domain) -> Iterator[News]:
    """The newsworthy facts of a table, the most important ones first."""
    for declared in domain.newsworthy:
        for own in _where(declared, cells, domain):
            facts = _facts(declared, own)
            if facts:
                yield News(facts, declared.joins, declared.group, _because(declared, own, domain))


def _implied(cells: Sequence[EntityCells], domain: Domain) -> Iterator[PlannedFact]:
    for declared in domain.implied:
        for own in _where(declared, cells, domain):
            for type in declared.types:
                value = own.text(type)
                if value is not None:
                    yield PlannedFact(own.entity.id, type, value)


def _where(declared: SomeFacts, cells: Sequence[EntityCells], domain: Domain) -> list[EntityCells]:
    """The entities of which the conditions hold."""
    conditions = declared.conditions(domain.text_types)
    return [own for own in cells if own.kind == declared.kind and all_hold(conditions, own)]


def _facts(declared: Newsworthy, own: EntityCells) -> PlannedSentence:
    """The facts of an entity; none where one is missing."""
    owners = [own]
    if declared.both:
        others = own.of_kind(own.kind, opponent=True)
        if len(others) != 1:
            return ()
        owners += others
    found = []
    for owner in owners:
        for type in declared.types:
            value = owner.text(type)
            if value is None:
                return ()
            found.append(PlannedFact(owner.entity.id, type, value))
    return tuple(found)


def _because(declared: Newsworthy, own: EntityCells, domain: Domain) -> PlannedSentence:
    types = (
        term.type
        for condition in declared.conditions(domain.text_types)
        for term in condition.terms()
        if not term.opponent and not term.kind
    )
    values = ((type, own.text(type)) for type in dict.fromkeys(types))
    return tuple(PlannedFact(own.entity.id, type, value) for type, value in values if value is not None)


def with_news(plan: Plan, news: Sequence[News], wanted: Collection[PlannedFact] = ()) -> Plan:
    """A plan, without paragraphs, with newsworthy facts of which it has none yet, after the sentences that are `wanted`
    early."""
    sentences, planned = list(plan.sentences), {*plan.facts}
    own: list[PlannedSentence] = []
    groups: set[str] = set()
    for facts, joins, group, _ in news:
        if planned & {*facts} or group in groups:
            continue
        about = {fact.entity for fact in facts}
        if joins:
            at = next((at for at, one in enumerate(sentences) if about & {fact.entity for fact in one}), None)
            if at is None:
                continue
            place = next(place for place, fact in enumerate(sentences[at], 1) if fact.entity in about)
            sentences[at] = (*sentences[at][:place], *facts, *sentences[at][place:])
        elif len(own) < MOST:
            own.append(facts)
            groups |= {group} - {""}
        else:
            continue
        planned.update(facts)
    early = next((at for at, facts in enumerate(sentences) if at and not {*wanted} & {*facts}), len(sentences))
    return Plan((*sentences[:early], *own, *sentences[early:]))
