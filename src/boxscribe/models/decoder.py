"""The decoder: an LSTM with input feeding, entity memory and attention, and the one `step` of training and search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor, nn

from boxscribe.models.attention import AttentionWeights, Features, FlatAttention
from boxscribe.models.batched import Batched, axes
from boxscribe.models.extras import DecoderInput, Extra
from boxscribe.models.lstm import LSTM, LSTMState
from boxscribe.models.memory import MemoryState, NoMemory
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded


@dataclass(frozen=True)
class DecoderState(Batched):
    """All that recurs from one step to the next; each part owns its own state."""

    lstm: LSTMState
    memory: MemoryState
    extras: Mapping[str, Batched]
    feed: Tensor = axes("rn")  # d^att of the step before, after dropout


@dataclass(frozen=True, slots=True)
class DropoutMasks:
    """The dropout of a chunk, drawn at once: zeros and 1 / (1 − dropout); None: nothing is dropped."""

    between: Tensor | None = None  # (t, layers − 1, b, n) on what goes from one LSTM layer to the next
    att: Tensor | None = None  # (t, b, n) on d^att

    def at(self, t: int) -> "DropoutMasks":
        return DropoutMasks(*(None if mask is None else mask[t] for mask in (self.between, self.att)))


NO_DROPOUT = DropoutMasks()


@dataclass(frozen=True, slots=True)
class Step:
    """What one step gives."""

    state: DecoderState
    weights: AttentionWeights
    update_rate: Tensor  # (r, k) the mean of δ_{t,k}: how much of each entity's memory is replaced


class Decoder(nn.Module):
    """d_t = LSTM([y_{t−1}; d^att_{t−1}]),   d_t^att = tanh(W_c [d_t; q_t])   (2)

    The order of a step: LSTM, memory update from d_t, attention with the updated memory, d^att, dropout. The dropped
    d^att is the next input feed, and the input of the generator.
    """

    def __init__(
        self,
        words: int,
        embedding: int,
        lstm: LSTM,
        memory: NoMemory,
        attention: FlatAttention,
        extras: Mapping[str, Extra],
        n: int,
        dropout: float,
    ) -> None:
        super().__init__()
        self.dropout = dropout
        self.embedding = nn.Embedding(words, embedding)
        self.lstm, self.memory, self.attention = lstm, memory, attention
        self.extras: Mapping[str, Extra] = cast(Any, nn.ModuleDict(extras))
        self.W_c = Linear((n, *attention.context_sizes), n, bias=False)

    def contexts(self, encoded: Encoded) -> dict[str, Batched]:
        """What the extras compute once for each table."""
        return {name: extra.context(encoded) for name, extra in self.extras.items()}

    def start(self, encoded: Encoded) -> DecoderState:
        return DecoderState(
            self.lstm.initial(encoded),
            self.memory.initial(encoded.x),
            {name: extra.initial(encoded) for name, extra in self.extras.items()},
            torch.zeros_like(encoded.h),
        )

    def dropout_masks(self, steps: int, b: int) -> DropoutMasks:
        """Dropout for so many steps; nothing where the model is not being trained."""
        if not self.training or not self.dropout:
            return NO_DROPOUT
        n, keep = self.W_c.out_features, 1 - self.dropout

        def drawn(*shape: int) -> Tensor:
            return self.W_c.weight.new_empty(shape).bernoulli_(keep).div_(keep)

        return DropoutMasks(drawn(steps, len(self.lstm.V) - 1, b, n), drawn(steps, b, n))

    def embedded(self, encoded: Encoded, given: DecoderInput, states: Mapping[str, Any]) -> Tensor:
        """y_{t−1} as the LSTM reads it, of one step or many: its embedding, and what the extras add to it."""
        x: Tensor = self.embedding(given.word)
        for name, extra in self.extras.items():
            added = extra.embedding(given, states[name], encoded.contexts[name])
            x = x if added is None else x + added[..., : x.shape[-1]]
        return x

    def advanced(self, encoded: Encoded, state: DecoderState, given: DecoderInput) -> dict[str, Any]:
        """The extras' states after the word that a step reads."""
        with exact(encoded):
            return {
                name: extra.advance(state.extras[name], given, encoded.contexts[name], encoded)
                for name, extra in self.extras.items()
            }

    def features(self, encoded: Encoded, states: Mapping[str, Any]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """The features of entities (…, r, k, f) and of records (…, r, j, f), by the names of the weights."""
        entities, records = {}, {}
        with exact(encoded):
            for name, extra in self.extras.items():
                state, context = states[name], encoded.contexts[name]
                if (of_entities := extra.entity_features(state, context)) is not None:
                    entities[f"{name}.entities"] = of_entities
                if (of_records := extra.record_features(state, context)) is not None:
                    records[f"{name}.records"] = of_records
        return entities, records

    def feature_weights(self) -> dict[str, Linear]:
        """The matrices W_m and W_s of those features."""
        found: dict[str, Linear | None] = {}
        for name, extra in self.extras.items():
            found |= {f"{name}.entities": extra.entity_weights(), f"{name}.records": extra.record_weights()}
        return {name: W for name, W in found.items() if W is not None}

    def step(
        self, encoded: Encoded, state: DecoderState, given: DecoderInput, masks: DropoutMasks = NO_DROPOUT
    ) -> Step:
        """One step for r hypotheses, those of a table one after the other."""
        extras = self.advanced(encoded, state, given)
        d, lstm = self.lstm(self.embedded(encoded, given, extras), state.feed, state.lstm, masks.between)  # (r, n)
        memory, update_rate = self.memory(state.memory, d)
        W = self.feature_weights()
        features = ([(values, W[name](d)) for name, values in one.items()] for one in self.features(encoded, extras))
        weights: AttentionWeights = self.attention(d, memory.u, Features(*features), encoded)
        att = torch.tanh(self.W_c(torch.cat([d, weights.context], dim=1)))  # (r, n)  Eq. 2
        feed = att if masks.att is None else att * masks.att
        return Step(DecoderState(lstm, memory, extras, feed), weights, update_rate)


def exact(encoded: Encoded) -> torch.autocast:
    """States and features of extras are exact in every precision: nothing in them is rounded."""
    return torch.autocast(encoded.e.device.type, enabled=False)
