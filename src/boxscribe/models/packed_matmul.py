"""Matrix products: their precision, and the fastest kernels for them on a CPU.

A library for matrix products lays a matrix out anew at every call. For a batch of a few rows that takes longer than
the product, so where a matrix stays as it is, it is laid out once (`product`).

Under autocast, weights are rounded to its dtype (`rounded`). The dtype of a weight then decides the precision of all
products with it and of its gradient: their factors are rounded to that dtype, their results have the dtype of the
activations.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import TypeVar

import torch
from torch import Tensor, nn

Product = Callable[[Tensor], Tensor]
M = TypeVar("M", bound=nn.Module)
WIDTH = 32  # torch's vectorised loops take at most this many numbers at once
FEWEST = 4  # for fewer rows, libraries switch to other kernels, whose sums run in another order


def rounded(weight: Tensor) -> Tensor:
    """The weight in the precision of the products of this run: under autocast its dtype, else that of the weight."""
    device = weight.device.type
    return weight.to(torch.get_autocast_dtype(device)) if torch.is_autocast_enabled(device) else weight


def product(matrix: Tensor, bias: Tensor | None = None) -> Product:
    """x (b, i) → x · matrix + bias (b, o), for many x, in the precision of the matrix. Neither may change meanwhile."""
    if matrix.dtype == torch.bfloat16:
        multiply = _packed(matrix, bias) or _unpacked(matrix, bias)
        return lambda x: multiply(x.bfloat16()).to(x.dtype)
    return (matrix.dtype == torch.float32 and _packed(matrix, bias)) or _unpacked(matrix, bias)


def matmul(left: Tensor, right: Tensor, precision: torch.dtype) -> Tensor:
    """left (i, o) · right (o, l) with both rounded to `precision`, the dtype of the weight; for large matrices."""
    a, b = (_dense(factor.to(precision)) for factor in (left, right))
    if precision == torch.float32 and _has_onednn(a):  # where torch.mm is not by oneDNN, and slower
        found: Tensor = torch.ops.mkldnn._linear_pointwise(a, b.T, None, "none", [], "")
        return found
    return torch.mm(a, b).to(left.dtype)


def _dense(matrix: Tensor) -> Tensor:
    """A matrix without gaps between its rows or columns; for others, oneDNN may have only its slow reference kernel."""
    return matrix if matrix.is_contiguous() or matrix.T.is_contiguous() else matrix.contiguous()


def _unpacked(matrix: Tensor, bias: Tensor | None) -> Product:
    matrix = matrix.contiguous()
    return lambda x: torch.mm(x, matrix) if bias is None else torch.addmm(bias, x, matrix)


def _packed(matrix: Tensor, bias: Tensor | None = None) -> Product | None:
    """By oneDNN, with the matrix in its own layout; None where oneDNN is not available."""
    if not _has_onednn(matrix):
        return None
    try:
        packed: Tensor = torch.ops.mkldnn._reorder_linear_weight(matrix.detach().T.contiguous(), None)
    except (AttributeError, RuntimeError, TypeError):  # not part of torch's stable interface
        return None
    return lambda x: torch.ops.mkldnn._linear_pointwise(x, packed, bias, "none", [], "")


def _has_onednn(tensor: Tensor) -> bool:
    return tensor.device.type == "cpu" and torch.backends.mkldnn.is_available()


class Linear(nn.Linear):
    """y = W x + b. x and y may be several vectors one after the other: `Linear((n, n), (n, n, n, n))`.

    `widened` is False where the size of y matters to whoever reads it; see `PackedLinear`.
    """

    def __init__(
        self, inputs: int | Sequence[int], outputs: int | Sequence[int], bias: bool = True, widened: bool = True
    ) -> None:
        self.inputs = (inputs,) if isinstance(inputs, int) else tuple(inputs)
        self.outputs = (outputs,) if isinstance(outputs, int) else tuple(outputs)
        self.widened = widened
        super().__init__(sum(self.inputs), sum(self.outputs), bias)


class PackedLinear(nn.Module):
    """A `Linear` that no longer changes, on a CPU: its matrix is laid out once.

    A row of y has the same bits whatever other rows stand beside it. Where a vector is a multiple of what the processor
    takes at once, no number of it is left over to be computed by other instructions; so each vector of x and y is
    widened with zeros to a multiple of `WIDTH`. A single vector x is widened here, several must be widened already.
    """

    def __init__(self, linear: Linear) -> None:
        super().__init__()
        W, b = linear.weight.detach(), linear.bias  # (o, i), (o)
        outputs = linear.outputs if linear.widened else ()
        W = _widened(_widened(W.T, linear.inputs).T, outputs)
        self.in_features = W.shape[1]
        self.multiply = product(W.T, None if b is None else _widened(b.detach(), outputs))

    def forward(self, x: Tensor) -> Tensor:
        rows = x.flatten(0, -2) if x.dim() > 2 else x
        count, size = rows.shape
        if count < FEWEST or size < self.in_features:
            wider = rows.new_zeros(max(count, FEWEST), self.in_features)
            wider[:count, :size] = rows
            rows = wider
        y = self.multiply(rows)
        if count < FEWEST:
            y = y[:count]
        return y.view(*x.shape[:-1], y.shape[1]) if x.dim() > 2 else y


def packed(module: M) -> M:
    """The module with every `Linear` in it packed. It shares all other parameters with the original."""
    if isinstance(module, Linear):
        return PackedLinear(module)  # type: ignore[return-value]
    twin = copy(module)
    twin._modules = {name: child and packed(child) for name, child in module._modules.items()}
    return twin


def can_pack(module: nn.Module) -> bool:
    """Whether the module is on a CPU in float32, where packing pays, and oneDNN is available."""
    parameter = next(module.parameters())
    on_cpu = parameter.device.type == "cpu" and parameter.dtype == torch.float32
    return on_cpu and _packed(torch.zeros(1, 1)) is not None


def _widened(tensor: Tensor, sizes: Sequence[int]) -> Tensor:
    """The first axis, made of parts of these sizes, with each part widened by zeros."""
    if all(size % WIDTH == 0 for size in sizes):
        return tensor
    parts = tensor.split(sizes)
    return torch.cat([torch.cat([part, part.new_zeros(-len(part) % WIDTH, *part.shape[1:])]) for part in parts])
