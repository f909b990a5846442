"""BATCH: tables in, padded arrays of ids out, ready for training.

Axes, here and in the models: b game of the batch, j record row, k entity, z row of an entity, t target position,
f further feature. `vocab` words ↔ ids · `encode` a table as ids · `dataset` ids on disk · `loader` batches and chunks.
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
