"""A template for any domain, from its description alone: a paragraph per kind of entity, with its most unusual values.

"For Oslo, the highest temperature was 31 degrees and the rain was 1 millimetre." "Ann Lee (home) had 12 goals and 3
assists. The position was striker."
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import inf
from statistics import fmean, pstdev
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.tables.domain import Domain, Kind, numbered
from boxscribe.tables.table import Record, Table
from boxscribe.tables.validate import DECIMAL
from boxscribe.text import CONVENTIONS, PARAGRAPH, tokenise
from boxscribe.writing.template.parts import Phrase, Subject, Token, enumeration, fill, plain, subjects
from boxscribe.writing.template.wording import wording_of

# Limits that keep a story short: kinds of a table, entities of a kind, values of an entity.
KINDS, ENTITIES, VALUES = 5, 8, 6
LONGEST_NUMBER = 15  # digits that a float holds exactly; longer ones are codes, not figures


class Candidate(NamedTuple):
    """A record that a sentence may state."""

    record: Record
    deviation: float  # from the mean of its type, in standard deviations; negative for a low count


def compose(table: Table, domain: Domain) -> Phrase:
    """The tokens of the table's story."""
    if not table.entities:
        raise InputError(
            f"table '{table.id}' has no entities, so there is nothing to write about; give it at least one"
        )
    known = dict.fromkeys([*domain.kinds, *(entity.kind for entity in table.entities)])
    groups = [(domain.kinds.get(kind), subjects(table, domain, kind)) for kind in known]
    fewest_first = sorted((group for group in groups if group[1]), key=lambda group: len(group[1]))
    paragraphs = [_paragraph(kind, group) for kind, group in fewest_first[:KINDS]]
    return [token for paragraph in paragraphs for token in (Token(PARAGRAPH), *paragraph)][1:]


def _paragraph(kind: Kind | None, group: Sequence[Subject]) -> Phrase:
    """The most unusual entities of a kind, in the order of the table; entities without values come last."""
    selected = _selected(kind, group)
    deviation = {number: max((one.deviation for one in found), default=-inf) for number, found in selected.items()}
    foremost = sorted(group, key=lambda subject: -deviation[subject.number])[:ENTITIES]
    chosen = sorted(foremost, key=lambda subject: subject.number)
    phrase: Phrase = []
    for subject in chosen:
        if selected[subject.number]:
            phrase += _sentences(subject, kind, selected[subject.number])
    empty = [_name(subject) for subject in chosen if not selected[subject.number]]
    return phrase + _sentence("No details are known about {empty?}", empty=enumeration(empty)) if empty else phrase


# ---------------------------------------------------------------------------------------------- content selection


def _selected(kind: Kind | None, group: Sequence[Subject]) -> Mapping[int, Sequence[Candidate]]:
    """For each entity, by its number, its most unusual values, in the order of the description."""
    records_of = {subject.number: _informative(subject, kind) for subject in group}
    by_type: dict[str, list[float]] = {}
    for record in (record for records in records_of.values() for record in records):
        if (figure := _figure(record)) is not None:
            by_type.setdefault(record.type, []).append(figure)
    # Of two figures neither is unusual: both are one deviation from their mean.
    usual = {type: (fmean(figures), pstdev(figures)) for type, figures in by_type.items() if len(figures) > 2}

    def deviation(record: Record) -> float:
        figure = _figure(record)
        mean, spread = usual.get(record.type, (0.0, 0.0))
        if figure is None or not spread:
            return 0.0
        distance = round((figure - mean) / spread, 6)  # rounded, so that equal figures tie
        # A low count is not worth a sentence, but a low measurement (the coldest place) is.
        return distance if wording_of(record.type, kind).counts else abs(distance)

    order = {type: place for place, type in enumerate(kind.types if kind else ())}

    def place(record: Record) -> int:
        return order.get(record.type, order.get(numbered(record.type), len(order)))

    selected = {}
    for number, records in records_of.items():
        candidates = [Candidate(record, deviation(record)) for record in sorted(records, key=place)]
        foremost = sorted(range(len(candidates)), key=lambda at: -candidates[at].deviation)[:VALUES]
        selected[number] = [candidates[at] for at in sorted(foremost)]
    return selected


def _informative(subject: Subject, kind: Kind | None) -> list[Record]:
    """The records that are not part of the name and whose value is neither missing nor omitted by the description."""
    records = []
    for record in subject.entity.records:
        about = kind.type(record.type) if kind else None
        omitted = record.value in subject.domain.missing or (about and record.value in about.omit)
        if record.value.strip() and not omitted and not (kind and record.type in kind.name):
            records.append(record)
    return records


def _figure(record: Record) -> float | None:
    is_figure = len(record.value) <= LONGEST_NUMBER and DECIMAL.fullmatch(record.value)
    return float(record.value) if is_figure else None


# ------------------------------------------------------------------------------------------------------ realisation


def _sentences(subject: Subject, kind: Kind | None, candidates: Sequence[Candidate]) -> Phrase:
    """Amounts in one sentence with the entity's name, statements in a second one; or statements with the name alone."""
    amounts: list[Phrase] = []
    statements: list[Phrase] = []
    for type, records in groupby((candidate.record for candidate in candidates), key=lambda record: record.type):
        wording = wording_of(type, kind)
        values = [_value(subject, record, wording.after(record.value)) for record in records]
        if wording.counts:
            amounts += values
        else:
            statements.append(_in_tokens(wording.before, subject.domain) + enumeration(values))
    phrase: Phrase = []
    if amounts:
        phrase += _sentence("{name?} had {amounts}", name=_name(subject), amounts=enumeration(amounts))
    if amounts and statements:
        phrase += _sentence("{statements?}", statements=enumeration(statements))
    elif statements:
        phrase += _sentence("For {name?} , {statements}", name=_name(subject), statements=enumeration(statements))
    return phrase


def _value(subject: Subject, record: Record, after: str) -> Phrase:
    """A value, the words after it, and in brackets the features that only this record has."""
    own = {name: value for name, value in record.features.items() if subject.entity.features.get(name) != value}
    value = subject.copy(record.type, record.value) + _in_tokens(after, subject.domain)
    return value + _bracketed(own, subject.domain)


def _name(subject: Subject) -> Phrase:
    return subject.name() + _bracketed(subject.entity.features, subject.domain)


def _bracketed(features: Mapping[str, str], domain: Domain) -> Phrase:
    """Features in brackets: the side alone, "( home )", others with their label, "( hour of the day 12 )"."""
    texts = (
        value if name == domain.side else f"{domain.features[name].label} {value}"
        for name, value in features.items()
        if name in domain.features
    )
    parts = [_in_tokens(text, domain) for text in texts]
    return fill("( {parts} )", parts=enumeration(parts)) if parts else []


def _in_tokens(text: str, domain: Domain) -> Phrase:
    return plain(tokenise(text, CONVENTIONS[domain.convention]))


def _sentence(pattern: str, **about: Phrase) -> Phrase:
    """Capitalise the first word unless it was copied, and add a full stop unless a value ends with one."""
    first, *rest = fill(pattern, **about)
    if first.source is None and first.word.islower():
        first = Token(first.word.capitalize())
    end = [] if [first, *rest][-1].word.endswith((".", "!", "?")) else plain(".")
    return [first, *rest, *end]
