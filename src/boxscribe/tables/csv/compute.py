"""Cells that a CSV file lacks and that follow from others: percentages, terms of the description's rules, totals."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from boxscribe.tables.csv.cells import percentage
from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.expressions import Term
from boxscribe.tables.rules import Rule
from boxscribe.tables.validate import DECIMAL, is_integer

Values = dict[str, str]


def fill(values: Values, kind: Kind, domain: Domain) -> list[str]:
    """Add the percentages, and the terms of rules such as REB = OREB + DREB; returns the types that were added."""
    added = []
    for rule in kind.parsed_rules():
        if (found := _missing_term(rule, values, kind)) is not None:
            type, value = found
            values[type] = value
            added.append(type)
    for type, (made, attempted) in domain.csv.percentages.items():
        if type in kind.types and type not in values and _are_numbers(values, (made, attempted)):
            values[type] = percentage(values[made], values[attempted])
            added.append(type)
    return added


def totals_of(kind_name: str, kind: Kind, domain: Domain) -> dict[str, tuple[str, str]]:
    """A type of a team → the kind and type that it totals, by `csv.totals` or a rule such as team_runs = player.r."""
    found = {}
    for rule in kind.parsed_rules():
        left, right = rule.comparison.left.terms, rule.comparison.right.terms
        if rule.comparison.compare == "=" and len(left) == len(right) == 1 and right[0].kind and not right[0].opponent:
            found[left[0].type] = right[0].kind, right[0].type
    for type, of in domain.csv.totals.items():
        owner = next((name for name, one in domain.kinds.items() if name != kind_name and of in one.types), None)
        if type in kind.types and owner is not None:
            found[type] = owner, of
    return found


def total(type: str, rows: Sequence[Mapping[str, str]], domain: Domain) -> str | None:
    """The total of a type over entities: a sum, or the percentage of two sums; None where a cell is missing."""
    if type in domain.csv.percentages:
        made, attempted = (total(part, rows, domain) for part in domain.csv.percentages[type])
        return percentage(made, attempted) if made is not None and attempted is not None else None
    cells = [row[type] for row in rows if type in row]
    if not cells or len(cells) < len(rows) or not all(map(is_integer, cells)):
        return None
    return str(sum(map(int, cells)))


def _missing_term(rule: Rule, values: Mapping[str, str], kind: Kind) -> tuple[str, str] | None:
    """The one cell that an equation lacks, and its value."""
    if rule.comparison.compare != "=":
        return None
    terms = [(1, term) for term in rule.comparison.left.terms] + [(-1, term) for term in rule.comparison.right.terms]
    lacking = [(sign, term) for sign, term in terms if term.type and term.type not in values]
    if len(lacking) != 1 or any(term.kind or term.opponent or term.type.endswith("#") for _, term in terms):
        return None
    sign, missing = lacking[0]
    rest = [(sign, term) for sign, term in terms if term is not missing]
    if missing.factor != 1 or not _are_numbers(values, (term.type for _, term in rest if term.type)):
        return None
    result = -sign * sum(sign * _number(term, values) for sign, term in rest)
    described = kind.type(missing.type)
    whole = described is not None and described.value == "integer"
    return (missing.type, str(int(result))) if whole and result >= 0 and result == int(result) else None


def _number(term: Term, values: Mapping[str, str]) -> Decimal:
    return Decimal(term.factor) * (Decimal(values[term.type]) if term.type else 1)


def _are_numbers(values: Mapping[str, str], types: Iterable[str]) -> bool:
    return all(type in values and DECIMAL.fullmatch(values[type]) for type in types)
