"""A model that follows plans as an author: a plan for each table, then its sentences, verified or free."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from boxscribe.checking.with_season import SeasonChecker
from boxscribe.files import is_folder
from boxscribe.models.store import Model
from boxscribe.planning.plan import Plan
from boxscribe.planning.planner import Planner
from boxscribe.planning.store import DESCRIPTION
from boxscribe.planning.writers import KEY as WRITER
from boxscribe.season.enrich import Enricher
from boxscribe.shipped import trained_or_shipped
from boxscribe.tables.domain import Describe, load_domain
from boxscribe.tables.table import Table
from boxscribe.writing.acceptance import Check
from boxscribe.writing.constraints import Constraint
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Generator
from boxscribe.writing.follow_plan import FOLLOW_PLAN, FollowPlan, sides
from boxscribe.writing.kept_sentences import PlanToKeep, keep_sentences
from boxscribe.writing.length_attempts import LengthAttempts
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.model_folder import name_of
from boxscribe.writing.search import in_order, search
from boxscribe.writing.story import Story
from boxscribe.writing.story_pools import Beginning, FreeStories, StoryPool, VerifiedStories, in_paragraphs
from boxscribe.writing.story_trace import story_of
from boxscribe.writing.table_plans import Planning, TablePlans

PLANNER = "planner"  # the folder of a planner within that of a model


class PlannedAuthor(ModelAuthor):
    """A trained model that follows the plan that `plan_for` gives for a table.

    With `make_check`, a checker for each thread, every sentence is verified (`writing.verified`); else the model writes
    as it likes. With `plans`, of which `plan_for` is a method, it heeds their style and length.
    """

    def __init__(
        self,
        model: Model,
        name: str,
        plan_for: Callable[[Table], Plan],
        make_check: Callable[[], Check] | None = None,
        decoding: Decoding | None = None,
        batch_size: int = 16,
        workers: int | None = None,
        plans: TablePlans | None = None,
        description_of: Describe = load_domain,
        generator: Generator | None = None,
    ) -> None:
        super().__init__(model, name, decoding, batch_size, workers, generator=generator)
        self.plan_for, self.make_check, self.plans = plan_for, make_check, plans
        self.description_of = description_of

    @property
    def settings(self) -> dict[str, Any]:
        wishes = {} if self.plans is None else self.plans.settings
        return super().settings | {"verified": self.make_check is not None, "wishes": wishes}

    def check(self, table: Table) -> None:
        super().check(table)
        if self.plans is not None:
            self.plans.check(table)
            if self.plans.planning.keep and self.make_check is not None:
                self._kept(table, self.plan_for(table), self.make_check())

    def _styled(self, table: Table) -> Table:
        writer = None if self.plans is None else self.plans.writer
        return table if writer is None else replace(table, meta={**table.meta, WRITER: writer})

    def _written(
        self, tables: Iterable[Table], trace: bool, batch_size: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        def follow(planned: Iterable[tuple[Table, Plan]]) -> Iterator[list[Story]]:
            return self._followed(planned, trace, batch_size, stopped)

        stories = follow((self._styled(table), self.plan_for(table)) for table in tables)
        return stories if self.plans is None else (self.plans.of_length(best, follow) for best in stories)

    def _followed(
        self, planned: Iterable[tuple[Table, Plan]], trace: bool, batch_size: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        if self.make_check is None:
            free = (self._generator.encode(table, self.decoding.beam, plan) for table, plan in planned)
            for one, paths in search(self._generator, free, self._free, batch_size, trace, stopped, self._held):
                yield [in_paragraphs(one, story_of(self.model, one, path)) for path in paths]
            return
        check = self.make_check()
        stories = self._verified(check, trace)
        entering = (stories.add(self._beginning(table, plan, check)) for table, plan in planned)
        for draft in in_order(stories, entering, batch_size, stopped):
            yield [stories.story(draft)]

    def begin(self, table: Table, plan: Plan | None = None) -> Beginning:
        super().check(table)
        styled, plan = self._styled(table), plan or self.plan_for(table)
        if self.make_check is None or self.plans is None or not self.plans.planning.keep:
            return Beginning(styled, plan)
        return self._beginning(styled, plan, self.make_check())

    def pool(self) -> StoryPool:
        if self.make_check is not None:
            return self._verified(self.make_check(), self.traced)
        return FreeStories(self._generator, self._free, self._held, self.traced)

    @property
    def pool_key(self) -> Hashable:
        has_season = self.plans is not None and self.plans.planning.season is not None
        return super().pool_key, self.make_check is not None, has_season

    def attempts(self, story: Story) -> LengthAttempts | None:
        """How a story comes to have the words that are asked for; None where it may have any number."""
        return None if self.plans is None else self.plans.attempts([story])

    def _verified(self, check: Check, trace: bool) -> VerifiedStories:
        return VerifiedStories(self._generator, self.decoding, check, self.description_of, trace)

    @property
    def _free(self) -> Decoding:
        return self.decoding.model_copy(update={"min_length": 0})  # a text ends with its plan, however short

    @property
    def _held(self) -> dict[str, Constraint]:
        return {FOLLOW_PLAN: FollowPlan(sides(self.model.domain))}

    def _beginning(self, table: Table, free_plan: Plan, check: Check) -> Beginning:
        plan, kept = self._kept(table, free_plan, check)
        return Beginning(table, plan, kept)

    def _kept(self, table: Table, plan: Plan, check: Check) -> PlanToKeep:
        """The plan with the sentences that are given."""
        texts = () if self.plans is None else self.plans.planning.keep
        return keep_sentences(texts, plan, table, self.description_of(table.domain), check)


def planner_folder(folder: Path, domain: str) -> Path:
    """The planner in the folder of a model, or else the shipped one of its domain."""
    own = folder / PLANNER
    return own if is_folder(own) else trained_or_shipped("planners", domain, DESCRIPTION)


def planned_author(
    generator: Generator,
    folder: Path,
    planner: Planner | None,
    decoding: Decoding,
    batch_size: int,
    workers: int | None,
    planning: Planning,
    description_of: Describe = load_domain,
) -> PlannedAuthor:
    """The author of a model that follows plans; where all plans are given and no style is, it needs no planner. Its
    sentences are verified by the cue words of the description that `description_of` finds."""
    model, season = generator.model, planning.season
    enricher = season if isinstance(season, Enricher | None) else Enricher(season, description_of)
    plans = TablePlans(model, planner, planning, decoding.words or None, description_of)

    def make_check() -> Check:
        return SeasonChecker(description_of, enricher).check

    return PlannedAuthor(
        model, name_of(folder), plans.plan, None if planning.free else make_check,
        decoding.model_copy(update={"words": 0}), batch_size, workers, plans, description_of, generator,
    )  # fmt: skip
