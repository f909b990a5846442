"""Input corruption: what training hides from the model, so that it can do without.

- names and values: the names of new players are unknown words to the encoder, to the decoder's input and to the
  generator. A masked name is the same in training: <unk> in the table and in the text, so that only copying can produce
  it;
- features of a text, such as its writer, and its length, which need not be given in writing;
- groups of record types that some tables lack: their rows, and what plans have of them.

Everything is sampled by torch's random numbers, whose state a checkpoint has.
"""

from dataclasses import replace

import numpy as np
import torch

from boxscribe.batches.encode import NO_ROW, NOT_COPIED
from boxscribe.batches.loader import Batch
from boxscribe.batches.vocab import UNK, Ids, Vocabularies
from boxscribe.config import DataConfig
from boxscribe.errors import InputError, did_you_mean
from boxscribe.tables.domain import Domain


class Corruption:
    """The corruption that a configuration asks for, of batches with these vocabularies."""

    def __init__(self, config: DataConfig, domain: Domain, vocabularies: Vocabularies) -> None:
        self.config = config
        self.features: dict[int, tuple[float, int]] = {}  # number of a feature → rate, id of its default
        names = list(domain.features)
        for name, rate in config.feature_dropout.items():
            if name not in names:
                raise InputError(f"data.feature_dropout: the data has no feature '{name}'; {did_you_mean(name, names)}")
            default = vocabularies.features[names.index(name)].ids([domain.features[name].default])
            self.features[names.index(name)] = rate, default[0]
        known = [type for group in config.hidden_types for type in group]
        for type in known:
            if type not in vocabularies.type:
                hint = did_you_mean(type, vocabularies.type.words)
                raise InputError(f"data.hidden_types: the data has no record of the type '{type}'; {hint}")
        self.groups = [np.array(vocabularies.type.ids(group), np.int32) for group in config.hidden_types]

    def __call__(self, batch: Batch) -> Batch:
        config = self.config
        if config.name_dropout or config.value_dropout or config.length_dropout:
            batch = mask_names(batch, config)
        if self.features:
            batch = replace(batch, features=self._without_features(batch))
        for types in self.groups if config.hidden_rate else ():
            tables = _sampled(len(batch), rate=config.hidden_rate)
            batch = without_rows(batch, np.isin(batch.type, types) & tables[:, None])
        return batch

    def _without_features(self, batch: Batch) -> Ids:
        features = batch.features.copy()
        for number, (rate, default) in self.features.items():
            features[_sampled(len(batch), rate=rate), number] = default
        return features


def mask_names(batch: Batch, config: DataConfig) -> Batch:
    """The batch with names, values and lengths masked at the rates of the configuration."""
    length_kept = ~_sampled(*batch.length_known.shape, rate=config.length_dropout)  # (b, 2)
    names = _sampled(*batch.name.shape, rate=config.name_dropout)  # (b, k)
    name_rows = np.take_along_axis(names, batch.entity, axis=1) & batch.naming  # (b, j)
    values = name_rows | _sampled(*batch.value.shape, rate=config.value_dropout)  # (b, j)
    targets = np.zeros(batch.target.shape, bool)  # (b, t), where b may be 0: a process without a game of the batch
    for b, rows in enumerate(name_rows):
        targets[b] = np.isin(batch.source[b], batch.word[b, rows])
    return replace(
        batch,
        name=np.where(names, UNK, batch.name).astype(np.int32),
        value=np.where(values, UNK, batch.value).astype(np.int32),
        target=np.where(targets, UNK, batch.target).astype(np.int32),
        length_known=batch.length_known & length_kept,
    )


def without_rows(batch: Batch, hidden: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Batch:
    """The batch as if the tables had no such rows (b, j): they become padding, and no plan has them."""
    of_entities = np.take_along_axis(hidden, batch.rows.reshape(len(batch), -1), axis=1).reshape(batch.rows.shape)
    planned = np.take_along_axis(hidden, batch.plan.clip(min=0), axis=1)
    word = np.where(hidden, NOT_COPIED, batch.word).astype(np.int32)

    def held(source: Ids) -> Ids:
        """Words of the text (b, t) that another row still holds."""
        kept = [np.isin(own, words) for own, words in zip(source, word, strict=True)]
        return np.where(kept, source, NOT_COPIED).astype(np.int32) if kept else source

    return replace(
        batch,
        row_mask=batch.row_mask & ~hidden,
        rows_mask=batch.rows_mask & ~of_entities,
        word=word,
        source=held(batch.source),
        form_source=held(batch.form_source),
        plan=np.where(planned, NO_ROW, batch.plan).astype(np.int32),
    )


def _sampled(*shape: int, rate: float) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """True with the probability `rate`."""
    found: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (torch.rand(shape) < rate).numpy()
    return found
