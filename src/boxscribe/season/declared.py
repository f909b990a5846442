"""The declared types of a description that other games decide, ready to be computed over a season."""

from collections.abc import Iterator
from dataclasses import dataclass

from boxscribe.season.season import Season
from boxscribe.tables.declarations import Declaration, declarations
from boxscribe.tables.derived_type import GAME_FIELDS, DerivedType
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Condition, Sum, Term, TextComparison, parse_sum

SAME, STAGE = "same", "stage"


@dataclass(frozen=True, slots=True)
class SeasonType:
    """A derived type over the games of an entity."""

    name: str
    declared: DerivedType
    where: tuple[Condition, ...]  # which games count
    same: tuple[str, ...]  # fields of a game in which the others are like this one: its stage, its opponent
    conditions: int  # a number for `where` and `same`, equal for types that share them
    of: Sum | None  # what is measured in each game; None: games are counted
    measured: int  # a number for `of`, equal for types that share it
    cell: str  # the type of the one cell that `of` consists of, as mostly; "" if it is a sum
    is_text: bool  # whether `of` is a text of the game or of a cell


def season_types(domain: Domain, season: Season) -> dict[str, list[SeasonType]]:
    """Kind → its types. Types of cells that the games of this season do not have are left out."""
    found: dict[str, list[SeasonType]] = {}
    numbers: dict[object, int] = {}
    for name, declaration in declarations(domain).items():
        if declaration.declared.of_season:
            type = _season_type(name, declaration, numbers)
            if all(_has(term, type.declared.kind, domain, season) for term in _terms(type)):
                found.setdefault(type.declared.kind, []).append(type)
    return found


def _season_type(name: str, declaration: Declaration, numbers: dict[object, int]) -> SeasonType:
    where, same = list[Condition](), list[str]()
    for condition in declaration.where:
        if isinstance(condition, TextComparison) and condition.right == SAME:
            same.append(condition.left.type)
        else:
            where.append(condition)
    if all(term.type != STAGE for condition in where for term in condition.terms()):
        same.append(STAGE)
    declared = declaration.declared
    of = parse_sum(declared.of[0]) if declared.of else None
    is_text = declared.compute == "value" and (declared.value == "text" or declared.of[0] in GAME_FIELDS)
    conditions = numbers.setdefault((tuple(where), tuple(same)), len(numbers))
    measured = numbers.setdefault(None if is_text else of, len(numbers))
    return SeasonType(name, declared, tuple(where), tuple(same), conditions, of, measured, _one_cell(of), is_text)


def _one_cell(of: Sum | None) -> str:
    match of.terms if of is not None else ():
        case [Term(factor=1, opponent=False, kind="", type=type)]:
            return type
    return ""


def _terms(type: SeasonType) -> Iterator[Term]:
    for condition in type.where:
        yield from condition.terms()
    yield from type.of.terms if type.of else ()


def _has(term: Term, kind: str, domain: Domain, season: Season) -> bool:
    """Whether the games of a season can tell the value of a term."""
    kind = term.kind or kind
    if not term.type or term.type in GAME_FIELDS or term.type in season.types.get(kind, ()):
        return True
    declaration = declarations(domain).get(term.type)
    if declaration is None or declaration.declared.of_season:
        return term.type in domain.kinds[kind].name
    terms = [term for summed in declaration.sums for term in summed.terms]
    conditions = (*declaration.where, *(one for _, some in declaration.choices for one in some))
    terms += [term for condition in conditions for term in condition.terms()]
    return all(_has(term, declaration.declared.kind, domain, season) for term in terms)
