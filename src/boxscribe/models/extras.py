"""What a model can have beyond the paper's decoder: the input of a step, and the base of all extras."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from boxscribe.models.batched import Batched, Nothing
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded


@dataclass(frozen=True, slots=True)
class DecoderInput:
    """What the decoder reads at a step, for r hypotheses; for many steps, every tensor has a first axis t."""

    word: Tensor  # (r) y_{t−1}
    source: Tensor  # (r) the number of y_{t−1} among the words of its table; −1 if the table does not hold it
    remaining: Tensor  # (r, 2) how many words, and numbers among them, are to come; −1 where that is unknown
    ends: Tensor  # (r) whether y_{t−1} is the last word of a sentence

    def at(self, t: int) -> "DecoderInput":
        return DecoderInput(self.word[t], self.source[t], self.remaining[t], self.ends[t])


class Extra(nn.Module):
    """An addition to the decoder. It says what it adds by overriding some of these methods.

    Its state must follow from the table and the words, not from the decoder's vectors: training computes it for a whole
    chunk before the first step. What depends on the state is computed for one step or for many, whose states have a
    first axis t.
    """

    def context(self, encoded: Encoded) -> Batched:
        """What is computed once for each table and then found in `encoded.contexts`."""
        return Nothing()

    def initial(self, encoded: Encoded) -> Any:
        """The state before the first word: a `Batched` of one row for each table."""
        return Nothing()

    def advance(self, state: Any, given: DecoderInput, context: Any, encoded: Encoded) -> Any:
        """The state after the word that a step reads."""
        return state

    def embedding(self, given: DecoderInput, state: Any, context: Any) -> Tensor | None:
        """What is added to the embedding of y_{t−1}: (…, r, embedding). `state` is the one after y_{t−1}."""
        return None

    def entity_features(self, state: Any, context: Any) -> Tensor | None:
        """m_{t,k} (…, r, k, f). They enter the attention over entities: Ψ_{t,k} ∝ exp(… + d_tᵀ W_m m_{t,k})."""
        return None

    def entity_weights(self) -> Linear | None:
        """W_m, for an extra that has entity features."""
        return None

    def record_features(self, state: Any, context: Any) -> Tensor | None:
        """s_{t,j} (…, r, j, f). They enter the attention over records: α_{t,k,z} ∝ exp(… + d_tᵀ W_s s_{t,j})."""
        return None

    def record_weights(self) -> Linear | None:
        """W_s, for an extra that has record features."""
        return None


def by_source(values: Tensor, source: Tensor) -> Tensor:
    """From values (b, w, …) of the words of each table, those of the words `source` (…, r): (…, r, …); 0 for −1."""
    b, w, r = *values.shape[:2], source.shape[-1]
    if not w or not b:
        return values.new_zeros(*source.shape, values.shape[2])
    table = torch.arange(r, device=source.device) // (r // b)
    return values[table, source.clamp(min=0)] * (source >= 0)[..., None]
