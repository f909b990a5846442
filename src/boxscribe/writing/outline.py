"""The plan beside its story: which words each planned sentence has, and what it was to state."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from boxscribe.derived import derive
from boxscribe.planning.plan import records_of
from boxscribe.tables.labels import label_of
from boxscribe.text import PARAGRAPH
from boxscribe.text.sentences import STOPS
from boxscribe.writing.story import Story
from boxscribe.writing.verified import Origin

EXPLAINED = {
    Origin.BEST: "the model's best sentence; the checker supports it",
    Origin.LOWER: "the model's best sentence was refused; this is the next one",
    Origin.SHORTENED: "the model's sentence without the words after its last fact",
    Origin.AGAIN: "searched again without the words that were refused",
    Origin.FIXED: "a fixed sentence: the model does not read these facts, or all that it wrote was refused",
    Origin.KEPT: "given, and kept as it is",
    Origin.LEFT_OUT: "left out, because nothing that was tried is supported",
}


class PlannedFacts(NamedTuple):
    """What a sentence was to state about an entity."""

    entity: int  # its number in `table.entities`
    facts: tuple[tuple[str, str], ...]  # label and value of each


class OutlineSentence(NamedTuple):
    """A planned sentence; `story.tokens[start:end]` are its words, none if it was left out."""

    start: int
    end: int
    origin: str  # empty where sentences were not verified
    explained: str
    facts: tuple[PlannedFacts, ...]
    cells: tuple[tuple[int, str], ...]


def outline_of(story: Story) -> list[OutlineSentence]:
    """The sentences of the plan that a story follows; none for a story without one."""
    spans = _spans(story)
    story = replace(story, table=derive(story.table, story.domain))
    found = []
    for number, cells in enumerate(story.outline):
        origin = story.origins[number] if story.origins else ""
        start, end = (0, 0) if origin == Origin.LEFT_OUT else next(spans, (0, 0))
        explained = EXPLAINED[Origin(origin)] if origin else ""
        found.append(OutlineSentence(start, end, origin, explained, _facts(story, cells), cells))
    return found


def _spans(story: Story) -> Iterator[tuple[int, int]]:
    """The words of each sentence that was written."""
    start = 0
    for end, token in enumerate(story.tokens, 1):
        if token == PARAGRAPH:
            start = end
        elif token in STOPS:
            yield start, end
            start = end
    if start < len(story.tokens):
        yield start, len(story.tokens)


def _facts(story: Story, cells: tuple[tuple[int, str], ...]) -> tuple[PlannedFacts, ...]:
    found = []
    for entity, own in groupby(cells, key=lambda cell: cell[0]):
        owner = story.table.entities[entity]
        values = {record.type: record.value for record in records_of(owner)}
        kind = story.domain.kinds.get(owner.kind)
        labels = ((_label(story, type) or label_of(type, kind), values.get(type, "")) for _, type in own)
        found.append(PlannedFacts(entity, tuple(labels)))
    return tuple(found)


def _label(story: Story, type: str) -> str:
    declared = story.domain.derived.get(type)
    return declared.label if declared is not None else ""
