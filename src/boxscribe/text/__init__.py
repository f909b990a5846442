"""WORDS: plain English ↔ tokens in the convention of a corpus; sentences; number words."""

from boxscribe.text.numbers import (
    Number,
    find_numbers,
    from_ordinal,
    stated_numbers,
    to_number,
    to_ordinal,
    to_ordinal_digits,
    to_words,
)
from boxscribe.text.sentences import sentences
from boxscribe.text.tokens import CONVENTIONS, MLB, PARAGRAPH, ROTOWIRE, Convention, detokenise, straighten, tokenise

__all__ = [
    "CONVENTIONS",
    "MLB",
    "PARAGRAPH",
    "ROTOWIRE",
    "Convention",
    "Number",
    "detokenise",
    "find_numbers",
    "from_ordinal",
    "sentences",
    "stated_numbers",
    "straighten",
    "to_number",
    "to_ordinal",
    "to_ordinal_digits",
    "to_words",
    "tokenise",
]
