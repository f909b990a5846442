"""Which record types a number can state, by the words around it.

In baseball most small numbers equal some figure of any pitcher: the "two" of "a two - run homer" is also his walks, and
the score "3 - 1" his record. Distant supervision takes such matches for facts. The rules say what a number in certain
words can state, whatever the table has:

- a pattern such as `( # - #` has the types of each of its numbers (#); `# - run` has none: such numbers state nothing;
- cues are words of which one must follow a number of a type: "hits" for the hits that a pitcher allows; a type whose
  list of cues is empty is stated in patterns only.

A pattern goes before cues; of several patterns that a number is in, the first decides.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from boxscribe.errors import InputError, did_you_mean
from boxscribe.facts.values import ValueMention
from boxscribe.tables.record_type import RecordType

NUMBER = "#"  # a number in a pattern
_CUE_WINDOW = 3  # a cue must be among so many tokens after the number: "three extra-base hits"


class _NumberOrToken(NamedTuple):
    """A token of a sentence, or all tokens of a number."""

    text: str
    is_number: bool


class _Slot(NamedTuple):
    """A number of a pattern."""

    position: int  # in the pattern
    types: frozenset[str]


class _Pattern(NamedTuple):
    words: tuple[frozenset[str] | None, ...]  # None is a number
    slots: tuple[_Slot, ...]

    def fits(self, items: Sequence[_NumberOrToken], first: int) -> bool:
        """Whether the items from the `first` on are those of the pattern."""
        if first < 0 or first + len(self.words) > len(items):
            return False
        return all(
            item.is_number if words is None else item.text in words
            for words, item in zip(self.words, items[first : first + len(self.words)], strict=True)
        )


class NumberContext(NamedTuple):
    """What the words around a number say about its type."""

    types: frozenset[str] | None  # those of its pattern; None if it is in none
    following: Sequence[str]  # the tokens that can hold a cue

    def allows(self, type: str, cues: Sequence[str] | None) -> bool:
        """Whether the number can state a type, one of whose cues must follow it if it has cues."""
        if self.types is not None:
            return type in self.types
        return cues is None or any(cue in self.following for cue in cues)


class NumberRules:
    """Patterns, and cues that replace those of the domain's description."""

    def __init__(
        self, patterns: Mapping[str, Sequence[str]] | None = None, cues: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """`patterns`: words → the types of each number, separated by blanks; alternative words are separated by |."""
        self.patterns = {words: tuple(types) for words, types in (patterns or {}).items()}
        self.cues = {type: tuple(words) for type, words in (cues or {}).items()}
        self._compiled = [_compile(words, types) for words, types in self.patterns.items()]

    def cues_of(self, type: str, described: RecordType | None) -> Sequence[str] | None:
        """The cues of a type; None if it needs none."""
        return self.cues.get(type, (described.cues or None) if described else None)

    @property
    def types(self) -> set[str]:
        """All types that the rules name."""
        named = {type for pattern in self._compiled for slot in pattern.slots for type in slot.types}
        return named | self.cues.keys()

    def check(self, known: Sequence[str]) -> None:
        """Refuse types that are not among the known ones."""
        for type in sorted(self.types - {*known}):
            raise InputError(f"patterns or cues: no type '{type}'; {did_you_mean(type, known)}")

    def contexts(self, sentence: Sequence[str], values: Sequence[ValueMention]) -> list[NumberContext]:
        """The context of each value of a sentence."""
        numbers = {value.start: value.end for value in values if value.action is None}
        types = self._types(sentence, numbers) if self._compiled else {}
        return [NumberContext(types.get(value.start), _following(sentence, value, numbers)) for value in values]

    def _types(self, sentence: Sequence[str], numbers: Mapping[int, int]) -> dict[int, frozenset[str]]:
        """The start of each number that is in a pattern → its types."""
        items: list[_NumberOrToken] = []
        places: dict[int, int] = {}  # the start of each number → its place among the items
        at = 0
        while at < len(sentence):
            if at in numbers:
                places[at] = len(items)
            end = numbers.get(at, at + 1)
            items.append(_NumberOrToken(" ".join(sentence[at:end]), at in numbers))
            at = end
        found = ((start, self._slot(items, place)) for start, place in places.items())
        return {start: slot.types for start, slot in found if slot}

    def _slot(self, items: Sequence[_NumberOrToken], place: int) -> _Slot | None:
        """The number of the first pattern that the number at a place is."""
        slots = ((pattern, slot) for pattern in self._compiled for slot in pattern.slots)
        return next((slot for pattern, slot in slots if pattern.fits(items, place - slot.position)), None)


NO_RULES = NumberRules()


def _compile(text: str, types: Sequence[str]) -> _Pattern:
    words = text.split()
    positions = [position for position, word in enumerate(words) if word == NUMBER]
    if not positions or len(types) not in (0, len(positions)):
        raise ValueError(
            f"pattern '{text}': must have a number ({NUMBER}), and types for each number or none at all; "
            f"it has {len(positions)} and {len(types)}"
        )
    allowed = [frozenset(each.split()) for each in types] or [frozenset[str]()] * len(positions)
    return _Pattern(
        tuple(None if word == NUMBER else frozenset(word.split("|")) for word in words),
        tuple(map(_Slot, positions, allowed)),
    )


def _following(sentence: Sequence[str], value: ValueMention, numbers: Mapping[int, int]) -> Sequence[str]:
    """The tokens after a value up to the next number, whose cues are not its own: `two in six innings`."""
    end = next((at for at in range(value.end, value.end + _CUE_WINDOW) if at in numbers), value.end + _CUE_WINDOW)
    return sentence[value.end : end]
