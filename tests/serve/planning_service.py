"""A service that does all that the shipped models do but search: it reads wishes, plans and checks as they do, and its
stories state their plans in plain sentences, at once."""

from collections.abc import Hashable
from typing import Any

from boxscribe.planning.plan import Plan
from boxscribe.serve.service import StoryService
from boxscribe.tables.table import Table
from boxscribe.writing.author import TemplateAuthor
from boxscribe.writing.story import Story
from boxscribe.writing.story_pools import Beginning, FinishedStories, PooledAuthor, StoryPool
from boxscribe.writing.template import write_template
from serve.stating_author import StatingPool


class PlanningAuthor:
    """An author whose stories are not searched for."""

    def __init__(self, author: PooledAuthor, service: StoryService) -> None:
        self._author, self._service, self.name = author, service, author.name

    @property
    def pool_key(self) -> Hashable:
        return self._author.pool_key

    def begin(self, table: Table, plan: Plan | None = None) -> Beginning:
        return self._author.begin(table, plan)

    def pool(self) -> StoryPool:
        return PlanningPool(self._service)

    def attempts(self, story: Story) -> None:
        """Its stories have one length."""


class PlanningPool(StatingPool):
    """Stories without a plan are those of the template."""

    def __init__(self, service: StoryService) -> None:
        super().__init__()
        describe = service.input.describe
        self._unplanned = FinishedStories(lambda table: write_template(table, describe(table.domain)))

    def add(self, beginning: Beginning) -> Any:
        return self._unplanned.add(beginning) if beginning.plan is None else super().add(beginning)

    def story(self, draft: Any) -> Story:
        return super().story(draft) if hasattr(draft, "beginning") else self._unplanned.story(draft)


class PlanningService(StoryService):
    """A service whose models are all such authors, and are read at their first use."""

    def warm_up(self) -> None:
        self.is_ready = True

    def begin(self, *order: Any) -> tuple[PooledAuthor, Beginning]:
        author, beginning = super().begin(*order)
        return author if isinstance(author, TemplateAuthor) else PlanningAuthor(author, self), beginning
