"""A plan as rows of a table."""

from typing import NamedTuple

from boxscribe.planning.plan import Plan, PlannedFact


class PlannedRow(NamedTuple):
    """A row, and the sentence that states it, counted from 0."""

    row: int
    sentence: int


class UnknownFact(ValueError):
    """A planned fact that is no row."""

    def __init__(self, fact: PlannedFact, sentence: int) -> None:
        super().__init__(f"sentence {sentence + 1}: {fact.type} {fact.value}")
        self.fact, self.sentence = fact, sentence


def planned_rows(plan: Plan, rows: dict[PlannedFact, list[int]], strict: bool = False) -> list[PlannedRow]:
    """The rows of a plan's facts, in its order; `rows` has those of each record. A fact that is no row is left out, or
    an `UnknownFact` if `strict`."""
    found = []
    for sentence, facts in enumerate(plan.sentences):
        for fact in facts:
            if strict and fact not in rows:
                raise UnknownFact(fact, sentence)
            found += [PlannedRow(row, sentence) for row in rows.get(fact, ())]
    return found
