"""Whether a table has all that the description of its domain requires: cells, sides, a winner.

A text can be written about an incomplete table, and the template does so. A model has never seen one: it writes
nonsense in the place of what is missing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from boxscribe.errors import Problem
from boxscribe.foreign import whole_number
from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.table import Entity, Table


def incomplete(table: Table, domain: Domain) -> Iterator[Problem]:
    """A warning for each entity that lacks cells, and for each kind that lacks entities or a winner."""
    by_kind: dict[str, list[Entity]] = defaultdict(list)
    for entity in table.entities:
        by_kind[entity.kind].append(entity)
    for name, kind in domain.kinds.items():
        for entity in by_kind[name]:
            yield from _missing_cells(entity, kind, domain)
        if kind.min_per_side or kind.has_winner:
            yield from _missing_sides(by_kind[name], name, kind, domain)
        if kind.has_winner:
            yield from _no_winner(by_kind[name], kind)


def _missing_cells(entity: Entity, kind: Kind, domain: Domain) -> Iterator[Problem]:
    has = _types(entity, domain)
    lacking = [type for type in kind.required if type not in has]
    for group in kind.all_or_none:
        if not has.isdisjoint(group):
            lacking += [type for type in group if type not in has]
    if lacking:
        yield Problem(f"lacks {', '.join(lacking)}; add what is missing", field=entity.name, warning=True)
    if (kind.min_per_side or kind.has_winner) and not entity.features.get(domain.side):
        yield Problem(f"has no {domain.side} ({domain.features[domain.side].label})", field=entity.name, warning=True)


def _missing_sides(entities: Sequence[Entity], name: str, kind: Kind, domain: Domain) -> Iterator[Problem]:
    for side in domain.features[domain.side].values:
        own = [entity for entity in entities if entity.features.get(domain.side) == side]
        if kind.has_winner and len(own) != 1:
            yield Problem(f"{side} has {len(own)} entities of kind '{name}' instead of one", kind.label, warning=True)
        complete = sum(not _types(entity, domain) <= {*kind.required, *kind.name} for entity in own)
        if complete < kind.min_per_side:
            message = f"{side} has {complete} entities of kind '{name}' with records, and needs {kind.min_per_side}"
            yield Problem(message, kind.label, warning=True)


def _no_winner(entities: Sequence[Entity], kind: Kind) -> Iterator[Problem]:
    scores = [whole_number(entity.value(kind.score) or "") for entity in entities]
    if len(scores) > 1 and None not in scores and len(set(scores)) == 1:
        yield Problem(
            f"all have {scores[0]} {kind.types[kind.score].label}, so there is no winner", kind.label, warning=True
        )


def _types(entity: Entity, domain: Domain) -> set[str]:
    """The types of the cells that have a value."""
    return {record.type for record in entity.records if record.value and record.value not in domain.missing}
