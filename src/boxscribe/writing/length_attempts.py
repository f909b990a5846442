"""Stories of a table until one has about as many words as are asked for: the plan is corrected between attempts."""

from collections.abc import Callable, Mapping

from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan
from boxscribe.text import PARAGRAPH
from boxscribe.writing.story import Story

_CORRECTIONS = 3  # of a plan whose text is too long or too short
_NEAR = 0.1  # of the asked length: no plan is corrected for less


class LengthAttempts:
    """What was written for a table, by the words that were planned for. It begins with the `stories` of the plan for as
    many as are `asked` for, best first; `plan_for` makes a plan for another number."""

    def __init__(self, asked: int, stories: list[Story], plan_for: Callable[[float], Plan]) -> None:
        self._asked, self._plan_for = asked, plan_for
        self._budget = float(asked)
        self._tried = {self._budget: stories}

    def next_plan(self) -> Plan | None:
        """The plan of the next attempt; None where none is needed, or none would help."""
        written = {planned: length_of(one[0]) for planned, one in self._tried.items()}
        if len(self._tried) > _CORRECTIONS or self._distance(self.best) <= _NEAR * self._asked:
            return None
        self._budget = corrected(self._asked, written)
        if self._budget in self._tried:
            return None
        try:
            return self._plan_for(self._budget)
        except InputError:  # fewer words than a sentence has, or more than there are facts for
            return None

    def add(self, stories: list[Story]) -> None:
        """What was written by the plan of this attempt."""
        self._tried[self._budget] = stories

    @property
    def best(self) -> list[Story]:
        """The attempt that is nearest to what is asked for."""
        return min(self._tried.values(), key=self._distance)

    def _distance(self, stories: list[Story]) -> int:
        return abs(length_of(stories[0]) - self._asked)


def corrected(asked: int, written: Mapping[float, int]) -> float:
    """The words to plan for, so that about as many are written as are asked for: in proportion to the nearest attempt,
    or between two attempts if one was too short and one too long. `written` has the words written by those planned."""
    short = max((planned for planned, length in written.items() if length <= asked), default=None)
    long = min((planned for planned, length in written.items() if length > asked), default=None)
    if short is not None and long is not None and short < long:
        share = (asked - written[short]) / (written[long] - written[short])
        return short + min(0.9, max(0.1, share)) * (long - short)
    nearest = min(written, key=lambda planned: abs(written[planned] - asked))
    return nearest * min(2.0, max(0.5, asked / max(1, written[nearest])))


def length_of(story: Story) -> int:
    """The words of a story; punctuation marks count, as in the texts that models learn from."""
    return sum(token != PARAGRAPH for token in story.tokens)
