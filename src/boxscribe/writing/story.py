"""A story, and what stands behind each of its words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text.tokens import detokenise


class Source(NamedTuple):
    """A cell of the table that a word came from."""

    entity: int  # its number in `table.entities`
    type: str  # the record type
    weight: float  # its share of the word's probability


@dataclass(frozen=True, slots=True)
class Word:
    """Where a word of a story came from."""

    gate: float  # z_t, the probability to copy whatever word
    copied: float  # the share of this word's probability that came from copying
    sources: tuple[Source, ...]  # the cells that it was copied from, heaviest first, without the lightest


@dataclass(frozen=True, slots=True)
class Trace:
    """What the model did while it wrote; t words, k entities of the table."""

    words: tuple[Word, ...]  # (t)
    entities: NDArray[np.float32] = field(repr=False)  # (t, k) Ψ_{t,k}; (0, 0) where the writer has no attention
    update_rate: NDArray[np.float32] = field(repr=False)  # (t, k) mean of δ_{t,k}: how much of a memory was replaced


@dataclass(frozen=True)
class Story:
    """The text of a table."""

    table: Table
    domain: Domain
    tokens: Sequence[str]
    trace: Trace
    score: float = 0.0  # log p of the text under the model that wrote it

    @cached_property
    def text(self) -> str:
        """Plain English; paragraphs are separated by an empty line."""
        return detokenise(self.tokens)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from boxscribe.writing.page import fragment

        return fragment(self)


NO_ATTENTION: NDArray[np.float32] = np.zeros((0, 0), np.float32)
