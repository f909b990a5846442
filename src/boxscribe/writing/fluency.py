"""How a sentence reads: what it repeats, where it breaks off, and whether readers know whom it is about."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from boxscribe.checking.grammar import is_verb
from boxscribe.planning.plan import PlannedSentence
from boxscribe.tables.domain import Domain
from boxscribe.tables.phrasing import NAME, NUMBER
from boxscribe.tables.table import Table
from boxscribe.text import sentences
from boxscribe.text.numbers import is_number

_REPEATED_NEAR = 3  # words of a phrase that a sentence does not have twice within a few words
_NEAR = 6  # words
_CLAUSE_ENDS = frozenset(", and but while as who which".split())
_UNFINISHED = frozenset(  # never the last word
    "a an and are as at but by for from his in is of on or that the their to was were which while with ' ( -".split()
)

_VOWELS = frozenset("8 11 18 80 eight eleven eighteen eighty".split())  # numbers after "an"
_SUBORDINATE = frozenset("after when while although though because before since".split())
_AUXILIARY = frozenset("had has have was were will would did is are '".split())


class Objection(NamedTuple):
    """`sentence[start:end]` may not be written."""

    start: int
    end: int
    unsupported: bool = False  # whether the checker says so; else it is a matter of wording


def clumsy(
    before: Sequence[str], sentence: Sequence[str], same_verb: int = 0, often: int = 0, repeated: int = 4
) -> Iterator[Objection]:
    """Where a sentence repeats itself or a phrase of so many words of what was written `before`, where it breaks off,
    and where its verb is that of so many sentences just before it, or stands so `often` in all of them."""
    yield from _repeated(before, sentence, repeated)
    yield from _repeated_words(sentence)
    for at in range(len(sentence) - 4):  # "six - of - 9", "6 - of - nine"
        if list(sentence[at + 1 : at + 4]) == ["-", "of", "-"]:
            for place in (at, at + 4):
                if sentence[place].isalpha():
                    yield Objection(place, place + 1)
    for at in range(len(sentence) - 3):  # "( 0 - three"
        if sentence[at] == "(" and sentence[at + 2] == "-":
            for place in (at + 1, at + 3):
                if sentence[place].isalpha() and is_number(sentence[place]):
                    yield Objection(place, place + 1)
    if len(sentence) > 1 and sentence[-2] in _UNFINISHED:
        yield Objection(len(sentence) - 2, len(sentence))
    if sentence.count("(") != sentence.count(")"):
        at = next(at for at, word in enumerate(sentence) if word in "()")
        yield Objection(at, at + 1)
    if list(sentence) in sentences(before):
        yield Objection(0, len(sentence))
    verb = first_word(sentence)
    last = sentences(before)[-same_verb:] if same_verb else []
    if verb is not None and last and len(last) == same_verb:
        others = ((one, first_word(one)) for one in last)
        if all(at is not None and one[at] == sentence[verb] for one, at in others):
            yield Objection(verb, verb + 1)
    if verb is not None and often and before.count(sentence[verb]) >= often and sentence[verb] not in _AUXILIARY:
        yield Objection(verb, verb + 1)


def in_a_row(words: Collection[str], before: Sequence[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """Words that the sentence before has, too: "also", "chipped in"."""
    last = {*words} & {*(sentences(before)[-1] if before else ())}
    for at, word in enumerate(sentence):
        if word in last:
            yield Objection(at, at + 1)


def twice(words: Collection[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """Words that the sentence has already: "chipped in 20 points , while Burke chipped in 18"."""
    for at, word in enumerate(sentence):
        if word in words and word in sentence[:at]:
            yield Objection(at, at + 1)


def _repeated(before: Sequence[str], sentence: Sequence[str], size: int) -> Iterator[Objection]:
    """Phrases that the story or the sentence has already."""
    written = {tuple(before[at : at + size]) for at in range(len(before) - size + 1)}
    own: dict[tuple[str, ...], int] = {}
    for at in range(len(sentence) - _REPEATED_NEAR + 1):
        phrase = tuple(sentence[at : at + size])
        if phrase in written and all(word[0].islower() and not is_number(word) for word in phrase):
            yield Objection(at, at + size)
        near = tuple(sentence[at : at + _REPEATED_NEAR])
        if near in own and at - own[near] < _NEAR + _REPEATED_NEAR and any(word.isalpha() for word in near):
            yield Objection(at, at + _REPEATED_NEAR)
        if phrase in own and phrase[0].isalpha():
            yield Objection(at, at + size)
        own |= {near: at, phrase: at}


def _repeated_words(sentence: Sequence[str]) -> Iterator[Objection]:
    """Words, days and cities that a sentence repeats, and genitives that are none."""
    for at in range(1, len(sentence)):
        last, word = sentence[at - 1], sentence[at]
        if word == last and word.isalpha():
            yield Objection(at, at + 1)
        if at > 1 and last in ("and", "or") and word == sentence[at - 2] and word.isalpha():
            yield Objection(at, at + 1)
        if word[0].isupper() and last.islower():
            again = last == "on" and word in sentence[max(0, at - _NEAR) : at - 1]  # "on Monday in Utah on Monday"
            if again or (last == "in" and word in sentence[: at - 1]):  # "the Utah Jazz … in Utah"
                yield Objection(at - 1, at + 1)
        if word == "'" and not last.endswith("s"):  # "the Heat ' next game"
            yield Objection(at, at + 1)


def first_word(sentence: Sequence[str]) -> int | None:
    """Where the first word stands that is no part of a name: mostly the verb."""
    return next((at for at, word in enumerate(sentence) if at and word[0].islower() and word != "the"), None)


def half_named(names: Sequence[Sequence[str]], before: Sequence[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """A part of a name before the whole of it: people are introduced by their full names."""
    text = [*before, *sentence]
    firsts: dict[str, int] = {}  # a word of names → where the first whole name that has it stands
    for name in names:
        for place in islice(places(name, text), 1):
            for word in name:
                firsts[word] = min(firsts.get(word, place.start), place.start)
    words = {word for name in names for word in name}
    for at, token in enumerate(sentence):
        here = len(before) + at
        if token in words and firsts.get(token, len(text)) > here and not _inside(names, text, here):
            yield Objection(at, at + 1)


def broken(names: Sequence[Sequence[str]], sentence: Sequence[str]) -> Iterator[Objection]:
    """A sentence without a verb of its own ("The Angels 2 - 0", "Ann Lee , who had two hits", "After Ann Lee homered"),
    a genitive that is none, and a name that it has already."""
    lower = [word.lower() for word in sentence]
    verbs = [at for at, word in enumerate(lower) if is_verb(word)]
    who = next((at for at, word in enumerate(lower) if word in ("who", "which")), None)
    number = next((at for at, word in enumerate(sentence) if at and not word[0].isupper()), None)
    relative = who is not None and verbs[:1] > [who] and "," not in lower[who:]
    subordinate = lower[:1] and lower[0] in _SUBORDINATE and "," not in lower
    joined = next((at for at, word in enumerate(lower) if word == "and" and lower[at - 1] == ","), None)
    nothing = joined is not None and verbs[:1] > [joined] and "who" not in lower  # "This time , and the Rays beat"
    bare = number is not None and is_number(sentence[number])
    if sentence and (not verbs or relative or subordinate or nothing or bare):
        yield Objection(0, 1)
    for at, word in enumerate(sentence[1:]):
        if word in _VOWELS and lower[at] == "a":
            yield Objection(at, at + 2)
    for at in range(1, len(sentence)):
        if sentence[at] == "'s" and sentence[at - 1].endswith("s"):
            yield Objection(at, at + 1)
    owners = Counter(word for name in names for word in {*name} if word[0].isupper())
    for at, word in enumerate(sentence):
        if owners[word] == 1 and word in sentence[:at]:  # the Red Sox may meet the White Sox
            yield Objection(at, at + 1)


def lower_first(sentence: Sequence[str]) -> Iterator[Objection]:
    """Scores with the lower number first; records stand in brackets."""
    for at in range(1, len(sentence) - 2):
        one, other = sentence[at], sentence[at + 2]
        is_score = sentence[at + 1] == "-" and sentence[at - 1] != "(" and one.isdecimal() and other.isdecimal()
        if is_score and int(one) < int(other):
            yield Objection(at, at + 3)


def claimed_again(claims: Collection[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """A word of a claim that its clause has already: "led the bench with 15 points off the bench"."""
    seen: set[str] = set()
    for at, token in enumerate(sentence):
        if token in _CLAUSE_ENDS:
            seen.clear()
        elif token in claims:
            if token in seen:
                yield Objection(at - 1, at + 1)
            seen.add(token)


def named_again(names: Sequence[Sequence[str]], sentence: Sequence[str]) -> Iterator[Objection]:
    """A whole name that the sentence has already: "Ann Lee had 14 points , and Ann Lee had six assists"."""
    for name in names:
        yield from islice(places(name, sentence), 1, None)


def _inside(names: Sequence[Sequence[str]], text: Sequence[str], at: int) -> bool:
    """Whether a word stands within a whole name."""
    return any(
        list(text[start : start + len(name)]) == list(name)
        for name in names
        if text[at] in name
        for start in range(max(0, at - len(name) + 1), at + 1)
    )


def naming_the_side(
    table: Table, domain: Domain, facts: PlannedSentence, last: PlannedSentence, tokens: Sequence[str]
) -> Iterator[list[str]]:
    """A sentence that turns to the other side than the `last` one, with the name of that side: "led the team" becomes
    "led the Hawks", or the sentence begins with "For the Hawks ,". Nothing where it names the side already."""
    entities = {entity.id: entity for entity in table.entities}
    sides = [entities[one[0].entity].features.get(domain.side) for one in (facts, last) if one]
    if len(sides) < 2 or sides[0] == sides[1] or domain.kinds[entities[facts[0].entity].kind].score:
        return
    for entity in table.entities:
        kind = domain.kinds[entity.kind]
        if kind.score and entity.features.get(domain.side) == sides[0]:
            if {*entity.name.split()} & {*tokens}:
                return
            name = (entity.value(kind.name[-1]) or entity.name) if kind.name else entity.name
            kinds = {entities[one[0].entity].kind for one in (facts, last)}
            for phrase, other in domain.verified.with_side.items():
                if "{side}" not in other and not (len(kinds) == 1 and not domain.kinds[kinds.pop()].name):
                    continue  # "answered with": what answers a play is a play
                for place in places(phrase.split(), tokens):
                    yield [*tokens[: place.start], *other.format(side=name).split(), *tokens[place.end :]]
            if domain.verified.side_first and any(tokens[:1] == one.name.split()[:1] for one in table.entities):
                yield [*domain.verified.side_first.format(side=name).split(), *tokens]


def shaped_places(phrase: str, sentence: Sequence[str]) -> Iterator[Objection]:
    """Where a phrase of a description stands, in which # is any number and * any word with a capital letter."""
    words = phrase.split()
    if {NUMBER, NAME} & {*words}:
        return places(words, [NUMBER if is_number(one) else NAME if one[0].isupper() else one for one in sentence])
    return places(words, [one.lower() for one in sentence])


def places(phrase: Sequence[str], tokens: Sequence[str]) -> Iterator[Objection]:
    """Where a phrase stands."""
    for at in range(len(tokens) - len(phrase) + 1):
        if tokens[at] == phrase[0] and list(tokens[at : at + len(phrase)]) == list(phrase):
            yield Objection(at, at + len(phrase))
