"""Many steps with given words, as training needs them. `plain` is the definition; `fused.chunk` computes the same."""

from dataclasses import dataclass

import torch
from torch import Tensor

from boxscribe.models.decoder import Decoder, DecoderState, DropoutMasks
from boxscribe.models.extras import DecoderInput
from boxscribe.models.records import Encoded


@dataclass(frozen=True, slots=True)
class ChunkOutput:
    """The steps of a chunk. The next chunk continues from the state; no gradient flows back through it."""

    att: Tensor  # (t, b, n) d_t^att after dropout
    records: Tensor  # (t, b, j) Ψ_{t,k} α_{t,k,z}
    entities: Tensor  # (t, b, k) Ψ_{t,k}
    state: DecoderState


def plain(
    decoder: Decoder, encoded: Encoded, state: DecoderState, given: DecoderInput, masks: DropoutMasks
) -> ChunkOutput:
    """One `step` after another over the given words, (t, b) of them."""
    att, records, entities = [], [], []
    for t in range(len(given.word)):
        step = decoder.step(encoded, state, given.at(t), masks.at(t))
        state = step.state
        att.append(state.feed)
        records.append(step.weights.records)
        entities.append(step.weights.entities)
    return ChunkOutput(torch.stack(att), torch.stack(records), torch.stack(entities), state.detach())
