"""A planner whose sentences are those that the description of a domain declares (`tables.newsworthy.Arranged`).

A planner that learns from texts knows which facts are likely, but where entities have a time, as plays have, neither
their order nor which facts belong together follow from features of single facts. The description lists sentences in
the order of a text, each with the kind of entity, its facts, and when it is planned: always, or where the planner has
chosen one of the facts. What the planner has chosen and no declared sentence has is not planned, but for what is in
focus.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.derived import derive
from boxscribe.planning.focus import Wish
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence, all_cells
from boxscribe.planning.wrapped import WrappedPlanner
from boxscribe.tables.cells import EntityCells
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import all_hold
from boxscribe.tables.newsworthy import Arranged
from boxscribe.tables.table import Table


class ArrangedPlanner(WrappedPlanner):
    """Puts the facts that a planner chooses into declared sentences; a domain that declares none keeps its plans."""

    def plan(
        self, table: Table, writer: str | None = None, words: int | None = None, focus: Sequence[Wish] = ()
    ) -> Plan:
        made = self._planner.plan(table, writer, words, focus)
        domain = self._describe(table.domain)
        if not domain.arranged:
            return made
        sentences = arranged(made, derive(table, domain), domain)
        wanted = {fact for wish in focus for fact in wish.facts} - {fact for facts in sentences for fact in facts}
        early = [own for facts in made.sentences if (own := tuple(fact for fact in facts if fact in wanted))]
        return Plan((*sentences[:1], *early, *sentences[1:]))


class _Made(NamedTuple):
    """A sentence of an entry."""

    at: int  # the place of its entity in the table
    facts: PlannedSentence


Places = Mapping[tuple[str, str], int]
"""Entity and type → the place of the fact among those that a planner has chosen."""


def arranged(plan: Plan, table: Table, domain: Domain) -> list[PlannedSentence]:
    """The declared sentences of a table with its derived records, by the facts of a plan."""
    cells, texts = all_cells(table, domain), domain.text_types
    place = {(fact.entity, fact.type): at for at, fact in reversed([*enumerate(plan.facts)])}
    blocks: list[list[_Made]] = []
    stated: set[PlannedFact] = set()
    for declared in domain.arranged:
        made = list(_sentences(declared, cells, place, stated, texts))
        stated.update(fact for one in made for fact in one.facts)
        if made and declared.joins and blocks:
            last = blocks[-1].pop()
            blocks[-1].append(_Made(last.at, (*last.facts, *made.pop(0).facts)))
        if declared.merges and blocks:
            blocks[-1] = sorted([*blocks[-1], *made], key=lambda one: one.at)
        elif made:
            blocks.append(made)
    return [one.facts for block in blocks for one in block]


def _sentences(
    declared: Arranged,
    cells: Sequence[EntityCells],
    place: Places,
    stated: set[PlannedFact],
    texts: Collection[str],
) -> list[_Made]:
    """The sentences that an entry makes, with facts that are not `stated` yet."""
    conditions = declared.conditions(texts)
    found: list[tuple[int, _Made]] = []
    for at, own in enumerate(cells):
        if own.kind != declared.kind or not all_hold(conditions, own):
            continue
        places = [place[own.entity.id, type] for type in declared.all_names() if (own.entity.id, type) in place]
        facts = tuple(fact for fact in _facts(declared, own, place) if fact not in stated)
        if facts and {*declared.needs} <= {fact.type for fact in facts} and (declared.always or places):
            found.append((min(places, default=len(place)), _Made(at, facts)))
    if declared.order == "plan":
        found.sort(key=lambda one: one[0])
    if declared.order == "latest":
        found.reverse()
    last = declared.last_conditions(texts)
    return [made for _, made in found[: declared.at_most or None] if all_hold(last, cells[made.at])]


def _facts(declared: Arranged, own: EntityCells, place: Places) -> Iterator[PlannedFact]:
    owners = [own, *(own.of_kind(own.kind, opponent=True) if declared.both else ())]
    for names in declared.types:
        for owner in owners:
            for name in names.split("|"):
                type = name.removesuffix("?")
                value = owner.text(type)
                chosen = type == name or (owner.entity.id, type) in place
                if value is not None and chosen and (value != "0" or type in declared.zeros):
                    yield PlannedFact(owner.entity.id, type, value)
                    break
