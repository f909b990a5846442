"""Many steps with given words: what training needs. `plain` is the definition; `fused.unroll` computes the same."""

from dataclasses import dataclass

import torch
from torch import Tensor

from boxscribe.models.decoder import Decoder, DecoderInput, DecoderState, Masks
from boxscribe.models.records import Encoded


@dataclass(frozen=True, slots=True)
class ChunkOutput:
    """The steps of a chunk. The state goes on into the next chunk; no gradient flows back through it."""

    att: Tensor  # (t, b, n) d_t^att after dropout
    records: Tensor  # (t, b, j) Ψ_{t,k} α_{t,k,z}
    entities: Tensor  # (t, b, k) Ψ_{t,k}
    state: DecoderState


def plain(decoder: Decoder, encoded: Encoded, state: DecoderState, before: DecoderInput, masks: Masks) -> ChunkOutput:
    """One `step` after another over the words before, (t, b) of them."""
    att, records, entities = [], [], []
    for t in range(len(before.word)):
        state, look, _ = decoder.step(encoded, state, before.at(t), masks, t)
        att.append(state.feed)
        records.append(look.records)
        entities.append(look.entities)
    return ChunkOutput(torch.stack(att), torch.stack(records), torch.stack(entities), state.detached())
