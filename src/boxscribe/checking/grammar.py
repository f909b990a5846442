"""English grammar, as far as claims need it: word classes, and the role of a noun phrase in its clause."""

import re
from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto

DETERMINERS = frozenset(
    ["the", "a", "an", "host", "hosting", "visiting", "rival", "fellow", "-", "both", "their", "his", "its"]
)
PREPOSITIONS = frozenset(
    """against over past than behind besides beside from to versus vs vs. without at of in on for into around near like
    alongside between despite via through during under toward towards per among amongst onto off beyond within
    if unlike""".split()
)
CLAUSE_OPENERS = frozenset(
    ["after", "before", "until", "since", "with", "considering"]
)  # prepositions that a clause may follow
COPULAS = frozenset(["was", "is", "were", "are", "be", "been", "being"])
POSSESSIVES = frozenset(["'s", "'", "’s", "’"])
RELATIVES = frozenset(["who", "whom", "whose", "which"])
_ATTRIBUTES = frozenset(["other", "only", "leading", "top", "best"])  # "the only other Jazz starter"
_IRREGULAR = frozenset(
    """had has have was were is are did does do went shot hit made got took came led fell won lost put left gave found
    held kept saw became began ran stood sat set beat threw drew brought caught fought grew knew let rose sent spent
    struck swept could would will should might must may can gets goes scores leads adds shoots finishes looks makes
    comes""".split()
)
_NO_VERBS = frozenset("during evening morning wing outing showing corresponding nothing something".split())
_BEFORE_INFINITIVE = frozenset(["to", "n't", "not", "could", "would", "can", "will", "did"])
_AFTER_NAMES = frozenset(["with", "and", "as", "while", "but", "that", "after", "before", "when"])
_ADJECTIVE = re.compile(r".+(y|ive|ous|less|ful|ant|ent|able|al|ing)")
_PARTICLES = frozenset(["up", "down", "out", "away"])
_BRACKET = 7  # tokens of a bracket after a name
_NOUN_PHRASE = 6  # words of a noun phrase before its name


class Role(Enum):
    """What a name is in its clause."""

    SUBJECT = auto()
    AGENT = auto()  # "led by Ann"
    OWNER = auto()  # "Ann 's 20 points", as subject
    OBJECT = auto()  # "against the Bulls", "defeated the Bulls", "matched Ann 's total"


def is_verb(word: str) -> bool:
    """Whether a word in lower case is likely a verb: an irregular one, or by its ending."""
    return word in _IRREGULAR or (word.endswith(("ed", "ing")) and len(word) > 4 and word not in _NO_VERBS)


def is_participle(word: str) -> bool:
    """Whether a word in lower case is likely the -ing form of a verb."""
    return word.endswith("ing") and len(word) > 4 and word not in _NO_VERBS


def is_passive(lower: Sequence[str], start: int, verb: int) -> bool:
    """Whether a participle is passive: "were surprisingly outscored"; the sentence begins at `start`."""
    at = verb - 1
    while at > start and (lower[at].endswith("ly") or lower[at] in ("then", "also", "still")):
        at -= 1
    return at >= start and lower[at] in COPULAS


def is_particle(lower: Sequence[str], at: int) -> bool:
    """Whether "up" or "down" at a position belongs to a verb: "put up 14 points", but "were up eight points"."""
    if lower[at] not in ("up", "down") or at == 0:
        return False
    verb = lower[at - 1]
    moving = verb in COPULAS or verb in ("went", "go", "going", "goes", "get", "got")
    return not moving and (is_verb(verb) or (at > 1 and lower[at - 2] in _BEFORE_INFINITIVE))


