"""BLEU: n-grams that a text shares with its gold text.

BLEU = min(1, e^(1 − r/c)) · (p₁ p₂ p₃ p₄)^(1/4), where p_n is the share of the texts' n-grams that the gold texts have
as often, c the length of all texts and r that of all gold texts. One reference, case kept, no smoothing, tokens as they
are: what `multi-bleu.perl` prints, and `sacrebleu` with tokenize="none" and smooth_method="none".
"""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from boxscribe.scores.family import Array, Document, Family, Need
from boxscribe.tables.table import Table

ORDER = 4  # the longest n-grams


class Bleu(Family):
    """Counts: tokens, tokens of the gold text, matching n-grams for n = 1 … 4, n-grams for n = 1 … 4."""

    name = "bleu"
    labels: ClassVar = {"bleu": "BLEU"}
    needs = Need.GOLD_TEXT

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        text, gold = document.text.split(), document.gold_text.split()
        matching, total = [], []
        for n in range(1, ORDER + 1):
            own = _ngrams(text, n)
            matching.append((own & _ngrams(gold, n)).total())
            total.append(own.total())
        return len(text), len(gold), *matching, *total

    def figures(self, sums: Array) -> Sequence[Array]:
        """BLEU, 0 to 100."""
        length, gold = sums[..., 0], sums[..., 1]
        matching, total = sums[..., 2 : 2 + ORDER], sums[..., 2 + ORDER :]
        with np.errstate(divide="ignore"):  # log 0 = −∞, and e^−∞ = 0 is the BLEU of texts without any match
            precision = np.log(matching) - np.log(np.maximum(total, 1))
            brevity = np.minimum(0, 1 - gold / np.maximum(length, 1))
        return (100 * np.exp(precision.mean(axis=-1) + brevity),)


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))
