"""Which words the rows of tables can be copied as, and how probable that is.

A row can be copied in each of its surface forms (`models.copy_forms`), in most models as its value alone. There are h
hypotheses of each of b tables; w is a word that a table's rows can be copied as.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import pad
from torch.nn.utils.rnn import pad_sequence

from boxscribe.models.copy_forms import form_probabilities
from boxscribe.models.packed_matmul import WIDTH


class FormIndex(NamedTuple):
    """The rows of a table by their forms. Rows with the same words are a group; groups with the same forms are a class.
    Each pair of a group and a form of it is a way to write a word."""

    ids: Tensor  # (w) the id of each different word
    group: Tensor  # (j) the group of each row
    words: Tensor  # (group, s) the id of each form; −1 for a form that the group lacks
    classes: Tensor  # (class, s) which forms the groups of a class have
    pair_group: Tensor  # (pair)
    pair_form: Tensor  # (pair) its place among the forms of all classes, flattened
    pair_word: Tensor  # (pair) the number of its word


class RowForms:
    """The words that the rows of a table can be copied as: `surfaces` (j, s) are their ids, −1 for a form that a row
    lacks."""

    def __init__(self, surfaces: Tensor) -> None:
        self.surfaces = surfaces

    @cached_property
    def index(self) -> FormIndex:
        words, group = self.surfaces.unique(dim=0, return_inverse=True)  # (group, s), (j)
        classes, of_group = (words >= 0).unique(dim=0, return_inverse=True)
        pair_group, form = (words >= 0).nonzero(as_tuple=True)
        ids, word = words[pair_group, form].unique(return_inverse=True)
        return FormIndex(ids, group, words, classes, pair_group, of_group[pair_group] * words.shape[1] + form, word)


class ValueCopies:
    """Rows that are copied as their values."""

    def __init__(self, tables: Sequence[RowForms], padding: int, device: torch.device) -> None:
        """`padding`: the id of a word that is never written."""
        found = [forms.surfaces[:, 0].unique(return_inverse=True) for forms in tables]
        self.ids = padded_words([ids for ids, _ in found], padding).to(device)  # (b, w)
        # Padding goes to a word behind the last, which is cut off.
        self._word = joined([word for _, word in found], self.ids.shape[1]).to(device)  # (b, j)
        self._row_ids = joined([forms.surfaces[:, 0] for forms in tables], -1).to(device)  # (b, j)

    def probabilities(self, records: Tensor, forms: Tensor) -> Tensor:
        """The probability of each word (b, h, w), if it is copied; records (r, j) and forms (r, s) of the step."""
        return sums(records, self._word, self.ids.shape[1])

    def rows(self, ids: Tensor, records: Tensor, forms: Tensor) -> Tensor:
        """The probability that each row (r, j) is copied as the word `ids` (r), if a row is copied."""
        b, j = self._row_ids.shape
        is_held = self._row_ids[:, None] == ids.view(b, -1, 1)  # (b, h, j)
        return records[:, :j] * is_held.flatten(0, 1)


class FormCopies:
    """Rows that are copied in several forms."""

    def __init__(self, tables: Sequence[RowForms], padding: int, device: torch.device) -> None:
        """`padding`: the id of a word that is never written."""
        indices = [forms.index for forms in tables]
        self.ids = padded_words([index.ids for index in indices], padding).to(device)  # (b, w)
        self._groups = max(len(index.words) for index in indices)
        # Padding belongs to a group and goes to a word behind the last, which is cut off.
        self._group = joined([index.group for index in indices], self._groups).to(device)  # (b, j)
        self._words = joined([index.words for index in indices], -1).to(device)  # (b, group, s)
        self._classes = joined([index.classes for index in indices], 0).to(device)  # (b, class, s)
        self._pair_group = joined([index.pair_group for index in indices], self._groups).to(device)  # (b, pair)
        self._pair_form = joined([index.pair_form for index in indices], 0).to(device)
        self._pair_word = joined([index.pair_word for index in indices], self.ids.shape[1]).to(device)

    def probabilities(self, records: Tensor, forms: Tensor) -> Tensor:
        """The probability of each word (b, h, w), if it is copied; records (r, j) and forms (r, s) of the step."""
        b, s = len(self.ids), forms.shape[1]
        of_groups = pad(sums(records, self._group, self._groups), (0, 1))  # (b, h, group)
        p = form_probabilities(forms.view(b, -1, 1, s), self._classes[:, None]).flatten(2)  # (b, h, class · s)
        of_pairs = _of(of_groups, self._pair_group) * _of(p, self._pair_form)  # (b, h, pair)
        return sums(of_pairs.flatten(0, 1), self._pair_word, self.ids.shape[1])

    def rows(self, ids: Tensor, records: Tensor, forms: Tensor) -> Tensor:
        """The probability that each row (r, j) is copied as the word `ids` (r), if a row is copied."""
        b, j = self._group.shape
        of_tables = ids.view(b, -1, 1, 1)
        table, hypothesis, group, form = (self._words[:, None] == of_tables).nonzero(as_tuple=True)
        scores = forms.view(b, -1, forms.shape[1])[table, hypothesis]
        p = form_probabilities(scores, self._words[table, group] >= 0).gather(1, form[:, None])[:, 0]
        weights = records.new_zeros(b, of_tables.shape[1], self._groups + 1)
        weights.index_put_((table, hypothesis, group), p)
        return records[:, :j] * _of(weights, self._group).flatten(0, 1)


def copies_of(tables: Sequence[RowForms], padding: int, device: torch.device) -> ValueCopies | FormCopies:
    """The copies of tables whose rows have one form each, or several."""
    made = ValueCopies if tables[0].surfaces.shape[1] == 1 else FormCopies
    return made(tables, padding, device)


def _of(values: Tensor, places: Tensor) -> Tensor:
    """The values (b, h, …) at the places (b, i) of each table: (b, h, i)."""
    return values.gather(2, places[:, None].expand(-1, values.shape[1], -1))


def sums(values: Tensor, place: Tensor, size: int) -> Tensor:
    """The sums (b, h, size) of values (r, i) by their places (b, i); what has the place `size` is left out."""
    values = values[:, : place.shape[1]].view(len(place), -1, place.shape[1])  # (b, h, i)
    total = values.new_zeros(*values.shape[:2], size + 1)
    return total.scatter_add_(2, place[:, None].expand_as(values), values)[:, :, :size]


def padded_words(ids: Sequence[Tensor], padding: int) -> Tensor:
    """(b, w), where w is a multiple of `WIDTH`: so no number is computed by other instructions because of its place."""
    words = joined(ids, padding)
    return pad(words, (0, -words.shape[1] % WIDTH), value=padding)


def joined(parts: Sequence[Tensor], fill: int) -> Tensor:
    """Tensors of several tables, padded: (b, …)."""
    return pad_sequence(list(parts), batch_first=True, padding_value=fill)
