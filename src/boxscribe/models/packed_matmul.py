"""Products with one and the same matrix, again and again, for few rows at a time."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import pad

from boxscribe.models import native

Product = Callable[[Tensor], Tensor]
FEW = 16  # rows, from which on a library for matrix products is as fast
STRIP = 8  # columns that `multiply.c` takes at once


def product(matrix: Tensor, rows: int | None = None) -> Product:
    """x (b, i) → x · matrix (b, o), for many x, of `rows` rows if that is known. `matrix` must not change meanwhile.

    A library for matrix products lays a matrix out anew at every call. For a batch of a few rows that takes longer
    than the product; where it can be, it is done once, here.
    """
    if matrix.device.type == "cpu" and matrix.dtype == torch.float32:
        few = rows is not None and rows <= FEW and torch.get_num_threads() == 1
        found = (_in_strips(matrix) if few else None) or _packed(matrix)
        if found is not None:
            return found
    matrix = matrix.contiguous()
    return lambda x: torch.mm(x, matrix)


def _in_strips(matrix: Tensor) -> Product | None:
    """By `multiply.c`; None where it cannot be native."""
    library = native.load()
    if library is None:
        return None
    i, o = matrix.shape
    strips = pad(matrix.detach(), (0, -o % STRIP)).view(i, -1, STRIP).transpose(0, 1).contiguous()

    def multiply(x: Tensor) -> Tensor:
        out = x.new_zeros(len(x), o)
        library.multiply(len(x), i, o, x.data_ptr(), x.stride(0), strips.data_ptr(), out.data_ptr())
        return out

    return multiply


def _packed(matrix: Tensor) -> Product | None:
    """By oneDNN, with the matrix in its own layout; None where that is not to be had."""
    if not torch.backends.mkldnn.is_available():
        return None
    try:
        packed: Tensor = torch.ops.mkldnn._reorder_linear_weight(matrix.detach().T.contiguous(), None)
    except (AttributeError, RuntimeError, TypeError):  # not part of torch's stable interface
        return None
    return lambda x: torch.ops.mkldnn._linear_pointwise(x, packed, None, "none", [], "")
