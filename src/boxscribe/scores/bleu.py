"""BLEU of a document: the words of a text and of the gold text → counts that can be added up.

BLEU = min(1, e^(1 − r/c)) · (p₁ p₂ p₃ p₄)^(1/4), where p_n is the share of the text's n-grams that the gold text has as
often, c the length of all texts and r that of all gold texts. One reference, case kept, no smoothing, tokens as they
are: what `multi-bleu.perl` prints, and `sacrebleu` with tokenize="none" and smooth_method="none".
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from boxscribe.scores.relations import Array

ORDER = 4  # the longest n-grams


def bleu_counts(text: Sequence[str], gold: Sequence[str]) -> tuple[float, ...]:
    """(words, words of the gold text, n-grams found there for n = 1 … 4, n-grams for n = 1 … 4)."""
    found, total = [], []
    for n in range(1, ORDER + 1):
        said = _ngrams(text, n)
        found.append((said & _ngrams(gold, n)).total())
        total.append(said.total())
    return len(text), len(gold), *found, *total


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def bleu(sums: Array) -> tuple[Array, ...]:
    """BLEU, 0 to 100, of sums of counts (…, 10)."""
    length, gold = sums[..., 0], sums[..., 1]
    found, total = sums[..., 2 : 2 + ORDER], sums[..., 2 + ORDER :]
    with np.errstate(divide="ignore"):  # log 0 = −∞, and e^−∞ = 0 is the figure of a text without any match
        precision = np.log(found) - np.log(np.maximum(total, 1))
        brevity = np.minimum(0, 1 - gold / np.maximum(length, 1))
    return (100 * np.exp(precision.mean(axis=-1) + brevity),)
