"""Products of few rows with one matrix, whoever makes them."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from boxscribe.models.packed_matmul import matmul, product, rounded


@given(b=st.integers(1, 20), i=st.integers(1, 600), o=st.integers(1, 40), seed=st.integers(0, 1000))
def test_a_prepared_matrix_gives_the_same_product(b: int, i: int, o: int, seed: int) -> None:
    torch.manual_seed(seed)
    x, matrix = torch.randn(b, i + 3)[:, 1 : i + 1], torch.randn(o, i).T  # parts of something larger, as in the decoder
    exact = x.double() @ matrix.double()
    assert_close(product(matrix)(x).double(), exact, rtol=1e-4, atol=1e-4)
    assert_close(product(matrix.double())(x.double()), exact)
    low = product(matrix.bfloat16())(x)
    assert low.dtype == torch.float32
    assert_close(low.double(), x.bfloat16().double() @ matrix.bfloat16().double(), rtol=0.02, atol=0.02 * i**0.5)


@given(i=st.integers(1, 40), o=st.integers(1, 300), seed=st.integers(0, 1000))
def test_a_large_product_in_each_precision(i: int, o: int, seed: int) -> None:
    torch.manual_seed(seed)
    left, right = torch.randn(o, i).T, torch.randn(o, 12)[:, 1:8]  # as a gradient is the product of slices
    exact = left.double() @ right.double()
    assert_close(matmul(left, right, torch.float32).double(), exact, rtol=1e-4, atol=1e-4)
    assert_close(matmul(left.double(), right.double(), torch.float64), exact)
    low = matmul(left, right, torch.bfloat16)
    assert low.dtype == torch.float32
    assert_close(low.double(), exact, rtol=0.02, atol=0.02 * o**0.5)


def test_weights_are_rounded_under_autocast_only() -> None:
    weight = torch.randn(3, 4)
    assert rounded(weight) is weight
    with torch.autocast("cpu", torch.bfloat16):
        assert torch.equal(rounded(weight), weight.bfloat16())
