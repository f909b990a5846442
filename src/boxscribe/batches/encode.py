"""A table as ids: a row per word of each record's value, grouped by entity, and the text aligned with the rows.

A record whose value has several words ("Los Angeles") becomes a row per word, with the same entity, type and features,
so that every word can be copied. With `split_values` off a value is one word, as in the reference implementation, and a
value of several words can never be copied.

A value can be copied in each of its surface forms (`text.forms`): "six" is a copy of 6. A number word is a copy
wherever the table has its value. Tokens that mostly state no value, such as "a" and "second", are copies only where
`align` finds that they state one.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np

from boxscribe.batches.align import Fact, align
from boxscribe.batches.derived import feature_columns
from boxscribe.batches.planned_rows import PlannedRow, planned_rows
from boxscribe.batches.vocab import Columns, Ids
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Table
from boxscribe.text.forms import ONLY_ALIGNED, SurfaceForm, bit_mask, forms, value_of
from boxscribe.text.numbers import is_number, stated_numbers
from boxscribe.text.sentences import sentences

NOT_COPIED = NO_SIDE = NO_ROW = -1
HEAD = 5  # counts at the head of a packed example


class Numbering(Protocol):
    """What gives words their ids: a `Vocabulary`, or a `VocabularyBuilder` that makes one."""

    def ids(self, words: Iterable[str]) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Example:
    """One table and its text as ids. Rows are in the order of the table, so those of an entity are adjacent."""

    value: Ids  # (j) r_{j,1}
    type: Ids  # (j) r_{j,3}
    features: Ids  # (f, j) r_{j,4} … r_{j,L}
    entity: Ids  # (j) the entity k that the row belongs to
    word: Ids  # (j) the row's value, numbered within the table: equal numbers are equal words
    naming: Ids  # (j) 1 for a word of the entity's name
    forms: Ids  # (j) the surface forms in which the row's value can be copied, as a bit mask
    name: Ids  # (k) r_{j,2} of entity k
    kind: Ids  # (k) the entity's kind, in the order of the description
    side: Ids  # (k) the entity's side, numbered within the table; or −1
    target: Ids  # (t) y_t
    source: Ids  # (t) the `word` that y_t equals: it could be copied from all rows with this number; or −1
    form: Ids  # (t) the `SurfaceForm` of y_t if it is another form of a value of the table ("six"); or −1
    form_source: Ids  # (t) the `word` of this value ("6"): y_t could be copied from the rows that have the form; or −1
    about: Ids  # (t) the entity that y_t says something about, where `align` finds one; or −1
    fact: Ids  # (t) the `word` of the record that y_t verbalises, perhaps in other form ("six"); or −1
    fact_type: Ids  # (t) the type of this record, where `align` finds it, too; or −1
    number: Ids  # (t) 1 if y_t is a number, in digits or in words
    ends: Ids  # (t) 1 if y_t is the last word of a sentence
    plan: Ids  # (i) the rows that the text states, in the order of first mention, or those of a given plan
    plan_sentence: Ids  # (i) the sentence, counted from 0, that each of them is stated in
    whole: Ids  # (1) 1 if <eos> follows the last word; 0 for a partial text, whose end is unknown


def encode(
    table: Table,
    domain: Domain,
    numbering: Columns[Numbering],
    split_values: bool = True,
    whole: bool = True,
    plan: Plan | None = None,
) -> Example:
    """The ids of a table and its text, which is `whole` or a partial text.

    The plan of a text has the rows that its words state, names included. A plan that is given for a table without a
    text must have rows of the table alone (`UnknownFact`).
    """
    values: list[str] = []
    types: list[str] = []
    owners: list[int] = []
    naming: list[int] = []
    rows: list[int] = []  # how many, for each record
    of_record: dict[PlannedFact, list[int]] = {}
    for k, entity in enumerate(table.entities):
        names = name_types(entity, domain)
        for record in entity.records:
            words = words_of(record.value, split_values)
            own_rows = [*range(len(values), len(values) + len(words))]
            of_record.setdefault(PlannedFact(entity.id, record.type, record.value), own_rows)
            values += words
            types += [record.type] * len(words)
            owners += [k] * len(words)
            naming += [record.type in names] * len(words)
            rows.append(len(words))
    facts = align(table, domain) if table.tokens else []
    features = [
        np.repeat(_array(n.ids(column)), rows)
        for n, column in zip(numbering.features, feature_columns(table, domain), strict=True)
    ]
    row_forms = [forms_of_row(*row, domain) for row in zip(values, types, strict=True)]
    copyable = {(value, form) for value, row in zip(values, row_forms, strict=True) for form in row.values()}
    other_forms = _other_forms(table.tokens, facts, copyable)
    own: dict[str, int] = {}
    word = [own.setdefault(value, len(own)) for value in values]
    type_ids = numbering.type.ids(types)
    type_id = dict(zip(types, type_ids, strict=True))
    ends = _sentence_ends(table.tokens)
    if plan is None:
        planned = _first_mentions(facts, ends, zip(owners, values, types, strict=True))
    else:
        planned = planned_rows(plan, of_record, strict=not table.tokens)
    kinds = {kind: number for number, kind in enumerate(domain.kinds)}
    sides = [entity.features.get(domain.side, "") for entity in table.entities]
    side = {name: number for number, name in enumerate(sorted({*sides} - {""}))}
    return Example(
        value=_array(numbering.value.ids(values)),
        type=_array(type_ids),
        features=np.stack(features) if features else np.zeros((0, len(values)), np.int32),
        entity=_array(owners),
        word=_array(word),
        naming=_array(naming),
        forms=_array([bit_mask(row.values()) for row in row_forms]),
        name=_array(numbering.entity.ids(entity.name for entity in table.entities)),
        kind=_array([kinds[entity.kind] for entity in table.entities]),
        side=_array([side.get(name, NO_SIDE) for name in sides]),
        target=_array(numbering.target.ids(table.tokens)),
        source=_array([own.get(token, NOT_COPIED) for token in table.tokens]),
        form=_array([NOT_COPIED if other is None else other[1] for other in other_forms]),
        form_source=_array([NOT_COPIED if other is None else own[other[0]] for other in other_forms]),
        about=_array([fact.entity if fact and fact.value in own else NOT_COPIED for fact in facts]),
        fact=_array([own.get(fact.value, NOT_COPIED) if fact else NOT_COPIED for fact in facts]),
        fact_type=_array([type_id.get(fact.type, NOT_COPIED) if fact else NOT_COPIED for fact in facts]),
        number=_array([int(is_number(token)) for token in table.tokens]),
        ends=_array(ends),
        plan=_array([row for row, _ in planned]),
        plan_sentence=_array([sentence for _, sentence in planned]),
        whole=_array([int(whole)]),
    )


def _sentence_ends(tokens: Sequence[str]) -> list[int]:
    """1 for the last token of each sentence, 0 for all others."""
    return [int(at == len(sentence)) for sentence in sentences(tokens) for at in range(1, len(sentence) + 1)]


def _first_mentions(
    facts: Sequence[Fact | None], ends: Sequence[int], rows: Iterable[tuple[int, str, str]]
) -> list[PlannedRow]:
    """The rows that the tokens state, in the order of first mention, from the entity, value and type of each row. Where
    several rows fit a token, it is the first of them."""
    typed: dict[tuple[int, str, str], int] = {}
    for number, (entity, value, type) in enumerate(rows):
        for key in ((entity, value, type), (entity, value, "")):
            typed.setdefault(key, number)
    found: dict[int, int] = {}
    sentence = 0
    for fact, end in zip(facts, ends, strict=True):
        if fact is not None and (row := typed.get((fact.entity, fact.value, fact.type))) is not None:
            found.setdefault(row, sentence)
        sentence += end
    return [PlannedRow(row, sentence) for row, sentence in found.items()]


def words_of(value: str, split_values: bool) -> list[str]:
    """The words of a record's value, each of which becomes a row."""
    return value.split() if split_values else [value]


