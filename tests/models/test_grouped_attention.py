"""Attention over rows in groups: a product per table computes what one product of the batch does, and the backward
pass is that of autograd."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from boxscribe.batches import Example, collate
from boxscribe.models.grouped_attention import Groups
from boxscribe.models.inputs import inputs_of
from boxscribe.training.corruption import without_rows
from models.writers import GAMES, any_examples

GROUPINGS = {"by_entity": Groups.by_entity, "by_table": Groups.by_table}


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("hypotheses", [1, 3])
@pytest.mark.parametrize("hidden", [0.0, 0.4])
@given(examples=st.lists(any_examples(), min_size=1, max_size=3), seed=st.integers(0, 99))
def test_a_product_per_table_and_one_of_the_batch(
    grouping: str, hypotheses: int, hidden: float, examples: list[Example], seed: int
) -> None:
    """Training hides rows between others (`without_rows`), not only behind the last one."""
    torch.manual_seed(seed)
    batch = collate(examples)
    inputs = inputs_of(without_rows(batch, batch.row_mask & (torch.rand(batch.row_mask.shape) < hidden).numpy()))
    groups = GROUPINGS[grouping](inputs, torch.randn(*inputs.value.shape, 5, dtype=torch.double))
    query = torch.randn(len(examples), hypotheses, 5, dtype=torch.double)
    psi = torch.rand(len(examples), hypotheses, groups.rows.shape[1], dtype=torch.double)
    of_batch = groups.attend(query, psi)
    with torch.no_grad():
        per_table = groups.attend(query, psi)
    for one, other in zip(of_batch, per_table, strict=True):
        assert_close(one, other)


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("hypotheses", [1, 3])
def test_the_backward_pass(grouping: str, hypotheses: int) -> None:
    torch.manual_seed(1)
    inputs = inputs_of(collate(GAMES))
    e = torch.randn(*inputs.value.shape, 5, dtype=torch.double)
    groups = GROUPINGS[grouping](inputs, e)
    query = torch.randn(len(GAMES), hypotheses, 5, dtype=torch.double, requires_grad=True)
    psi = torch.rand(len(GAMES), hypotheses, groups.rows.shape[1], dtype=torch.double, requires_grad=True)
    alpha, P, context = groups.attend(query, psi)
    g_context, g_P = torch.randn_like(context), torch.randn_like(P) * inputs.row_mask[:, None]
    g_query, g_psi = torch.autograd.grad((context, P), (query, psi), (g_context, g_P))
    with torch.no_grad():
        _, own_g_query, own_g_psi = groups.backward(g_context, g_P, alpha, P)
    assert_close(own_g_query, g_query)
    assert_close(own_g_psi, g_psi)
