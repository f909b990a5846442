"""The operations over the games of an entity, each a fold: a start, a step from game to game, and the value of a state.

The state before each game is computed once for all games of an entity, so that the cost of a season is linear in its
games, and a state is one number, so that it needs little memory. A step gets what is measured in a game, or None for a
game that does not count. The value follows from the state and from the number of games that count.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

Step = Callable[[float, float | None], float]
"""The state after a game, from the state before it and what is measured in it."""


class Fold(NamedTuple):
    """An operation."""

    start: float
    step: Step
    value: Callable[[float, int], float | None]


def _add(total: float, x: float | None) -> float:
    return total if x is None else total + x


FOLDS: dict[str, Fold] = {
    "count": Fold(0.0, lambda state, x: state, lambda state, count: float(count)),
    "streak": Fold(0.0, lambda length, x: 0.0 if x is None else length + 1, lambda length, count: length or None),
    "sum": Fold(0.0, _add, lambda total, count: total),
    "mean": Fold(0.0, _add, lambda total, count: total / count if count else None),
    "highest": Fold(
        -math.inf,
        lambda highest, x: highest if x is None else max(highest, x),
        lambda highest, count: highest if count else None,
    ),
}
