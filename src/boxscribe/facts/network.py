"""MODEL: which record type a pair of mentions states, if any (Wiseman et al. 2017; paper, section 5).

A member of the ensemble reads a sentence, its words and their distances to the two mentions, and takes the maximum over
time. The published members read each sentence anew for every pair. A convolution is linear, so its sum over words,
distances to the entity and distances to the value can be taken apart:

    max_t relu(C_t + E_{t − entity} + N_{t − value} + b)

C is computed once for a sentence; E and N are lines of vectors by relative position, computed once for a batch. That is
the same function at a small part of the cost. The BiLSTM reads the words of a sentence once as well, which is not the
published form: there the distances are inputs of the LSTM.

Axes: s sentence, t time, m mention, p pair, f feature, l label.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import rnn

from boxscribe.batches.vocab import PAD
from boxscribe.facts.batches import BETWEEN, MARKS, Mentions, PairBatch
from boxscribe.facts.config import ClassifierConfig

_FARTHEST = 40  # tokens; all that is farther off is at this distance
_WIDTHS = (2, 3, 5)
_BEYOND = max(_WIDTHS) - 1  # tokens behind a sentence that its last windows reach


class RelationClassifier(nn.Module):
    """One model of the ensemble: a batch → log p(label) of each pair (p, l).

    Beside the published maximum over time it sees what stands at the two mentions, and how many other entities stand
    between them: mostly a number is said of the nearest one.
    """

    def __init__(self, config: ClassifierConfig, words: int, labels: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, config.words, padding_idx=PAD)
        self.marks = nn.Embedding(MARKS, config.words)
        self.to_entity = Distances(config.distances)
        self.to_value = Distances(config.distances)
        self.reader = READERS[config.kind](config.words, config.distances, config.features)
        self.hidden = nn.Linear(3 * self.reader.size, config.hidden)
        self.between = nn.Embedding(BETWEEN, config.hidden)
        self.labels = nn.Linear(config.hidden, labels)
        self.dropout = nn.Dropout(config.dropout)
        self.word_dropout = nn.Dropout(config.word_dropout)

    def forward(self, batch: PairBatch) -> Tensor:
        real = batch.words != PAD  # (s, t)
        t = real.shape[1]
        read = self.word_dropout(self.words(batch.words) + self.marks(batch.marks)) * real[..., None]  # (s, t, size)
        to_entity = self.to_entity(batch.entities, t)  # (length, 2t + 1 + beyond, distance)
        to_value = self.to_value(batch.values, t)
        context, entity_line, value_line = self.reader(read, real, to_entity, to_value)
        entity, value = batch.pairs.unbind(1)
        features = torch.cat(
            [
                pool(context.masked_fill(~real[..., None], -torch.inf), entity_line, value_line, batch),
                context[batch.entities.sentence, batch.entities.start][entity],
                context[batch.values.sentence, batch.values.start][value],
            ],
            dim=1,
        )  # (p, 3f)
        hidden = torch.relu(self.hidden(self.dropout(features.relu())) + self.between(batch.between))
        log_p: Tensor = self.labels(self.dropout(hidden)).log_softmax(1)
        return log_p


class Distances(nn.Module):
    """The embedding of how far a token is from a mention: 0 within it, negative before it, positive behind it."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.table = nn.Embedding(2 * _FARTHEST + 1, size)

    def forward(self, mentions: Mentions, t: int) -> Tensor:
        """By the length of a mention (from 1) and the position relative to its start, from −t to t + beyond."""
        position = torch.arange(-t, t + _BEYOND + 1)
        length = torch.arange(1, int(mentions.length.max()) + 1)[:, None]
        distance = torch.where(position < 0, position, (position - length + 1).clamp(min=0))
        embedded: Tensor = self.table(distance.clamp(-_FARTHEST, _FARTHEST) + _FARTHEST)
        return embedded


