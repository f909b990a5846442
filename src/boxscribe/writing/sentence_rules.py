"""The rules of verified sentences: what speaks against one, what none may have, and fixed ones, by the description of
the table's domain.

In: a table, facts of its plan, words; out: objections, phrases and sentences. `writing.verified` searches by them.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from boxscribe.derived import derive
from boxscribe.planning.plan import PlannedSentence, all_cells
from boxscribe.tables.cells import EntityCells
from boxscribe.tables.domain import Describe, Domain
from boxscribe.tables.expressions import all_hold
from boxscribe.tables.table import Table
from boxscribe.writing.acceptance import Check, objections
from boxscribe.writing.fluency import Objection, first_word, naming_the_side
from boxscribe.writing.sides import new_subject, said_of_a_side, unnamed, wrong_sides
from boxscribe.writing.template.facts import open_sentence, state_facts

_KEPT_TABLES = 64  # with their derived records; as many as are written together


class SentenceRules:
    """The rules that the description of a domain declares, with the verdicts of a checker."""

    def __init__(self, check: Check, description_of: Describe) -> None:
        self._check, self._describe = check, description_of
        self.unwanted: dict[int, frozenset[tuple[str, ...]]] = {}  # sentences, by the ids of tables
        self._tables: OrderedDict[int, _DescribedTable] = OrderedDict()  # by id; each keeps its table

    def objections(
        self,
        table: Table,
        before: Sequence[str],
        sentence: Sequence[str],
        facts: PlannedSentence,
        last: PlannedSentence,
    ) -> list[Objection]:
        """What speaks against a sentence that is to state `facts`, after the words `before` it; `last` are the facts of
        the sentence before."""
        domain = self._describe(table.domain)
        found = objections(self._check, domain.verified, table, before, sentence)
        if tuple(sentence) in self.unwanted.get(id(table), ()):
            verb = first_word(sentence) or 0
            found.append(Objection(verb, verb + 1))
        if domain.verified.names_all:
            found += unnamed(table, domain, facts, last, sentence)
        if domain.verified.once_a_side:
            found += said_of_a_side(table, domain, before, sentence)
        return [*found, *new_subject(table, domain, before, sentence), *wrong_sides(table, domain, sentence)]

    def avoided(self, table: Table, facts: PlannedSentence) -> list[str]:
        """The phrases, words separated by blanks, that no sentence may have which states these facts."""
        words = self._describe(table.domain).verified
        about = {fact.entity for fact in facts}
        cells = [own for own in self._described(table).cells if own.entity.id in about] if words.words_where else []
        return [*words.avoided({fact.type for fact in facts}), *self._where_not(table, cells)]

    def _where_not(self, table: Table, cells: Sequence[EntityCells]) -> Iterator[str]:
        """The phrases that are not for some of the entities with these cells."""
        domain = self._describe(table.domain)
        for declared in domain.verified.words_where:
            conditions = declared.conditions(domain.text_types)
            if any(own.kind == declared.kind and not all_hold(conditions, own) for own in cells):
                yield from declared.words

    def opening(self, table: Table, facts: PlannedSentence) -> tuple[list[str], PlannedSentence]:
        """What stands before the sentence of some facts, such as a dateline, and the facts that are left to state."""
        described = self._described(table)
        return open_sentence(described.derived, described.extended, facts)

    def fixed(self, table: Table, facts: PlannedSentence, before: Sequence[str]) -> list[str]:
        """The fixed sentence that states facts after the words so far; no words where there is none."""
        described = self._described(table)
        return state_facts(described.derived, described.extended, facts, before)

    def naming_the_side(
        self, table: Table, facts: PlannedSentence, last: PlannedSentence, sentence: Sequence[str]
    ) -> Iterable[list[str]]:
        """A sentence with the name of its side in several ways; `last` are the facts of the sentence before."""
        return naming_the_side(table, self._describe(table.domain), facts, last, sentence)

    def _described(self, table: Table) -> "_DescribedTable":
        found = self._tables.get(id(table))
        if found is None:
            found = self._tables[id(table)] = _DescribedTable(table, self._describe(table.domain))
            if len(self._tables) > _KEPT_TABLES:
                self._tables.popitem(last=False)
        return found


class _DescribedTable:
    """A table with its derived records, and the description with their types."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._table, self._domain = table, domain

    @cached_property
    def derived(self) -> Table:
        return derive(self._table, self._domain)

    @cached_property
    def cells(self) -> list[EntityCells]:
        return all_cells(self.derived, self._domain)

    @cached_property
    def extended(self) -> Domain:
        return self._domain.extended(sorted(self._domain.derived))
