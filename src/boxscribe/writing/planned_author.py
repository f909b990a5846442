"""A model that follows plans as an author: a plan for each table, then its sentences, verified or free."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boxscribe.checking.with_season import SeasonChecker
from boxscribe.derived import derive
from boxscribe.files import is_folder
from boxscribe.models.store import Model
from boxscribe.planning.paragraphs import with_paragraphs
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence
from boxscribe.planning.planner import Planner
from boxscribe.planning.store import load_planner
from boxscribe.planning.writers import KEY as WRITER
from boxscribe.season.enrich import Enricher, SeasonSource
from boxscribe.tables.domain import Describe, load_domain
from boxscribe.tables.table import Table
from boxscribe.text.sentences import STOPS
from boxscribe.writing.acceptance import Check, Objection, objections
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import EncodedTable
from boxscribe.writing.follow_plan import FOLLOW_PLAN, FollowPlan
from boxscribe.writing.hypotheses import Path as Hypothesis
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.model_folder import name_of
from boxscribe.writing.search import search
from boxscribe.writing.story import Story, with_breaks
from boxscribe.writing.template.facts import state_facts
from boxscribe.writing.verified import Origin, VerifiedSearch

PLANNER = "planner"  # the folder of a planner within that of a model


@dataclass(frozen=True, slots=True)
class Planning:
    """What a model that follows plans is given beside the tables."""

    plans: Mapping[str, Plan] | None = None  # by the ids of the tables; by default a planner makes them
    writer: str | None = None  # whose style all stories have; by default that of the writer whom a table names
    season: SeasonSource | None = None  # the games around those of the tables, by which sentences are verified
    free: bool = False  # write as the model likes, without verifying sentences


class PlannedAuthor(ModelAuthor):
    """A trained model that follows the plan that `plan_for` gives for a table.

    With `make_check`, a checker for each thread, every sentence is verified (`writing.verified`); else the model writes
    as it likes.
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
        writer: str | None = None,
        description_of: Describe = load_domain,
    ) -> None:
        super().__init__(model, name, decoding, batch_size, workers)
        self.plan_for, self.make_check, self.writer = plan_for, make_check, writer
        self.description_of = description_of

    @property
    def settings(self) -> dict[str, Any]:
        return super().settings | {"verified": self.make_check is not None, "writer": self.writer}

    def _styled(self, table: Table) -> Table:
        return table if self.writer is None else replace(table, meta={**table.meta, WRITER: self.writer})

    def _written(
        self, tables: Iterable[Table], trace: bool, batch_size: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        planned = ((self._styled(table), self.plan_for(table)) for table in tables)
        encoded = ((self._generator.encode(table, self.decoding.beam, plan), plan.sentences) for table, plan in planned)
        if self.make_check is None:
            free = (one for one, _ in encoded)
            held = {FOLLOW_PLAN: FollowPlan()}
            for one, paths in search(self._generator, free, self.decoding, batch_size, trace, stopped, held):
                yield [self._in_paragraphs(one, self._story(one, path)) for path in paths]
            return
        check = self.make_check()

        def object(*sentence: Any) -> list[Objection]:
            return objections(check, *sentence)

        def state(table: Table, facts: PlannedSentence) -> list[str]:
            domain = self.description_of(table.domain)
            return state_facts(derive(table, domain), domain, facts)

        verified = VerifiedSearch(self._generator, self.decoding, object, state, keep_traces=trace)
        for draft in verified.write(encoded, batch_size, stopped):
            story = self._story(draft.table, joined(draft.paths), draft.origins)
            yield [self._in_paragraphs(draft.table, story)]

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
    if planning.plans is None:
        own = folder / PLANNER
        planner = load_planner(own if is_folder(own) else model.domain.name)
    enricher = None if planning.season is None else Enricher(planning.season, description_of)

    def plan_for(table: Table) -> Plan:
        if planner is None:
            assert planning.plans is not None
            return planning.plans[table.id]
        writer = planning.writer or str(table.meta.get(WRITER, ""))
        known = writer if planning.writer or planner.knows(writer) else None
        plan = readable(planner.plan(table, known), table, model)
        return plan if planning.free else with_paragraphs(plan, table, model.domain)

    def make_check() -> Check:
        return SeasonChecker(description_of, enricher).check

    return PlannedAuthor(
        model, name_of(folder), plan_for, None if planning.free else make_check, decoding, batch_size, workers,
        planning.writer, description_of,
    )  # fmt: skip


def readable(plan: Plan, table: Table, model: Model) -> Plan:
    """The plan without facts that the model does not read."""
    arranged = model.layout.arranged(table, model.domain)
    read = {PlannedFact(one.id, record.type, record.value) for one in arranged.entities for record in one.records}
    return Plan(tuple(tuple(fact for fact in facts if fact in read) for facts in plan.sentences), plan.paragraphs)


def joined(paths: Iterable[Hypothesis]) -> Hypothesis:
    """The hypotheses of several sentences as one."""
    parts = list(paths)
    ids, log_p, traces = ([one for part in parts for one in getattr(part, name)] for name in ("ids", "log_p", "traces"))
    total = sum(part.total for part in parts)
    return Hypothesis(ids, log_p, traces, total, total, None)
