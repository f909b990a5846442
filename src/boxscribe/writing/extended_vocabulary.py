"""The words a model can say about a game: those of its vocabulary, and those of the game's own table.

A word of the table that is not in the vocabulary has no id; it gets one for this game, after the vocabulary's last. So
a name that was never seen can be told, and unknown words are never printed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor
from torch.nn.functional import pad
from torch.nn.utils.rnn import pad_sequence

from boxscribe.batches.encode import words_of
from boxscribe.batches.vocab import BOS, PAD, UNK, Vocabulary
from boxscribe.models.attention import shared
from boxscribe.models.copying import Distribution
from boxscribe.models.quick import WIDTH
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_words
from boxscribe.tables.table import Table
from boxscribe.text.numbers import is_number
from boxscribe.text.sentences import STOPS


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one table. `own` words have ids from the size of the vocabulary on."""

    own: tuple[str, ...]  # those that the vocabulary lacks
    ids: Tensor  # (w) the id of each different word
    numbers: Tensor  # (size) whether each word that can be said, by its id, is a number
    word: Tensor  # (j) the number of each row's word
    mixed: dict[int, Tensor]  # a word of a name → words of other names that cannot follow it

    def text(self, id: int, vocabulary: Vocabulary) -> str:
        known = len(vocabulary)
        return vocabulary.words[id] if id < known else self.own[id - known]


def words_in(table: Table, domain: Domain, vocabulary: Vocabulary, split_values: bool) -> Words:
    """The words of a table, a row each, as `encode` makes rows."""
    rows = [word for record in table.records for word in words_of(record.value, split_values)]
    number = {word: i for i, word in enumerate(dict.fromkeys(rows))}
    own = tuple(word for word in number if word not in vocabulary)
    new = {word: len(vocabulary) + i for i, word in enumerate(own)}
    ids = [new.get(word, id) for word, id in zip(number, vocabulary.ids(number), strict=True)]
    known = dict(zip(number, ids, strict=True))
    names = [[known[word] for word in name_words(entity, domain) if word in known] for entity in table.entities]
    word = torch.tensor([number[word] for word in rows])
    numbers = torch.tensor([is_number(word) for word in (*vocabulary.words, *own)])
    return Words(own, torch.tensor(ids, dtype=torch.long), numbers, word, mixed_pairs(names))


def mixed_pairs(names: Iterable[Sequence[int]]) -> dict[int, Tensor]:
    """From names as ids of words: what would begin one name and go on with another, such as Dwight, Harden."""
    following: dict[int, set[int]] = {}
    for name in names:
        for one, other in pairwise(name):
            following.setdefault(one, set()).add(other)
    inner = set().union(*following.values())
    return {one: torch.tensor(sorted(inner - right)) for one, right in following.items() if inner - right}


class ExtendedVocabulary:
    """The words of a batch of games, and how probable each is."""

    def __init__(self, games: Sequence[Words], vocabulary: Vocabulary, device: torch.device) -> None:
        self.known, self.n_generated = len(vocabulary), vocabulary.n_generated
        self.size = self.known + max(len(words.own) for words in games)
        self.most = max(len(words.ids) for words in games)
        self.most += -self.most % WIDTH  # so that no number is computed otherwise because of its place
        # Padding goes to a column behind the last word, which is cut off.
        ids = _padded([words.ids for words in games], self.size)  # (b, w)
        self.ids = pad(ids, (0, self.most - ids.shape[1]), value=self.size).to(device)
        self.word = _padded([words.word for words in games], self.most).to(device)  # (b, j)
        self.numbers = _padded([words.numbers for words in games], 0).to(device)  # (b, size)
        stops = vocabulary.ids(word for word in STOPS if word in vocabulary)
        self.stops = torch.tensor(stops, dtype=torch.long, device=device)

    def fed(self, ids: Tensor) -> Tensor:
        """Ids as the decoder reads them: a word outside the vocabulary is <unk>."""
        return ids.where(ids < self.known, UNK)

    def rows_of(self, ids: Tensor) -> Tensor:
        """Which rows hold the words `ids` (r): (r, j)."""
        of_rows = torch.cat([self.ids, self.ids.new_full((len(self.ids), 1), -1)], dim=1).gather(1, self.word)
        return shared(of_rows, len(ids)) == ids[:, None]

    def are_numbers(self, ids: Tensor) -> Tensor:
        """Whether the words `ids` (r) are numbers: (r)."""
        return shared(self.numbers, len(ids)).gather(1, ids[:, None])[:, 0]

    def are_stops(self, ids: Tensor) -> Tensor:
        """Whether sentences end with the words `ids` (r): (r)."""
        return torch.isin(ids, self.stops)

    def numbers_of(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Whether the table of each word `ids` (r) has it, and its number there: (r) each."""
        same = shared(self.ids, len(ids)) == ids[:, None]  # (r, w)
        held, number = same.max(dim=1)
        return held, number

    def log_probabilities(self, distribution: Distribution) -> Tensor:
        """log p(y_t) of every word (r, size): both ways to a word added up; −∞ for what is never said."""
        r = len(distribution.log_copy)
        log_p = distribution.log_generate.new_full((r, self.size + 1), -torch.inf)
        log_p[:, : self.n_generated] = distribution.log_generate
        log_p[:, [UNK, PAD, BOS]] = -torch.inf
        copied = log_p.new_zeros(r, self.most + 1).scatter_add_(1, shared(self.word, r), distribution.records)
        log_copied = distribution.log_copy[:, None] + copied[:, : self.most].log()  # (r, w)
        ids = shared(self.ids, r)
        return log_p.scatter_(1, ids, torch.logaddexp(log_p.gather(1, ids), log_copied))[:, : self.size]


def _padded(parts: Sequence[Tensor], fill: int) -> Tensor:
    return pad_sequence(list(parts), batch_first=True, padding_value=fill)
