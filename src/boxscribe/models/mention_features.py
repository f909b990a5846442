"""Mention features (ours, not in the paper): who has been named, six features of 0 or 1 for each entity.

Attention is soft, so a decoder knows only roughly which entity it has just written about. The words say it exactly: a
word of a name belongs to an entity of the table. The features enter the attention over entities beside the memory.
"""

from dataclasses import dataclass
from enum import IntEnum

import torch
from torch import Tensor

from boxscribe.config import ModelConfig
from boxscribe.models.batched import Batched, axes
from boxscribe.models.extras import DecoderInput, Extra, by_source
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded


class MentionFeature(IntEnum):
    """What is known about an entity after a word."""

    CURRENT = 0  # the word belongs to its name
    LAST = 1  # it was named last
    LAST_OF_KIND = 2  # it was the last of its kind to be named
    BEFORE_LAST_OF_KIND = 3  # it was the last of its kind before the one that is
    EARLIER_OF_KIND = 4  # it was the last of its kind at any earlier time
    SIDE_OF_LAST = 5  # it is on the side of the entity named last


@dataclass(frozen=True)
class Mentions(Batched):
    """The features of all entities."""

    m: Tensor = axes("rkf")


@dataclass(frozen=True)
class NamedEntities(Batched):
    """What the tables say about their entities, 1 or 0."""

    named: Tensor = axes("bwk")  # whether the entity's name holds the word
    same_kind: Tensor = axes("bkk")  # whether two entities are of one kind
    same_side: Tensor = axes("bkk")  # whether two entities are on one side


class MentionFeatures(Extra):
    """Ψ_{t,k} ∝ exp(d_tᵀ W_h u_{t,k} + d_tᵀ W_m m_{t,k})"""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.W_m = Linear(config.hidden, len(MentionFeature), bias=False, widened=False)

    def context(self, encoded: Encoded) -> NamedEntities:
        inputs = encoded.inputs
        owner = inputs.owned(inputs.naming).transpose(1, 2).to(encoded.e)  # (b, j, k)
        kind, side = (
            ((what[:, :, None] == what[:, None]) & (what >= 0)[:, None]).to(encoded.e)  # (b, k, k)
            for what in (inputs.kind, inputs.side)
        )
        return NamedEntities(inputs.sums_by_word(owner).clamp(max=1), kind, side)

    def initial(self, encoded: Encoded) -> Mentions:
        return Mentions(encoded.x.new_zeros(*encoded.x.shape[:2], len(MentionFeature)))

    def advance(self, state: Mentions, given: DecoderInput, context: NamedEntities, encoded: Encoded) -> Mentions:
        return Mentions(updated(state.m, by_source(context.named, given.source), context))

    def entity_features(self, state: Mentions, context: NamedEntities) -> Tensor:
        return state.m

    def entity_weights(self) -> Linear:
        return self.W_m


def updated(m: Tensor, named: Tensor, tables: NamedEntities) -> Tensor:
    """The features (r, k, 6) after a word: `named` (r, k) is 1 for the entities whose name holds it.

    A word that several names hold counts for all of them, until the next word of the name decides.
    """
    current, last, of_kind, before, earlier, side = m.unbind(2)
    both = named * current
    continues = both.amax(1, keepdim=True)  # (r, 1) whether the word continues the name of the word before
    meant = torch.lerp(named, both, continues)  # (r, k)
    anyone = meant.amax(1, keepdim=True)

    def sharing(marked: Tensor, same: Tensor) -> Tensor:
        """1 for the entities that share their kind, or their side, with one that is marked."""
        return torch.bmm(marked.view(len(same), -1, same.shape[1]), same).view_as(marked).clamp(max=1)

    alike = sharing(meant, tables.same_kind)
    others = sharing((meant - of_kind).abs(), tables.same_kind)
    new = alike * others * (1 - continues)  # of a kind that is meant, and not the one named before
    return torch.stack(
        [
            meant,
            torch.lerp(last, meant, anyone),
            torch.lerp(of_kind, meant, alike),
            torch.lerp(before, of_kind, new),
            torch.maximum(earlier, new * of_kind),
            torch.lerp(side, sharing(meant, tables.same_side), anyone),
        ],
        dim=2,
    )
