"""Candidates as arrays.

A batch holds s sentences of up to t tokens, m entity mentions, v value mentions and p pairs of them. A sentence stands
in it once, however many pairs it has.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from boxscribe.batches.vocab import PAD, Vocabulary
from boxscribe.facts.candidates import Candidates

NOTHING, ENTITY, VALUE = range(3)  # what a token is part of
MARKS = 3
_MANY = 3  # entities between two mentions; more are as good as so many
BETWEEN = 2 * (_MANY + 1)


@dataclass(frozen=True, slots=True)
class Mentions:
    """Where mentions stand; all of shape (m)."""

    sentence: Tensor
    start: Tensor
    length: Tensor


@dataclass(frozen=True, slots=True)
class PairBatch:
    words: Tensor  # (s, t) ids
    marks: Tensor  # (s, t) NOTHING, ENTITY or VALUE
    entities: Mentions  # (m)
    values: Mentions  # (v)
    pairs: Tensor  # (p, 2) the numbers of its mentions
    between: Tensor  # (p) how many other entities stand between them, from BETWEEN / 2 on if the value comes first


def grouped(sentences: Sequence[Candidates], budget: int) -> Iterator[list[int]]:
    """The numbers of the sentences in groups of like length, each with about `budget` tokens × pairs."""
    group: list[int] = []
    spent = 0
    for number in sorted(range(len(sentences)), key=lambda number: (len(sentences[number].tokens), number)):
        group.append(number)
        spent += len(sentences[number].tokens) * len(sentences[number].pairs)
        if spent >= budget:
            yield group
            group, spent = [], 0
    if group:
        yield group


def collate(sentences: Sequence[Candidates], vocabulary: Vocabulary) -> PairBatch:
    t = max(len(sentence.tokens) for sentence in sentences)
    words = torch.full((len(sentences), t), PAD)
    marks = torch.full((len(sentences), t), NOTHING)
    entities: list[tuple[int, int, int]] = []
    values: list[tuple[int, int, int]] = []
    pairs: list[tuple[int, int]] = []
    between: list[int] = []
    for s, (tokens, named, said, paired) in enumerate(sentences):
        words[s, : len(tokens)] = torch.tensor(vocabulary.ids(tokens))
        starts = [span.start for span in named]
        for pair in paired:
            between.append(_between(pair.entity, bisect(starts, said[pair.value].start)))
            pairs.append((pair.entity + len(entities), pair.value + len(values)))
        for value in said:
            marks[s, value.start : value.end] = VALUE
            values.append((s, value.start, value.end - value.start))
        for start, end in named:
            marks[s, start:end] = ENTITY
            entities.append((s, start, end - start))
    return PairBatch(
        words,
        marks,
        _mentions(entities),
        _mentions(values),
        torch.tensor(pairs).reshape(-1, 2),
        torch.tensor(between),
    )


def _between(entity: int, before: int) -> int:
    """`before` entities stand before the value; those of them behind the entity, or else those up to it."""
    if entity < before:
        return min(before - entity - 1, _MANY)
    return _MANY + 1 + min(entity - before, _MANY)


def _mentions(places: Iterable[tuple[int, int, int]]) -> Mentions:
    sentence, start, length = torch.tensor(list(places)).reshape(-1, 3).T
    return Mentions(sentence, start, length)
