"""Names of people that a table does not have: a statement about them is about nobody of the table."""

from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

ALIKE = 0.75  # share of letters that two spellings of a name have in common
_CALENDAR = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december christmas new""".split()
)
TITLES = frozenset(
    """all-star coach rookie mvp nba veteran center forward guard game eastern western conference head big fellow former
    star reserve starter swingman sophomore newcomer the man three""".split()
)
_SUFFIXES = frozenset(["jr.", "jr", "sr.", "ii", "iii", "iv"])


class Unlisted(NamedTuple):
    """`tokens[start:end]` look like a person's name."""

    start: int
    end: int
    name: str


def unlisted_names(
    tokens: Sequence[str], named: Container[int], start: int, end: int, known: set[str]
) -> Iterator[Unlisted]:
    """The names in the sentence `tokens[start:end]` outside the positions `named`: two or more words with capitals, or
    the last word of such a name again. `known` collects those last words."""
    at = start
    while at < end:
        stop = at
        while stop < end and stop not in named and _is_part(tokens[stop]):
            stop += 1
        words = tokens[at:stop]
        article = at > start and tokens[at - 1].lower() == "the"
        if len(words) > 1 and not article and not any(word.lower() in _CALENDAR for word in words):
            last = words[-2] if words[-1].lower() in _SUFFIXES and len(words) > 2 else words[-1]
            known.add(last)
            yield Unlisted(at, stop, " ".join(words))
        elif len(words) == 1 and words[0] in known and not article:
            yield Unlisted(at, stop, words[0])
        at = max(stop, at + 1)


def _is_part(token: str) -> bool:
    return (
        token[:1].isupper() and token[1:2] != "" and token.replace("-", "").replace("'", "").replace(".", "").isalpha()
    )


def extended(tokens: Sequence[str], start: int, end: int, sentence: int, named: Container[int]) -> tuple[int, int]:
    """The span of the name that `tokens[start:end]` is a part of: "LeBron James" of "James". The first word of its
    sentence, at `sentence`, has a capital in any case."""
    before = start - 1
    if before > sentence and before not in named and _is_name_part(tokens[before]):
        return before, end
    if end < len(tokens) and end not in named and _is_name_part(tokens[end]):
        return start, end + 1
    return start, end


def is_spelling(name: str, of: str) -> bool:
    """Whether a name is likely another spelling of one: "Steph Curry" of "Stephen Curry"."""
    return likeness(name, of) > ALIKE


def likeness(name: str, of: str) -> float:
    """The share of letters that two names have in common, in order."""
    return SequenceMatcher(None, name.lower(), of.lower(), autojunk=False).ratio()


def _is_name_part(token: str) -> bool:
    """Whether a word is likely a first or last name: no title, day or abbreviation."""
    return _is_part(token) and token[1:].islower() and token.lower() not in _CALENDAR | TITLES
