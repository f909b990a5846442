"""Which record types words mean: "rebounds", "three-pointers", "fourth quarter", "defence".

In: words and the description of a domain; out: types of a kind of entity. Looked up, one after the other: the
`subjects` of the description, labels and names of types, units and the other words for them, words within labels.
"""

from collections.abc import Iterable, Iterator

from boxscribe.season.names import person_key
from boxscribe.tables.domain import Domain
from boxscribe.tables.record_type import RecordType

OPPONENT = "opponent."  # before a type of a subject: that of the same kind of entity on the other side
_NOT_DISTINCTIVE = frozenset("a about all and at by for from game her his in its of on the their was with".split())
_SHORTEST_STEM = 3  # letters of a word without its plural ending


class SubjectWords:
    """The subjects that a description knows."""

    def __init__(self, domain: Domain) -> None:
        self._declared: dict[str, tuple[str, ...]] = {}
        for name, subject in domain.subjects.items():
            for words in (name, *subject.words):
                self._declared[stem(words)] = subject.types
        self._types: dict[str, dict[str, RecordType]] = {}  # by kind
        for name, kind in domain.kinds.items():
            own: dict[str, RecordType] = {type: about for type, about in kind.types.items() if type not in kind.name}
            own |= {type: about for type, about in domain.derived.items() if about.kind == name and not about.auxiliary}
            self._types[name] = own
        self._derived = frozenset(domain.derived)

    def types_of(self, words: str, kind: str) -> list[str]:
        """The types of a kind that the words mean, those of cells first; none where they mean nothing of it."""
        sought, own = stem(words), self._types[kind]
        if not sought:
            return []
        if sought in self._declared:
            return [type for type in self._declared[sought] if type.removeprefix(OPPONENT) in own]
        cells = {type: about for type, about in own.items() if type not in self._derived}
        for types in (cells, own):
            for called in (_names, _units):
                found = [type for type, about in types.items() if sought in map(stem, called(type, about))]
                if found:
                    return found
        inner = {*sought.split()}
        for types in (cells, own):
            found = [type for type, about in types.items() if inner <= {*stem(about.label).split()}]
            if found:
                return found
        return []

    def known(self) -> Iterator[str]:
        """The words that a user may have meant: subjects, units and labels of cells."""
        yield from self._declared
        for own in self._types.values():
            for type, about in own.items():
                if type not in self._derived:
                    yield from filter(None, (about.unit, about.label))


def stem(words: str) -> str:
    """What different forms of some words share: "three pointer" for "the Three-pointers"."""
    return " ".join(_singular(word) for word in person_key(words).split() if word not in _NOT_DISTINCTIVE)


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > _SHORTEST_STEM else word


def _names(type: str, about: RecordType) -> Iterable[str]:
    return type, about.label, about.short


def _units(type: str, about: RecordType) -> Iterable[str]:
    return about.unit, *about.words
