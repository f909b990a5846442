"""Repairs in the form of the words that they replace."""

from collections.abc import Sequence

from boxscribe.text.numbers import from_ordinal, to_number, to_ordinal, to_ordinal_digits, to_words

MOST_IN_WORDS = 999


def in_form_of(words: Sequence[str], repair: str) -> str:
    """A number as an ordinal, in words or in digits, as the words that it replaces are.

    >>> from boxscribe.checking.wording import in_form_of
    >>> in_form_of(["four"], "3"), in_form_of(["4th"], "3"), in_form_of(["fourth"], "3"), in_form_of(["a"], "0")
    ('three', '3rd', 'third', 'no')
    """
    number = to_number(repair)
    if number is None or number > MOST_IN_WORDS or not words:
        return repair
    in_digits = words[0][:1].isdigit()
    if from_ordinal(words) is not None:
        return to_ordinal_digits(number) if in_digits else to_ordinal(number)
    if number == 0 and words[-1].lower() in ("a", "an"):
        return "no"
    return repair if in_digits or to_number(words) is None else to_words(number)
