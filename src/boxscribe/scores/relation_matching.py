"""When two relations say the same: same type, same value, same entity, however the two texts put it.

In: the tables of a dataset, for the names in them; out: the test that content selection and content ordering share.
"""

from functools import cache
from typing import NamedTuple

from boxscribe.facts.mentions import NO_NUMBER, number_key
from boxscribe.facts.relations import Relation
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.text import to_number


class Key(NamedTuple):
    """What equal relations share, whatever they call the entity."""

    value: str
    type: str


class Equality:
    """Which entities two relations may call by different names.

    Players: one name contains the other ("James", "LeBron James"). Teams: both names are part of one full name
    ("Toronto", "Raptors"). A team is an entity that is the only one of its kind on its side: any part of its name
    means it. The rule is not transitive: "Los Angeles" is the Lakers and the Clippers.
    """

    def __init__(self) -> None:
        self._parts: set[str] = set()
        self._full: dict[str, None] = {}
        self._known: dict[tuple[str, str], bool] = {}

    def learn(self, table: Table, domain: Domain) -> None:
        """Take the names of the teams of one more table."""
        for entity in _alone_on_their_side(table, domain):
            parts = [value for type in name_types(entity, domain) for value in entity.values(type)]
            full = " ".join(parts)
            if len(parts) > 1 and full not in self._full:
                self._parts.update(parts)
                self._full[full] = None
                self._known.clear()

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

    def same(self, one: Relation, other: Relation) -> bool:
        return key(one) == key(other) and self.same_entity(one.entity, other.entity)


def key(relation: Relation) -> Key:
    return Key(_value(relation.value), relation.type)


@cache
def _value(said: str) -> str:
    """A value in one form: "five" is 5; what has no number in it ("homered") is a fact without a number."""
    number = to_number(said)
    if number is not None:
        return str(number)
    return number_key(said) or (said if any(map(str.isdigit, said)) else NO_NUMBER)


def _alone_on_their_side(table: Table, domain: Domain) -> list[Entity]:
    """The entities that share their kind and their side with no other; none where a domain has no sides."""
    if not domain.side:
        return []
    by_place: dict[tuple[str, str], list[Entity]] = {}
    for entity in table.entities:
        if domain.side in entity.features:
            by_place.setdefault((entity.kind, entity.features[domain.side]), []).append(entity)
    return [entities[0] for entities in by_place.values() if len(entities) == 1]
