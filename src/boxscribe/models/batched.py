"""Tensors whose axes have names, so that a batch of anything can be picked from, concatenated, padded and cut.

A part of the model declares its state once, as a dataclass of tensors with their axes; search then handles the state
without knowing what is in it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor
from torch.nn.functional import pad


class Axes(NamedTuple):
    """The axes of a tensor, a letter each, and what its padding holds."""

    letters: str
    fill: int = 0

    @property
    def rows(self) -> int:
        """The axis along which a batch grows: b, tables, or r, hypotheses."""
        return next(axis for axis, letter in enumerate(self.letters) if letter in "br")


NO_AXES = Axes("")
Change = Callable[[Tensor, Axes], Tensor]


def axes(letters: str, fill: int = 0) -> Any:
    """A tensor of a `Batched`: one letter for each of its axes, such as "rkp"; `fill` is what padding holds."""
    return field(metadata={"axes": Axes(letters, fill)})


@dataclass(frozen=True)
class Batched:
    """A base for dataclasses of tensors. A field is a tensor with `axes`, a `Batched`, or a mapping to those."""

    def mapped(self, change: Change) -> Self:
        """The same structure with `change(tensor, axes)` of every tensor."""
        return type(self)(*(_mapped(getattr(self, part.name), _axes(part), change) for part in fields(self)))

    def pick(self, rows: Tensor) -> Self:
        """Some of the rows, in this order; a row may be picked several times."""
        return self.mapped(lambda tensor, own: tensor.index_select(own.rows, rows))

    def cut(self, sizes: Mapping[str, int]) -> Self:
        """The beginning of each axis that `sizes` names."""

        def shorter(tensor: Tensor, own: Axes) -> Tensor:
            for axis, letter in enumerate(own.letters):
                tensor = tensor.narrow(axis, 0, min(sizes.get(letter, tensor.shape[axis]), tensor.shape[axis]))
            return tensor

        return self.mapped(shorter)

    def widened(self, letters: str, multiple: int) -> Self:
        """The axes that `letters` names, padded to a multiple of a size."""

        def wider(tensor: Tensor, own: Axes) -> Tensor:
            more = [
                -size % multiple if one in letters else 0 for one, size in zip(own.letters, tensor.shape, strict=True)
            ]
            return _padded(tensor, more, own.fill)

        return self.mapped(wider)

    @classmethod
    def stack(cls, parts: Sequence[Self]) -> Self:
        """The same structure with all tensors stacked on a new first axis."""
        return cls._joined(parts, lambda tensors, _: torch.stack(list(tensors)))

    def detach(self) -> Self:
        return self.mapped(lambda tensor, _: tensor.detach())

    @classmethod
    def concatenate(cls, parts: Sequence[Self], letters: str = "", multiple: int = 1) -> Self:
        """The rows of all parts. Other axes are padded to the longest, those that `letters` names to a multiple."""

        def longest(axis: int, letter: str, tensors: Sequence[Tensor]) -> int:
            most = max(tensor.shape[axis] for tensor in tensors)
            return most + -most % multiple if letter in letters else most

        def joined(tensors: Sequence[Tensor], own: Axes) -> Tensor:
            shape = [longest(axis, letter, tensors) for axis, letter in enumerate(own.letters)]
            shape[own.rows] = sum(tensor.shape[own.rows] for tensor in tensors)
            if all([*shape[: own.rows], *shape[own.rows + 1 :]] == _others(tensor, own.rows) for tensor in tensors):
                return torch.cat(list(tensors), dim=own.rows)
            whole, row = tensors[0].new_full(shape, own.fill), 0
            for tensor in tensors:
                place = [slice(size) for size in tensor.shape]
                place[own.rows] = slice(row, row + tensor.shape[own.rows])
                whole[tuple(place)] = tensor
                row += tensor.shape[own.rows]
            return whole

        return cls._joined(parts, joined)

    @classmethod
    def _joined(cls, parts: Sequence[Self], join: Callable[[Sequence[Tensor], Axes], Tensor]) -> Self:
        return cls(*(_joined([getattr(one, part.name) for one in parts], _axes(part), join) for part in fields(cls)))


@dataclass(frozen=True)
class Nothing(Batched):
    """The state of what has no state."""


def _axes(part: Any) -> Axes:
    found: Axes = part.metadata.get("axes", NO_AXES)
    return found


def _mapped(value: Any, own: Axes, change: Change) -> Any:
    if isinstance(value, Batched):
        return value.mapped(change)
    if isinstance(value, Mapping):
        return {name: _mapped(part, own, change) for name, part in value.items()}
    return change(value, own)


def _joined(values: Sequence[Any], own: Axes, join: Callable[[Sequence[Tensor], Axes], Tensor]) -> Any:
    first = values[0]
    if isinstance(first, Batched):
        return type(first)._joined(values, join)
    if isinstance(first, Mapping):
        return {name: _joined([value[name] for value in values], own, join) for name in first}
    return join(values, own)


def _others(tensor: Tensor, axis: int) -> list[int]:
    """The sizes of all axes but one."""
    return [*tensor.shape[:axis], *tensor.shape[axis + 1 :]]


def _padded(tensor: Tensor, more: Sequence[int], fill: int) -> Tensor:
    """The tensor with so much padding at the end of each axis."""
    if not any(more):
        return tensor
    return pad(tensor, [amount for extra in reversed(more) for amount in (0, extra)], value=fill)
