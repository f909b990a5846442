"""Where the tokens of a text stand in its string."""

from collections.abc import Sequence
from typing import NamedTuple

from boxscribe.text.tokens import PARAGRAPH

# Typographic signs that have a plain form of the same length, so that positions stay.
_PLAIN = str.maketrans("‘’“”–−", "''\"\"--")
_QUOTES = frozenset(["``", "''"])


class Offset(NamedTuple):
    """`text[start:end]`."""

    start: int
    end: int


def plain_signs(text: str) -> str:
    """The text with straight quotes and hyphens for typographic ones; no character moves."""
    return text.translate(_PLAIN)


def offsets(text: str, tokens: Sequence[str]) -> list[Offset]:
    """The place of each token in the string that it was tokenised from; a paragraph mark has none of its own.

    >>> from boxscribe.text.offsets import offsets
    >>> text = 'The Heat (9-19) "won".'
    >>> [text[start:end] for start, end in offsets(text, boxscribe.tokenise(text))]
    ['The', 'Heat', '(', '9', '-', '19', ')', '"', 'won', '"', '.']
    """
    found, at = [], 0
    for token in tokens:
        while at < len(text) and text[at].isspace():
            at += 1
        if token == PARAGRAPH and not text.startswith(PARAGRAPH, at):
            found.append(Offset(at, at))
            continue
        length = 1 if token in _QUOTES and text.startswith('"', at) else len(token)
        found.append(Offset(at, min(at + length, len(text))))
        at += length
    return found
