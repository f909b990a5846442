"""How long a text will be: the words of a sentence grow with its facts.

    words of a sentence = w + v · facts

Both are fitted to the sentences of training texts that state facts, or to those of the stories of a model
(`writing.story_length`). A text has further sentences that state none; these are not planned, so facts per word of
whole texts would plan texts that are too short.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan
from boxscribe.tables.table import Table
from boxscribe.text import sentences

OPTION = "--words"
TOLERANCE = 0.15  # of the asked length


class SentenceLength(NamedTuple):
    """The expected words of a sentence."""

    words: float = 18.3  # w
    words_per_fact: float = 2.35  # v

    def of(self, plan: Plan) -> float:
        """The expected words of a text that follows a plan; sentences without facts are not counted."""
        return sum(self.words + self.words_per_fact * len(facts) for facts in plan.sentences if facts)

    @property
    def shortest(self) -> float:
        """The words of a sentence with one fact."""
        return self.words + self.words_per_fact


def fit_length(tables: Sequence[Table], plans: Sequence[Plan]) -> SentenceLength:
    """Least squares over the sentences of texts. A plan counts if it has as many sentences as its text."""
    facts, words = [], []
    for table, plan in zip(tables, plans, strict=True):
        text = sentences(table.tokens)
        if len(text) == len(plan.sentences):
            facts += [len(own) for own in plan.sentences if own]
            words += [len(sentence) for sentence, own in zip(text, plan.sentences, strict=True) if own]
    return fit_sentences(facts, words)


def fit_sentences(facts: Sequence[int], words: Sequence[int]) -> SentenceLength:
    """Least squares over sentences with so many facts and words each; the default, where all have as many facts."""
    if len({*facts}) < 2:
        return SentenceLength()
    slope, constant = np.polyfit(facts, words, 1)
    return SentenceLength(max(1.0, float(constant)), max(0.0, float(slope)))


def plan_of_length(
    words: int, length: SentenceLength, make: Callable[[int], Plan], guess: int, most: int, what: str
) -> Plan:
    """The plan whose text is expected to be nearest to so many words.

    make: the plan with so many facts, or with more if it cannot have fewer
    guess: the number of facts to begin with
    most: the number of facts that there are
    what: the table, for messages
    """
    if words < (1 - TOLERANCE) * length.shortest:
        least = round(length.shortest)
        raise InputError(f"{OPTION} {words}: a sentence has about {least} words; ask for {least} or more")
    tried: dict[int, tuple[float, Plan]] = {}

    def expected(size: int) -> float:
        if size not in tried:
            plan = make(size)
            tried[size] = length.of(plan), plan
        return tried[size][0]

    low, high = 1, min(most, max(2, 2 * guess))
    while high < most and expected(high) < words:
        low, high = high, min(most, 2 * high)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if expected(middle) >= words else (middle + 1, high)
    expected(low), expected(max(1, low - 1))
    nearest, plan = min(tried.values(), key=lambda one: abs(one[0] - words))
    if nearest > (1 + TOLERANCE) * words and low == 1:
        asked = round(nearest)
        raise InputError(f"{OPTION} {words}: the least that is to be said needs about {asked:,} words; ask for so many")
    if nearest < (1 - TOLERANCE) * words:
        raise InputError(f"{OPTION} {words}: {what} has facts for about {nearest:,.0f} words; ask for fewer")
    return plan
