"""Candidate sentences as padded arrays.

A batch has b sentences of up to t tokens, m entity mentions, m' value mentions and c candidate pairs of them, which
have o labels. A sentence is in it once, however many pairs it has.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from boxscribe.batches.vocab import PAD, Vocabulary
from boxscribe.facts.candidates import CandidateSentence
from boxscribe.facts.labels import LabelSet

OUTSIDE, ENTITY, VALUE = range(3)  # tags: what mention a token is part of
TAGS = 3
_MAX_BETWEEN = 3  # mentions between the two of a pair are counted up to this number
BETWEEN = 2 * (_MAX_BETWEEN + 1)


@dataclass(frozen=True, slots=True)
class SpanBatch:
    """Spans of mentions; all of shape (m)."""

    sentence: Tensor
    start: Tensor
    length: Tensor


@dataclass(frozen=True, slots=True)
class PairBatch:
    words: Tensor  # (b, t) ids
    tags: Tensor  # (b, t) OUTSIDE, ENTITY or VALUE
    entities: SpanBatch  # (m)
    values: SpanBatch  # (m')
    pairs: Tensor  # (c, 2) the entity mention and the value mention of each pair
    between: Tensor  # (c) how many entity mentions are between the two; plus BETWEEN / 2 if the value comes first
    allowed: Tensor  # (c, o) which labels the kind of the entity allows


def length_batches(sentences: Sequence[CandidateSentence], budget: int) -> Iterator[list[int]]:
    """The indices of the sentences in batches of similar length, each with about `budget` tokens × pairs."""
    batch: list[int] = []
    size = 0
    for index in sorted(range(len(sentences)), key=lambda index: (len(sentences[index].tokens), index)):
        batch.append(index)
        size += len(sentences[index].tokens) * len(sentences[index].pairs)
        if size >= budget:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def collate(sentences: Sequence[CandidateSentence], vocabulary: Vocabulary, labels: LabelSet) -> PairBatch:
    """Sentences as one batch."""
    t = max(len(sentence.tokens) for sentence in sentences)
    words = torch.full((len(sentences), t), PAD)
    tags = torch.full((len(sentences), t), OUTSIDE)
    entity_spans: list[tuple[int, int, int]] = []
    value_spans: list[tuple[int, int, int]] = []
    pairs: list[tuple[int, int]] = []
    between: list[int] = []
    kinds: list[frozenset[str]] = []
    for b, (tokens, mentions, values, candidate_pairs, _) in enumerate(sentences):
        words[b, : len(tokens)] = torch.tensor(vocabulary.ids(tokens))
        starts = [mention.start for mention in mentions]
        for m, v, _ in candidate_pairs:
            between.append(_between(m, bisect(starts, values[v].start)))
            pairs.append((m + len(entity_spans), v + len(value_spans)))
            kinds.append(mentions[m].kinds)
        for value in values:
            tags[b, value.start : value.end] = VALUE
            value_spans.append((b, value.start, value.end - value.start))
        for mention in mentions:
            tags[b, mention.start : mention.end] = ENTITY
            entity_spans.append((b, mention.start, mention.end - mention.start))
    return PairBatch(
        words,
        tags,
        _spans(entity_spans),
        _spans(value_spans),
        torch.tensor(pairs).reshape(-1, 2),
        torch.tensor(between),
        _allowed(kinds, labels),
    )


def _between(mention: int, before: int) -> int:
    """`before` mentions start before the value: those of them after the entity's, or else those up to the entity's."""
    if mention < before:
        return min(before - mention - 1, _MAX_BETWEEN)
    return _MAX_BETWEEN + 1 + min(mention - before, _MAX_BETWEEN)


def _allowed(kinds: Sequence[frozenset[str]], labels: LabelSet) -> Tensor:
    rows = {distinct: row for row, distinct in enumerate(dict.fromkeys(kinds))}
    return torch.stack([labels.allowed(distinct) for distinct in rows])[[rows[each] for each in kinds]]


def _spans(spans: Iterable[tuple[int, int, int]]) -> SpanBatch:
    sentence, start, length = torch.tensor(list(spans)).reshape(-1, 3).T
    return SpanBatch(sentence, start, length)
