"""Stories by a model in training, and how repetitive they are."""

from collections.abc import Sequence
from functools import partial

from boxscribe.batches.dataset import Dataset
from boxscribe.models.store import Model
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan import Plan
from boxscribe.tables.complete import incomplete
from boxscribe.tables.table import Table
from boxscribe.text.tokens import detokenise
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.planned_author import PlannedAuthor
from boxscribe.writing.readable import readable

SHOWN = 2


def sample_stories(model: Model, dataset: Dataset) -> tuple[list[str], float]:
    """Two greedily decoded stories as plain text, and the mean rate of repeated 4-grams over all sample games. A model
    that follows plans gets those of the games' texts."""
    decoding = Decoding(beam=1, max_length=int(dataset.lengths.mean() * 1.25))
    if model.config.follow_plan:
        author: ModelAuthor = PlannedAuthor(model, "samples", partial(_plan, model=model), None, decoding, workers=1)
    else:
        author = ModelAuthor(model, "samples", decoding, workers=1)
    complete = (table for table in dataset.samples if not any(incomplete(table, model.domain)))
    stories = [best.tokens for (best,) in author.write_best(complete, trace=False)]
    repetition = sum(repeated_ngrams(story) for story in stories) / max(len(stories), 1)
    return [detokenise(story) for story in stories[:SHOWN]], repetition


def _plan(table: Table, model: Model) -> Plan:
    """The plan of a table's text."""
    ((_, plan),) = plans_of([table], lambda name: model.domain)
    return readable(plan, table, model)


def repeated_ngrams(words: Sequence[str], size: int = 4) -> float:
    """The fraction of n-grams that have occurred before in the same text."""
    ngrams = [tuple(words[i : i + size]) for i in range(len(words) - size + 1)]
    return 1 - len(set(ngrams)) / len(ngrams) if ngrams else 0.0
