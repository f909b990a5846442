"""An immutable dict: tables can be hashed, pickled and shared between threads."""

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed. It equals a plain dict with the same items and is written as one to JSON."""

    __slots__ = ()

    def _raise(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a table is immutable: make another one")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _raise

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


def freeze(value: Any) -> Any:
    """JSON data with immutable objects and arrays."""
    if isinstance(value, FrozenDict):
        return value
    if isinstance(value, Mapping):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value
