"""Whether a sentence may be written: the checker finds no fault in it and supports all that it claims, and it reads as
a sentence does."""

from collections.abc import Callable, Iterator, Sequence

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.tables.phrasing import VerifiedWords
from boxscribe.tables.table import Table
from boxscribe.text.numbers import is_number
from boxscribe.writing.fluency import Objection, clumsy, half_named, places

Check = Callable[[Sequence[str], Table], list[Verdict]]
"""The verdicts on a text about a table, in its order."""

_ADDED = 3  # words that may follow the last claim: "as a team"
_NEAR = 6  # words between a claim and the verdict that supports it
_NUMBER, _NAME = "#", "*"  # any number, and any word with a capital letter, in a phrase of the description
JOINS = frozenset(  # words that add something to a sentence
    ", after and as at before but despite during for in on over though to which while who with".split()
)


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
        Objection(max(0, verdict.start - start), verdict.end - start, unsupported=True)
        for verdict in verdicts
        if verdict.status is not VerdictStatus.SUPPORTED and verdict.end > start
    ]
    supported = [
        range(verdict.start - start, verdict.end - start)
        for verdict in verdicts
        if verdict.status is VerdictStatus.SUPPORTED and verdict.end > start
    ]
    names = [entity.name.split() for entity in table.entities if entity.kind in words.named_whole]
    return [
        *found,
        *_unproved(words, sentence, supported),
        *_unproved_end(sentence, supported),
        *clumsy(before, sentence, words.same_verb),
        *half_named(names, before, sentence),
    ]


def _unproved(words: VerifiedWords, sentence: Sequence[str], supported: Sequence[range]) -> Iterator[Objection]:
    """Words about what no table knows, and claims without a verdict beside them."""
    lower = [token.lower() for token in sentence]
    shapes = [_NUMBER if is_number(token) else _NAME if token[0].isupper() else token for token in sentence]
    for phrase in words.unknowable:
        yield from places(phrase.split(), shapes if {_NUMBER, _NAME} & {*phrase.split()} else lower)
    for phrase in words.claims:
        for place in places(phrase.split(), lower):
            near = range(place.start - _NEAR, place.end + _NEAR)
            if not any(at in near for span in supported for at in span):
                yield place


def _unproved_end(sentence: Sequence[str], supported: Sequence[range]) -> Iterator[Objection]:
    """What a sentence adds after its last claim that is known to be true, if it is more than a few words."""
    last = max((span.stop for span in supported), default=len(sentence))
    start = next((at for at in range(last, len(sentence)) if sentence[at] in JOINS), len(sentence))
    if len(sentence) - 1 - start > _ADDED:
        yield Objection(start, len(sentence) - 1)
