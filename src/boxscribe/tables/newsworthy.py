"""What a plan has, or lacks, by the description of a domain, beside what a planner learns from texts."""

from collections.abc import Collection, Sequence
from typing import Literal

from pydantic import Field

from boxscribe.tables.expressions import Condition, parse_condition
from boxscribe.tables.record_type import Description


class SomeEntities(Description):
    """The entities of a kind of which conditions hold."""

    kind: str
    when: tuple[str, ...] = ()  # conditions, "HALFTIME-LEAD >= 10", "NEXT-SIDE = home"

    def conditions(self, texts: Collection[str]) -> list[Condition]:
        """`texts` are the types of cells that hold text; ValueError with one sentence for the first that is wrong."""
        return [parse_condition(text, texts) for text in self.when]

    def all_types(self, texts: Collection[str]) -> set[str]:
        """The types of its conditions."""
        return _types_of(self.conditions(texts))


class SomeFacts(SomeEntities):
    """Facts of such entities."""

    types: tuple[str, ...] = Field(min_length=1)

    def all_types(self, texts: Collection[str]) -> set[str]:
        """The types of its facts and of its conditions."""
        return {*self.types, *super().all_types(texts)}


class Newsworthy(SomeFacts):
    """Facts that are planned where they are unusual, though texts seldom state them: runs of wins, large leads."""

    both: bool = False  # with the same facts of the opponent
    joins: bool = False  # they join the sentence about the entity, if there is one, and have none of their own
    group: str = ""  # of those with the same name only the first that holds is planned


class Arranged(SomeFacts):
    """A sentence of plans: facts of each entity of a kind of which the conditions hold. In `types`, `A|B` is the first
    of several types that the entity has, and `A?` is stated only where a planner has chosen it."""

    needs: tuple[str, ...] = ()  # types without which there is no such sentence
    zeros: tuple[str, ...] = ()  # types that are stated even if they are 0
    both: bool = False  # with the same facts of the opponent
    joins: bool = False  # the facts join the sentence before
    merges: bool = False  # with the sentences of the entry before in the order of the table
    always: bool = False  # also where a planner has chosen none of the facts
    then: tuple[str, ...] = ()  # conditions that an entity that is chosen satisfies; else it has no sentence
    order: Literal["table", "plan", "latest"] = "table"  # of the entities: latest is the reverse of the table's
    at_most: int = Field(default=0, ge=0)  # sentences; 0: any number

    def all_names(self) -> list[str]:
        """The types of its facts, each by itself."""
        return [name.removesuffix("?") for names in self.types for name in names.split("|")]

    def all_types(self, texts: Collection[str]) -> set[str]:
        conditions = [*self.conditions(texts), *self.last_conditions(texts)]
        return {*self.all_names(), *self.needs, *self.zeros, *_types_of(conditions)}

    def last_conditions(self, texts: Collection[str]) -> list[Condition]:
        """ValueError with one sentence for the first that is wrong."""
        return [parse_condition(text, texts) for text in self.then]


class Implied(SomeFacts):
    """Facts that are not planned: other words of the sentence say them. "host" says where a game is."""


def _types_of(conditions: Sequence[Condition]) -> set[str]:
    return {term.type for condition in conditions for term in condition.terms() if term.type}
