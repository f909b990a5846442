"""Which facts a sentence could state: every pair of somebody it names and something it tells.

In: a table and the sentences of a text, in order; out: pairs, each with the record types under which the table has this
value for this entity. No such type: the pair states nothing that the table knows. The pairs of gold texts with their
types are what the extractor learns from; nobody has to annotate anything.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.facts.mentions import Gazetteer, Span, Value, find_values, namings, number_key, plain
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table
from boxscribe.text import sentences

_CUE_WINDOW = 3  # a cue word must be among so many words behind a number: "three extra-base hits"
_LONGEST = 120  # tokens; a text without full stops is cut, so that the number of pairs grows as the text does


class Pair(NamedTuple):
    """A candidate: an entity mention and a value mention of one sentence, by number."""

    entity: int
    value: int
    types: tuple[str, ...]  # the record types that the table has for it, in the table's order


class Candidates(NamedTuple):
    """A sentence with its mentions and the pairs of them, by entity mention and then by value mention."""

    tokens: list[str]
    entities: list[Span]
    values: list[Value]
    pairs: list[Pair]


def candidates(tokens: Sequence[str], table: Table, domain: Domain, lexicon: Gazetteer) -> list[Candidates]:
    """The sentences of a text that hold candidates. `lexicon` has the names that can be mentioned beside the game's
    own; a lexicon of the published form (`extended`) stands alone."""
    facts = _Facts(table, domain)
    own = None if lexicon.extended else Gazetteer(facts.names)
    found = []
    for sentence in _cut(sentences(tokens)):
        entities = lexicon.find(sentence, own)
        meant = [facts.who(span.said(sentence)) for span in entities]
        values = find_values(sentence, domain) if entities else []
        if values:
            pairs = [
                Pair(m, v, facts.types(meant[m], value, sentence))
                for m, span in enumerate(entities)
                for v, value in enumerate(values)
                if not (value.action and _parted(span, value, entities))
            ]
            if pairs:
                found.append(Candidates(sentence, entities, values, pairs))
    return found


def _cut(found: list[list[str]]) -> Iterator[list[str]]:
    for sentence in found:
        for start in range(0, len(sentence), _LONGEST):
            yield sentence[start : start + _LONGEST]


def _parted(span: Span, value: Value, entities: list[Span]) -> bool:
    """Whether another entity stands between; what happened is then said of that one."""
    start, end = min(span.end, value.end), max(span.start, value.start)
    return any(start <= other.start < end and other != span for other in entities)


class _Facts:
    """What a table knows, by name and by value."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._entities = table.entities
        self._named: dict[int, int] = {}  # entity → when the text has named it last
        self._time = 0
        size = Counter(entity.kind for entity in table.entities)
        self.names: list[str] = []
        self._called: dict[str, dict[int, tuple[bool, int, int]]] = defaultdict(dict)
        for number, entity in enumerate(table.entities):
            for name, rank in namings(entity, domain):
                # A full name decides; else a team rather than one of its many players: "Washington", "Orlando".
                self.names.append(name)
                self._called[plain(name)].setdefault(number, (rank > 0, size[entity.kind], rank))
        self._types = [_values(entity, domain) for entity in table.entities]
        self._done = done(table, domain)

    def who(self, name: str) -> int | None:
        """The entity that a name means at this place of the text. Of several equals it is the one that was named most
        recently, or else, unless only a first name is said, the table's first."""
        called = self._called.get(plain(name))
        if not called:
            return None
        best = min(called.values())
        equals = [number for number, order in called.items() if order == best]
        first = equals[0] if len(equals) == 1 or best[-1] < 2 else None
        number = max((equal for equal in equals if equal in self._named), key=self._named.__getitem__, default=first)
        if number is not None:
            self._time += 1
            self._named[number] = self._time
        return number

    def types(self, number: int | None, value: Value, sentence: Sequence[str]) -> tuple[str, ...]:
        if number is None:
            return ()
        if value.action:
            known = self._done.get(self._entities[number].name, ())
            return tuple(type for type in value.action.roles.values() if type in known)
        following = sentence[value.end : value.end + _CUE_WINDOW]
        cued = self._types[number].get(value.key, ())
        return tuple(type for type, cues in cued if not cues or any(cue in following for cue in cues))


def _values(entity: Entity, domain: Domain) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Number → the types that have it, with the words that must follow it."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    kind = domain.kinds.get(entity.kind)
    if kind is None or not kind.name:
        return found
    for record in entity.records:
        about = kind.type(record.type)
        key = None if record.type in kind.name else number_key(record.value)
        if key is not None and (about is None or about.extract):
            found[key].append((record.type, about.cues if about else ()))
    return found


def done(table: Table, domain: Domain) -> dict[str, set[str]]:
    """Full name → the types of facts without a number that the table has."""
    found: dict[str, set[str]] = defaultdict(set)
    for action in domain.actions:
        for entity in table.entities:
            if all(entity.value(type) in values for type, values in action.where.items()):
                for role, type in action.roles.items():
                    for name in entity.values(role):
                        found[name].add(type)
    return found