def forms_of_row(value: str, type: str, domain: Domain) -> Mapping[str, SurfaceForm]:
    """The surface forms in which a row can be copied: those of its value that its type, if it is derived, declares."""
    derived = domain.derived.get(type)
    return forms(value, None if derived is None else derived.forms)


def _other_forms(
    tokens: Sequence[str], facts: Sequence[Fact | None], copyable: Container[tuple[str, SurfaceForm]]
) -> list[tuple[str, SurfaceForm] | None]:
    """For each token the value of the table that it states in another form than the table's, and the form; or None."""
    numbers = {number.start for number in stated_numbers(tokens) if number.end == number.start + 1}
    found: list[tuple[str, SurfaceForm] | None] = []
    for at, (token, fact) in enumerate(zip(tokens, facts, strict=True)):
        other = value_of(token)
        if other is None or other not in copyable:
            found.append(None)
            continue
        value, form = other
        states = fact.value == value if fact is not None else form not in ONLY_ALIGNED and at in numbers
        found.append(other if states else None)
    return found


def pack(example: Example) -> Ids:
    """An example as one flat array: the counts of features, rows, entities, words and planned rows, then its parts."""
    head = [len(part) for part in (example.features, example.value, example.name, example.target, example.plan)]
    return np.concatenate([_array(head), *(getattr(example, part.name).ravel() for part in fields(Example))])


def unpack(flat: Ids) -> Example:
    """The inverse of `pack`; the parts are views of `flat`."""
    f, j, k, t, i = (int(size) for size in flat[:HEAD])
    sizes = {"features": f * j, "whole": 1} | dict.fromkeys(("name", "kind", "side"), k)
    sizes |= dict.fromkeys(("target", "source", "form", "form_source", "about", "fact", "fact_type"), t)
    sizes |= dict.fromkeys(("number", "ends"), t) | dict.fromkeys(("plan", "plan_sentence"), i)
    parts, at = {}, HEAD
    for part in fields(Example):
        size = sizes.get(part.name, j)
        parts[part.name] = flat[at : at + size]
        at += size
    parts["features"] = parts["features"].reshape(f, j)
    return Example(**parts)


def _array(values: list[int] | list[list[int]]) -> Ids:
    return np.asarray(values, np.int32)
