"""A story: the text of a table, and a trace that says where each of its words came from."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from textwrap import shorten
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text.tokens import PARAGRAPH, detokenise


class Source(NamedTuple):
    """A cell of the table that a word came from."""

    entity: int  # its number in `table.entities`
    type: str  # the record type
    weight: float  # its share of the word's probability


@dataclass(frozen=True, slots=True)
class Word:
    """Where a word of a story came from."""

    gate: float  # z_t, the probability of copying
    copied: float  # the share of this word's probability that came from copying
    sources: tuple[Source, ...]  # the cells that it was copied from, by falling weight; tiny weights are left out


@dataclass(frozen=True, slots=True)
class Trace:
    """The decoder's attention and memory at each word, for the t words of a story and the k entities of its table."""

    words: tuple[Word, ...]  # (t)
    entities: NDArray[np.float32] = field(repr=False)  # (t, k) Ψ_{t,k}; (0, 0) for an author without attention
    update_rate: NDArray[np.float32] = field(repr=False)  # (t, k) mean of δ_{t,k}: the share of a memory replaced


@dataclass(frozen=True, repr=False)
class Story:
    """The text of a table, as an author has written it.

    >>> story = boxscribe.load("template").write(next(boxscribe.simulate("rotowire", seed=1)))
    >>> story
    <Story 10_25_15-Surveyors-Prospectors: 208 words, "The Tucson Surveyors (1-0) defeated the …">
    >>> print(story.text)
    The Tucson Surveyors (1-0) defeated the Bridgeport Prospectors (0-1) 96-91. J.T. Osborne scored 27 points ...
    >>> source = story.trace.words[1].sources[0]
    >>> story.tokens[1], story.table.entities[source.entity].name, source.type
    ('Tucson', 'Tucson Surveyors', 'TEAM-CITY')
    """

    table: Table
    domain: Domain
    tokens: Sequence[str]
    trace: Trace
    score: float = 0.0  # log p of the text under the model that wrote it
    plan: tuple[tuple[int, str], ...] = ()  # the planned cells in order: the entity's number, the record type
    outline: tuple[tuple[tuple[int, str], ...], ...] = ()  # the same cells, sentence by sentence, of a followed plan
    origins: tuple[str, ...] = ()  # where each planned sentence comes from; see `writing.verified`

    @cached_property
    def text(self) -> str:
        """Plain English; an empty line separates paragraphs."""
        return detokenise(self.tokens)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        words = sum(token != PARAGRAPH for token in self.tokens)
        return f'<Story {self.table.id}: {words} words, "{shorten(self.text, 44, placeholder=" …")}">'

    def _repr_html_(self) -> str:
        """The text in colours and the box score, for a notebook."""
        from boxscribe.writing.page import fragment

        return fragment(self)


NO_ATTENTION: NDArray[np.float32] = np.zeros((0, 0), np.float32)
NOT_COPIED = Word(gate=0.0, copied=0.0, sources=())


def with_breaks(story: Story, breaks: Sequence[int]) -> Story:
    """The story with a paragraph mark before each of the tokens at these positions."""
    if not breaks:
        return story
    tokens, words, trace = list(story.tokens), list(story.trace.words), story.trace
    for at in sorted(breaks, reverse=True):
        tokens.insert(at, PARAGRAPH)
        if words:
            words.insert(at, NOT_COPIED)
    attention = (
        np.insert(by_entity, sorted(breaks), 0, axis=0) if len(by_entity) else by_entity
        for by_entity in (trace.entities, trace.update_rate)
    )
    return replace(story, tokens=tuple(tokens), trace=Trace(tuple(words), *attention))
