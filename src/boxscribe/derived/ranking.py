"""Ranks of numbers."""

from bisect import bisect_right
from collections.abc import Sequence


def ranks(numbers: Sequence[float], lowest: bool = False) -> list[int]:
    """The rank of each number: 1 is the highest, or the lowest; equal numbers have equal ranks.

    >>> ranks([9, 21, 9, 4])
    [2, 1, 2, 4]
    """
    signed = [-number for number in numbers] if lowest else numbers
    ascending = sorted(signed)
    return [1 + len(ascending) - bisect_right(ascending, number) for number in signed]
