"""The words a model can write about a table: those of its vocabulary, and those of the table itself (See et al. 2017).

A word of the table that is not in the vocabulary has no id; it gets one for this table, after the vocabulary's last. So
a name that was never seen can be written, and unknown words are never printed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import torch
from torch import Tensor
from torch.nn.functional import pad
from torch.nn.utils.rnn import pad_sequence

from boxscribe.batches.encode import words_of
from boxscribe.batches.vocab import BOS, PAD, UNK, Vocabulary
from boxscribe.models.copying import Distribution
from boxscribe.models.packed_matmul import WIDTH
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_words
from boxscribe.tables.table import Table
from boxscribe.text.numbers import is_number
from boxscribe.text.sentences import STOPS


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words of one table. `own` words have ids from the size of the vocabulary on."""

    own: tuple[str, ...]  # those that the vocabulary lacks
    ids: Tensor  # (w) the id of each different word
    own_numbers: Tensor  # (own) whether each own word is a number
    word: Tensor  # (j) the number of each row's word
    mixed: dict[int, Tensor]  # a word of a name → words of other names that cannot follow it

    def text(self, id: int, vocabulary: Vocabulary) -> str:
        known = len(vocabulary)
        return vocabulary.words[id] if id < known else self.own[id - known]


def words_in(table: Table, domain: Domain, vocabulary: Vocabulary, split_values: bool) -> TableWords:
    """The words of a table, a row each, as `encode` makes rows."""
    rows = [word for record in table.records for word in words_of(record.value, split_values)]
    number = {word: i for i, word in enumerate(dict.fromkeys(rows))}
    own = tuple(word for word in number if word not in vocabulary)
    new = {word: len(vocabulary) + i for i, word in enumerate(own)}
    id = {word: new.get(word, known) for word, known in zip(number, vocabulary.ids(number), strict=True)}
    own_numbers = torch.tensor([is_number(word) for word in own], dtype=torch.bool)
    word = torch.tensor([number[word] for word in rows], dtype=torch.long)
    names = [[id[word] for word in name_words(entity, domain) if word in id] for entity in table.entities]
    return TableWords(own, torch.tensor(list(id.values()), dtype=torch.long), own_numbers, word, mixed_pairs(names))


def mixed_pairs(names: Iterable[Sequence[int]]) -> dict[int, Tensor]:
    """From names as ids of words: what would begin one name and continue another, such as Dwight, Harden."""
    following: dict[int, set[int]] = {}
    for name in names:
        for one, other in pairwise(name):
            following.setdefault(one, set()).add(other)
    inner = set().union(*following.values())
    return {one: torch.tensor(sorted(inner - right)) for one, right in following.items() if inner - right}


class ExtendedVocabulary:
    """The words of a batch of tables, and how probable each is. There are h hypotheses of each of b tables: r = b · h
    rows, those of a table one after the other."""

    def __init__(self, tables: Sequence[TableWords], vocabulary: Vocabulary, device: torch.device) -> None:
        self.known, self.n_generated = len(vocabulary), vocabulary.n_generated
        self.size = self.known + max(len(words.own) for words in tables)
        most = max(len(words.ids) for words in tables)
        self.most = most + -most % WIDTH  # so that no number is computed by other instructions because of its place
        # Padding goes to a column behind the last word, which is cut off.
        ids = _padded([words.ids for words in tables], self.size)  # (b, w)
        self.ids = pad(ids, (0, self.most - ids.shape[1]), value=self.size).to(device)
        self.word = _padded([words.word for words in tables], self.most).to(device)  # (b, j)
        numbers = torch.tensor(_numbers(vocabulary)).expand(len(tables), -1)  # (b, v)
        own_numbers = _padded([words.own_numbers for words in tables], 0)
        self.numbers = torch.cat([numbers, own_numbers], dim=1).to(device)  # (b, size)
        stops = vocabulary.ids(word for word in STOPS if word in vocabulary)
        self.stops = torch.tensor(stops, dtype=torch.long, device=device)

    def embedded(self, ids: Tensor) -> Tensor:
        """Ids as the decoder embeds them: a word outside the vocabulary is <unk>."""
        return ids.where(ids < self.known, UNK)

    def rows_of(self, ids: Tensor) -> Tensor:
        """Which rows hold the words `ids` (r): (r, j)."""
        of_rows = pad(self.ids, (0, 1), value=-1).gather(1, self.word)  # (b, j)
        return (of_rows[:, None] == self._by_table(ids)[:, :, None]).flatten(0, 1)

    def are_numbers(self, ids: Tensor) -> Tensor:
        """Whether the words `ids` (r) are numbers: (r)."""
        return self.numbers.gather(1, self._by_table(ids)).flatten()

    def end_sentences(self, ids: Tensor) -> Tensor:
        """Whether the words `ids` (r) end sentences: (r)."""
        return torch.isin(ids, self.stops)

    def sources(self, ids: Tensor) -> Tensor:
        """The number of each word `ids` (r) among the words of its table: (r); −1 where the table does not hold it."""
        same = self.ids[:, None] == self._by_table(ids)[:, :, None]  # (b, h, w)
        held, number = same.flatten(0, 1).max(dim=1)
        return number.where(held, -1)

    def log_probabilities(self, distribution: Distribution) -> Tensor:
        """log p(y_t) of every word (r, size): both ways to a word added up; −∞ for what is never written."""
        r, b = len(distribution.log_copy), len(self.ids)
        log_p = distribution.log_generate.new_full((r, self.size + 1), -torch.inf)
        log_p[:, : self.n_generated] = distribution.log_generate
        log_p[:, [UNK, PAD, BOS]] = -torch.inf
        records = distribution.records[:, : self.word.shape[1]].view(b, r // b, -1)  # (b, h, j)
        copied = log_p.new_zeros(b, r // b, self.most + 1)
        copied.scatter_add_(2, self.word[:, None].expand_as(records), records)
        log_copied = distribution.log_copy[:, None] + copied[:, :, : self.most].flatten(0, 1).log()  # (r, w)
        ids = self.ids[:, None].expand(b, r // b, self.most).reshape(r, self.most)
        return log_p.scatter_(1, ids, torch.logaddexp(log_p.gather(1, ids), log_copied))[:, : self.size]

    def _by_table(self, ids: Tensor) -> Tensor:
        """(r) → (b, h)."""
        return ids.view(len(self.ids), -1)


@lru_cache(maxsize=4)
def _numbers(vocabulary: Vocabulary) -> list[bool]:
    """Whether each word of the vocabulary is a number."""
    return [is_number(word) for word in vocabulary.words]


def _padded(parts: Sequence[Tensor], fill: int) -> Tensor:
    return pad_sequence(list(parts), batch_first=True, padding_value=fill)
