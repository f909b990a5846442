"""Products of few rows with one matrix, whoever makes them."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from boxscribe.models.packed_matmul import product


@given(
    b=st.integers(1, 20), i=st.integers(1, 600), o=st.integers(1, 40), known=st.booleans(), seed=st.integers(0, 1000)
)
def test_a_prepared_matrix_gives_the_same_product(b: int, i: int, o: int, known: bool, seed: int) -> None:
    torch.manual_seed(seed)
    x, matrix = torch.randn(b, i + 3)[:, 1 : i + 1], torch.randn(o, i).T  # parts of something larger, as in the decoder
    exact = x.double() @ matrix.double()
    rows = b if known else None
    assert_close(product(matrix, rows)(x).double(), exact, rtol=1e-4, atol=1e-4)
    assert_close(product(matrix.double(), rows)(x.double()), exact)
