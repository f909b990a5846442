"""The declarations of derived types, parsed: their sums and conditions, with every name checked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boxscribe.errors import did_you_mean
from boxscribe.tables.derived_type import GAME_FIELDS, SUMS, DerivedType
from boxscribe.tables.expressions import OPPONENT, Condition, Sum, Term, parse_condition, parse_sum

if TYPE_CHECKING:
    from boxscribe.tables.domain import Domain, Kind


@dataclass(frozen=True, slots=True)
class Declaration:
    """A derived type with its sums and conditions."""

    type: str
    declared: DerivedType
    sums: tuple[Sum, ...]  # `of`, where it lists sums
    counted: tuple[str, bool] | None  # for `count`: the kind, and whether those of the other side are meant
    over: bool  # whether `where` selects entities of a kind that is summed up or counted, not the entity itself
    where: tuple[Condition, ...]
    choices: tuple[tuple[str, tuple[Condition, ...]], ...]  # `values`


def parse_declarations(
    derived: Mapping[str, DerivedType], kinds: Mapping[str, "Kind"], features: Collection[str] = ()
) -> dict[str, Declaration]:
    """Every declaration, parsed; ValueError with the key and one sentence for the first that is wrong.

    A type of this table alone refers to types of the table and to those that are declared before it.
    """
    known = _Known(kinds, frozenset(features))
    parsed = {}
    for type, declared in derived.items():
        if declared.kind not in kinds:
            raise ValueError(f"derived.{type}.kind: no kind '{declared.kind}'; {did_you_mean(declared.kind, kinds)}")
        if declared.of_season:
            continue
        parsed[type] = _Parser(type, declared, known).declaration()
        known.add(type, declared)
    for type, declared in derived.items():
        if declared.of_season:
            parsed[type] = _Parser(type, declared, known).declaration()
            known.add(type, declared)
    return {type: parsed[type] for type in derived}


class _Known:
    """The types of each kind that a declaration can refer to."""

    def __init__(self, kinds: Mapping[str, "Kind"], features: frozenset[str]) -> None:
        self.kinds, self.features = kinds, features
        self.texts = {
            name: {type for type, about in kind.types.items() if about.value == "text"} for name, kind in kinds.items()
        }
        self.derived: dict[str, set[str]] = {name: set() for name in kinds}

    def add(self, type: str, declared: DerivedType) -> None:
        self.derived[declared.kind].add(type)
        if declared.value == "text":
            self.texts[declared.kind].add(type)


class _Parser:
    """Parses one declaration."""

    def __init__(self, type: str, declared: DerivedType, known: _Known) -> None:
        self.type, self.declared, self.known = type, declared, known

    def declaration(self) -> Declaration:
        declared = self.declared
        sums = tuple(self._sum(text) for text in declared.of) if declared.compute in SUMS else ()
        counted = self._counted() if declared.compute == "count" and declared.of else None
        kinds = {term.kind for found in sums for term in found.terms if term.kind} | (
            {counted[0]} if counted else set()
        )
        if declared.where and len(kinds) > 1:
            raise ValueError(f"derived.{self.type}.where: selects entities of one kind, and of has {len(kinds)}")
        owner = next(iter(kinds)) if declared.where and kinds else declared.kind
        where = tuple(self._condition("where", text, owner) for text in declared.where)
        choices = tuple(
            (value, tuple(self._condition(f"values.{value}", text, declared.kind) for text in conditions))
            for value, conditions in declared.values.items()
        )
        return Declaration(self.type, declared, sums, counted, bool(kinds), where, choices)

    def _sum(self, text: str) -> Sum:
        try:
            found = parse_sum(text)
        except ValueError as error:
            raise ValueError(f"derived.{self.type}.of: {error}") from None
        for term in found.terms:
            self._check("of", text, term, self.declared.kind)
        return found

    def _counted(self) -> tuple[str, bool]:
        (name,) = self.declared.of
        kind = name.removeprefix(f"{OPPONENT}.")
        if kind not in self.known.kinds:
            raise ValueError(f"derived.{self.type}.of: no kind '{kind}'; {did_you_mean(kind, self.known.kinds)}")
        return kind, kind != name

    def _condition(self, key: str, text: str, owner: str) -> Condition:
        try:
            found = parse_condition(text, self.known.texts[owner] | self._fields())
        except ValueError as error:
            raise ValueError(f"derived.{self.type}.{key}: {error}") from None
        for term in found.terms():
            self._check(key, text, term, owner)
        return found

    def _fields(self) -> frozenset[str]:
        """Texts that are no cells: features of the entity, and in other games those of the game."""
        return self.known.features | GAME_FIELDS if self.declared.of_season else self.known.features

    def _check(self, key: str, text: str, term: Term, owner: str) -> None:
        kind = term.kind or owner
        if kind not in self.known.kinds:
            hint = did_you_mean(kind, [*self.known.kinds, OPPONENT])
            raise ValueError(f"derived.{self.type}.{key}: '{text}' names an unknown kind '{kind}'; {hint}")
        if not term.type or self.known.kinds[kind].type(term.type) or term.type in self.known.derived[kind]:
            return
        if not term.kind and term.type in self._fields():
            return
        hint = did_you_mean(term.type, [*self.known.kinds[kind].types, *self.known.derived[kind]])
        raise ValueError(
            f"derived.{self.type}.{key}: '{text}' names the type '{term.type}', which is neither one of '{kind}' nor a "
            f"derived type above; {hint}"
        )


_PARSED: dict[int, tuple["Domain", dict[str, Declaration]]] = {}
"""By the id of a domain, which cannot be hashed; the domain itself is there so that no other object has its id."""


def declarations(domain: "Domain") -> dict[str, Declaration]:
    """The declarations of a domain, which is parsed once."""
    found = _PARSED.get(id(domain))
    if found is None:
        if len(_PARSED) >= 16:
            _PARSED.clear()
        found = _PARSED[id(domain)] = domain, parse_declarations(domain.derived, domain.kinds, domain.features)
    return found[1]
