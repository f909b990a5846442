"""The decoder: an LSTM with input feeding, and the one `step` that training, search and the page share."""

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from boxscribe.models.attention import ATTENTIONS, AttentionName, AttentionWeights
from boxscribe.models.length_control import LengthControl
from boxscribe.models.memory import MEMORIES, MemoryName
from boxscribe.models.mention_features import marked, nobody
from boxscribe.models.records import Encoded


@dataclass(frozen=True, slots=True)
class DecoderState:
    """All that recurs from one step to the next."""

    h: Tensor  # (layers, b, n)
    c: Tensor  # (layers, b, n)
    feed: Tensor  # (b, n) d^att of the step before, after dropout
    u: Tensor  # (b, k, p) entity memory
    m: Tensor  # (b, k, 6) who has been named, for a model that attends to it; (b, k, 0) otherwise

    def detached(self) -> "DecoderState":
        return DecoderState(self.h.detach(), self.c.detach(), self.feed.detach(), self.u.detach(), self.m)

    def picked(self, rows: Tensor) -> "DecoderState":
        """The states of some of the b rows, in this order; a row may be picked several times."""
        return DecoderState(self.h[:, rows], self.c[:, rows], self.feed[rows], self.u[rows], self.m[rows])


@dataclass(frozen=True, slots=True)
class DecoderInput:
    """The word before each step, y_{t−1}, and what the table knows of it. All have a first axis t for many steps."""

    word: Tensor  # (b)
    read: Tensor | None = None  # (b, n) the mean of the records that hold it, 0 if none does; for `feed_copied_records`
    named: Tensor | None = None  # (b, k) 1 for entities whose name has it; for `mentions`
    left: Tensor | None = None  # (b, 2) words and numbers that are to come after it, −1 where nobody knows; for `pace`

    def at(self, t: int) -> "DecoderInput":
        parts = (self.read, self.named, self.left)
        return DecoderInput(self.word[t], *(None if part is None else part[t] for part in parts))


@dataclass(frozen=True, slots=True)
class Masks:
    """Dropout of a stretch of steps, drawn at once: zeros and 1 / (1 − dropout); None: nothing is dropped."""

    between: Tensor | None = None  # (t, layers − 1, b, n) on what goes from one LSTM layer to the next
    att: Tensor | None = None  # (t, b, n) on d^att


NOTHING_DROPPED = Masks()


class Cell(nn.Module):
    """One LSTM layer; the gates stand in the order input, forget, output, cell."""

    def __init__(self, inputs: int, n: int) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.empty(4 * n, inputs))
        self.U = nn.Parameter(torch.empty(4 * n, n))
        self.b = nn.Parameter(torch.empty(4 * n))

    def forward(self, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        gates = linear(x, self.W, self.b) + linear(h, self.U)  # (b, 4n)
        i, f, o, g = gates.chunk(4, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


class Decoder(nn.Module):
    """d_t = LSTM([y_{t−1}; d^att_{t−1}]),   d_t^att = tanh(W_c [d_t; q_t])   (2)

    The order of a step: LSTM, memory update from d_t, attention with the updated memory, d^att, dropout. The dropped
    d^att is the next input feed, and the input of the generator.
    """

    def __init__(
        self,
        words: int,
        embedding: int,
        n: int,
        p: int,
        layers: int,
        dropout: float,
        memory: MemoryName,
        attention: AttentionName,
        normalise_memory: bool = False,
        memory_context: bool = False,
        feed_copied_records: bool = False,
        mention_features: bool = False,
        length_control: bool = False,
    ) -> None:
        super().__init__()
        self.dropout, self.memory_context = dropout, memory_context
        self.embedding = nn.Embedding(words, embedding)
        self.cells = nn.ModuleList(Cell(embedding + n if layer == 0 else n, n) for layer in range(layers))
        self.memory = MEMORIES[memory](n, p, normalise_memory)
        self.attention = ATTENTIONS[attention](n, p, mention_features)
        self.W_c = nn.Parameter(torch.empty(n, 2 * n + (p if memory_context else 0)))
        self.W_b = nn.Parameter(torch.empty(embedding, n)) if feed_copied_records else None
        self.mention_features = mention_features
        self.length_control = LengthControl(embedding) if length_control else None

    @property
    def layers(self) -> list[Cell]:
        return cast(list[Cell], list(self.cells))

    def start(self, encoded: Encoded) -> DecoderState:
        h, c = (first.expand(len(self.cells), *first.shape) for first in encoded.first)
        u = self.memory.initial(encoded.x)
        return DecoderState(
            h, c, torch.zeros_like(encoded.first[0]), u, nobody(u) if self.mention_features else u[:, :, :0]
        )

    def masks(self, steps: int, b: int) -> Masks:
        """Dropout for so many steps; nothing where the model is not being trained."""
        if not self.training or not self.dropout:
            return NOTHING_DROPPED
        n, keep = self.W_c.shape[0], 1 - self.dropout

        def drawn(*shape: int) -> Tensor:
            return self.W_c.new_empty(shape).bernoulli_(keep).div_(keep)

        return Masks(drawn(steps, len(self.cells) - 1, b, n), drawn(steps, b, n))

    def embedded(self, before: DecoderInput) -> Tensor:
        """y_{t−1} as the LSTM gets it: its embedding, what `pace` tells, and W_b e of the records e that were read."""
        x: Tensor = self.embedding(before.word)
        if self.length_control is not None and before.left is not None:
            x = x + self.length_control(before.left)
        return x if self.W_b is None or before.read is None else x + linear(before.read, self.W_b)

    def step(
        self,
        encoded: Encoded,
        state: DecoderState,
        before: DecoderInput,
        masks: Masks = NOTHING_DROPPED,
        t: int = 0,
    ) -> tuple[DecoderState, AttentionWeights, Tensor]:
        """One step from the words before: the next state, where it looked, and δ_t (b, k, p)."""
        x = torch.cat([self.embedded(before), state.feed], dim=1)  # (b, embedding + n)
        hs, cs = [], []
        for layer, cell in enumerate(self.layers):
            if layer and masks.between is not None:
                x = x * masks.between[t, layer - 1]
            h, c = cell(x, state.h[layer], state.c[layer])
            hs.append(h)
            cs.append(c)
            x = h
        d = x  # (b, n) d_t
        u, delta = self.memory.update(state.u, d)  # (b, k, p)
        m = state.m if before.named is None else marked(state.m, before.named, encoded.inputs)
        look = self.attention(d, u, m, encoded)
        parts = [d, look.context]
        if self.memory_context:
            parts.append(torch.bmm(look.entities[:, None], u)[:, 0])  # (b, p) Σ_k Ψ u
        att = torch.tanh(linear(torch.cat(parts, dim=1), self.W_c))  # (b, n)  Eq. 2
        if masks.att is not None:
            att = att * masks.att[t]
        return DecoderState(torch.stack(hs), torch.stack(cs), att, u, m), look, delta
