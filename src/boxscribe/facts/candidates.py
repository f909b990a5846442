"""Candidate relations: every pair of an entity mention and a value mention of a sentence.

In: the tokens of a text and its table; out: the sentences that have candidates. Each pair has the record types under
which the table has this value for this entity; none if the table does not have it. The pairs of gold texts with these
types are the extractor's training examples (distant supervision), so no annotation is needed.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.facts.labels import can_have
from boxscribe.facts.number_rules import NO_RULES, NumberContext, NumberRules
from boxscribe.facts.values import ValueMention, find_values, number_key
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import EntityLinker, Gazetteer, Mention
from boxscribe.tables.table import Entity, Table
from boxscribe.text import sentences

_LONGEST = 120  # tokens; longer sentences are cut, so that the number of pairs is linear in the length of the text


class CandidatePair(NamedTuple):
    """A pair of mentions of one sentence, by their positions in its lists."""

    mention: int
    value: int
    types: tuple[str, ...]  # the record types under which the table has the value, in the table's order


class CandidateSentence(NamedTuple):
    """A sentence with its mentions and their pairs, ordered by entity mention, then by value mention."""

    tokens: list[str]
    mentions: list[Mention]
    values: list[ValueMention]
    pairs: list[CandidatePair]
    number: int = 0  # of the sentence in the text, counted from 0; pieces of a long sentence share it


def candidates(
    tokens: Sequence[str], table: Table, domain: Domain, gazetteer: Gazetteer, rules: NumberRules = NO_RULES
) -> list[CandidateSentence]:
    """The sentences of a text that have candidates."""
    facts = _TableFacts(table, domain, rules)
    numbered = list(_cut(sentences(tokens)))
    linked = EntityLinker(table, domain, gazetteer).link([sentence for _, sentence in numbered])
    found = []
    for (number, sentence), mentions in zip(numbered, linked, strict=True):
        values = find_values(sentence, domain) if mentions else []
        starts = [mention.start for mention in mentions]
        contexts = rules.contexts(sentence, values)
        pairs = [
            CandidatePair(m, v, facts.types(mention.likeliest, value, context))
            for m, mention in enumerate(mentions)
            for v, (value, context) in enumerate(zip(values, contexts, strict=True))
            if not (value.action and _separated(mention, value, starts))
        ]
        if pairs:
            found.append(CandidateSentence(sentence, mentions, values, pairs, number))
    return found


def _cut(found: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Pieces of sentences, each with the number of its sentence."""
    for number, sentence in enumerate(found):
        for start in range(0, len(sentence), _LONGEST):
            yield number, sentence[start : start + _LONGEST]


def _separated(mention: Mention, value: ValueMention, starts: list[int]) -> bool:
    """Whether another mention is between the two; the action is then its entity's."""
    start, end = min(mention.end, value.end), max(mention.start, value.start)
    return bisect_left(starts, start) < bisect_left(starts, end)


class _TableFacts:
    """The facts of a table, by entity and value; an entity is indexed when it is first mentioned."""

    def __init__(self, table: Table, domain: Domain, rules: NumberRules) -> None:
        self._entities = table.entities
        self._domain = domain
        self._rules = rules
        self._types: dict[int, dict[str, list[tuple[str, Sequence[str] | None]]]] = {}
        self._actions = action_types(table, domain)

    def types(self, entity: int | None, value: ValueMention, context: NumberContext) -> tuple[str, ...]:
        """The types under which the table has a value for an entity."""
        if entity is None:
            return ()
        if value.action:
            known = self._actions.get(self._entities[entity].name, ())
            return tuple(type for type in value.action.roles.values() if type in known)
        if entity not in self._types:
            self._types[entity] = _numbers(self._entities[entity], self._domain, self._rules)
        types = self._types[entity].get(value.key, ())
        return tuple(type for type, cues in types if context.allows(type, cues))


def _numbers(entity: Entity, domain: Domain, rules: NumberRules) -> dict[str, list[tuple[str, Sequence[str] | None]]]:
    """Number → the types that have it, each with its cues."""
    found: dict[str, list[tuple[str, Sequence[str] | None]]] = defaultdict(list)
    kind = domain.kinds[entity.kind]
    for record in entity.records:
        described = kind.type(record.type)
        key = None if record.type in kind.name else number_key(record.value)
        if key is not None and (described.extract if described else can_have(entity.kind, record.type, domain)):
            found[key].append((record.type, rules.cues_of(record.type, described)))
    return found


def action_types(table: Table, domain: Domain) -> dict[str, set[str]]:
    """Full name → the types of the facts without a number that the table has."""
    found: dict[str, set[str]] = defaultdict(set)
    for action in domain.actions:
        for entity in table.entities:
            if all(entity.value(type) in values for type, values in action.where.items()):
                for role, type in action.roles.items():
                    for name in entity.values(role):
                        found[name].add(type)
    return found
