"""BLEU: by hand, and the same as sacrebleu's."""

import gzip
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from boxscribe.scores.bleu import Bleu
from boxscribe.scores.family import Document
from boxscribe.tables import Table

TABLE = Table("any", "any", ())


def score(texts: list[list[str]], gold: list[list[str]]) -> float:
    documents = [Document("", "", " ".join(text), " ".join(other)) for text, other in zip(texts, gold, strict=True)]
    counts = [Bleu().counts(document, TABLE) for document in documents]
    return float(Bleu().figures(np.array(counts, dtype=np.float64).sum(axis=0))[0])


CASES = [  # text, gold, BLEU
    ("a b c d", "a b c d", 100.0),
    ("a b c d e", "a b c d e", 100.0),
    ("", "a b c d", 0.0),
    ("a b c", "a b c", 0.0),  # it has no 4-gram at all
    ("a b c d", "A b c d", 0.0),  # case is kept
    ("a b c d", "a b c d e f", 100 * math.exp(1 - 6 / 4)),
    ("a b c d x", "a b c d", 100 * (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25),
    ("a a a a a", "a a a a", 100 * (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25),  # counted as often as the gold has it
]


@pytest.mark.parametrize(("text", "gold", "expected"), CASES)
def test_by_hand(text: str, gold: str, expected: float) -> None:
    assert score([text.split()], [gold.split()]) == pytest.approx(expected)


documents = st.lists(st.tuples(*[st.lists(st.sampled_from("abcA"), max_size=12)] * 2), min_size=1, max_size=5)


@given(documents)
def test_it_is_sacrebleu_without_tokenisation_and_smoothing(made: list[tuple[list[str], list[str]]]) -> None:
    texts, gold = [list(text) for text, _ in made], [list(reference) for _, reference in made]
    theirs = BLEU(tokenize="none", smooth_method="none", force=True)
    expected = theirs.corpus_score([" ".join(text) for text in texts], [[" ".join(reference) for reference in gold]])
    assert score(texts, gold) == pytest.approx(expected.score)


def test_a_published_system(data_dir: Path) -> None:
    def lines(name: str) -> list[list[str]]:
        with gzip.open(data_dir / "rotowire" / name, "rt", encoding="utf-8") as file:
            return [line.split() for line in file]

    assert score(lines("output_valid_li2021.txt.gz"), lines("reference_valid.txt.gz")) == pytest.approx(17.68, abs=0.01)
