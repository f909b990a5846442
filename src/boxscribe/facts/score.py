"""How well an extractor tells what gold texts state, measured on the candidates of tables with texts.

precision: of the pairs that get a label other than NONE, the share whose label is one of the pair's types.
recall: of the pairs that have types, the share that gets one of them. It cannot reach 1, because a pair can have types
by chance: a number that is said of one player is often also some figure of another one in the sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boxscribe.facts.candidates import Candidates
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


def score_sentences(extractor: Extractor, sentences: Sequence[Candidates]) -> ExtractionScore:
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
        extractor, [found for table in tables for found in extractor.candidates(table.tokens, table)]
    )
