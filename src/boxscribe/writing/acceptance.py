"""Whether a sentence may be written: the checker finds no fault in it and supports all that it claims, and it reads as
a sentence does."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.tables.phrasing import VerifiedWords
from boxscribe.tables.table import Table
from boxscribe.text import sentences
from boxscribe.text.numbers import is_number

Check = Callable[[Sequence[str], Table], list[Verdict]]
"""The verdicts on a text about a table, in its order."""

_REPEATED = 3  # words of a phrase that no sentence has twice
_NEAR = 6  # words between a claim and the verdict that supports it
_UNFINISHED = frozenset(  # never the last word
    "a an and are as at but by for from his in is of on or that the their to was were which while with ' ( -".split()
)


class Objection(NamedTuple):
    """`sentence[start:end]` may not be written."""

    start: int
    end: int


def objections(
    check: Check, words: VerifiedWords, table: Table, before: Sequence[str], sentence: Sequence[str]
) -> list[Objection]:
    """What speaks against a sentence after the words `before` it; nothing, if it may be written.

    All that it claims must be known to be true: claims that cannot be known from table and season count as false, and
    so do numbers that the checker does not understand, and the `words` that no verdict supports.
    """
    verdicts = check([*before, *sentence], table)
    start = len(before)
    found = [
        Objection(max(0, verdict.start - start), verdict.end - start)
        for verdict in verdicts
        if verdict.status is not VerdictStatus.SUPPORTED and verdict.end > start
    ]
    supported = [
        range(verdict.start - start, verdict.end - start)
        for verdict in verdicts
        if verdict.status is VerdictStatus.SUPPORTED and verdict.end > start
    ]
    return [*found, *_unproved(words, sentence, supported), *_clumsy(before, sentence)]


def _unproved(words: VerifiedWords, sentence: Sequence[str], supported: Sequence[range]) -> Iterator[Objection]:
    """Words about what no table knows, and claims without a verdict beside them."""
    lower = [token.lower() for token in sentence]
    for phrase in words.unknowable:
        yield from _places(phrase.split(), lower)
    for phrase in words.claims:
        for place in _places(phrase.split(), lower):
            near = range(place.start - _NEAR, place.end + _NEAR)
            if not any(at in near for span in supported for at in span):
                yield place


def _places(phrase: Sequence[str], tokens: Sequence[str]) -> Iterator[Objection]:
    for at in range(len(tokens) - len(phrase) + 1):
        if tokens[at] == phrase[0] and list(tokens[at : at + len(phrase)]) == list(phrase):
            yield Objection(at, at + len(phrase))


def _clumsy(before: Sequence[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """Where a sentence repeats itself or what was written, and where it breaks off."""
    first: dict[tuple[str, ...], int] = {}
    for at in range(len(sentence) - _REPEATED + 1):
        phrase = tuple(sentence[at : at + _REPEATED])
        if not any(is_number(word) or not word[0].isalpha() for word in phrase) and phrase in first:
            yield Objection(at, at + _REPEATED)
        first.setdefault(phrase, at)
    for at in range(1, len(sentence)):
        if sentence[at] == sentence[at - 1] and sentence[at].isalpha():
            yield Objection(at, at + 1)
        if at > 1 and sentence[at - 1] in ("and", "or") and sentence[at] == sentence[at - 2] and sentence[at].isalpha():
            yield Objection(at, at + 1)
    if len(sentence) > 1 and sentence[-2] in _UNFINISHED:
        yield Objection(len(sentence) - 2, len(sentence))
    if sentence.count("(") != sentence.count(")"):
        at = next(at for at, word in enumerate(sentence) if word in "()")
        yield Objection(at, at + 1)
    if list(sentence) in sentences(before):
        yield Objection(0, len(sentence))
