"""What a metric is: a `Family` counts something in each document and computes figures of the sums of its counts.

Counts of documents come first, figures of sums second. So a bootstrap interval or a paired test needs only other sums
of the same counts. A new metric is one subclass of `Family`, passed to `evaluate(…, metrics=[MyFamily(), "bleu"])`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from boxscribe.facts.relations import Relation
from boxscribe.scores.relation_matching import AlignedRelations, RelationMatcher, Version, align_relations
from boxscribe.tables.table import Table

Array = NDArray[np.float64]


class Need(Flag):
    """What a family needs besides the text and the table of a document."""

    NOTHING = 0
    GOLD_TEXT = auto()
    RELATIONS = auto()  # that the text states, from an extractor or a file
    CORRECTNESS = auto()  # whether the table confirms each of them; files do not say so
    GOLD_RELATIONS = auto()  # that the gold text states, from an extractor or a file


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one system about one game, and the gold text. What no chosen family needs is empty."""

    id: str  # of the game
    title: str  # of the game, for people
    text: str  # tokens, joined by blanks
    gold_text: str = ""
    relations: Sequence[Relation] = ()
    gold_relations: Sequence[Relation] = ()
    matcher: RelationMatcher = field(default_factory=RelationMatcher, repr=False)
    _aligned: dict[Version, AlignedRelations] = field(default_factory=dict, init=False, repr=False, compare=False)

    def aligned(self, version: Version) -> AlignedRelations:
        """The relations of both texts, matched; computed once."""
        if version not in self._aligned:
            found = align_relations(self.relations, self.gold_relations, self.matcher, version)
            self._aligned[version] = found
        return self._aligned[version]


class Family(ABC):
    """Metrics that are computed of the same counts."""

    name: ClassVar[str]  # as `--metrics` takes it
    labels: ClassVar[Mapping[str, str]]  # metric → as people read it, in the order of `figures`
    needs: ClassVar[Need] = Need.NOTHING

    @property
    def signature(self) -> str:
        """The name, with the settings on which the figures depend."""
        return self.name

    @abstractmethod
    def counts(self, document: Document, table: Table) -> Sequence[float]:
        """What is counted in a document: as many numbers for every document."""

    @abstractmethod
    def figures(self, sums: Array) -> Sequence[Array]:
        """Sums of counts over documents (…, counts) → a figure (…) for each metric of `labels`."""


def ratio(part: Array, whole: Array) -> Array:
    """part / whole; 0 where whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
