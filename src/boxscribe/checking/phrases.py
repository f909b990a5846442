"""Finding phrases of a list in tokens."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple


class Found(NamedTuple):
    """`tokens[start:end]` are a phrase of the list."""

    start: int
    end: int
    value: str  # what the list says for the phrase


class PhraseIndex:
    """Phrases in lower case, their words separated by blanks → what each stands for."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self._values = {tuple(phrase.split()): value for phrase, value in phrases.items()}
        self._lengths: dict[str, list[int]] = {}
        for words in sorted(self._values, key=len, reverse=True):
            lengths = self._lengths.setdefault(words[0], [])
            if len(words) not in lengths:
                lengths.append(len(words))

    @classmethod
    def of(cls, phrases: Iterable[str]) -> "PhraseIndex":
        """Phrases that stand for themselves."""
        return cls({phrase: phrase for phrase in phrases})

    def find(self, lower: Sequence[str], start: int, end: int) -> Iterator[Found]:
        """The phrases in `lower[start:end]`, left to right, the longest at each place, without overlap."""
        at, end = start, min(end, len(lower))
        if self._lengths.keys().isdisjoint(lower[start:end]):
            return
        while at < end:
            found = self.at(lower, at, end) if lower[at] in self._lengths else None
            if found:
                yield found
            at = found.end if found else at + 1

    def at(self, lower: Sequence[str], at: int, end: int) -> Found | None:
        """The longest phrase that begins at a position."""
        for length in self._lengths.get(lower[at], ()) if at < end else ():
            if at + length <= end:
                value = self._values.get(tuple(lower[at : at + length]))
                if value is not None:
                    return Found(at, at + length, value)
        return None

    def first(self, lower: Sequence[str], start: int, end: int) -> Found | None:
        """The first phrase in `lower[start:end]`."""
        return next(self.find(lower, start, end), None)

    def areas(self, lower: Sequence[str], start: int, end: int) -> list[str]:
        """What the phrases in `lower[start:end]` stand for; of two that follow each other, the second is more precise:
        "shooting from three"."""
        found: list[Found] = []
        for phrase in self.find(lower, start, end):
            if found and found[-1].end == phrase.start:
                found.pop()
            found.append(phrase)
        return [phrase.value for phrase in found]
