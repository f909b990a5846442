"""BATCH: tables in, padded arrays of ids out, for training.

`vocab` words ↔ ids · `derived` features and records computed from a table · `align` text ↔ records · `encode` a
table as ids · `dataset` ids on disk · `loader` batches and chunks · `plans` content plans of texts. Axes, here
and in the models: b game of the batch, t target position, j record row, k entity, z row of an entity, f feature.
"""

from boxscribe.batches.dataset import Dataset, prepare
from boxscribe.batches.encode import Example, encode
from boxscribe.batches.loader import Batch, Batches, Chunk, chunks, collate
from boxscribe.batches.vocab import Vocabularies, Vocabulary

__all__ = [
    "Batch",
    "Batches",
    "Chunk",
    "Dataset",
    "Example",
    "Vocabularies",
    "Vocabulary",
    "chunks",
    "collate",
    "encode",
    "prepare",
]
