"""Words ↔ ids: a vocabulary of the target words, and one for each feature of a record (paper, section 5)."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, model_validator

from boxscribe.toml import validated

Ids = npt.NDArray[np.int32]
T = TypeVar("T", covariant=True)
U = TypeVar("U")

SPECIALS = ("<unk>", "<pad>", "<bos>", "<eos>")
UNK, PAD, BOS, EOS = range(len(SPECIALS))


class Vocabulary:
    """An ordered list of words; a word that is not in it has the id of `<unk>`.

    A model generates the first `n_generated` words only. The others, `copy_only`, are inputs and can be copied.
    """

    def __init__(self, words: Iterable[str], copy_only: Iterable[str] = ()) -> None:
        self.words = [*SPECIALS, *words]
        self.n_generated = len(self.words)
        self.words += copy_only
        self._id = {word: id for id, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self._id

    def ids(self, words: Iterable[str]) -> list[int]:
        known = self._id
        return [known.get(word, UNK) for word in words]


class VocabularyBuilder:
    """Counts words, and gives them provisional ids in the order of their first occurrence.

    `finish` orders them by frequency and maps provisional to final ids, so that one pass over the data both counts and
    writes.
    """

    def __init__(self) -> None:
        self._id: dict[str, int] = {}
        self._count: list[int] = []

    def ids(self, words: Iterable[str]) -> list[int]:
        ids = []
        known, count = self._id, self._count
        for word in words:
            id = known.get(word)
            if id is None:
                id = known[word] = len(count)
                count.append(0)
            count[id] += 1
            ids.append(id)
        return ids

    def count(self, word: str) -> int:
        """How often a word has occurred."""
        return self._count[self._id[word]] if word in self._id else 0

    def finish(self, min_count: int = 1, copy_only: Container[str] = ()) -> tuple[Vocabulary, Ids]:
        """The vocabulary, the most frequent words first, and an array: provisional id → final id."""
        words = list(self._id)
        order = sorted(range(len(words)), key=lambda id: (-self._count[id], words[id]))
        kept = [id for id in order if self._count[id] >= min_count and words[id] not in SPECIALS]
        generated = [id for id in kept if words[id] not in copy_only]
        copied = [id for id in kept if words[id] in copy_only]
        final = np.full(len(words), UNK, np.int32)
        final[generated + copied] = np.arange(len(SPECIALS), len(SPECIALS) + len(kept), dtype=np.int32)
        return Vocabulary((words[id] for id in generated), (words[id] for id in copied)), final


@dataclass(frozen=True, slots=True)
class Columns(Generic[T]):
    """One `T` for each kind of ids: r_{j,1}, r_{j,2}, r_{j,3}, the further features, and y_t."""

    value: T
    entity: T
    type: T
    features: tuple[T, ...]
    target: T

    @classmethod
    def of(cls, make: Callable[[], T], features: int) -> "Columns[T]":
        """A new `T` for each column."""
        return Columns(make(), make(), make(), tuple(make() for _ in range(features)), make())

    def map(self, function: Callable[[T], U]) -> "Columns[U]":
        return Columns(
            function(self.value),
            function(self.entity),
            function(self.type),
            tuple(map(function, self.features)),
            function(self.target),
        )


Vocabularies = Columns[Vocabulary]


def finish(
    builders: Columns[VocabularyBuilder], min_count: int, copy_only: Container[str] = ()
) -> tuple[Vocabularies, Columns[Ids]]:
    """The vocabularies, and the final id of each provisional one; `min_count` and `copy_only` apply to target words."""
    pairs = replace(builders.map(VocabularyBuilder.finish), target=builders.target.finish(min_count, copy_only))
    return pairs.map(lambda pair: pair[0]), pairs.map(lambda pair: pair[1])


def vocabularies_to_json(vocabularies: Vocabularies) -> dict[str, Any]:
    words = vocabularies.map(lambda vocabulary: vocabulary.words[len(SPECIALS) : vocabulary.n_generated])
    return {
        "value": words.value,
        "entity": words.entity,
        "type": words.type,
        "features": list(words.features),
        "target": words.target,
        "copy_only": vocabularies.target.words[vocabularies.target.n_generated :],
    }


def vocabularies_from_json(data: Any, path: Path) -> Vocabularies:
    """The vocabularies as they are saved; an InputError that names the file for anything else."""
    saved = validated(_SavedVocabularies, data, path)
    words = Columns(saved.value, saved.entity, saved.type, tuple(saved.features), saved.target)
    return replace(words.map(Vocabulary), target=Vocabulary(saved.target, saved.copy_only))


class _SavedVocabularies(BaseModel):
    """The words of each column, without the special ones."""

    model_config = ConfigDict(extra="forbid", strict=True)

    value: list[str]
    entity: list[str]
    type: list[str]
    features: list[list[str]]
    target: list[str]
    copy_only: list[str]

    @model_validator(mode="after")
    def _words_are_distinct(self) -> "_SavedVocabularies":
        for words in (self.value, self.entity, self.type, *self.features, self.target + self.copy_only):
            if len({*SPECIALS, *words}) != len(SPECIALS) + len(words):
                raise ValueError("a word stands twice in a vocabulary")
        return self
