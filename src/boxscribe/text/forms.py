"""The surface forms of a value as single tokens, both ways: 6 is "6", "six", "sixth" or "6th"; 1 is also "a" or "an".

A form gives one token for a value, or none: `twenty - five` is three tokens, so 25 has no number word here. Other words
for counts are left out: in RotoWire's 727 development summaries, "trio", "couple" and "twice" state a cell 12 times,
"pair" 91 times, "a" and "an" about 570 times.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import lru_cache

from boxscribe.text.numbers import from_ordinal, to_number, to_ordinal, to_ordinal_digits, to_words


class SurfaceForm(IntEnum):
    """How a text expresses a value."""

    SAME = 0  # as it is: "6", or any word
    WORD = 1  # "six"
    ORDINAL = 2  # "sixth"
    ORDINAL_DIGITS = 3  # "6th"
    A = 4  # "a steal"
    AN = 5  # "an assist"
    PAIR = 6  # "a pair of rebounds"


ONLY_ALIGNED = frozenset(SurfaceForm) - {SurfaceForm.SAME, SurfaceForm.WORD}
"""Forms whose tokens mostly state no value ("a game", "second half"): such a token states one only where
`batches.align` finds it."""

_DECLARED = {  # a form of `tables.derived_type` → the forms that it stands for
    "number": {SurfaceForm.SAME},
    "word": {SurfaceForm.WORD, SurfaceForm.A, SurfaceForm.AN, SurfaceForm.PAIR},
    "ordinal": {SurfaceForm.ORDINAL, SurfaceForm.ORDINAL_DIGITS},
    "weekday": {SurfaceForm.SAME},
    "name": {SurfaceForm.SAME},
}
_OF_SMALL_NUMBERS = {1: {"a": SurfaceForm.A, "an": SurfaceForm.AN}, 2: {"pair": SurfaceForm.PAIR}}


@lru_cache(1 << 16)
def forms(value: str, declared: tuple[str, ...] | None = None) -> Mapping[str, SurfaceForm]:
    """The forms of a value, a token each; at least the value itself.

    `declared` restricts them to the forms that a derived type declares, if the value has one of those.

    >>> from boxscribe.text.forms import forms
    >>> list(forms("2"))
    ['2', 'two', 'second', '2nd', 'pair']
    >>> list(forms("2", ("ordinal",))), list(forms("Boston"))
    (['second', '2nd'], ['Boston'])
    """
    found = {value: SurfaceForm.SAME} | _of_number(value)
    allowed = declared_forms(declared)
    return {surface: form for surface, form in found.items() if form in allowed} or {value: SurfaceForm.SAME}


@lru_cache
def declared_forms(declared: tuple[str, ...] | None) -> frozenset[SurfaceForm]:
    """The forms that a derived type declares by their names in a description; all for a type that is not derived."""
    if declared is None:
        return frozenset(SurfaceForm)
    return frozenset[SurfaceForm]().union(*(_DECLARED[name] for name in declared))


@lru_cache(1 << 16)
def value_of(surface: str) -> tuple[str, SurfaceForm] | None:
    """The value of which a token is another form, and the form; None for a token that is no such form.

    >>> from boxscribe.text.forms import value_of
    >>> value_of("six"), value_of("6")
    (('6', <SurfaceForm.WORD: 1>), None)
    """
    for number in (to_number([surface]), from_ordinal([surface]), *_OF_SMALL_NUMBERS):
        form = _of_number(str(number)).get(surface)
        if form is not None:
            return str(number), form
    return None


def bit_mask(found: Iterable[SurfaceForm]) -> int:
    """A set of forms as one integer."""
    return sum(1 << form for form in set(found))


def _of_number(value: str) -> dict[str, SurfaceForm]:
    """The forms of a non-negative integer, except the value itself."""
    if not value.isdecimal() or not value.isascii() or len(value) > 6 or str(int(value)) != value:
        return {}
    n = int(value)
    spelled = {to_words(n): SurfaceForm.WORD}
    if n:
        spelled |= {to_ordinal(n): SurfaceForm.ORDINAL, to_ordinal_digits(n): SurfaceForm.ORDINAL_DIGITS}
    return {surface: form for surface, form in spelled.items() if " " not in surface} | _OF_SMALL_NUMBERS.get(n, {})
