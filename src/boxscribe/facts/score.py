"""Precision and recall of an extractor on the candidate pairs of gold texts.

precision: of the pairs with a predicted label other than NONE, the share whose label is one of the pair's types.
recall: of the pairs with types, the share whose predicted label is one of them. It cannot reach 1: a number that is
stated of one player often equals, by coincidence, a figure of another one in the sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boxscribe.facts.candidates import CandidateSentence
from boxscribe.facts.extractor import Extractor
from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class ExtractionScore:
    """Counts of pairs."""

    pairs: int
    predicted: int  # with a label other than NONE
    correct: int  # whose label is one of their types
    typed: int  # that have types

    @property
    def precision(self) -> float:
        return self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return self.correct / self.typed if self.typed else 0.0


def score_sentences(extractor: Extractor, sentences: Sequence[CandidateSentence]) -> ExtractionScore:
    """The score on candidate sentences."""
    pairs = predicted = correct = typed = 0
    for sentence, labels in zip(sentences, extractor.predict(sentences), strict=True):
        for pair, label in zip(sentence.pairs, labels, strict=True):
            pairs += 1
            predicted += label > 0
            typed += bool(pair.types)
            correct += label > 0 and extractor.labels[label] in pair.types
    return ExtractionScore(pairs, predicted, correct, typed)


def score_tables(extractor: Extractor, tables: Iterable[Table]) -> ExtractionScore:
    """The score on the texts of tables."""
    return score_sentences(
        extractor, [sentence for table in tables for sentence in extractor.candidates(table.tokens, table)]
    )
