"""Input corruption: replace some names and values by <unk> in training, so that the model learns to copy unseen ones.

The names of new players are unknown words to the encoder, to the decoder's input and to the generator. A masked name is
the same in training: <unk> in the table and in the text, so that only copying can produce it.
"""

from dataclasses import replace

import numpy as np
import torch

from boxscribe.batches.loader import Batch
from boxscribe.batches.vocab import UNK
from boxscribe.config import DataConfig


def mask_names(batch: Batch, config: DataConfig) -> Batch:
    """The batch with names, values and lengths masked at the rates of the configuration, by torch's random numbers."""
    if not config.name_dropout and not config.value_dropout and not config.length_dropout:
        return batch
    length_kept = (torch.rand(batch.length_known.shape) >= config.length_dropout).numpy()  # (b, 2)
    names = (torch.rand(batch.name.shape) < config.name_dropout).numpy()  # (b, k)
    name_rows = np.take_along_axis(names, batch.entity, axis=1) & batch.naming  # (b, j)
    values = name_rows | (torch.rand(batch.value.shape) < config.value_dropout).numpy()  # (b, j)
    targets = np.zeros(batch.target.shape, bool)  # (b, t), where b may be 0: a process without a game of the batch
    for b, rows in enumerate(name_rows):
        targets[b] = np.isin(batch.source[b], batch.word[b, rows])
    return replace(
        batch,
        name=np.where(names, UNK, batch.name).astype(np.int32),
        value=np.where(values, UNK, batch.value).astype(np.int32),
        target=np.where(targets, UNK, batch.target).astype(np.int32),
        length_known=batch.length_known & length_kept,
    )
