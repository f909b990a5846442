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
from boxscribe.models.copying import Distribution
from boxscribe.models.packed_matmul import WIDTH


class FormIndex(NamedTuple):
    """The rows of a table by their forms. Rows with the same words are a group; groups with the same forms are a class.
    Each pair of a group and a form of it is a way to write a word."""

    ids: Tensor  # (w) the id of each different word
    group: Tensor  # (j) the group of each row
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
        groups, group = self.surfaces.unique(dim=0, return_inverse=True)  # (group, s), (j)
        classes, of_group = (groups >= 0).unique(dim=0, return_inverse=True)
        pair_group, form = (groups >= 0).nonzero(as_tuple=True)
        ids, word = groups[pair_group, form].unique(return_inverse=True)
        return FormIndex(ids, group, classes, pair_group, of_group[pair_group] * groups.shape[1] + form, word)


class ValueCopies:
    """Rows that are copied as their values. `ids` (b, w) are those of the values, and `word` (b, j) says which of them
    each row has."""

    def __init__(self, ids: Tensor, word: Tensor) -> None:
        self.ids, self.word = ids, word

    def probabilities(self, distribution: Distribution) -> Tensor:
        """The probability of each word (b, h, w), if it is copied."""
        return sums(distribution.records, self.word, self.ids.shape[1])


class FormCopies:
    """Rows that are copied in several forms."""

    def __init__(self, tables: Sequence[RowForms], padding: int, device: torch.device) -> None:
        """`padding`: the id of a word that is never written."""
        indices = [forms.index for forms in tables]
        self.ids = padded_words([index.ids for index in indices], padding).to(device)  # (b, w)
        self._groups = max(int(index.group.max()) for index in indices) + 1

        def joined(parts: Sequence[Tensor], fill: int) -> Tensor:
            return pad_sequence(list(parts), batch_first=True, padding_value=fill).to(device)

        # Padding belongs to a group and goes to a word behind the last, which is cut off.
        self._group = joined([index.group for index in indices], self._groups)  # (b, j)
        self._classes = joined([index.classes for index in indices], 0)[:, None]  # (b, 1, class, s)
        self._pair_group = joined([index.pair_group for index in indices], self._groups)[:, None]  # (b, 1, pair)
        self._pair_form = joined([index.pair_form for index in indices], 0)[:, None]
        self._pair_word = joined([index.pair_word for index in indices], self.ids.shape[1])

    def probabilities(self, distribution: Distribution) -> Tensor:
        """The probability of each word (b, h, w), if it is copied."""
        b, h = len(self.ids), len(distribution.records) // len(self.ids)
        of_groups = pad(sums(distribution.records, self._group, self._groups), (0, 1))  # (b, h, group)
        p = form_probabilities(distribution.forms.view(b, h, 1, -1), self._classes).flatten(2)  # (b, h, class · s)
        of_pairs = of_groups.gather(2, self._pair_group.expand(b, h, -1)) * p.gather(
            2, self._pair_form.expand(b, h, -1)
        )
        return sums(of_pairs.flatten(0, 1), self._pair_word, self.ids.shape[1])


def sums(values: Tensor, place: Tensor, size: int) -> Tensor:
    """The sums (b, h, size) of values (r, i) by their places (b, i); what has the place `size` is left out."""
    values = values[:, : place.shape[1]].view(len(place), -1, place.shape[1])  # (b, h, i)
    total = values.new_zeros(*values.shape[:2], size + 1)
    return total.scatter_add_(2, place[:, None].expand_as(values), values)[:, :, :size]


def padded_words(ids: Sequence[Tensor], padding: int) -> Tensor:
    """(b, w), where w is a multiple of `WIDTH`: so no number is computed by other instructions because of its place."""
    joined = pad_sequence(list(ids), batch_first=True, padding_value=padding)
    return pad(joined, (0, -joined.shape[1] % WIDTH), value=padding)


def copied_from(surfaces: Tensor, ids: Tensor, records: Tensor, forms: Tensor) -> Tensor:
    """The probability that each row (b, h, j) is copied as the word `ids` (b, h), if a row is copied.

    surfaces (b, j, s): the words of the rows; records (b, h, j) and forms (b, h, s): of the step that gave the word.
    """
    b, h, j, s = (surfaces[:, None] == ids[:, :, None, None]).nonzero(as_tuple=True)  # each a form of a row
    p = form_probabilities(forms[b, h], surfaces[b, j] >= 0).gather(1, s[:, None])[:, 0]
    return torch.zeros_like(records).index_put_((b, h, j), records[b, h, j] * p)
