"""Whether a sentence says of people that they are of the wrong side: "Ann Lee homered for the Tigers".

In: a table and a sentence; out: the names of sides that speak against it. The checker has no verdict on these words,
because texts mostly say them in passing.
"""

from collections.abc import Iterator, Sequence

from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import EntityLinker
from boxscribe.tables.table import Table
from boxscribe.writing.fluency import Objection

_BEFORE_SIDE = ("for", "of", "gave", "give", "giving", "put", "putting")  # between people and their side
_NOUNS = 2  # words between a side and one of its people: "Tigers starter Ann Lee"


def wrong_sides(table: Table, domain: Domain, sentence: Sequence[str]) -> Iterator[Objection]:
    """The names of sides that are not those of the people beside them."""
    if not domain.side:
        return
    (mentions,) = EntityLinker(table, domain).link([sentence])
    sides = {kind for kind, described in domain.kinds.items() if described.score}
    last = None  # the side of the person who was named last
    before = None  # the side that is named just before
    for mention in mentions:
        if mention.entity is None:
            continue
        entity = table.entities[mention.entity]
        side = entity.features.get(domain.side)
        if entity.kind in sides:
            at = mention.start - 1
            at -= at >= 0 and sentence[at] == "the"
            if last is not None and last != side and at >= 0 and sentence[at] in _BEFORE_SIDE:
                yield Objection(at, mention.end, unsupported=True)
            before = mention.end, side
        else:
            between = sentence[before[0] : mention.start] if before else ()
            nouns = len(between) <= _NOUNS and all(word.isalpha() and word.islower() for word in between)
            if before and nouns and before[1] != side and not {*between} & _NO_NOUNS:
                yield Objection(before[0] - 1, mention.end, unsupported=True)
            last, before = side, None


_NO_NOUNS = frozenset("and after as when while but before with for on off against to by beat past over if that".split())
