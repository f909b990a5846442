"""Products of few rows with one matrix, whoever makes them."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from boxscribe.models.packed_matmul import product


@given(b=st.integers(1, 20), i=st.integers(1, 600), o=st.integers(1, 40), seed=st.integers(0, 1000))
def test_a_prepared_matrix_gives_the_same_product(b: int, i: int, o: int, seed: int) -> None:
    torch.manual_seed(seed)
    x, matrix = torch.randn(b, i + 3)[:, 1 : i + 1], torch.randn(o, i).T  # parts of something larger, as in the decoder
    exact = x.double() @ matrix.double()
    assert_close(product(matrix)(x).double(), exact, rtol=1e-4, atol=1e-4)
    assert_close(product(matrix.double())(x.double()), exact)
