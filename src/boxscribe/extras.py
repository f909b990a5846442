"""Imports of optional dependencies: a missing one is an error that names the extra to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from boxscribe.errors import InputError


@contextmanager
def needs_extra(extra: str, feature: str) -> Iterator[None]:
    """Import third-party packages of an extra in this block; `feature` is what the user asked for.

    with needs_extra("study", "boxscribe study serve"):
        import fastapi
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        raise InputError(f"{feature} needs the package {package}: pip install 'boxscribe[{extra}]'") from None
