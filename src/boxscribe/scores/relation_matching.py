"""Which relations of two texts are equal: the same type, the same value and the same entity under any of its names.

In: the tables of a dataset (for the names of teams) and the relations of a text and of its gold text; out:
`AlignedRelations`, of which content selection and content ordering are computed.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from boxscribe.facts.relations import Relation
from boxscribe.facts.values import NO_NUMBER, number_key
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.text import to_number

Version = Literal["dedup", "all"]
"""dedup: repeated relations are removed first; all: they are kept, and each gold relation is matched at most once."""
VERSIONS: tuple[Version, ...] = get_args(Version)


class RelationKey(NamedTuple):
    """What equal relations share, whatever they call the entity."""

    value: str
    type: str


class RelationMatcher:
    """Decides whether two relations are equal.

    Players are the same if one name contains the other ("James", "LeBron James"), teams if both names are part of one
    full name ("Toronto", "Raptors"). A team is an entity that is the only one of its kind on its side. The relation is
    not transitive: "Los Angeles" equals "Lakers" and "Clippers".
    """

    def __init__(self) -> None:
        self._parts: set[str] = set()  # "Toronto", "Raptors"
        self._full: dict[str, None] = {}  # "Toronto Raptors", in the order of the tables
        self._known: dict[tuple[str, str], bool] = {}

    def add_teams(self, table: Table, domain: Domain) -> None:
        """Add the names of the teams of a table."""
        for entity in _alone_on_their_side(table, domain):
            parts = [value for type in name_types(entity, domain) for value in entity.values(type)]
            full = " ".join(parts)
            if len(parts) > 1 and full not in self._full:
                self._parts.update(parts)
                self._full[full] = None
                self._known.clear()

    @property
    def teams(self) -> tuple[str, ...]:
        """The full names of the teams that were added."""
        return tuple(self._full)

    def same_entity(self, one: str, other: str) -> bool:
        pair = (one, other)
        if pair not in self._known:
            self._known[pair] = self._compare(one, other)
        return self._known[pair]

    def _compare(self, one: str, other: str) -> bool:
        if one == other:
            return True
        if one in self._parts or other in self._parts:
            return any(one in full and other in full for full in self._full)
        return one in other or other in one

    def equal(self, one: Relation, other: Relation) -> bool:
        return key(one) == key(other) and self.same_entity(one.entity, other.entity)


def key(relation: Relation) -> RelationKey:
    return RelationKey(_normalised(relation.value), relation.type)


@cache
def _normalised(value: str) -> str:
    """A value in one form: "five" is 5; a value without a number ("homered") is that of a fact without a number."""
    number = to_number(value)
    if number is not None:
        return str(number)
    return number_key(value) or (value if any(map(str.isdigit, value)) else NO_NUMBER)


def _alone_on_their_side(table: Table, domain: Domain) -> list[Entity]:
    """The entities that share their kind and their side with no other; none where a domain has no sides."""
    if not domain.side:
        return []
    by_place: dict[tuple[str, str], list[Entity]] = {}
    for entity in table.entities:
        if domain.side in entity.features:
            by_place.setdefault((entity.kind, entity.features[domain.side]), []).append(entity)
    return [entities[0] for entities in by_place.values() if len(entities) == 1]


# -------------------------------------------------------------------------------------- the relations of two texts


class AlignedRelations(NamedTuple):
    """The relations of a text and of its gold text as CS and CO compare them."""

    relations: tuple[Relation, ...]
    gold: tuple[Relation, ...]
    matches: tuple[int | None, ...]  # for each relation of the text the number of the gold relation that it equals
    codes: tuple[int, ...]  # equal numbers, here and in `gold_codes`, stand for equal relations
    gold_codes: tuple[int, ...]


def align_relations(
    relations: Sequence[Relation], gold: Sequence[Relation], matcher: RelationMatcher, version: Version
) -> AlignedRelations:
    """Find equal relations, after removing repeats in the version dedup."""
    if version == "dedup":
        relations, gold = unique(relations, matcher), unique(gold, matcher)
    matches = _matches(relations, gold, matcher, once=version == "all")
    return AlignedRelations(tuple(relations), tuple(gold), matches, *_codes(relations, gold, matcher))


def unique(relations: Sequence[Relation], matcher: RelationMatcher) -> list[Relation]:
    """The relations that equal no earlier one."""
    earlier = _Positions(matcher)
    found = []
    for relation in relations:
        if earlier.first(relation) is None:
            found.append(relation)
        earlier.add(relation)
    return found


class _Positions:
    """A sequence of relations, and the positions of those that equal a given one."""

    def __init__(self, matcher: RelationMatcher, relations: Sequence[Relation] = ()) -> None:
        self._matcher = matcher
        self._size = 0
        self._at: dict[RelationKey, list[tuple[int, str]]] = {}
        for relation in relations:
            self.add(relation)

    def add(self, relation: Relation) -> None:
        self._at.setdefault(key(relation), []).append((self._size, relation.entity))
        self._size += 1

    def all(self, relation: Relation) -> Iterator[int]:
        same = self._matcher.same_entity
        return (position for position, entity in self._at.get(key(relation), ()) if same(relation.entity, entity))

    def first(self, relation: Relation) -> int | None:
        return next(self.all(relation), None)


def _matches(
    relations: Sequence[Relation], gold: Sequence[Relation], matcher: RelationMatcher, once: bool
) -> tuple[int | None, ...]:
    """For each relation the first equal gold relation; `once`: the first that no earlier relation has."""
    positions = _Positions(matcher, gold)
    taken: set[int] = set()
    found = []
    for relation in relations:
        match = next((position for position in positions.all(relation) if position not in taken), None)
        found.append(match)
        if once and match is not None:
            taken.add(match)
    return tuple(found)


def _codes(
    relations: Sequence[Relation], gold: Sequence[Relation], matcher: RelationMatcher
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both sequences as numbers, for a distance that compares symbols.

    Equality of relations is not transitive, so a relation of either text takes the number of the first relation of the
    text that it equals. Published figures are computed in this way.
    """
    positions = _Positions(matcher)
    codes: list[int] = []
    for number, relation in enumerate(relations):
        first = positions.first(relation)
        codes.append(number if first is None else codes[first])
        positions.add(relation)
    gold_codes = []
    for number, relation in enumerate(gold, start=len(relations)):
        first = positions.first(relation)
        gold_codes.append(number if first is None else codes[first])
    return tuple(codes), tuple(gold_codes)
