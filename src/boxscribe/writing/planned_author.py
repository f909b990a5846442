"""A model that follows plans as an author: a plan for each table, then its sentences, verified or free."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boxscribe.checking.with_season import SeasonChecker
from boxscribe.derived import derive
from boxscribe.files import is_folder
from boxscribe.models.store import Model
from boxscribe.planning.plan import Plan, PlannedSentence
from boxscribe.planning.planner import Planner
from boxscribe.planning.store import load_planner
from boxscribe.planning.writers import KEY as WRITER
from boxscribe.season.enrich import Enricher
from boxscribe.tables.domain import Describe, load_domain
from boxscribe.tables.table import Table
from boxscribe.text.sentences import STOPS
from boxscribe.writing.acceptance import Check, objections
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import EncodedTable
from boxscribe.writing.fluency import Objection, naming_the_side
from boxscribe.writing.follow_plan import FOLLOW_PLAN, FollowPlan, sides
from boxscribe.writing.hypotheses import Path as Hypothesis
from boxscribe.writing.kept_sentences import KeptSentence, PlanToKeep, keep_sentences, with_kept
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.model_folder import name_of
from boxscribe.writing.search import search
from boxscribe.writing.story import Story, with_breaks
from boxscribe.writing.table_plans import Planning, TablePlans
from boxscribe.writing.template.facts import state_facts
from boxscribe.writing.verified import Origin, VerifiedSearch

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
    ) -> None:
        super().__init__(model, name, decoding, batch_size, workers)
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
            held = {FOLLOW_PLAN: FollowPlan(sides(self.model.domain))}
            decoding = self.decoding.model_copy(update={"min_length": 0})  # a text ends with its plan, however short
            for one, paths in search(self._generator, free, decoding, batch_size, trace, stopped, held):
                yield [self._in_paragraphs(one, self._story(one, path)) for path in paths]
            return
        check = self.make_check()

        def object(table: Table, *sentence: Any) -> list[Objection]:
            return objections(check, self.description_of(table.domain).verified, table, *sentence)

        def state(table: Table, *facts: Any) -> list[str]:
            domain = self.description_of(table.domain)
            return state_facts(derive(table, domain), domain.extended(sorted(domain.derived)), *facts)

        def name_side(table: Table, *sentence: Any) -> list[str]:
            domain = self.description_of(table.domain)
            return naming_the_side(table, domain, *sentence)

        given: dict[int, Mapping[int, KeptSentence]] = {}  # by the encoded tables

        def encoded() -> Iterator[tuple[EncodedTable, Sequence[PlannedSentence], Mapping[int, Sequence[str]]]]:
            for table, free_plan in planned:
                plan, kept = self._kept(table, free_plan, check)
                one = self._generator.encode(table, self.decoding.beam, plan)
                given[id(one)] = kept
                yield one, plan.sentences, {number: sentence.tokens for number, sentence in kept.items()}

        verified = VerifiedSearch(self._generator, self.decoding, object, state, name_side, keep_traces=trace)
        for draft in verified.write(encoded(), batch_size, stopped):
            story = self._story(draft.table, joined(draft.paths), draft.origins)
            # Words that the model does not know stand in given sentences, too.
            story = with_kept(replace(story, tokens=tuple(draft.tokens)), given.pop(id(draft.table)))
            yield [self._in_paragraphs(draft.table, story)]

    def _kept(self, table: Table, plan: Plan, check: Check) -> PlanToKeep:
        """The plan with the sentences that are given."""
        texts = () if self.plans is None else self.plans.planning.keep
        return keep_sentences(texts, plan, table, self.description_of(table.domain), check)

    def _in_paragraphs(self, table: EncodedTable, story: Story) -> Story:
        """The story with the paragraphs of its plan. A sentence that was left out has no words."""
        left_out = {number for number, origin in enumerate(story.origins) if origin == Origin.LEFT_OUT}
        ends = iter(at for at, token in enumerate(story.tokens, 1) if token in STOPS)
        breaks: set[int] = set()
        start = 0
        for number in range(table.sentences):
            if number in table.paragraphs:
                breaks.add(start)
            if number not in left_out:
                start = next(ends, len(story.tokens))
        return with_breaks(story, sorted(breaks - {0, len(story.tokens)}))


def load_planned(
    model: Model,
    folder: Path,
    decoding: Decoding,
    batch_size: int,
    workers: int | None,
    planning: Planning,
    description_of: Describe = load_domain,
) -> PlannedAuthor:
    """The author of a model that follows plans. Its planner is in the folder of the model, or else the shipped one of
    its domain; its sentences are verified by the cue words of the description that `description_of` finds."""
    planner: Planner | None = None
    if planning.plans is None or planning.style is not None:
        own = folder / PLANNER
        planner = load_planner(own if is_folder(own) else model.domain.name)
    enricher = None if planning.season is None else Enricher(planning.season, description_of)

    plans = TablePlans(model, planner, planning, decoding.words or None, description_of)

    def make_check() -> Check:
        return SeasonChecker(description_of, enricher).check

    return PlannedAuthor(
        model, name_of(folder), plans.plan, None if planning.free else make_check,
        decoding.model_copy(update={"words": 0}), batch_size, workers, plans, description_of,
    )  # fmt: skip


def joined(paths: Iterable[Hypothesis]) -> Hypothesis:
    """The hypotheses of several sentences as one."""
    parts = list(paths)
    ids, log_p, traces = ([one for part in parts for one in getattr(part, name)] for name in ("ids", "log_p", "traces"))
    total = sum(part.total for part in parts)
    return Hypothesis(ids, log_p, traces, total, total, None)
