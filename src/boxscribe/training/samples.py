"""Sample stories of a model in training, and how much they repeat themselves."""

from collections.abc import Sequence

from boxscribe.batches.dataset import Dataset
from boxscribe.models.store import Model
from boxscribe.text.tokens import detokenise
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor

SHOWN = 2


def samples(model: Model, dataset: Dataset) -> tuple[list[str], float]:
    """Two stories in plain English, and the share of repeated 4-grams over all the dataset's sample games."""
    longest = int(dataset.lengths.mean() * 1.25)
    author = ModelAuthor(model, "samples", Decoding(beam=1, max_length=longest), workers=1)
    stories = [best.tokens for (best,) in author.write_best(dataset.samples, trace=False)]
    repeats = sum(repeated(story) for story in stories) / max(len(stories), 1)
    return [detokenise(story) for story in stories[:SHOWN]], repeats


def repeated(words: Sequence[str], size: int = 4) -> float:
    """The share of n-grams that have occurred before in the same text."""
    grams = [tuple(words[i : i + size]) for i in range(len(words) - size + 1)]
    return 1 - len(set(grams)) / len(grams) if grams else 0.0
