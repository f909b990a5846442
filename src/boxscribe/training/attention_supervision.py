"""The guide: look at the record that a word is known to tell, and copy where the word is its value.

Left alone, attention may settle on the two teams and copying may never start. Where automatic matching
(`batches.align`) knows the record, the guide adds to the loss

    −log Σ_{rows that hold the fact} Ψ_{t,k} α_{t,k,z}   and, where the word itself is the value,   −log z_t

with a weight that falls to 0 in the course of the run. It needs no annotation and no extractor.
"""

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from boxscribe.batches.loader import Chunk
from boxscribe.config import AttentionSupervisionConfig
from boxscribe.models.copying import CopyGenerator
from boxscribe.models.teacher_forcing import ChunkOutput


def weight_at(config: AttentionSupervisionConfig, progress: float) -> float:
    """The guide's weight when `progress` (0 to 1) of the run is done."""
    return config.weight * max(0.0, 1 - progress / config.until)


def supervision_loss(unrolled: ChunkOutput, generator: CopyGenerator, chunk: Chunk) -> Tensor:
    """The sum over the words of a chunk whose record is known."""
    device = unrolled.records.device
    known = torch.from_numpy(chunk.known).to(device).transpose(0, 1)  # (t, b, j)
    copied = torch.from_numpy((chunk.known & chunk.copyable).any(2).T).to(device)  # (t, b)
    mass = (unrolled.records * known).sum(2)[known.any(2)]
    attention = -mass.clamp(min=torch.finfo(mass.dtype).tiny).log().sum()
    return attention - logsigmoid(generator.gate(unrolled.att[copied])).sum()
