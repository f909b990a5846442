"""The operations over the games of an entity, each a fold: a start, a step from game to game, and the value of a state.

The state before each game is computed once for all games of an entity, so that the cost of a season is linear in its
games. A step gets what is measured in a game, or None for a game that does not meet the conditions.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

State = Any
"""A small immutable value."""


class Fold(NamedTuple):
    """An operation."""

    start: State
    step: Callable[[State, float | None], State]
    value: Callable[[State], float | None]


FOLDS: dict[str, Fold] = {
    "count": Fold(0, lambda count, x: count if x is None else count + 1, float),
    "streak": Fold(0, lambda length, x: 0 if x is None else length + 1, float),
    "sum": Fold(0.0, lambda total, x: total if x is None else total + x, float),
    "mean": Fold(
        (0, 0.0),
        lambda state, x: state if x is None else (state[0] + 1, state[1] + x),
        lambda state: state[1] / state[0] if state[0] else None,
    ),
    "highest": Fold(
        -math.inf,
        lambda highest, x: highest if x is None else max(highest, x),
        lambda highest: None if highest == -math.inf else highest,
    ),
}
