"""RG, CS and CO of a document: the relations of a text and of the gold text → counts that can be added up.

- RG (relation generation): how many facts the text states, and how many of them the table confirms.
- CS (content selection): how many of its facts the gold text states, too, and how many of the gold text's it states.
- CO (content ordering): how alike the order is in which the two texts state their facts,
  1 − OSA / length of the longer one.

The metric has two versions, whose figures cannot be compared: "dedup" removes repeated relations first; "all" keeps
them, and then each gold relation can be matched once. RG takes relations as repeats that are the same word by word, CS
and CO those that are equal (`equality`): that is how published figures are computed.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from boxscribe.facts.relations import Relation
from boxscribe.scores.relation_matching import Equality, Key, key

Version = Literal["dedup", "all"]
VERSIONS: tuple[Version, ...] = get_args(Version)
Array = NDArray[np.float64]


class Pair(NamedTuple):
    """The relations of a text and of its gold text as CS and CO compare them."""

    said: tuple[Relation, ...]
    gold: tuple[Relation, ...]
    matches: tuple[int | None, ...]  # for each relation said the number of the gold relation that it equals
    said_codes: tuple[int, ...]  # equal numbers stand for equal relations
    gold_codes: tuple[int, ...]


def pair_up(said: Sequence[Relation], gold: Sequence[Relation], equality: Equality, version: Version) -> Pair:
    """Find out which relations are equal, after removing repeats where the version says so."""
    if version == "dedup":
        said, gold = unique(said, equality), unique(gold, equality)
    once = version == "all"
    return Pair(tuple(said), tuple(gold), _matches(said, gold, equality, once), *_codes(said, gold, equality))


def unique(relations: Sequence[Relation], equality: Equality) -> list[Relation]:
    """The relations that equal no earlier one."""
    earlier = _Places(equality)
    kept = []
    for relation in relations:
        if earlier.first(relation) is None:
            kept.append(relation)
        earlier.add(relation)
    return kept


class _Places:
    """Relations in order, and where those stand that equal a given one."""

    def __init__(self, equality: Equality, relations: Sequence[Relation] = ()) -> None:
        self._equality = equality
        self._size = 0
        self._at: dict[Key, list[tuple[int, str]]] = {}
        for relation in relations:
            self.add(relation)

    def add(self, relation: Relation) -> None:
        self._at.setdefault(key(relation), []).append((self._size, relation.entity))
        self._size += 1

    def all(self, relation: Relation) -> Iterator[int]:
        same = self._equality.same_entity
        return (place for place, entity in self._at.get(key(relation), ()) if same(relation.entity, entity))

    def first(self, relation: Relation) -> int | None:
        return next(self.all(relation), None)


def _matches(
    said: Sequence[Relation], gold: Sequence[Relation], equality: Equality, once: bool
) -> tuple[int | None, ...]:
    """For each relation said the first equal gold relation; `once`: the first that is not taken yet."""
    places = _Places(equality, gold)
    taken: set[int] = set()
    found = []
    for relation in said:
        match = next((place for place in places.all(relation) if place not in taken), None)
        found.append(match)
        if once and match is not None:
            taken.add(match)
    return tuple(found)


def _codes(
    said: Sequence[Relation], gold: Sequence[Relation], equality: Equality
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two sequences in numbers, for a distance that knows only equal and different.

    The equality is not transitive, so somebody must decide: a relation of either side takes the number of the first
    relation of the text that it equals. Published figures are computed in this way.
    """
    places = _Places(equality)
    said_codes: list[int] = []
    for number, relation in enumerate(said):
        first = places.first(relation)
        said_codes.append(number if first is None else said_codes[first])
        places.add(relation)
    gold_codes = []
    for number, relation in enumerate(gold, start=len(said)):
        first = places.first(relation)
        gold_codes.append(number if first is None else said_codes[first])
    return tuple(said_codes), tuple(gold_codes)


# ------------------------------------------------------------------------------ counts of a document, figures of sums
# A row of counts per document; the rows of any set of documents are added up, and figures made of the sums (…, c).


def rg_counts(said: Sequence[Relation], version: Version) -> tuple[float, ...]:
    """(stated, stated and confirmed by the table, documents)."""
    if version == "dedup":
        said = list({relation[:3]: relation for relation in reversed(said)}.values())  # the first of each
    return len(said), sum(relation.correct for relation in said), 1


def rg(sums: Array) -> tuple[Array, ...]:
    """Correct relations per document, and their share in percent."""
    stated, correct, documents = np.moveaxis(sums, -1, 0)
    return _ratio(correct, documents), 100 * _ratio(correct, stated)


def cs_counts(pair: Pair) -> tuple[float, ...]:
    """(stated, stated and equal to a gold relation, gold relations)."""
    return len(pair.said), sum(match is not None for match in pair.matches), len(pair.gold)


def cs(sums: Array) -> tuple[Array, ...]:
    """Precision, recall and F1 in percent."""
    stated, matched, gold = np.moveaxis(sums, -1, 0)
    return 100 * _ratio(matched, stated), 100 * _ratio(matched, gold), 100 * _ratio(2 * matched, stated + gold)


def co_counts(pair: Pair) -> tuple[float, ...]:
    """(how alike the order is, 0 to 1; documents). Two texts that state nothing are alike."""
    return OSA.normalized_similarity(pair.said_codes, pair.gold_codes), 1


def co(sums: Array, count_blank_document: bool = False) -> tuple[Array, ...]:
    """The mean over documents in percent; `count_blank_document` adds a document in which both texts state nothing."""
    alike, documents = np.moveaxis(sums, -1, 0)
    return (100 * _ratio(alike + count_blank_document, documents + count_blank_document),)


def _ratio(part: Array, whole: Array) -> Array:
    """part / whole; 0 where there is nothing to divide by."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
