"""Texts without the sentences that state nothing of their table.

In: a table with its text and the plan of the text; out: both without the sentences that have no facts. Recaps of
baseball tell about as much that no table knows as what one knows; a model that follows plans never writes of it.
"""

from dataclasses import replace

from boxscribe.planning.plan import Plan, PlannedSentence
from boxscribe.tables.table import Table
from boxscribe.text import PARAGRAPH, sentences


def only_stating(table: Table, plan: Plan) -> tuple[Table, Plan]:
    """The table with those sentences of its text that have facts, and their plan. A paragraph whose last sentence goes
    ends with the one before."""
    tokens: list[str] = []
    kept: list[PlannedSentence] = []
    breaks: set[int] = set()
    for sentence, facts in zip(sentences(table.tokens), plan.sentences, strict=True):
        if facts:
            if tokens and tokens[-1] == PARAGRAPH:
                breaks.add(len(kept))
            kept.append(facts)
            tokens += sentence
        elif tokens and sentence[-1] == PARAGRAPH != tokens[-1]:
            tokens.append(PARAGRAPH)
    if tokens and tokens[-1] == PARAGRAPH != table.tokens[-1]:
        tokens.pop()
    return replace(table, tokens=tuple(tokens)), Plan(tuple(kept), frozenset(breaks))
