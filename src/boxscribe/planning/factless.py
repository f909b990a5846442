"""Sentences without facts: how many a text has, and where.

Half of what people write states nothing that a table holds. The mean number of such sentences is counted in the texts
of training for each kind of gap between sentences with facts, for each writer and for all. A free text has as many; a
verified one has none, because they cannot be proved.

Records of a season are not counted as facts: a sentence about the next game is one without facts, unless it is planned.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from boxscribe.planning.paragraphs import subjects_of
from boxscribe.planning.plan import Plan, PlannedSentence
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

_LEAST_TEXTS = 30  # of a writer; fewer say little of his habits


class Gap(StrEnum):
    """Where sentences without facts stand."""

    OPENING = "opening"  # after the first sentence with facts
    WITHIN = "within"  # before a sentence about the same side
    TURN = "turn"  # before a sentence about another side
    END = "end"  # after the last one


FactlessRates = Mapping[str, Mapping[Gap, float]]
"""Sentences without facts in a gap of each kind, by writer; "" are all texts."""


class StatingSentence(NamedTuple):
    """A sentence that states facts of the table, and the gap behind it."""

    facts: PlannedSentence
    gap: Gap
    inside: Sequence[PlannedSentence]  # the sentences in the gap


def fit_factless(
    tables: Sequence[Table], plans: Sequence[Plan], writers: Sequence[str], domain: Domain
) -> FactlessRates:
    """The means over the plans of texts; "" are writers who are not known."""
    texts = Counter(writers)
    found: dict[str, Counter[Gap]] = {}
    gaps: dict[str, Counter[Gap]] = {}
    for table, plan, writer in zip(tables, plans, writers, strict=True):
        whose = {"", writer} if texts[writer] >= _LEAST_TEXTS else {""}
        for _, gap, inside in _stating(plan, table, domain):
            for name in whose:
                gaps.setdefault(name, Counter())[gap] += 1
                found.setdefault(name, Counter())[gap] += len(inside)
    return {
        name: {gap: round(found[name][gap] / own[gap], 3) for gap in Gap if own[gap]}
        for name, own in sorted(gaps.items())
    }


def with_factless(plan: Plan, table: Table, domain: Domain, rates: FactlessRates, writer: str | None = None) -> Plan:
    """A plan, without paragraphs, with sentences without facts: as many as texts have, spread evenly."""
    own = rates.get(writer or "", rates.get("", {}))
    stating = list(_stating(plan, table, domain))
    if not stating:
        return plan
    sentences = list(plan.sentences[: plan.sentences.index(stating[0].facts)])
    due = 0.0
    for facts, gap, inside in stating:
        due += max(0.0, own.get(gap, 0.0) - len(inside))
        number = int(due + 0.5)
        due -= number
        sentences += [facts, *[()] * number, *inside]
    return Plan(tuple(sentences))


def _stating(plan: Plan, table: Table, domain: Domain) -> Iterator[StatingSentence]:
    """What comes before the first sentence that states facts of the table is in no gap."""
    subjects = subjects_of(table, domain)
    places = [number for number, facts in enumerate(plan.sentences) if _of_table(facts, domain)]
    for place, following in zip(places, [*places[1:], len(plan.sentences)][: len(places)], strict=True):
        facts = plan.sentences[place]
        if following == len(plan.sentences):
            gap = Gap.END
        elif place == places[0]:
            gap = Gap.OPENING
        else:
            same = subjects[facts[0].entity] == subjects[plan.sentences[following][0].entity]
            gap = Gap.WITHIN if same else Gap.TURN
        yield StatingSentence(facts, gap, plan.sentences[place + 1 : following])


def _of_table(facts: PlannedSentence, domain: Domain) -> bool:
    """Whether a sentence states more than what a season adds to the table."""
    return any(fact.type not in domain.derived or not domain.derived[fact.type].of_season for fact in facts)
