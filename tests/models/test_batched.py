"""What belongs to several tables or hypotheses is picked, concatenated, padded and cut by the names of its axes."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.testing import assert_close

from boxscribe.models.batched import Batched, Nothing, axes


@dataclass(frozen=True)
class Inner(Batched):
    h: Tensor = axes("lrn")


@dataclass(frozen=True)
class Outer(Batched):
    inner: Inner
    named: Mapping[str, Batched]
    u: Tensor = axes("rk")
    ids: Tensor = axes("r")
    tokens: Tensor = axes("rt", fill=-1)


def made(rows: int, k: int, t: int, start: int = 1) -> Outer:
    """Numbers of which none is 0 or −1, so that padding shows."""

    def numbers(*shape: int) -> Tensor:
        return torch.arange(start, start + torch.Size(shape).numel()).view(shape)

    inner = Inner(numbers(2, rows, 3))
    return Outer(
        inner, {"a": Inner(numbers(1, rows, 3)), "b": Nothing()}, numbers(rows, k), numbers(rows), numbers(rows, t)
    )


def same(one: Outer, other: Outer) -> None:
    for left, right in (
        (one.inner.h, other.inner.h),
        (one.named["a"].h, other.named["a"].h),  # type: ignore[attr-defined]
        (one.u, other.u),
        (one.ids, other.ids),
        (one.tokens, other.tokens),
    ):
        assert_close(left, right)


def test_what_is_concatenated_comes_apart_again() -> None:
    parts = [made(2, 3, 4), made(1, 5, 2, start=50), made(3, 1, 6, start=90)]
    whole = Outer.concatenate(parts)
    assert whole.u.shape == (6, 5) and whole.inner.h.shape == (2, 6, 3)
    assert whole.u[:2, 3:].eq(0).all() and whole.tokens[2:3, 2:].eq(-1).all()
    first = 0
    for part in parts:
        rows = torch.arange(first, first + len(part.ids))
        same(whole.pick(rows).cut({"k": part.u.shape[1], "t": part.tokens.shape[1]}), part)
        first += len(part.ids)


def test_rows_are_picked_in_any_order_and_several_times() -> None:
    whole = made(3, 2, 2)
    picked = whole.pick(torch.tensor([2, 0, 2]))
    assert_close(picked.inner.h, whole.inner.h[:, [2, 0, 2]])
    assert_close(picked.tokens, whole.tokens[[2, 0, 2]])


def test_axes_are_padded_to_a_multiple() -> None:
    whole = Outer.concatenate([made(2, 3, 4), made(1, 5, 4)], "kn", 4)
    assert whole.u.shape == (3, 8) and whole.tokens.shape == (3, 4) and whole.inner.h.shape == (2, 3, 4)
    assert whole.u[:, 5:].eq(0).all()
    alone = made(2, 3, 4).widened("kt", 3)
    assert alone.u.shape == (2, 3) and alone.tokens.shape == (2, 6) and alone.tokens[:, 4:].eq(-1).all()
