"""Hide some names and values while learning, so that what was never seen is learned to be copied.

Tomorrow's rookies are always unseen: at test time their names are unknown words to the encoder, to the decoder's input
and to the generator. A hidden name is just that in training: <unk> in the table and in the text, and only copying
can tell it.
"""

from dataclasses import replace

import numpy as np
import torch

from boxscribe.batches.loader import Batch
from boxscribe.batches.vocab import UNK
from boxscribe.config import DataConfig


def mask_names(batch: Batch, config: DataConfig) -> Batch:
    """The batch with a share of its entities' names, of its rows' values, and of what is known of the texts' lengths
    hidden. Draws from torch's generator."""
    if not config.name_dropout and not config.value_dropout and not config.length_dropout:
        return batch
    length_known = (
        batch.length_known & (torch.rand(batch.length_known.shape) >= config.length_dropout).numpy()
    )  # (b, 2)
    names = (torch.rand(batch.name.shape) < config.name_dropout).numpy()  # (b, k)
    rows = np.take_along_axis(names, batch.entity, axis=1) & batch.naming  # (b, j)
    values = rows | (torch.rand(batch.value.shape) < config.value_dropout).numpy()
    told = np.zeros(batch.target.shape, bool)  # (b, t); a process may have no game of a batch
    for b, row in enumerate(rows):
        told[b] = np.isin(batch.source[b], batch.word[b, row])
    return replace(
        batch,
        name=np.where(names, UNK, batch.name).astype(np.int32),
        value=np.where(values, UNK, batch.value).astype(np.int32),
        target=np.where(told, UNK, batch.target).astype(np.int32),
        length_known=length_known,
    )
