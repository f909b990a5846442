"""Whether a sentence may be written: the checker finds no fault in it and supports all that it claims, and it reads as
a sentence does."""

from collections.abc import Callable, Iterator, Sequence

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.tables.phrasing import VerifiedWords
from boxscribe.tables.table import Table
from boxscribe.writing.fluency import (
    Objection,
    broken,
    claimed_again,
    clumsy,
    half_named,
    in_a_row,
    lower_first,
    named_again,
    places,
    shaped_places,
    twice,
)

Check = Callable[[Sequence[str], Table], list[Verdict]]
"""The verdicts on a text about a table, in its order."""

_ADDED = 3  # words that may follow the last claim: "as a team"
_NEAR = 6  # words between a claim and the verdict that supports it
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
    proofs = [
        (range(verdict.start - start, verdict.end - start), verdict.family)
        for verdict in verdicts
        if verdict.status is VerdictStatus.SUPPORTED and verdict.end > start
    ]
    supported = [span for span, _ in proofs]
    stated = {(verdict.family, verdict.subject) for verdict in verdicts if verdict.end <= start}
    again = [
        Objection(max(0, verdict.start - start), verdict.end - start)
        for verdict in verdicts
        if verdict.family in words.once and verdict.end > start and (verdict.family, verdict.subject) in stated
    ]
    names = [entity.name.split() for entity in table.entities if entity.kind in words.named_whole]
    proved, unproved = _claimed(words, sentence, proofs)
    return [
        *found,
        *again,
        *_refused(words, sentence),
        *unproved,
        *_unproved_end(sentence, [*supported, *proved]),
        *named_again(names, sentence),
        *claimed_again(words.claims, sentence),
        *clumsy(before, sentence, words.same_verb, words.often, words.repeated),
        *in_a_row(words.not_in_a_row, before, sentence),
        *twice(words.once_a_sentence, sentence),
        *half_named(names, before, sentence),
        *(lower_first(sentence) if words.higher_first else ()),
        *(broken([entity.name.split() for entity in table.entities], sentence) if words.whole_clauses else ()),
    ]


def _refused(words: VerifiedWords, sentence: Sequence[str]) -> Iterator[Objection]:
    """Words about what no table knows, and awkward ones."""
    for phrase in words.refused:
        yield from shaped_places(phrase, sentence)


def _claimed(
    words: VerifiedWords, sentence: Sequence[str], proofs: Sequence[tuple[range, str]]
) -> tuple[list[range], list[Objection]]:
    """Words that state something: those with a verdict beside them that supports them, and those without; a word may
    need a verdict of one family."""
    lower = [token.lower() for token in sentence]
    proved, unproved = [], []
    needed = {phrase: {family for family, own in words.claims_of.items() if phrase in own} for phrase in words.claims}
    for phrase, families in needed.items():
        for place in places(phrase.split(), lower):
            near = range(place.start - _NEAR, place.end + _NEAR)
            beside = [family for span, family in proofs if any(at in near for at in span)]
            if families & {*beside}:
                proved.append(range(place.start, place.end))
            elif families or not beside:
                unproved.append(place)
    return proved, unproved


def _unproved_end(sentence: Sequence[str], supported: Sequence[range]) -> Iterator[Objection]:
    """What a sentence adds after its last claim that is known to be true, if it is more than a few words."""
    last = max((span.stop for span in supported), default=len(sentence))
    start = next((at for at in range(last, len(sentence)) if sentence[at] in JOINS), len(sentence))
    if len(sentence) - 1 - start > _ADDED:
        yield Objection(start, len(sentence) - 1)
