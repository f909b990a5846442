"""What the numbers of a text count: the units of the description, by their words, and what no table counts."""

from collections.abc import Sequence

from boxscribe.tables.record_type import RecordType

# A number beside one of these counts games, times or people, which are no cells unless they are units of a type.
_AFTER = frozenset(
    """games contests outings matchups meetings appearances starts tries times occasions seconds days nights weeks
    months years seasons straight consecutive previous prior quarters halves players starters reserves members teams men
    people others best top""".split()
)
_BEFORE = frozenset(
    "last past previous next first final top big starting other tying winning up down by within than".split()
)


_STOP_WORDS = frozenset(
    "a after against and at before by game games in more number of one or than that the this with".split()
)


def content_words(described: RecordType) -> frozenset[str]:
    """The words of a type's label that tell it from other types of the same unit."""
    words = {word.strip(",") for word in described.label.split()}
    return frozenset(words - _STOP_WORDS - {*described.unit.split()})


class UnitWords:
    """The words for units: "rebounds", "boards", "three - pointers"."""

    def __init__(self) -> None:
        self._plural: dict[tuple[str, ...], str] = {}  # tokens → the unit
        self._singular: dict[tuple[str, ...], str] = {}
        self._longest = 0

    def add(self, described: RecordType) -> None:
        """The unit of a type, and the other words for it."""
        for word in (described.unit, *described.words):
            for tokens in {tuple(word.split()), tuple(word.replace("-", " - ").split())}:
                self._plural[tokens] = described.unit
                self._singular[*tokens[:-1], tokens[-1].removesuffix("s")] = described.unit
                self._longest = max(self._longest, len(tokens))

    def at(self, tokens: Sequence[str], start: int, singular: bool) -> str:
        """The unit that `tokens[start:]` begin with, in the plural or perhaps in the singular; empty if there is none,
        as in "a triple - double"."""
        for length in range(self._longest, 0, -1):
            words = tuple(tokens[start : start + length])
            unit = self._plural.get(words) or (self._singular.get(words) if singular else None)
            if unit is not None:
                return "" if tokens[start + length : start + length + 1] == ["-"] else unit
        return ""


def counts_no_cell(tokens: Sequence[str], start: int, end: int) -> bool:
    """Whether a number without a unit, `tokens[start:end]`, counts what is in no cell: "three games", "last three",
    "three of their last four", "a deep three", "three Bulls fans"."""
    hyphen = tokens[end : end + 1] == ["-"]  # "a three - game streak"
    after = tokens[end + hyphen] if end + hyphen < len(tokens) else ""
    if after in _AFTER or (hyphen and f"{after}s" in _AFTER) or is_selection(tokens, start):
        return True
    if after in ("of", "out") and (_BEFORE | _AFTER) & {*tokens[end : end + 5]}:
        return True
    is_word = not tokens[start][0].isdigit()
    return is_word and (after[:1].isupper() or bool({"a", "an", "another"} & {*tokens[max(0, start - 2) : start]}))


def is_selection(tokens: Sequence[str], start: int) -> bool:
    """Whether a number at `start` selects some of several: "last three", "final two"."""
    return start > 0 and tokens[start - 1].lower() in _BEFORE
