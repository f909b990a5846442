"""Paragraphs of a plan: one begins where the text turns from one side to the other."""

from dataclasses import replace

from boxscribe.planning.plan import Plan
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

_SHORTEST = 2  # sentences of a paragraph


def subjects_of(table: Table, domain: Domain) -> dict[str, tuple[str, str]]:
    """The kind and the side of each entity; the sides themselves, as in their result, are one subject."""
    about = {}
    for entity in table.entities:
        side = "" if domain.kinds[entity.kind].score else entity.features.get(domain.side, "")
        about[entity.id] = entity.kind, side
    return about


def with_paragraphs(plan: Plan, table: Table, domain: Domain) -> Plan:
    """The plan with a break before each sentence that begins with another side or kind of entity than the last one.

    No paragraph is shorter than two sentences, but for the last one. Texts of the benchmarks have no paragraphs, so
    this is a rule and is not learned.
    """
    about = subjects_of(table, domain)
    breaks: set[int] = set()
    start, last = 0, None
    for number, sentence in enumerate(plan.sentences):
        if not sentence:
            continue
        subject = about[sentence[0].entity]
        if last is not None and subject != last and number - start >= _SHORTEST:
            breaks.add(number)
            start = number
        last = subject
    return replace(plan, paragraphs=frozenset(breaks))