class Convolutions(nn.Module):
    """Windows of 2, 3 and 5 tokens over [word; distance to the entity; distance to the value], from the token on."""

    def __init__(self, size: int, distance: int, features: int) -> None:
        super().__init__()
        self.windows = nn.ModuleList(nn.Conv1d(size + 2 * distance, features, width) for width in _WIDTHS)
        self.sizes = [size, distance, distance]
        self.size = features * len(_WIDTHS)

    def forward(self, read: Tensor, real: Tensor, to_entity: Tensor, to_value: Tensor) -> tuple[Tensor, ...]:
        """C (s, t, f), and the lines E and N (length, 2t + 1, f)."""
        inputs = [functional.pad(read, (0, 0, 0, _BEYOND)), to_entity, to_value]
        parts = []
        for width, window in zip(_WIDTHS, self.windows, strict=True):
            weight, bias = window.get_parameter("weight"), window.get_parameter("bias")
            weights = zip(inputs, weight.split(self.sizes, dim=1), (bias, None, None), strict=True)
            behind = _BEYOND + 1 - width  # what narrower windows do not reach
            parts.append([functional.conv1d(x[:, : x.shape[1] - behind].mT, w, b).mT for x, w, b in weights])
        return tuple(torch.cat(part, 2) for part in zip(*parts, strict=True))


class BiLSTM(nn.Module):
    """[forward state; backward state] of each token, with the distances added behind it."""

    def __init__(self, size: int, distance: int, features: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(size, features, batch_first=True, bidirectional=True)
        self.mixed = nn.Linear(2 * features, 2 * features)
        self.entity = nn.Linear(distance, 2 * features, bias=False)
        self.value = nn.Linear(distance, 2 * features, bias=False)
        self.size = 2 * features

    def forward(self, read: Tensor, real: Tensor, to_entity: Tensor, to_value: Tensor) -> tuple[Tensor, ...]:
        """C (s, t, f), and the lines E and N (length, 2t + 1, f)."""
        packed = rnn.pack_padded_sequence(read, real.sum(1), batch_first=True, enforce_sorted=False)
        states, _ = rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=read.shape[1])
        return self.mixed(states), self.entity(to_entity[:, :-_BEYOND]), self.value(to_value[:, :-_BEYOND])


READERS: dict[str, type[Convolutions] | type[BiLSTM]] = {"conv": Convolutions, "bilstm": BiLSTM}


def pool(context: Tensor, entity_line: Tensor, value_line: Tensor, batch: PairBatch) -> Tensor:
    """max_t (C_t + E_{t − entity} + N_{t − value}) of each pair: (p, f)."""
    t = context.shape[1]
    entity, value = batch.pairs.unbind(1)
    summands = [  # flat rows (…, f), and for each pair the row that belongs to the first token of its sentence (p)
        (context.flatten(0, 1), batch.entities.sentence[entity] * t),
        (entity_line.flatten(0, 1), _place(batch.entities, t)[entity]),
        (value_line.flatten(0, 1), _place(batch.values, t)[value]),
    ]
    learning = torch.is_grad_enabled()
    with torch.no_grad():  # one step at a time, so that the sums of all steps (p, t, f) are never held
        highest = context.new_full((len(entity), context.shape[2]), -torch.inf)
        where = torch.zeros_like(highest, dtype=torch.int32)
        for step in range(t):
            sums = functional.embedding(summands[0][1] + step, summands[0][0])
            for rows, first in summands[1:]:
                sums += functional.embedding(first + step, rows)
            if learning:
                where.masked_fill_(sums > highest, step)
            torch.maximum(sums, highest, out=highest)
    if not learning:
        return highest
    # Gradients flow through the summands of the maxima alone.
    chosen = [rows.gather(0, first[:, None] + where) for rows, first in summands]
    return chosen[0] + chosen[1] + chosen[2]


def _place(mentions: Mentions, t: int) -> Tensor:
    """(m) where position 0 of the sentence stands on the flat line of its mention's length."""
    return (mentions.length - 1) * (2 * t + 1) + t - mentions.start
