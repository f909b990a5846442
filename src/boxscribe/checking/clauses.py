"""The clauses of a sentence, as far as claims need them: parts that are about one thing at one time.

A sentence is split at semicolons and conjunctions, and at a comma unless the comma continues a list of counts ("20
points , five rebounds and a steal") or encloses a score.
"""

from collections.abc import Sequence

from boxscribe.checking.grammar import CLAUSE_OPENERS, PREPOSITIONS, is_participle, is_verb
from boxscribe.text.numbers import is_number

OPENING = 7  # words before a first comma that belong to what follows
SUBORDINATORS = frozenset("when while as if although though because once whenever where however meanwhile".split())
SPLITS = frozenset([";", "while", "whereas", "but", "however", "--", ":"])
PRONOUNS = frozenset(["he", "they", "it", "this", "that"])
LIST_WORDS = frozenset(["a", "an", "and", "or", "no", "along", "as", "plus", "just", "only"])


def split_clauses(lower: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """The clauses of `tokens[start:end]`, given in lower case."""
    found, begin, depth = [], start, 0
    for at in range(start, end):
        depth += (lower[at] == "(") - (lower[at] == ")")
        opening = begin == start and at - start <= OPENING and lower[at] == "," and not _is_clause(lower, start, at)
        splits = lower[at] in SPLITS or (lower[at] == "," and _ends_clause(lower, at, end))
        if depth <= 0 and at > begin and splits and not opening:
            found.append((begin, at))
            begin = at
    found.append((begin, end))
    return found


def _is_clause(lower: Sequence[str], start: int, end: int) -> bool:
    """Whether the words before a first comma are a statement, "The Hawks have won three ,": no "On Friday ,", "Led by
    Ann ,", "When they were ahead ,"."""
    first = lower[start]
    opens = first in PREPOSITIONS or first in CLAUSE_OPENERS or first in SUBORDINATORS or is_verb(first)
    return not opens and any(is_verb(word) and not is_participle(word) for word in lower[start + 1 : end])


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
