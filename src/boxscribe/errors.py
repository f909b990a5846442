"""The one exception that means "the user's input is wrong", and the sentences it carries.

Every problem is said in one sentence: file, game, field, what is wrong and what to do. Library code raises or collects
them; only the command line prints them (exit code 2).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches


class InputError(Exception):
    """The input is wrong; the message is one sentence for the user.

    >>> boxscribe.load("rotowire-net")
    Traceback (most recent call last):
    boxscribe.errors.InputError: rotowire-net: there is no such model; ... did you mean 'rotowire-ent'?
    """


class ReaderGone(Exception):
    """Whoever read our standard output has seen enough, so there is nothing left to do."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with one place of the input. A warning does not stop anything."""

    message: str
    field: str = ""
    game: int | None = None  # counted from 1
    file: str = ""
    warning: bool = False

    def __str__(self) -> str:
        game = "" if self.game is None else f"game {self.game}"
        return ": ".join(part for part in (self.file, game, self.field, self.message) if part)


Report = Callable[[Problem], None]


def raise_first(problem: Problem) -> None:
    """The strict `Report`: the first problem that is not a warning stops the work."""
    if not problem.warning:
        raise InputError(str(problem))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint for a wrong name: the closest known one, or else all of them."""
    options = sorted(known)
    close = get_close_matches(name, options, n=1)
    if close:
        return f"did you mean '{close[0]}'?"
    return f"known: {', '.join(options)}" if options else "none is known"
