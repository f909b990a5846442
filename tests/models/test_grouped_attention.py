"""Attention over rows in groups, and products with one matrix: the quick ways compute what the plain ones do."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.testing import assert_close

from boxscribe.models import native
from boxscribe.models.grouped_attention import Groups, NativeGroups


def batch_of(counts: list[list[int]], n: int) -> tuple[Tensor, ...]:
    """Rows, and the groups that they stand in: counts[b][k] rows in group k of game b."""
    b, j, z = len(counts), max(map(sum, counts)), max(map(max, counts))
    rows, mask = torch.zeros(b, len(counts[0]), z, dtype=torch.long), torch.zeros(b, len(counts[0]), z).bool()
    group, place = torch.zeros(b, j, dtype=torch.long), torch.zeros(b, j, dtype=torch.long)
    row_mask = torch.zeros(b, j).bool()
    for game, sizes in enumerate(counts):
        at = 0
        for k, size in enumerate(sizes):
            rows[game, k, :size], mask[game, k, :size] = torch.arange(at, at + size), True
            group[game, at : at + size], row_mask[game, at : at + size] = k, True
            place[game, at : at + size] = k * z + torch.arange(size)
            at += size
    return torch.randn(b, j, n), rows, mask, group, place, row_mask


def looked(groups: Groups, seed: int) -> list[Tensor]:
    """Everything that a look and its way back give; queries and results lie within wider arrays, as in a chunk."""
    torch.manual_seed(seed)
    (b, j, n), k = groups.e.shape, groups.shape[1]
    query, psi = torch.randn(b, n + 3)[:, :n], torch.rand(b, k)
    alpha, P, context = torch.empty(b, j), torch.empty(b, j), torch.empty(b, 2 * n)[:, n:]
    groups.attend(query, psi, alpha, P, context)
    g_scores, g_query = torch.empty(b, j), torch.empty(b, n + 5)[:, :n]
    g_psi = groups.back(torch.randn(b, n), torch.randn(b, j), alpha, P, g_scores, g_query)
    return [alpha, P, context, g_scores, g_query, g_psi]


@pytest.mark.skipif(native.load() is None, reason="this machine has no C compiler")
@given(
    counts=st.integers(1, 4).flatmap(
        lambda k: st.lists(
            st.lists(st.integers(0, 9), min_size=k, max_size=k).filter(lambda sizes: sum(sizes) > 0),
            min_size=1,
            max_size=3,
        )
    ),
    n=st.integers(1, 70),
    seed=st.integers(0, 1000),
)
def test_one_pass_computes_what_several_do(counts: list[list[int]], n: int, seed: int) -> None:
    torch.manual_seed(seed)
    batch = batch_of(counts, n)
    for quick, plain in zip(looked(NativeGroups(*batch), seed), looked(Groups(*batch), seed), strict=True):
        assert_close(quick, plain, rtol=1e-4, atol=2e-5)


@pytest.fixture
def fresh() -> Iterator[None]:
    """As if nothing had been loaded yet."""
    native.load.cache_clear()
    yield
    native.load.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_without_a_compiler_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert native.load() is None


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("script", ["exit 1", "echo rubbish > native.so"])
def test_a_compiler_that_fails_is_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    (tmp_path / "cc").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert native.load() is None


@pytest.mark.skipif(native.load() is None, reason="this machine has no C compiler")
@pytest.mark.usefixtures("fresh")
def test_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert native.load() is not None
    native.load.cache_clear()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("native again"))
    assert native.load() is not None
    assert len(list((tmp_path / "boxscribe").iterdir())) == 1
