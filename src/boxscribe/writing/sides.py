"""Whether a sentence names whom its facts are about, and gives all the right side.

In: a table and a sentence; out: what speaks against it: "Ann Lee homered for the Tigers", whose pitcher she faced, and
"He homered" after a sentence about another one. The checker has no verdict on the words of sides, because texts mostly
say them in passing, and takes a pronoun for whom it fits.
"""

from collections.abc import Iterator, Sequence

from boxscribe.planning.plan import PlannedSentence
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import EntityLinker, Mention
from boxscribe.tables.names import name_words
from boxscribe.tables.table import Table
from boxscribe.text import sentences
from boxscribe.writing.fluency import Objection, shaped_places

_OF_SIDE = ("for", "of")  # between people and their side
_GIVES = ("gave", "give", "giving", "put", "putting", "lift", "lifting", "lifted", "lead", "leading", "led")
_PRONOUNS = frozenset("he his him she her they their them it its who".split())
_NOUNS = 2  # words between a side and one of its people: "Tigers starter Ann Lee"


def wrong_sides(table: Table, domain: Domain, sentence: Sequence[str]) -> Iterator[Objection]:
    """The names of sides that are not those of the people beside them."""
    if not domain.side:
        return
    (mentions,) = EntityLinker(table, domain).link([sentence])
    sides = {kind for kind, described in domain.kinds.items() if described.score}
    first = last = None  # the sides of the people who were named first and last
    before = None  # the side that is named just before
    for mention in mentions:
        if mention.entity is None:
            continue
        entity = table.entities[mention.entity]
        side = entity.features.get(domain.side)
        if entity.kind in sides:
            at = mention.start - 1
            at -= at >= 0 and sentence[at] == "the"
            word = sentence[at] if at >= 0 else ""
            if (word in _OF_SIDE and last not in (None, side)) or (word in _GIVES and first not in (None, side)):
                yield Objection(at, mention.end, unsupported=True)
            before = mention.end, side
        else:
            between = sentence[before[0] : mention.start] if before else ()
            nouns = len(between) <= _NOUNS and all(word.islower() or word in ("'s", "'") for word in between)
            if before and nouns and before[1] != side and not {*between} & _NO_NOUNS:
                yield Objection(before[0] - 1, mention.end, unsupported=True)
            first, last, before = first or side, side, None


_NO_NOUNS = frozenset("and after as when while but before with for on off against to by beat past over if that".split())


def unnamed(
    table: Table, domain: Domain, facts: PlannedSentence, last: PlannedSentence, sentence: Sequence[str]
) -> Iterator[Objection]:
    """A sentence that does not name all whom its facts are about; a pronoun will do for whom the `last` one is about,
    too."""
    words = {*sentence}
    known = _about(table, domain, last) if _PRONOUNS & {word.lower() for word in sentence} else {}
    for name, own in _about(table, domain, facts).items():
        if words.isdisjoint(own) and name not in known:
            yield Objection(0, 1)
            return


def said_of_a_side(table: Table, domain: Domain, before: Sequence[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """Phrases about somebody of a side, of which one was said before about another one: "led the Hawks"."""

    def found(text: Sequence[str]) -> list[Objection]:
        return sorted(place for phrase in domain.verified.once_a_side for place in shaped_places(phrase, text))

    own, earlier = found(sentence), [one for one in sentences(before) if found(one)]
    if len(own) > 1:
        yield own[-1]
    elif own and earlier:
        linked = EntityLinker(table, domain).link([*earlier, sentence])
        *others, side = (_first_side(table, domain, mentions) for mentions in linked)
        if side is not None and side in others:
            yield own[0]


def new_subject(table: Table, domain: Domain, before: Sequence[str], sentence: Sequence[str]) -> Iterator[Objection]:
    """Words such as "also" in a sentence about another one than the sentence before."""
    found = [place for phrase in domain.verified.same_subject for place in shaped_places(phrase, sentence)]
    last = sentences(before)[-1:] if found else []
    if last:
        linked = EntityLinker(table, domain).link([*last, sentence])
        subjects = [next((one.entity for one in mentions if one.entity is not None), None) for mentions in linked]
        if subjects[0] != subjects[1]:
            yield from found


def _first_side(table: Table, domain: Domain, mentions: Sequence[Mention]) -> str | None:
    """The side of the first of the people who are mentioned."""
    named = (table.entities[mention.entity] for mention in mentions if mention.entity is not None)
    return next((one.features.get(domain.side) for one in named if not domain.kinds[one.kind].score), None)


def _about(table: Table, domain: Domain, facts: PlannedSentence) -> dict[str, set[str]]:
    """The names of those whom facts are about, with their words: for a play its batter."""
    plays = domain.cues.plays
    owners = {fact.entity for fact in facts}
    named = {entity.name: {*name_words(entity, domain)} for entity in table.entities if entity.id in owners}
    for entity in table.entities:
        if plays is not None and entity.id in owners and entity.kind == plays.kind:
            named.pop(entity.name, None)
            batter = entity.value(plays.people[0])
            named |= {batter: {*batter.split()}} if batter else {}
    return {name: own for name, own in named.items() if own}
