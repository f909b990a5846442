"""Sentences of a token sequence.

In: tokens of either corpus; out: lists of tokens whose concatenation is the input.

A sentence ends after `.`, `?` or `!` (and the corpora's `..`) and the closing quotes, brackets and paragraph mark that
follow. The difficult cases are full stops that the corpora separate from an abbreviation (`C.J . Miles`, `No . 1`) or
leave at it (`in L.A. The Magic`).
"""

import re
from collections.abc import Sequence

from boxscribe.text.tokens import PARAGRAPH, SENTENCE_OPENERS, is_abbreviation

STOPS = frozenset([".", "..", "?", "!"])
_MARKS = STOPS | {"...", "''", "'", '"', "’", "”", ")", "]", "}"}
# Words that are followed by a name: a full stop after them does not end a sentence.
_TITLES = frozenset(["Dr", "Mr", "Mrs", "Ms", "St", "ST", "Ft", "Mt", "vs"])
_PLACES = frozenset(["L.A", "D.C", "U.S", "N.Y", "N.J"])
_NAME_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])*")


def sentences(tokens: Sequence[str]) -> list[list[str]]:
    """The sentences of `tokens`.

    >>> boxscribe.sentences("J.R. Smith scored . The Heat lost .".split())
    [['J.R.', 'Smith', 'scored', '.'], ['The', 'Heat', 'lost', '.']]
    """
    found: list[list[str]] = []
    start = i = 0
    while i < len(tokens):
        i, ends = _step(tokens, i)
        if ends or i == len(tokens):
            found.append(list(tokens[start:i]))
            start = i
    return found


def _step(tokens: Sequence[str], i: int) -> tuple[int, bool]:
    """The position after token `i` and the closing marks that follow it, and whether a sentence ends there."""
    token = tokens[i]
    if token == PARAGRAPH:
        return i + 1, True
    following = tokens[i + 1] if i + 1 < len(tokens) else ""
    if token not in STOPS:
        return i + 1, following in SENTENCE_OPENERS and is_abbreviation(token)
    if token == "." and i > 0 and _is_cut_abbreviation(tokens[i - 1], following):
        return i + 1, False
    end = i + 1
    while end < len(tokens) and tokens[end] in _MARKS:
        end += 1
    if end < len(tokens) and tokens[end] == PARAGRAPH:
        return end + 1, True
    # `" Out ! " he cried` is one sentence; a bare full stop ends a sentence even if the next one has no capital.
    bare_stop = token == "." and end == i + 1
    goes_on = end < len(tokens) and tokens[end][:1].islower() and not bare_stop
    return end, not goes_on


def _is_cut_abbreviation(word: str, following: str) -> bool:
    """Whether the full stop between `word` and `following` belongs to `word` and does not end the sentence."""
    if word in ("No", "Nos"):
        return following[:1].isdigit()
    if not following or following in SENTENCE_OPENERS:
        return False
    return word in _TITLES or (word not in _PLACES and _NAME_INITIALS.fullmatch(word) is not None)