class Phrase:
    """A noun phrase that ends with the name `lower[start:end]`, in the sentence `lower[first:last]`."""

    def __init__(self, lower: Sequence[str], start: int, end: int, first: int, last: int) -> None:
        self.lower, self.start, self.end, self.first, self.last = lower, start, end, first, last

    def governor(self, nouns: Collection[str]) -> int:
        """The position before the noun phrase; it is `first - 1` at the beginning of the sentence."""
        at = self.start - 1
        stop = max(self.first, self.start - _NOUN_PHRASE)
        while at >= stop:
            word = self.lower[at]
            adjective = at > self.first and self.lower[at - 1] in ("a", "an", "the") and word.isalpha()
            participle = word.endswith("ed") and adjective
            if word in DETERMINERS or _noun(word, nouns) or "-" in word or participle:
                at -= 1
            elif at == self.first and is_participle(word) and _noun(self.lower[at + 1], nouns):
                at -= 1  # "Rising star Ann Lee"
            elif adjective and word not in PREPOSITIONS and self._describes(at):
                at -= 1  # "a resurgent Ann Lee"
            elif at - 1 >= stop and self.lower[at - 1] == "-" and at + 1 < self.start and not self._is_out_verb(at):
                at -= 1  # "two - time champion Ann Lee"
            else:
                break
        return at

    def _describes(self, at: int) -> bool:
        """Whether a word between an article and the name is likely an adjective."""
        if self.lower[at - 1] == "the":
            return at == self.start - 1 and _ADJECTIVE.fullmatch(self.lower[at]) is not None
        return not is_verb(self.lower[at])

    def _is_out_verb(self, at: int) -> bool:
        """Whether a word is a verb such as "out - scored"."""
        return at - 2 >= self.first and self.lower[at - 2 : at] == ("out", "-")

    @property
    def is_possessive(self) -> bool:
        following = self.lower[self.end] if self.end < self.last else ""
        return following in POSSESSIVES or self.lower[self.end - 1].endswith(("'s", "’s", "s’", "s'"))

    def _after_bracket(self, at: int) -> int:
        """The position after "( 8 - 31 )" at a position."""
        if at < self.last and self.lower[at] == "(":
            close = next((i for i in range(at, min(self.last, at + _BRACKET)) if self.lower[i] == ")"), None)
            return at if close is None else close + 1
        return at

    def role(self, nouns: Collection[str], verbs: Collection[str], predicate: Callable[[int], int]) -> Role:
        """`nouns` may stand before a name; `verbs` have names as objects; `predicate` gives the position after the
        names that are coordinated with this one."""
        at = self.governor(nouns)
        before = self.lower[at] if at >= self.first else ""
        if before == "all" and at > self.first:
            before = self.lower[at - 1]
        possessive = self.is_possessive
        if before == "by":
            return Role.OBJECT if possessive else Role.AGENT
        after = self._after_bracket(predicate(self.end))
        following = [word for word in self.lower[after : min(after + 2, self.last)] if not word.endswith("ly")]
        following = [word for word in following if word not in ("also", "each", "both")]
        if before in CLAUSE_OPENERS:
            clause = following and (is_participle(following[0]) if before == "with" else is_verb(following[0]))
            return Role.SUBJECT if clause and not possessive else Role.OBJECT
        if before == "from" and following and is_participle(following[0]) and not possessive:
            return Role.SUBJECT  # "got help from Ann Lee putting up 20 points"
        if before in PREPOSITIONS or before in verbs or before in _ATTRIBUTES or self._is_out_verb(at):
            return Role.OBJECT
        if before in COPULAS:  # "leading the way was Ann Lee", but "was the Suns best player"
            attribute = bool(following) and following[0].isalpha() and not is_verb(following[0])
            attribute = attribute and not {following[0]} & (PREPOSITIONS | RELATIVES | _AFTER_NAMES)
            return Role.OBJECT if possessive or attribute else Role.SUBJECT
        if is_verb(before) or (at > self.first and self.lower[at - 1] in _BEFORE_INFINITIVE and before.isalpha()):
            return Role.OBJECT
        return Role.OWNER if possessive else Role.SUBJECT


def _noun(word: str, nouns: Collection[str]) -> bool:
    return word in nouns or word.removesuffix("s") in nouns
