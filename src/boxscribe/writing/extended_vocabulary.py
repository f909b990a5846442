"""The words a model can write about a table: those of its vocabulary, and those of the table itself (See et al. 2017).

A word of the table that is not in the vocabulary has no id; it gets one for this table, after the vocabulary's last. So
a name that was never seen can be written, and unknown words are never printed. The words of the table are its values
and, in a model that copies surface forms, their other forms: "six" for 6.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import torch
from torch import Tensor

from boxscribe.batches.encode import forms_of_row, words_of
from boxscribe.batches.vocab import BOS, PAD, UNK, Vocabulary
from boxscribe.models.copying import Distribution
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_words
from boxscribe.tables.table import Table
from boxscribe.text.forms import SurfaceForm
from boxscribe.text.numbers import is_number
from boxscribe.text.sentences import STOPS
from boxscribe.text.tokens import PARAGRAPH
from boxscribe.writing.copies import RowForms, copies_of, joined, padded_words

# A sentence may begin with these, though a small vocabulary has them with a capital letter only.
_FUNCTION_WORDS = frozenset(
    """a after also although an and as at before behind both but by despite during for from he her his in it its no not
    of off on only or over she so that the their then there these they this those though to under up when while with
    without""".split()
)


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words of one table. `own` words have ids from the size of the vocabulary on."""

    own: tuple[str, ...]  # those that the vocabulary lacks
    ids: Tensor  # (w) the id of each different value, in the order of `Example.word`
    own_numbers: Tensor  # (own) whether each own word is a number
    forms: RowForms
    mixed: dict[int, Tensor]  # a word of a name → words of other names that cannot follow it

    def text(self, id: int, vocabulary: Vocabulary) -> str:
        known = len(vocabulary)
        return vocabulary.words[id] if id < known else self.own[id - known]

    def ids_of(self, tokens: Sequence[str], vocabulary: Vocabulary) -> list[int]:
        """The ids of words; <unk> for one that is neither in the vocabulary nor in the table."""
        own = {word: len(vocabulary) + number for number, word in enumerate(self.own)}
        return [own.get(token, known) for token, known in zip(tokens, vocabulary.ids(tokens), strict=True)]

    def copied_from(self, rows: Sequence[int]) -> "TableWords":
        """The same words, of which these rows alone can be copied."""
        return replace(self, forms=RowForms(self.forms.surfaces[list(rows)]))


def words_in(
    table: Table, domain: Domain, vocabulary: Vocabulary, split_values: bool, copy_forms: bool = False
) -> TableWords:
    """The words of a table, a row each, as `encode` makes rows."""
    rows = [(word, record.type) for record in table.records for word in words_of(record.value, split_values)]
    values = list(dict.fromkeys(word for word, _ in rows))
    forms = [forms_of_row(*row, domain) if copy_forms else {row[0]: SurfaceForm.SAME} for row in rows]
    surfaces = dict.fromkeys([*values, *(surface for row in forms for surface in row)])
    own = tuple(word for word in surfaces if word not in vocabulary)
    new = {word: len(vocabulary) + i for i, word in enumerate(own)}
    id = {word: new.get(word, known) for word, known in zip(surfaces, vocabulary.ids(surfaces), strict=True)}
    by_form = [{form: id[surface] for surface, form in row.items()} for row in forms]
    kinds = [*SurfaceForm] if copy_forms else [SurfaceForm.SAME]
    return TableWords(
        own,
        torch.tensor([id[word] for word in values], dtype=torch.long),
        torch.tensor([is_number(word) for word in own], dtype=torch.bool),
        RowForms(torch.tensor([[row.get(form, -1) for form in kinds] for row in by_form]).view(-1, len(kinds))),
        mixed_pairs([id[word] for word in name_words(entity, domain) if word in id] for entity in table.entities),
    )


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
        self.ids = padded_words([words.ids for words in tables], self.size).to(device)  # (b, w)
        self.copies = copies_of([words.forms for words in tables], self.size, device)
        numbers = torch.tensor(_numbers(vocabulary)).expand(len(tables), -1)  # (b, v)
        own_numbers = joined([words.own_numbers for words in tables], 0)
        self.numbers = torch.cat([numbers, own_numbers], dim=1).to(device)  # (b, size)
        self.digits = torch.tensor(_digits(vocabulary), dtype=torch.long, device=device)
        number_words = [id for id, number in enumerate(_numbers(vocabulary)[: self.n_generated]) if number]
        self.number_words = torch.tensor(number_words, dtype=torch.long, device=device)
        self.capitalised = torch.tensor(_capitalised(vocabulary), dtype=torch.long, device=device)
        self.proper_nouns = torch.tensor(_proper_nouns(vocabulary), dtype=torch.long, device=device)
        stops = vocabulary.ids(word for word in STOPS if word in vocabulary)
        self.stops = torch.tensor(stops, dtype=torch.long, device=device)
        breaks = vocabulary.ids([PARAGRAPH] if PARAGRAPH in vocabulary else [])
        self.paragraphs = torch.tensor(breaks, dtype=torch.long, device=device)

    def embedded(self, ids: Tensor) -> Tensor:
        """Ids as the decoder embeds them: a word outside the vocabulary is <unk>."""
        return ids.where(ids < self.known, UNK)

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
        copied = self.copies.probabilities(distribution.records, distribution.forms).flatten(0, 1)  # (r, w)
        log_copied = distribution.log_copy[:, None] + copied.log()
        ids = self.copies.ids[:, None].expand(b, r // b, -1).reshape(r, -1)
        return log_p.scatter_(1, ids, torch.logaddexp(log_p.gather(1, ids), log_copied))[:, : self.size]

    def _by_table(self, ids: Tensor) -> Tensor:
        """(r) → (b, h)."""
        return ids.view(len(self.ids), -1)


@lru_cache(maxsize=4)
def _digits(vocabulary: Vocabulary) -> list[int]:
    """The ids of the words with a digit among those that can be generated."""
    generated = vocabulary.words[: vocabulary.n_generated]
    return [id for id, word in enumerate(generated) if any(character.isdigit() for character in word)]


@lru_cache(maxsize=4)
def _capitalised(vocabulary: Vocabulary) -> list[int]:
    """The ids of the words that can be generated and begin with a capital letter."""
    return [id for id, word in enumerate(vocabulary.words[: vocabulary.n_generated]) if word[0].isupper()]


@lru_cache(maxsize=4)
def _proper_nouns(vocabulary: Vocabulary) -> list[int]:
    """Of these, the ids of those that are never written otherwise, and of abbreviations."""
    words = {id: vocabulary.words[id] for id in _capitalised(vocabulary)}
    small = {id for id, word in words.items() if word.lower() in vocabulary or word.lower() in _FUNCTION_WORDS}
    return [id for id, word in words.items() if id not in small or (word.isupper() and len(word) > 1)]


@lru_cache(maxsize=4)
def _numbers(vocabulary: Vocabulary) -> list[bool]:
    """Whether each word of the vocabulary is a number."""
    return [is_number(word) for word in vocabulary.words]
