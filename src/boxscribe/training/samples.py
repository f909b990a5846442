"""Stories by a model in training, and how repetitive they are."""

from collections.abc import Sequence

from boxscribe.batches.dataset import Dataset
from boxscribe.models.store import Model
from boxscribe.tables.complete import incomplete
from boxscribe.text.tokens import detokenise
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor

SHOWN = 2


def sample_stories(model: Model, dataset: Dataset) -> tuple[list[str], float]:
    """Two greedily decoded stories as plain text, and the mean rate of repeated 4-grams over all sample games."""
    max_length = int(dataset.lengths.mean() * 1.25)
    author = ModelAuthor(model, "samples", Decoding(beam=1, max_length=max_length), workers=1)
    complete = (table for table in dataset.samples if not any(incomplete(table, model.domain)))
    stories = [best.tokens for (best,) in author.write_best(complete, trace=False)]
    repetition = sum(repeated_ngrams(story) for story in stories) / max(len(stories), 1)
    return [detokenise(story) for story in stories[:SHOWN]], repetition


def repeated_ngrams(words: Sequence[str], size: int = 4) -> float:
    """The fraction of n-grams that have occurred before in the same text."""
    ngrams = [tuple(words[i : i + size]) for i in range(len(words) - size + 1)]
    return 1 - len(set(ngrams)) / len(ngrams) if ngrams else 0.0
