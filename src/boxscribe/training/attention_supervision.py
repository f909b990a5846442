"""Attention supervision: an auxiliary loss that draws attention to the record that a word verbalises, and opens the
copy gate where the word can be copied from it.

Without it attention may converge to the two teams, and the copy gate may stay closed. Where automatic alignment
(`batches.align`) knows the record of y_t, the loss gains

    −log Σ_{rows of the record} Ψ_{t,k} α_{t,k,z}   and, if y_t can be copied from one of them,   −log z_t

with a weight that decreases to 0 during the run. Neither annotation nor an extractor is needed.
"""

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from boxscribe.batches.loader import Chunk
from boxscribe.config import AttentionSupervisionConfig
from boxscribe.models.copying import CopyGenerator
from boxscribe.models.teacher_forcing import ChunkOutput


def supervision_weight(config: AttentionSupervisionConfig, progress: float) -> float:
    """The weight of the auxiliary loss after `progress` (0 to 1) of the run."""
    return config.weight * max(0.0, 1 - progress / config.until)


def supervision_loss(output: ChunkOutput, generator: CopyGenerator, chunk: Chunk) -> Tensor:
    """The auxiliary loss, summed over the words of a chunk whose record is known."""
    device = output.records.device
    aligned = torch.from_numpy(chunk.known).to(device).transpose(0, 1)  # (t, b, j)
    copied = torch.from_numpy((chunk.known & chunk.copyable).any(2).T).to(device)  # (t, b)
    mass = (output.records * aligned).sum(2)[aligned.any(2)]
    attention = -mass.clamp(min=torch.finfo(mass.dtype).tiny).log().sum()
    return attention - logsigmoid(generator.gate(output.att[copied])).sum()
