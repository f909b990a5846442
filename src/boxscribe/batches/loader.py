"""Batches of similar length in a seeded order, resumable at any position and shared between processes; and the chunks
of truncated back-propagation through time (paper, section 5), which together hold every target word exactly once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boxscribe.batches.dataset import Dataset
from boxscribe.batches.encode import NO_ROW, NO_SIDE, NOT_COPIED, Example
from boxscribe.batches.vocab import BOS, EOS, PAD, Ids

Mask = npt.NDArray[np.bool_]
POOL = 100  # batches that are sorted by length together


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded examples. Where a mask is False the numbers mean nothing."""

    value: Ids  # (b, j)
    type: Ids  # (b, j)
    features: Ids  # (b, f, j)
    entity: Ids  # (b, j)
    word: Ids  # (b, j)
    naming: Mask  # (b, j)
    forms: Ids  # (b, j)
    row_mask: Mask  # (b, j)
    name: Ids  # (b, k)
    kind: Ids  # (b, k)
    side: Ids  # (b, k)
    entity_mask: Mask  # (b, k)
    rows: Ids  # (b, k, z) the rows j of each entity: the view g_{k,z} of the records
    rows_mask: Mask  # (b, k, z)
    target: Ids  # (b, t) y_1 … y_T, <eos>
    source: Ids  # (b, t)
    form: Ids  # (b, t)
    form_source: Ids  # (b, t)
    about: Ids  # (b, t)
    fact: Ids  # (b, t)
    fact_type: Ids  # (b, t)
    number: Ids  # (b, t)
    ends: Mask  # (b, t)
    plan: Ids  # (b, i) −1 behind the last row of a plan
    plan_sentence: Ids  # (b, i)
    length_known: Mask  # (b, 2) whether the model may know how many words, how many numbers of the text are to come
    target_mask: Mask  # (b, t) the <eos> of a partial text is masked

    def __len__(self) -> int:
        return len(self.value)


def collate(examples: Sequence[Example], words: int | None = None, feature_count: int = 0) -> Batch:
    """Examples padded to one size; `words` (if longer) is the common target length of batches that go together."""
    longest = max((len(example.target) for example in examples), default=0)
    t = max(longest, words or 0) + 1
    entity = _pad([e.entity for e in examples], 0)
    k = max((len(e.name) for e in examples), default=0)
    i = max([1, *(len(e.plan) for e in examples)])
    rows, rows_mask = _rows_of_entities([e.entity for e in examples], k)
    size = (len(examples), examples[0].features.shape[0] if examples else feature_count, entity.shape[1])
    features = np.full(size, PAD, np.int32)
    for b, example in enumerate(examples):
        features[b, :, : example.features.shape[1]] = example.features
    eos = np.array([EOS], np.int32)
    return Batch(
        value=_pad([e.value for e in examples], PAD),
        type=_pad([e.type for e in examples], PAD),
        features=features,
        entity=entity,
        word=_pad([e.word for e in examples], NOT_COPIED),
        naming=_pad([e.naming for e in examples], 0) > 0,
        forms=_pad([e.forms for e in examples], 0),
        row_mask=_mask([len(e.value) for e in examples], entity.shape[1]),
        name=_pad([e.name for e in examples], PAD),
        kind=_pad([e.kind for e in examples], 0),
        side=_pad([e.side for e in examples], NO_SIDE),
        entity_mask=_mask([len(e.name) for e in examples], k),
        rows=rows,
        rows_mask=rows_mask,
        target=_pad([np.concatenate([e.target, eos]) for e in examples], PAD, t),
        source=_pad([e.source for e in examples], NOT_COPIED, t),
        form=_pad([e.form for e in examples], NOT_COPIED, t),
        form_source=_pad([e.form_source for e in examples], NOT_COPIED, t),
        about=_pad([e.about for e in examples], NOT_COPIED, t),
        fact=_pad([e.fact for e in examples], NOT_COPIED, t),
        fact_type=_pad([e.fact_type for e in examples], NOT_COPIED, t),
        number=_pad([e.number for e in examples], 0, t),
        ends=_pad([e.ends for e in examples], 0, t) > 0,
        plan=_pad([e.plan for e in examples], NO_ROW, i),
        plan_sentence=_pad([e.plan_sentence for e in examples], 0, i),
        length_known=np.array([[e.whole[0] > 0] * 2 for e in examples], bool).reshape(-1, 2),
        target_mask=_mask([len(e.target) + int(e.whole[0]) for e in examples], t),
    )


def _pad(arrays: Sequence[Ids], fill: int, size: int | None = None) -> Ids:
    size = max((len(array) for array in arrays), default=0) if size is None else size
    padded = np.full((len(arrays), size), fill, np.int32)
    for row, array in zip(padded, arrays, strict=True):
        row[: len(array)] = array
    return padded


def _mask(sizes: Sequence[int], size: int) -> Mask:
    return np.arange(size) < np.asarray(sizes, int).reshape(-1, 1)


