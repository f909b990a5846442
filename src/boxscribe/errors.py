"""Wrong input: `InputError` stops the work, `Problem` describes one fault, a `Report` receives problems.

A message is one sentence: file, game, field, what is wrong and what to do. Library code raises or reports it; the
command line prints it and exits with code 2.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

LONGEST_NAME = 100  # characters that are compared for a suggestion, which takes quadratic time


class InputError(Exception):
    """The input is wrong; the message is one sentence for the user, on one line whatever it quotes.

    >>> boxscribe.load("rotowire-net")
    Traceback (most recent call last):
    boxscribe.errors.InputError: rotowire-net: there is no such model; ... did you mean 'rotowire-ent'?
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class OutputClosed(Exception):
    """The reader of standard output has closed it (`| head`), so that there is nothing left to do."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in one place of the input. An error makes a game unusable, a warning does not."""

    message: str
    field: str = ""
    game: int | None = None  # counted from 1
    file: str = ""
    warning: bool = False

    def __str__(self) -> str:
        game = "" if self.game is None else f"game {self.game}"
        return printable(": ".join(part for part in (self.file, game, self.field, self.message) if part))


Report = Callable[[Problem], None]
"""What receives problems: it raises, collects or prints them."""


def raise_first(problem: Problem) -> None:
    """The default `Report`: the first error raises, warnings are ignored."""
    if not problem.warning:
        raise InputError(str(problem))


def printable(text: str) -> str:
    """The text with escapes in place of control characters, which would end a line or change the terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A suggestion for a wrong name: the closest known one, or else all of them."""
    options = sorted(known)
    close = get_close_matches(name[:LONGEST_NAME], options, n=1)
    if close:
        return f"did you mean '{close[0]}'?"
    return f"known: {', '.join(options)}" if options else "none is known"
