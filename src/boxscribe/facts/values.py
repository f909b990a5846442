"""Values in texts: the spans of a sentence that state a number or an action.

In: the tokens of a sentence and the description of the domain; out: `ValueMention`s.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from boxscribe.tables.domain import Action, Domain
from boxscribe.text import find_numbers

NO_NUMBER = "-1"  # the value of a fact without a number, as published
_DECIMAL = re.compile(r"[0-9]*\.[0-9]+")
_FRACTION = re.compile(r"[0-9]+/[0-9]+")


class ValueMention(NamedTuple):
    """`sentence[start:end]` states a number or an action."""

    start: int
    end: int
    key: str  # equal numbers have equal keys: "25" for "25" and for `twenty - five`
    action: Action | None = None

    def text(self, sentence: Sequence[str]) -> str:
        """The value in a relation: the tokens of a number, or NO_NUMBER."""
        return NO_NUMBER if self.action else " ".join(sentence[self.start : self.end])


def find_values(sentence: Sequence[str], domain: Domain) -> list[ValueMention]:
    """The numbers of a sentence, then its actions; decimals and fractions only if the domain has such values."""
    found = {start: ValueMention(start, end, str(value)) for start, end, value in find_numbers(sentence)}
    if domain.has_decimals:
        for at, token in enumerate(sentence):
            key = number_key(token)
            if key is not None:
                found[at] = ValueMention(at, at + 1, key)
    actions = [value for action in domain.actions for value in _find_action(sentence, action)]
    return [found[at] for at in sorted(found)] + sorted(actions)


def _find_action(sentence: Sequence[str], action: Action) -> list[ValueMention]:
    return [
        ValueMention(at, at + len(words), NO_NUMBER, action)
        for words in map(str.split, action.words)
        for at in range(len(sentence) - len(words) + 1)
        if list(sentence[at : at + len(words)]) == words
    ]


def number_key(value: str) -> str | None:
    """What equal numbers share: "0.304" for ".304" and "0.304"; None for what is no number."""
    if value.isdecimal():
        return str(int(value))
    if _FRACTION.fullmatch(value):
        return value
    return f"{Decimal(value).normalize():f}" if _DECIMAL.fullmatch(value) else None
