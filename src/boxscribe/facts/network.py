"""MODEL: the record type that a pair of mentions states, if any (Wiseman et al. 2017; paper, section 5).

A classifier encodes a sentence, its words and their distances to the two mentions, and takes the maximum over time. The
published classifiers encode each sentence anew for every pair. A convolution is linear, so its sum over words,
distances to the entity and distances to the value can be split:

    max_t relu(C_t + E_{t − entity} + N_{t − value} + b)

C is computed once for a sentence; E and N are vectors by relative position, computed once for a batch. That is the same
function at a fraction of the cost. The BiLSTM encodes the words of a sentence once as well, which is not the published
form: there the distances are inputs of the LSTM.

Axes: b sentence, t time, m mention, c candidate pair, f feature, l label.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import rnn

from boxscribe.batches.vocab import PAD
from boxscribe.facts.batches import BETWEEN, TAGS, PairBatch, SpanBatch
from boxscribe.facts.config import ClassifierConfig

_MAX_DISTANCE = 40  # tokens; larger distances are clipped
_WIDTHS = (2, 3, 5)
_BEYOND = max(_WIDTHS) - 1  # tokens after a sentence that its last windows reach


class RelationClassifier(nn.Module):
    """A classifier of the ensemble: a batch → log p(label) of each pair (c, o).

    Beside the published maximum over time its features are the encodings at the two mentions, and how many other
    entity mentions are between them: most numbers belong to the nearest one.
    """

    def __init__(self, config: ClassifierConfig, words: int, labels: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, config.word_embedding, padding_idx=PAD)
        self.tags = nn.Embedding(TAGS, config.word_embedding)
        self.to_entity = DistanceEmbedding(config.distance_embedding)
        self.to_value = DistanceEmbedding(config.distance_embedding)
        self.encoder = ENCODERS[config.kind](config.word_embedding, config.distance_embedding, config.features)
        self.hidden = nn.Linear(3 * self.encoder.size, config.hidden)
        self.between = nn.Embedding(BETWEEN, config.hidden)
        self.labels = nn.Linear(config.hidden, labels)
        self.dropout = nn.Dropout(config.dropout)
        self.word_dropout = nn.Dropout(config.word_dropout)

    def forward(self, batch: PairBatch) -> Tensor:
        mask = batch.words != PAD  # (b, t)
        t = mask.shape[1]
        embedded = self.word_dropout(self.words(batch.words) + self.tags(batch.tags)) * mask[..., None]  # (b, t, size)
        to_entity = self.to_entity(batch.entities, t)  # (length, 2t + 1 + beyond, distance)
        to_value = self.to_value(batch.values, t)
        context, entity_line, value_line = self.encoder(embedded, mask, to_entity, to_value)
        entity, value = batch.pairs.unbind(1)
        features = torch.cat(
            [
                pool(context.masked_fill(~mask[..., None], -torch.inf), entity_line, value_line, batch),
                context[batch.entities.sentence, batch.entities.start][entity],
                context[batch.values.sentence, batch.values.start][value],
            ],
            dim=1,
        )  # (c, 3f)
        hidden = torch.relu(self.hidden(self.dropout(features.relu())) + self.between(batch.between))
        scores = self.labels(self.dropout(hidden)).masked_fill(~batch.allowed, -torch.inf)  # (c, o)
        log_p: Tensor = scores.log_softmax(1)
        return log_p


class DistanceEmbedding(nn.Module):
    """The embedding of a token's distance to a mention: 0 within it, negative before it, positive after it."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(2 * _MAX_DISTANCE + 1, size)

    def forward(self, mentions: SpanBatch, t: int) -> Tensor:
        """By the length of a mention (from 1) and the position relative to its start, from −t to t + beyond."""
        position = torch.arange(-t, t + _BEYOND + 1)
        length = torch.arange(1, int(mentions.length.max()) + 1)[:, None]
        distance = torch.where(position < 0, position, (position - length + 1).clamp(min=0))
        embedded: Tensor = self.embedding(distance.clamp(-_MAX_DISTANCE, _MAX_DISTANCE) + _MAX_DISTANCE)
        return embedded


