"""Whether a sentence may be written: the checker finds no fault in it and supports all that it claims, and it reads as
a sentence does."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.planning.plan import PlannedSentence
from boxscribe.tables.domain import Domain
from boxscribe.tables.phrasing import VerifiedWords
from boxscribe.tables.table import Table
from boxscribe.text import sentences
from boxscribe.text.numbers import is_number

Check = Callable[[Sequence[str], Table], list[Verdict]]
"""The verdicts on a text about a table, in its order."""

_REPEATED = 4  # words of a phrase that no story has twice
_REPEATED_NEAR = 3  # the same within a few words of a sentence
_ADDED = 3  # words that may follow the last claim: "as a team"
_NEAR = 6  # words between a claim and the verdict that supports it
_UNFINISHED = frozenset(  # never the last word
    "a an and are as at but by for from his in is of on or that the their to was were which while with ' ( -".split()
)
_NUMBER, _NAME = "#", "*"  # any number, and any word with a capital letter, in a phrase of the description
JOINS = frozenset(  # words that add something to a sentence
    ", after and as at before but despite during for in on over though to which while who with".split()
)


class Objection(NamedTuple):
    """`sentence[start:end]` may not be written."""

    start: int
    end: int
    unsupported: bool = False  # whether the checker says so; else it is a matter of wording


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
        *_clumsy(before, sentence, words.same_verb),
        *_half_named(names, before, sentence),
    ]


def naming_the_side(
    table: Table, domain: Domain, facts: PlannedSentence, last: PlannedSentence, tokens: Sequence[str]
) -> list[str]:
    """A sentence that turns to the other side than the `last` one, with the name of that side: "led the team" becomes
    "led the Hawks". Nothing where it names the side already, or has none of the phrases."""
    entities = {entity.id: entity for entity in table.entities}
    sides = [entities[one[0].entity].features.get(domain.side) for one in (facts, last) if one]
    if len(sides) < 2 or sides[0] == sides[1] or domain.kinds[entities[facts[0].entity].kind].score:
        return []
    for entity in table.entities:
        kind = domain.kinds[entity.kind]
        if kind.score and entity.features.get(domain.side) == sides[0]:
            if {*entity.name.split()} & {*tokens}:
                return []
            name = (entity.value(kind.name[-1]) or entity.name) if kind.name else entity.name
            for phrase, other in domain.verified.with_side.items():
                for place in _places(phrase.split(), tokens):
                    return [*tokens[: place.start], *other.format(side=name).split(), *tokens[place.end :]]
    return []


def _unproved(words: VerifiedWords, sentence: Sequence[str], supported: Sequence[range]) -> Iterator[Objection]:
    """Words about what no table knows, and claims without a verdict beside them."""
    lower = [token.lower() for token in sentence]
    shapes = [_NUMBER if is_number(token) else _NAME if token[0].isupper() else token for token in sentence]
    for phrase in words.unknowable:
        yield from _places(phrase.split(), shapes if {_NUMBER, _NAME} & {*phrase.split()} else lower)
    for phrase in words.claims:
        for place in _places(phrase.split(), lower):
            near = range(place.start - _NEAR, place.end + _NEAR)
            if not any(at in near for span in supported for at in span):
                yield place


def _unproved_end(sentence: Sequence[str], supported: Sequence[range]) -> Iterator[Objection]:
    """What a sentence adds after its last claim that is known to be true, if it is more than a few words."""
    last = max((span.stop for span in supported), default=len(sentence))
    start = next((at for at in range(last, len(sentence)) if sentence[at] in JOINS), len(sentence))
    if len(sentence) - 1 - start > _ADDED:
        yield Objection(start, len(sentence) - 1)


def _places(phrase: Sequence[str], tokens: Sequence[str]) -> Iterator[Objection]:
    for at in range(len(tokens) - len(phrase) + 1):
        if tokens[at] == phrase[0] and list(tokens[at : at + len(phrase)]) == list(phrase):
            yield Objection(at, at + len(phrase))


def _clumsy(before: Sequence[str], sentence: Sequence[str], same_verb: int) -> Iterator[Objection]:
    """Where a sentence repeats itself or what was written, and where it breaks off."""
    written = {tuple(before[at : at + _REPEATED]) for at in range(len(before) - _REPEATED + 1)}
    own: dict[tuple[str, ...], int] = {}
    for at in range(len(sentence) - _REPEATED_NEAR + 1):
        phrase = tuple(sentence[at : at + _REPEATED])
        if phrase in written and all(word[0].islower() and not is_number(word) for word in phrase):
            yield Objection(at, at + _REPEATED)
        near = tuple(sentence[at : at + _REPEATED_NEAR])
        if near in own and at - own[near] < _NEAR + _REPEATED_NEAR and any(word.isalpha() for word in near):
            yield Objection(at, at + _REPEATED_NEAR)
        if phrase in own and phrase[0].isalpha():
            yield Objection(at, at + _REPEATED)
        own |= {near: at, phrase: at}
    for at in range(1, len(sentence)):
        if sentence[at] == sentence[at - 1] and sentence[at].isalpha():
            yield Objection(at, at + 1)
        if at > 1 and sentence[at - 1] in ("and", "or") and sentence[at] == sentence[at - 2] and sentence[at].isalpha():
            yield Objection(at, at + 1)
    for at in range(1, len(sentence)):
        earlier = sentence[max(0, at - _NEAR) : at - 1]
        if sentence[at][0].isupper() and sentence[at - 1].islower():
            again = sentence[at - 1] == "on" and sentence[at] in earlier  # "on Monday in Utah on Monday"
            if again or (sentence[at - 1] == "in" and sentence[at] in sentence[: at - 1]):  # "the Utah Jazz … in Utah"
                yield Objection(at - 1, at + 1)
        if sentence[at] == "'" and not sentence[at - 1].endswith("s"):  # "the Heat ' next game"
            yield Objection(at, at + 1)
    for at in range(len(sentence) - 3):  # "six - of - 9"
        if list(sentence[at + 1 : at + 4]) == ["-", "of", "-"] and sentence[at].isalpha():
            yield Objection(at, at + 1)
    if len(sentence) > 1 and sentence[-2] in _UNFINISHED:
        yield Objection(len(sentence) - 2, len(sentence))
    if sentence.count("(") != sentence.count(")"):
        at = next(at for at, word in enumerate(sentence) if word in "()")
        yield Objection(at, at + 1)
    if list(sentence) in sentences(before):
        yield Objection(0, len(sentence))
    verb = _first_word(sentence)
    last = sentences(before)[-same_verb:] if same_verb else []
    if verb is not None and last and len(last) == same_verb:
        others = ((one, _first_word(one)) for one in last)
        if all(at is not None and one[at] == sentence[verb] for one, at in others):
            yield Objection(verb, verb + 1)


def _first_word(sentence: Sequence[str]) -> int | None:
    """Where the first word stands that is no name: mostly the verb."""
    return next((at for at, word in enumerate(sentence) if at and word[0].islower()), None)


def _half_named(names: Sequence[Sequence[str]], before: Sequence[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """A part of a name before the whole of it: people are introduced by their full names."""
    text = [*before, *sentence]
    firsts: dict[str, int] = {}  # a word of names → where the first whole name that has it stands
    for name in names:
        for place in islice(_places(name, text), 1):
            for word in name:
                firsts[word] = min(firsts.get(word, place.start), place.start)
    words = {word for name in names for word in name}
    for at, token in enumerate(sentence):
        here = len(before) + at
        if token in words and firsts.get(token, len(text)) > here and not _inside(names, text, here):
            yield Objection(at, at + 1)


def _inside(names: Sequence[Sequence[str]], text: Sequence[str], at: int) -> bool:
    """Whether a word stands within a whole name."""
    return any(
        list(text[start : start + len(name)]) == list(name)
        for name in names
        if text[at] in name
        for start in range(max(0, at - len(name) + 1), at + 1)
    )
