"""The words a model can say about a game: those of its vocabulary, and those of the game's own table.

A word of the table that is not in the vocabulary has no id; it gets one for this game, after the vocabulary's last. So
a name that was never seen can be told, and unknown words are never printed.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from boxscribe.batches.encode import Example, words_of
from boxscribe.batches.vocab import BOS, PAD, UNK, Vocabulary
from boxscribe.models.copying import Distribution
from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a batch of games. `own` words have ids from the size of the vocabulary on, game by game."""

    vocabulary: Vocabulary
    own: tuple[tuple[str, ...], ...]  # each game's words that the vocabulary lacks
    row_ids: Tensor  # (b, j) the id of each row's word

    @property
    def size(self) -> int:
        return len(self.vocabulary) + max((len(words) for words in self.own), default=0)

    def word(self, game: int, id: int) -> str:
        known = len(self.vocabulary)
        return self.vocabulary.words[id] if id < known else self.own[game][id - known]

    def fed(self, ids: Tensor) -> Tensor:
        """Ids as the decoder reads them: a word outside the vocabulary is <unk>."""
        return ids.where(ids < len(self.vocabulary), UNK)

    def log_probabilities(self, distribution: Distribution) -> Tensor:
        """log p(y_t) of every word (b, size): both ways to a word added up; −∞ for what is never said."""
        b, known = distribution.log_generate.shape
        p = distribution.log_generate.new_zeros(b, self.size)
        p[:, :known] = distribution.log_generate.exp()
        p[:, [UNK, PAD, BOS]] = 0
        copied = distribution.log_copy.exp()[:, None] * distribution.records  # (b, j)
        return p.scatter_add(1, self.row_ids, copied).log()


def lexicon_of(tables: list[Table], examples: list[Example], vocabulary: Vocabulary, split_values: bool) -> Lexicon:
    """The words of the tables; `examples` are the same tables in ids."""
    j = max(len(example.value) for example in examples)
    row_ids = torch.full((len(tables), j), PAD)  # padding has probability 0, so its id never matters
    own = []
    for b, table in enumerate(tables):
        words = [word for record in table.records for word in words_of(record.value, split_values)]
        new = {word: None for word in words if word not in vocabulary}
        number = {word: len(vocabulary) + i for i, word in enumerate(new)}
        known = zip(words, vocabulary.ids(words), strict=True)
        row_ids[b, : len(words)] = torch.tensor([number.get(word, id) for word, id in known])
        own.append(tuple(new))
    return Lexicon(vocabulary, tuple(own), row_ids)
