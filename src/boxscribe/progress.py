"""How library functions let their caller show progress: they pass what they iterate over through a `Progress`.

The library never prints, so the default is `no_progress`; the command line passes `cli.progress.progress`.
"""

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Yields the items of an iterable unchanged, and shows how many have passed.

    `label` says what is being done, `total` how many items there are (None: unknown), `unit` what an item is.
    """

    def __call__(
        self, items: Iterable[T], label: str, total: int | None = None, unit: str = "games"
    ) -> Iterable[T]: ...


def no_progress(items: Iterable[T], label: str, total: int | None = None, unit: str = "games") -> Iterable[T]:
    """Show nothing."""
    return items
