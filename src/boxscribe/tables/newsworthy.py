"""What a plan has, or lacks, by the description of a domain, beside what a planner learns from texts."""

from pydantic import Field

from boxscribe.tables.expressions import NUMBER, OPPONENT, Condition, parse_condition
from boxscribe.tables.record_type import Description


class SomeFacts(Description):
    """Facts of the entities of a kind of which conditions hold."""

    kind: str
    types: tuple[str, ...] = Field(min_length=1)
    when: tuple[str, ...] = ()  # conditions, "HALFTIME-LEAD >= 10", "NEXT-SIDE = home"

    def conditions(self) -> list[Condition]:
        """ValueError with one sentence for the first that is wrong."""
        return [_condition(text) for text in self.when]

    def all_types(self) -> set[str]:
        """The types of its facts and of its conditions."""
        terms = (term.type for condition in self.conditions() for term in condition.terms() if term.type)
        return {*self.types, *terms}


class Newsworthy(SomeFacts):
    """Facts that are planned where they are unusual, though texts seldom state them: runs of wins, large leads."""

    both: bool = False  # with the same facts of the opponent
    joins: bool = False  # they join the sentence about the entity, if there is one, and have none of their own
    group: str = ""  # of those with the same name only the first that holds is planned


class Implied(SomeFacts):
    """Facts that are not planned: other words of the sentence say them. "host" says where a game is."""


def _condition(text: str) -> Condition:
    words = text.split()
    last = words[-1] if len(words) > 2 and words[-2] in ("=", "!=") else ""
    is_cell = last.startswith(f"{OPPONENT}.")
    if is_cell or (last.islower() and not NUMBER.fullmatch(last)):
        return parse_condition(text, [words[0], *([last.removeprefix(f"{OPPONENT}.")] if is_cell else [])])
    return parse_condition(text)