class Convolutions(nn.Module):
    """Windows of 2, 3 and 5 tokens over [word; distance to the entity; distance to the value]; a window begins at its
    token."""

    def __init__(self, size: int, distance: int, features: int) -> None:
        super().__init__()
        self.windows = nn.ModuleList(nn.Conv1d(size + 2 * distance, features, width) for width in _WIDTHS)
        self.sizes = [size, distance, distance]
        self.size = features * len(_WIDTHS)

    def forward(self, embedded: Tensor, mask: Tensor, to_entity: Tensor, to_value: Tensor) -> tuple[Tensor, ...]:
        """C (b, t, f), and the lines E and N (length, 2t + 1, f)."""
        inputs = [functional.pad(embedded, (0, 0, 0, _BEYOND)), to_entity, to_value]
        parts = []
        for width, window in zip(_WIDTHS, self.windows, strict=True):
            weight, bias = window.get_parameter("weight"), window.get_parameter("bias")
            weights = zip(inputs, weight.split(self.sizes, dim=1), (bias, None, None), strict=True)
            unused = _BEYOND + 1 - width  # tokens that a narrower window does not reach
            parts.append([functional.conv1d(x[:, : x.shape[1] - unused].mT, w, b).mT for x, w, b in weights])
        return tuple(torch.cat(part, 2) for part in zip(*parts, strict=True))


class BiLSTM(nn.Module):
    """[forward state; backward state] of each token; the distances are added to its projection."""

    def __init__(self, size: int, distance: int, features: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(size, features, batch_first=True, bidirectional=True)
        self.projection = nn.Linear(2 * features, 2 * features)
        self.entity = nn.Linear(distance, 2 * features, bias=False)
        self.value = nn.Linear(distance, 2 * features, bias=False)
        self.size = 2 * features

    def forward(self, embedded: Tensor, mask: Tensor, to_entity: Tensor, to_value: Tensor) -> tuple[Tensor, ...]:
        """C (b, t, f), and the lines E and N (length, 2t + 1, f)."""
        packed = rnn.pack_padded_sequence(embedded, mask.sum(1), batch_first=True, enforce_sorted=False)
        states, _ = rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=embedded.shape[1])
        return self.projection(states), self.entity(to_entity[:, :-_BEYOND]), self.value(to_value[:, :-_BEYOND])


ENCODERS: dict[str, type[Convolutions] | type[BiLSTM]] = {"conv": Convolutions, "bilstm": BiLSTM}


def pool(context: Tensor, entity_line: Tensor, value_line: Tensor, batch: PairBatch) -> Tensor:
    """max_t (C_t + E_{t − entity} + N_{t − value}) of each pair: (c, f)."""
    t = context.shape[1]
    entity, value = batch.pairs.unbind(1)
    summands = [  # flat rows (…, f), and for each pair the row of the first token of its sentence (c)
        (context.flatten(0, 1), batch.entities.sentence[entity] * t),
        (entity_line.flatten(0, 1), _first_row(batch.entities, t)[entity]),
        (value_line.flatten(0, 1), _first_row(batch.values, t)[value]),
    ]
    training = torch.is_grad_enabled()
    with torch.no_grad():  # one step at a time, so that the sums of all steps (c, t, f) are never in memory
        maximum = context.new_full((len(entity), context.shape[2]), -torch.inf)
        argmax = torch.zeros_like(maximum, dtype=torch.int32)
        for step in range(t):
            sums = functional.embedding(summands[0][1] + step, summands[0][0])
            for rows, first in summands[1:]:
                sums += functional.embedding(first + step, rows)
            if training:
                argmax.masked_fill_(sums > maximum, step)
            torch.maximum(sums, maximum, out=maximum)
    if not training:
        return maximum
    # Gradients flow through the summands of the maxima only.
    chosen = [rows.gather(0, first[:, None] + argmax) for rows, first in summands]
    return chosen[0] + chosen[1] + chosen[2]


def _first_row(mentions: SpanBatch, t: int) -> Tensor:
    """(m) the row of the sentence's first token in the flattened lines of E or N."""
    return (mentions.length - 1) * (2 * t + 1) + t - mentions.start
