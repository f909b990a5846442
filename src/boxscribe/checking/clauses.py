"""The clauses of a sentence, as far as claims need them: parts that are about one thing at one time.

A sentence is split at semicolons and conjunctions, and at a comma unless the comma continues a list of counts ("20
points , five rebounds and a steal") or encloses a score.
"""

from collections.abc import Sequence

from boxscribe.text.numbers import is_number

OPENING = 7  # words before a first comma that belong to what follows
SPLITS = frozenset([";", "while", "whereas", "but", "however", "--", ":"])
PRONOUNS = frozenset(["he", "they", "it", "this", "that"])
LIST_WORDS = frozenset(["a", "an", "and", "or", "no", "along", "as", "plus", "just", "only"])


def split_clauses(lower: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """The clauses of `tokens[start:end]`, given in lower case."""
    found, begin, depth = [], start, 0
    for at in range(start, end):
        depth += (lower[at] == "(") - (lower[at] == ")")
        opening = begin == start and at - start <= OPENING and lower[at] == ","  # "On Friday ,"
        splits = lower[at] in SPLITS or (lower[at] == "," and _ends_clause(lower, at, end))
        if depth <= 0 and at > begin and splits and not opening:
            found.append((begin, at))
            begin = at
    found.append((begin, end))
    return found


def _ends_clause(lower: Sequence[str], comma: int, end: int) -> bool:
    following = lower[comma + 1 : min(end, comma + 3)]
    if not following:
        return True
    first = following[0]
    if first == "and" and len(following) > 1:
        first = following[1]
    if first == "as" and following[-1] in PRONOUNS:  # "as he scored 20", but "as well as five rebounds"
        return True
    return not (is_number(first) or first in LIST_WORDS or first.isdigit())
