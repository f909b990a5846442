"""Sentences that a user gives, and that a story keeps as they are: each is checked, and stands where its facts stood.

A kept sentence is a sentence of the plan without facts: what it states is taken out of the plan, so that it is not
stated twice, and the model reads it like all that is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence, records_of
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, tokenise
from boxscribe.text.numbers import to_words
from boxscribe.text.sentences import STOPS, sentences
from boxscribe.text.tokens import detokenise, straighten
from boxscribe.writing.acceptance import Check
from boxscribe.writing.story import Story

OPTION = "--keep"
_LONGEST = 100  # words of a kept sentence


class KeptSentence(NamedTuple):
    """A sentence that is written as it is."""

    tokens: tuple[str, ...]
    facts: tuple[PlannedFact, ...]  # that it states


class PlanToKeep(NamedTuple):
    """A plan, and which of its sentences are kept ones, by their numbers."""

    plan: Plan
    kept: Mapping[int, KeptSentence]


@dataclass(slots=True)
class _Item:
    """A sentence of the plan that is being made."""

    facts: PlannedSentence
    begins_paragraph: bool
    kept: KeptSentence | None = None


def keep_sentences(texts: Sequence[str], plan: Plan, table: Table, domain: Domain, check: Check) -> PlanToKeep:
    """The plan with given sentences, each where the first of its facts stood, or at the end.

    A text that is no sentence, or claims what table and season do not support, is an InputError.
    """
    items = [_Item(facts, number in plan.paragraphs) for number, facts in enumerate(plan.sentences)]
    for text in texts:
        _keep(items, read_kept(text, table, domain, check))
    kept = {number: item.kept for number, item in enumerate(items) if item.kept is not None}
    paragraphs = frozenset(number for number, item in enumerate(items) if item.begins_paragraph and number)
    return PlanToKeep(Plan(tuple(item.facts for item in items), paragraphs), kept)


def place_sentences(texts: Mapping[int, str], plan: Plan, domain: Domain) -> PlanToKeep:
    """The plan whose sentences of these numbers are given. They are not checked: what is said before them decides
    whether they are true, and is not written yet. The facts that were planned for them are what they state."""
    for number in texts:
        if not 0 <= number < len(plan.sentences):
            raise InputError(f"given: the plan has no sentence {number}; it has {len(plan.sentences)}, counted from 0")
    if len(texts) == len(plan.sentences):
        raise InputError("given: all sentences are given, so there is nothing to write; leave one out")
    kept = {
        number: KeptSentence(_sentence_of(text, domain, "given"), plan.sentences[number])
        for number, text in texts.items()
    }
    left = tuple(() if number in kept else facts for number, facts in enumerate(plan.sentences))
    return PlanToKeep(Plan(left, plan.paragraphs), kept)


def read_kept(text: str, table: Table, domain: Domain, check: Check) -> KeptSentence:
    """A given sentence with the facts that it states; an InputError if it may not be kept."""
    tokens = _sentence_of(text, domain, OPTION)
    verdicts = check(tokens, table)
    for verdict in verdicts:
        if verdict.status is not VerdictStatus.SUPPORTED:
            shown = _shown(text, OPTION)
            raise InputError(f"{shown} cannot be kept: {_fault(verdict, tokens)}; correct it")
    return KeptSentence(tokens, tuple(_stated(tokens, verdicts, table)))


def _sentence_of(text: str, domain: Domain, option: str) -> tuple[str, ...]:
    """The words of a text that is one sentence."""
    tokens = tuple(tokenise(straighten(text), CONVENTIONS[domain.convention]))
    shown = _shown(text, option)
    if not any(map(str.isalnum, "".join(tokens))):
        raise InputError(f"{shown} has no words; give a sentence")
    if len(tokens) > _LONGEST:
        raise InputError(f"{shown} has {len(tokens):,} words, and {_LONGEST} are allowed; give several sentences")
    if tokens[-1] not in STOPS:
        raise InputError(f"{shown} does not end with a full stop; complete the sentence")
    if len(sentences(tokens)) > 1 or any(token in STOPS for token in tokens[:-1]):
        raise InputError(f"{shown} is more than one sentence; give {option} for each")
    return tokens


def _shown(text: str, option: str) -> str:
    return f'{option}: "{" ".join(text.split()):.60}"'


def with_kept(story: Story, kept: Mapping[int, KeptSentence]) -> Story:
    """The story whose outline has what its kept sentences state."""
    if not kept:
        return story
    numbers = {entity.id: number for number, entity in enumerate(story.table.entities)}
    outline = list(story.outline)
    for number, sentence in kept.items():
        outline[number] = tuple((numbers[fact.entity], fact.type) for fact in sentence.facts)
    return replace(story, outline=tuple(outline))


def _fault(verdict: Verdict, tokens: Sequence[str]) -> str:
    claimed = detokenise(tokens[verdict.start : verdict.end])
    about = f" of {verdict.subject}" if verdict.subject else ""
    if verdict.status is VerdictStatus.CONTRADICTED:
        return f"'{claimed}'{about} is false" + (f", and {verdict.expected} is true" if verdict.expected else "")
    if verdict.status is VerdictStatus.UNKNOWN:
        return f"what '{claimed}'{about} states cannot be checked by table and season"
    return f"neither table nor season supports '{claimed}'{about}"


def _stated(tokens: Sequence[str], verdicts: Sequence[Verdict], table: Table) -> list[PlannedFact]:
    """The facts that prove the claims of a sentence and whose values stand in it: the scores that prove a result need
    not be stated."""
    cells = {cell for verdict in verdicts for cell in verdict.cells}
    text = f" {' '.join(tokens).lower()} "
    return [
        PlannedFact(entity.id, record.type, record.value)
        for entity in table.entities
        for record in records_of(entity)
        if (entity.id, record.type) in cells and any(f" {form.lower()} " in text for form in _forms(record.value))
    ]


def _forms(value: str) -> list[str]:
    return [value, to_words(int(value))] if value.isdecimal() and len(value) < 6 else [value]


def _keep(items: list[_Item], kept: KeptSentence) -> None:
    """Put a sentence where the first of its facts stands, and take its facts out."""
    stated = {*kept.facts}
    place = next((at for at, item in enumerate(items) if not stated.isdisjoint(item.facts)), len(items))
    begins = place < len(items) and items[place].begins_paragraph
    rest: list[_Item] = []
    for at, item in enumerate(items):
        if at == place:
            rest.append(_Item((), begins, kept))
        left = tuple(fact for fact in item.facts if fact not in stated)
        if left or not item.facts:  # else all of it is stated
            rest.append(_Item(left, item.begins_paragraph and at != place, item.kept))
    items[:] = rest if place < len(items) else [*rest, _Item((), False, kept)]
