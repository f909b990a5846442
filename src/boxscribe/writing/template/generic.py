"""A template for any domain, from its description alone: what sets each entity apart, a paragraph for each kind.

"For Oslo, the highest temperature was 31 degrees and the rain was 1 millimetre." "Ann Lee (home) had 12 goals and 3
assists. The position was striker."
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import inf
from statistics import fmean, pstdev
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.tables.check import DECIMAL
from boxscribe.tables.domain import Domain, Kind, numbered
from boxscribe.tables.table import Record, Table
from boxscribe.text import CONVENTIONS, PARAGRAPH, tokenise
from boxscribe.writing.template.parts import Phrase, Subject, Told, fill, listed, plain, subjects
from boxscribe.writing.template.wording import wording_of

# A story, not a book: kinds of a table, entities of a kind and values of an entity that are told at most.
KINDS, ENTITIES, VALUES = 5, 8, 6
LONGEST_NUMBER = 15  # digits that a float holds exactly; longer ones are codes, not figures


class Finding(NamedTuple):
    """A value worth telling."""

    record: Record
    apart: float  # its distance from the mean of its kind, in standard deviations; less of a count is negative


def tell(table: Table, domain: Domain) -> Phrase:
    """The words of the table's story."""
    if not table.entities:
        raise InputError(f"table '{table.id}' has no entities, so there is nothing to tell; give it at least one")
    known = dict.fromkeys([*domain.kinds, *(entity.kind for entity in table.entities)])
    groups = [(domain.kinds.get(kind), subjects(table, domain, kind)) for kind in known]
    fewest_first = sorted((group for group in groups if group[1]), key=lambda group: len(group[1]))
    paragraphs = [_paragraph(kind, group) for kind, group in fewest_first[:KINDS]]
    return [told for paragraph in paragraphs for told in (Told(PARAGRAPH), *paragraph)][1:]


def _paragraph(kind: Kind | None, group: Sequence[Subject]) -> Phrase:
    """The entities of a kind that stand out most, in the order of the table; those without any value come last."""
    findings = _findings(kind, group)
    apart = {number: max((one.apart for one in found), default=-inf) for number, found in findings.items()}
    foremost = sorted(group, key=lambda subject: -apart[subject.number])[:ENTITIES]
    chosen = sorted(foremost, key=lambda subject: subject.number)
    phrase: Phrase = []
    for subject in chosen:
        if findings[subject.number]:
            phrase += _sentences(subject, kind, findings[subject.number])
    idle = [_called(subject) for subject in chosen if not findings[subject.number]]
    return phrase + _sentence("No details are known about {idle}", idle=listed(idle)) if idle else phrase


# ------------------------------------------------------------------------------------------------ which values


def _findings(kind: Kind | None, group: Sequence[Subject]) -> Mapping[int, Sequence[Finding]]:
    """For each entity, by its number, the values that set it apart most, in the order of the description."""
    told = {subject.number: _told_records(subject, kind) for subject in group}
    by_type: dict[str, list[float]] = {}
    for record in (record for records in told.values() for record in records):
        if (figure := _figure(record)) is not None:
            by_type.setdefault(record.type, []).append(figure)
    # Of two figures neither stands out: both are one deviation from their mean.
    usual = {type: (fmean(figures), pstdev(figures)) for type, figures in by_type.items() if len(figures) > 2}

    def apart(record: Record) -> float:
        figure = _figure(record)
        mean, deviation = usual.get(record.type, (0.0, 0.0))
        if figure is None or not deviation:
            return 0.0
        more = round((figure - mean) / deviation, 6)  # rounded, so that equals are equal
        # To have scored little is no news, but to be the coldest place is.
        return more if wording_of(record.type, kind).counts else abs(more)

    order = {type: place for place, type in enumerate(kind.types if kind else ())}

    def place(record: Record) -> int:
        return order.get(record.type, order.get(numbered(record.type), len(order)))

    findings = {}
    for number, records in told.items():
        described = [Finding(record, apart(record)) for record in sorted(records, key=place)]
        foremost = sorted(range(len(described)), key=lambda at: -described[at].apart)[:VALUES]
        findings[number] = [described[at] for at in sorted(foremost)]
    return findings


def _told_records(subject: Subject, kind: Kind | None) -> list[Record]:
    """The records that are no part of the name and have a value that says something."""
    records = []
    for record in subject.entity.records:
        about = kind.type(record.type) if kind else None
        says_nothing = record.value in subject.domain.missing or (about and record.value in about.omit)
        if record.value.strip() and not says_nothing and not (kind and record.type in kind.name):
            records.append(record)
    return records


def _figure(record: Record) -> float | None:
    is_figure = len(record.value) <= LONGEST_NUMBER and DECIMAL.fullmatch(record.value)
    return float(record.value) if is_figure else None


# ------------------------------------------------------------------------------------------------ in which words


def _sentences(subject: Subject, kind: Kind | None, findings: Sequence[Finding]) -> Phrase:
    """What was counted in one sentence with the entity's name, the rest in a second one, or in one where it is all."""
    amounts: list[Phrase] = []
    statements: list[Phrase] = []
    for type, records in groupby((found.record for found in findings), key=lambda record: record.type):
        wording = wording_of(type, kind)
        said = [_said(subject, record, wording.after(record.value)) for record in records]
        if wording.counts:
            amounts += said
        else:
            statements.append(_in_tokens(wording.before, subject.domain) + listed(said))
    phrase: Phrase = []
    if amounts:
        phrase += _sentence("{called} had {amounts}", called=_called(subject), amounts=listed(amounts))
    if amounts and statements:
        phrase += _sentence("{statements}", statements=listed(statements))
    elif statements:
        phrase += _sentence("For {called} , {statements}", called=_called(subject), statements=listed(statements))
    return phrase


def _said(subject: Subject, record: Record, after: str) -> Phrase:
    """A value, the words after it, and in brackets whatever is special about this one record."""
    own = {name: value for name, value in record.features.items() if subject.entity.features.get(name) != value}
    said = subject.copy(record.type, record.value) + _in_tokens(after, subject.domain)
    return said + _bracketed(own, subject.domain)


def _called(subject: Subject) -> Phrase:
    return subject.name() + _bracketed(subject.entity.features, subject.domain)


def _bracketed(features: Mapping[str, str], domain: Domain) -> Phrase:
    """Features in brackets: the side alone, "( home )", others with their label, "( hour of the day 12 )"."""
    told = (
        value if name == domain.side else f"{domain.features[name].label} {value}"
        for name, value in features.items()
        if name in domain.features
    )
    parts = [_in_tokens(words, domain) for words in told]
    return fill("( {parts} )", parts=listed(parts)) if parts else []


def _in_tokens(text: str, domain: Domain) -> Phrase:
    return plain(tokenise(text, CONVENTIONS[domain.convention]))


def _sentence(pattern: str, **about: Phrase) -> Phrase:
    """With a capital, where the first word is not the table's own, and a full stop, where no value has brought one."""
    first, *rest = fill(pattern, **about)
    if first.source is None and first.word.islower():
        first = Told(first.word.capitalize())
    end = [] if [first, *rest][-1].word.endswith((".", "!", "?")) else plain(".")
    return [first, *rest, *end]
