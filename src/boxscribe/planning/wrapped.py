"""The base of planners that change the plans of another one."""

from collections.abc import Mapping

from boxscribe.planning.factless import FactlessRates
from boxscribe.planning.length import SentenceLength
from boxscribe.planning.planner import Planner
from boxscribe.planning.styles import PlannerStyle
from boxscribe.tables.domain import Describe


class WrappedPlanner:
    """Knows what the other planner knows; `describe` finds the description of a domain."""

    def __init__(self, planner: Planner, describe: Describe) -> None:
        self._planner, self._describe = planner, describe

    @property
    def styles(self) -> Mapping[str, PlannerStyle]:
        return self._planner.styles

    @property
    def length(self) -> SentenceLength:
        return self._planner.length

    @property
    def factless(self) -> FactlessRates:
        return self._planner.factless

    def knows(self, writer: str | None) -> bool:
        return self._planner.knows(writer)
