"""Products with one and the same matrix, again and again, for few rows at a time."""

from collections.abc import Callable

import torch
from torch import Tensor

Product = Callable[[Tensor], Tensor]


def product(matrix: Tensor) -> Product:
    """x (b, i) → x · matrix (b, o), for many x. `matrix` (i, o) must not change meanwhile.

    A library for matrix products lays a matrix out anew at every call. For a batch of a few rows that takes longer
    than the product; where torch can, it is done once, here.
    """
    packed = _packed(matrix)
    if packed is None:
        matrix = matrix.contiguous()
        return lambda x: torch.mm(x, matrix)
    return lambda x: torch.ops.mkldnn._linear_pointwise(x, packed, None, "none", [], "")


def _packed(matrix: Tensor) -> Tensor | None:
    """The matrix in oneDNN's own layout; None where that is not to be had."""
    if matrix.device.type != "cpu" or matrix.dtype != torch.float32 or not torch.backends.mkldnn.is_available():
        return None
    try:
        packed: Tensor = torch.ops.mkldnn._reorder_linear_weight(matrix.detach().T.contiguous(), None)
    except (AttributeError, RuntimeError, TypeError):  # not part of torch's stable interface
        return None
    return packed