def _rows_of_entities(owners: Sequence[Ids], k: int) -> tuple[Ids, Mask]:
    """(b, k, z): the rows of each entity, which follow one another, and which of them are real."""
    counts = np.stack([np.bincount(own, minlength=k) for own in owners]) if owners else np.zeros((0, k), int)  # (b, k)
    starts = np.cumsum(counts, axis=1) - counts  # (b, k)
    z = np.arange(counts.max(initial=0))
    mask = z < counts[:, :, None]  # (b, k, z)
    return np.where(mask, starts[:, :, None] + z, 0).astype(np.int32), mask


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of the target, of at most so many steps."""

    previous: Ids  # (b, t) y_{t−1}: <bos> before the first word
    target: Ids  # (b, t) y_t
    mask: Mask  # (b, t)
    copyable: Mask  # (b, t, j) whether y_t could have been copied from row j
    source: Ids  # (b, t) the number of y_t among the words of its table; −1 if no row holds it
    form: Ids  # (b, t) the form in which y_t could have been copied from the other copyable rows
    known: Mask  # (b, t, j) whether row j holds the record that y_t is known to verbalise
    previous_source: Ids  # (b, t) the number of y_{t−1} among the words of its table; −1 if no row holds it
    previous_ends: Mask  # (b, t) whether y_{t−1} is the last word of a sentence
    remaining: Ids  # (b, t, 2) words and numbers that are to come, y_t included; −1 where the model may not know


def chunks(batch: Batch, length: int, copy_forms: bool = False) -> Iterator[Chunk]:
    """The batch's target in parts of `length` steps; each word, and each end that is known, is one step's target.

    With `copy_forms` a word can be copied from rows whose value it states in another form: "six" from 6.
    """
    previous = np.concatenate([np.full((len(batch), 1), BOS, np.int32), batch.target[:, :-1]], axis=1)
    source = batch.source
    if copy_forms:
        source = np.where(source == NOT_COPIED, batch.form_source, source)
    previous_source = np.concatenate([np.full((len(batch), 1), NOT_COPIED, np.int32), source[:, :-1]], axis=1)
    previous_ends = np.concatenate([np.zeros((len(batch), 1), bool), batch.ends[:, :-1]], axis=1)
    counts = np.stack([batch.target_mask & (batch.target != EOS), batch.number > 0], axis=2)  # (b, t, 2)
    to_come = np.flip(np.flip(counts, 1).cumsum(1), 1)
    remaining = np.where(batch.length_known[:, None, :], to_come, -1).astype(np.int32)
    for start in range(0, batch.target.shape[1], length):
        steps = slice(start, start + length)
        source = batch.source[:, steps, None]  # (b, t, 1)
        copyable = (source == batch.word[:, None, :]) & (source != NOT_COPIED)
        if copy_forms:
            copyable |= _other_forms(batch, steps)
        about, fact = batch.about[:, steps, None], batch.fact[:, steps, None]
        known = (fact == batch.word[:, None, :]) & (about == batch.entity[:, None, :]) & (fact != NOT_COPIED)
        fact_type = batch.fact_type[:, steps, None]
        known &= (fact_type == batch.type[:, None, :]) | (fact_type == NOT_COPIED)
        target, mask = batch.target[:, steps], batch.target_mask[:, steps]
        yield Chunk(
            previous[:, steps],
            target,
            mask,
            copyable,
            batch.source[:, steps],
            batch.form[:, steps],
            known,
            previous_source[:, steps],
            previous_ends[:, steps],
            remaining[:, steps],
        )


def _other_forms(batch: Batch, steps: slice) -> Mask:
    """(b, t, j) whether the word of a step states the value of row j in a form of the row other than its own."""
    form, source = batch.form[:, steps, None], batch.form_source[:, steps, None]  # (b, t, 1)
    has_form = batch.forms[:, None, :] >> form.clip(min=0) & 1  # (b, t, j)
    found: Mask = (source == batch.word[:, None, :]) & (source != NOT_COPIED) & (has_form > 0)
    return found


class Batches:
    """The batches of a dataset, epoch by epoch.

    The order depends on `seed` and the epoch alone. With `world` processes each takes its part of every batch, so that
    together they see what one process would.
    """

    def __init__(self, dataset: Dataset, size: int, seed: int = 0, rank: int = 0, world: int = 1) -> None:
        self.dataset, self.size, self.seed, self.rank, self.world = dataset, size, seed, rank, world

    def __len__(self) -> int:
        return -(-len(self.dataset) // self.size)

    def plan(self, epoch: int) -> list[npt.NDArray[np.int64]]:
        """The games of each batch of an epoch, for all processes together."""
        rng = np.random.default_rng((self.seed, epoch))
        order = rng.permutation(len(self.dataset))
        lengths = self.dataset.lengths
        batches = []
        for start in range(0, len(order), self.size * POOL):
            pool = order[start : start + self.size * POOL]
            pool = pool[np.argsort(lengths[pool], kind="stable")]
            batches += [pool[at : at + self.size] for at in range(0, len(pool), self.size)]
        return [batches[number] for number in rng.permutation(len(batches))]

    def epoch(self, epoch: int, start: int = 0) -> Iterator[Batch]:
        """This process's part of the batches of an epoch, from batch number `start` on."""
        for games in self.plan(epoch)[start:]:
            words = int(self.dataset.lengths[games].max())
            mine = [self.dataset[game] for game in games[self.rank :: self.world]]
            yield collate(mine, words, len(self.dataset.domain.features))
