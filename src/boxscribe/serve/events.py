"""What happens to a story that was ordered, in its order: its plan, its sentences, the story; or an error."""

from dataclasses import dataclass

from boxscribe.planning.plan import Plan
from boxscribe.tables.table import Table
from boxscribe.writing.story import Story


@dataclass(frozen=True, slots=True)
class StoryBegun:
    """Writing begins. It begins again, with another plan, where a story is not near the length that is asked for: then
    the sentences so far are void."""

    table: Table
    plan: Plan | None


@dataclass(frozen=True, slots=True)
class SentenceWritten:
    """A sentence of the plan is finished; it has no words where it was left out."""

    number: int  # in the plan, from 0
    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class StoryFinished:
    """The last event of a story."""

    story: Story


@dataclass(frozen=True, slots=True)
class StoryFailed:
    """The last event of a story that cannot be written: an InputError, a TimeLimit, or a fault of ours."""

    error: Exception


StoryEvent = StoryBegun | SentenceWritten | StoryFinished | StoryFailed
