"""Plans of texts that exist: the facts that each sentence states, in the order of mention.

In: tables with texts; out: a `Plan` of each. Facts are found in one of two ways:

- by alignment (`batches.align`): numbers and names in agreement with the table, derived records among them. Where the
  text does not name the record type, it is the only type with this value, or else the one that an extractor predicts;
- by extractor: the relations of a trained extractor that the table confirms; within a sentence entity by entity, which
  is the order that content ordering (CO) compares. Derived records, which no extractor knows, follow by alignment.

A fact that a text states again is planned where it is first stated.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, get_args

from boxscribe.batches.align import Fact, align
from boxscribe.batches.derived import with_records
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.labels import NONE
from boxscribe.facts.values import number_key
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables.domain import Describe, Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Record, Table
from boxscribe.text import PARAGRAPH, sentences

Method = Literal["alignment", "extractor"]
METHODS: tuple[Method, ...] = get_args(Method)
_BATCH = 32  # texts whose relations are extracted together

Sentences = list[list[PlannedFact]]


def plans_of(
    tables: Iterable[Table],
    describe: Describe,
    by: Method = "alignment",
    extractor: Extractor | None = None,
    derive: Collection[str] | None = None,
) -> Iterator[tuple[Table, Plan]]:
    """Each table with the plan of its text; `by` extractor needs an extractor, alignment uses it for unnamed types.

    derive: the types of derived records that plans have; by default all that the tables have, by extractor none
    """
    remaining = iter(tables)
    while batch := list(islice(remaining, _BATCH)):
        extracted: Sequence[Sentences] = [[[] for _ in sentences(table.tokens)] for table in batch]
        if extractor is not None:
            extracted = _extracted(batch, extractor)
        for table, facts in zip(batch, extracted, strict=True):
            found = facts
            if by == "alignment" or derive:
                found = _aligned(table, describe(table.domain), facts, derive)
            if by == "extractor" and derive:
                derived = ([fact for fact in own if fact.type in derive] for own in found)
                found = [[*own, *more] for own, more in zip(facts, derived, strict=True)]
            yield table, _plan(table, found)


def _plan(table: Table, found: Sentences) -> Plan:
    stated: set[PlannedFact] = set()
    planned = []
    for facts in found:
        first = tuple(fact for fact in dict.fromkeys(facts) if fact not in stated)
        stated.update(first)
        planned.append(first)
    text = sentences(table.tokens)
    breaks = {number for number, before in enumerate(text[:-1], 1) if before[-1] == PARAGRAPH}
    return Plan(tuple(planned), frozenset(breaks))


def _extracted(tables: Sequence[Table], extractor: Extractor) -> list[Sentences]:
    """The relations of each sentence that the table confirms, as facts."""
    candidates = [extractor.candidates(table.tokens, table) for table in tables]
    predicted = iter(extractor.predict([sentence for found in candidates for sentence in found]))
    plans = []
    for table, found in zip(tables, candidates, strict=True):
        facts: Sentences = [[] for _ in sentences(table.tokens)]
        for sentence in found:
            for pair, label in zip(sentence.pairs, next(predicted), strict=True):
                type, entity = extractor.labels[label], sentence.mentions[pair.mention].likeliest
                if type != NONE and type in pair.types and entity is not None:
                    key = sentence.values[pair.value].key
                    facts[sentence.number] += _facts_with(table, entity, type, key)
        plans.append(facts)
    return plans


def _facts_with(table: Table, entity: int, type: str, key: str) -> list[PlannedFact]:
    """The first record of an entity with this type and number; none for a fact that is no record (an action)."""
    owner = table.entities[entity]
    same = (record.value for record in owner.records if record.type == type and number_key(record.value) == key)
    return [PlannedFact(owner.id, type, value) for value in islice(same, 1)]


def _aligned(table: Table, domain: Domain, extracted: Sentences, derive: Collection[str] | None) -> Sentences:
    """The facts that alignment finds, sentence by sentence; `extracted` helps where the type is not named."""
    types = {record.type for entity in table.entities for record in entity.derived} if derive is None else {*derive}
    types &= domain.derived.keys()
    extended = domain.extended(sorted(types)) if types else domain
    widened = with_records(table, extended)
    tokens = align(widened, extended)
    facts: Sentences = []
    start = 0
    for sentence, others in zip(sentences(table.tokens), extracted, strict=True):
        facts.append([])
        end = start + len(sentence)
        at = start
        while at < end:
            predicted = [fact for fact in others if fact not in facts[-1]]
            fact, length = _fact_at(widened, extended, tokens[at:end], predicted)
            if fact is not None:
                facts[-1].append(fact)
            at += length
        start = end
    return facts


def _fact_at(
    table: Table, domain: Domain, tokens: Sequence[Fact | None], predicted: Sequence[PlannedFact]
) -> tuple[PlannedFact | None, int]:
    """The fact whose value begins at the first token, if its type is known, and the number of its tokens."""
    first = tokens[0]
    if first is None:
        return None, 1
    entity = table.entities[first.entity]
    names = name_types(entity, domain)
    name_words = {word for type in names for value in entity.values(type) for word in value.split()}
    found: dict[int, list[Record]] = {}
    for record in entity.records:
        words = record.value.split()
        stated = [token.value for token in tokens[: len(words)] if token and token.entity == first.entity]
        if first.type in ("", record.type) and words == stated and words[0] not in name_words:
            found.setdefault(len(words), []).append(record)
    if not found:
        return None, 1
    longest = max(found)
    matching = list(dict.fromkeys(PlannedFact(entity.id, record.type, record.value) for record in found[longest]))
    of_cells = [fact for fact in matching if fact.type not in domain.derived]
    # An extractor predicts the facts of an entity in the order of their values: "4 - 7 3PT , 4 - 8 FT".
    likeliest = [fact for fact in predicted if fact in matching][:1]
    known = next((facts for facts in (matching, likeliest, of_cells) if len(facts) == 1), [None])
    return known[0], longest
