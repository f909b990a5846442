"""RG, CS and CO, the metrics of the relations (facts) that texts state.

- RG (relation generation): how many relations the text states, and how many of them the table confirms.
- CS (content selection): how many of its relations the gold text states, too, and how many of the gold text's it has.
- CO (content ordering): how similar the order is in which the two texts state their relations,
  1 − OSA / length of the longer sequence.

Each has two versions (`Version`), whose figures cannot be compared. RG takes relations as repeats if they are the same
word by word, CS and CO if they are equal (`RelationMatcher`): that is how published figures are computed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import OSA

from boxscribe.scores.family import Array, Document, Family, Need, ratio
from boxscribe.scores.relation_matching import Version
from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class RelationGeneration(Family):
    """Counts: relations, relations that the table confirms, documents."""

    version: Version = "dedup"

    name = "rg"
    labels: ClassVar = {"rg_count": "RG #", "rg_precision": "RG P %"}
    needs = Need.RELATIONS | Need.CORRECTNESS

    @property
    def signature(self) -> str:
        return f"{self.name} {self.version}"

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        relations = document.relations
        if self.version == "dedup":
            relations = list({relation[:3]: relation for relation in reversed(relations)}.values())  # the first of each
        return len(relations), sum(relation.correct for relation in relations), 1

    def figures(self, sums: Array) -> Sequence[Array]:
        """Correct relations per document, and their share in percent."""
        stated, correct, documents = np.moveaxis(sums, -1, 0)
        return ratio(correct, documents), 100 * ratio(correct, stated)


@dataclass(frozen=True, slots=True)
class ContentSelection(Family):
    """Counts: relations, relations that equal a gold relation, gold relations."""

    version: Version = "dedup"

    name = "cs"
    labels: ClassVar = {"cs_precision": "CS P %", "cs_recall": "CS R %", "cs_f1": "CS F1 %"}
    needs = Need.RELATIONS | Need.GOLD_RELATIONS

    @property
    def signature(self) -> str:
        return f"{self.name} {self.version}"

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        aligned = document.aligned(self.version)
        matched = sum(match is not None for match in aligned.matches)
        return len(aligned.relations), matched, len(aligned.gold)

    def figures(self, sums: Array) -> Sequence[Array]:
        """Precision, recall and F1 in percent."""
        stated, matched, gold = np.moveaxis(sums, -1, 0)
        return 100 * ratio(matched, stated), 100 * ratio(matched, gold), 100 * ratio(2 * matched, stated + gold)


@dataclass(frozen=True, slots=True)
class ContentOrdering(Family):
    """Counts: similarity of the order (0 to 1; 1 where both texts state nothing), documents."""

    version: Version = "dedup"
    count_blank_document: bool = False  # add a document in which both texts state nothing, as a published script does

    name = "co"
    labels: ClassVar = {"co": "CO %"}
    needs = Need.RELATIONS | Need.GOLD_RELATIONS

    @property
    def signature(self) -> str:
        return f"{self.name} {self.version}" + (" with a blank document" if self.count_blank_document else "")

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        aligned = document.aligned(self.version)
        return OSA.normalized_similarity(aligned.codes, aligned.gold_codes), 1

    def figures(self, sums: Array) -> Sequence[Array]:
        """The mean over documents in percent."""
        similarity, documents = np.moveaxis(sums, -1, 0)
        return (100 * ratio(similarity + self.count_blank_document, documents + self.count_blank_document),)
