"""The plan that a model is to follow for each table: a given one, or that of a planner with the wishes of a user."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boxscribe.derived import derive
from boxscribe.errors import InputError
from boxscribe.models.store import Model
from boxscribe.planning.arranged import ArrangedPlanner
from boxscribe.planning.factless import with_factless
from boxscribe.planning.focus import OPTION as FOCUS
from boxscribe.planning.focus import Wish, find_focus
from boxscribe.planning.newsworthy import NewsPlanner
from boxscribe.planning.paragraphs import with_paragraphs
from boxscribe.planning.plan import Plan
from boxscribe.planning.planner import Planner
from boxscribe.planning.styles import writer_of
from boxscribe.planning.writers import KEY as WRITER
from boxscribe.season.enrich import Enricher, SeasonSource
from boxscribe.tables.domain import Describe
from boxscribe.tables.table import Table
from boxscribe.writing.kept_sentences import OPTION as KEEP
from boxscribe.writing.length_attempts import LengthAttempts
from boxscribe.writing.readable import readable, readable_facts
from boxscribe.writing.story import Story

Follow = Callable[[Iterable[tuple[Table, Plan]]], Iterable[list[Story]]]
"""Writes stories by the plans of tables."""


@dataclass(frozen=True, slots=True)
class Planning:
    """What a model that follows plans is given beside the tables."""

    plans: Mapping[str, Plan] | None = None  # by the ids of the tables; by default a planner makes them
    writer: str | None = None  # whose style all stories have; by default that of the writer whom a table names
    season: SeasonSource | Enricher | None = (
        None  # the games around those of the tables, by which sentences are verified
    )
    free: bool = False  # write as the model likes, without verifying sentences
    style: str | None = None  # a name for a writer (`planning.styles`)
    focus: str | None = None  # wishes in words (`planning.focus`)
    keep: tuple[str, ...] = ()  # sentences that all stories have as they are (`writing.kept_sentences`)

    @property
    def steering(self) -> list[str]:
        """The options that only a model that follows plans can heed, of those that are given."""
        given = {"--writer": self.writer, "--style": self.style, FOCUS: self.focus, KEEP: self.keep or None}
        return [option for option, value in {"--plan": self.plans, **given}.items() if value is not None]


class TablePlans:
    """Makes or finds the plans of tables.

    planner: may be None where all plans are given, and no style is
    words: the length of all texts; None: as the planner likes
    """

    def __init__(
        self, model: Model, planner: Planner | None, planning: Planning, words: int | None, description_of: Describe
    ) -> None:
        self._planner: Planner | None = None if planner is None else ArrangedPlanner(planner, description_of)
        if planner is not None and not planning.free:
            self._planner = NewsPlanner(ArrangedPlanner(planner, description_of), description_of)
        self._model, self._describe = model, description_of
        self.planning, self.words = planning, words
        self.writer = writer_of(planning.style, planning.writer, planner.styles if planner else {})
        if planning.keep and planning.free:
            raise InputError(f"{KEEP} is for verified stories; leave out --free")
        if planning.plans is not None:
            for option, value in ((FOCUS, planning.focus), ("--words", words)):
                if value is not None:
                    raise InputError(f"{option} is for the planner, but a plan is given; leave out one of them")

    @property
    def settings(self) -> dict[str, Any]:
        """What the plans depend on besides planner and table, as JSON."""
        plans = self.planning.plans or {}
        given = {table: [plan.sentences, sorted(plan.paragraphs)] for table, plan in plans.items()}
        wishes = {"focus": self.planning.focus, "words": self.words, "keep": self.planning.keep}
        return {"writer": self.writer, "plans": given, **wishes}

    def check(self, table: Table) -> None:
        """Raise an InputError for wishes that the table cannot fulfil."""
        if self.planning.focus is not None or self.words is not None:
            self.plan(table)

    def plan(self, table: Table, words: float | None = None) -> Plan:
        """The plan of a table; `words` in place of those of all tables."""
        if self.planning.plans is not None:
            return self.planning.plans[table.id]
        assert self._planner is not None
        named = str(table.meta.get(WRITER, ""))
        writer = self.writer or (named if self._planner.knows(named) else None)
        asked = self.words if words is None else round(words)
        try:
            made = self._planner.plan(table, writer, asked, self._wishes(table))
        except InputError as error:
            raise InputError(f"game {table.id}: {error}") from None
        if self.planning.free:
            stating = _stating(readable(made, table, self._model))
            return with_factless(stating, table, self._model.domain, self._planner.factless, writer)
        return with_paragraphs(_stating(made), table, self._model.domain)

    def of_length(self, stories: list[Story], follow: Follow) -> list[Story]:
        """The stories of a table; where words are asked for and the best one has not about as many, what `follow` makes
        of a plan for more or fewer, if that is nearer."""
        attempts = self.attempts(stories)
        if attempts is None:
            return stories
        while (plan := attempts.next_plan()) is not None:
            found = next(iter(follow([(stories[0].table, plan)])), None)
            if found is None:
                break
            attempts.add(found)
        return attempts.best

    def attempts(self, stories: list[Story]) -> LengthAttempts | None:
        """How the stories of a table come to have the words that are asked for; None where none are."""
        if self.words is None:
            return None
        return LengthAttempts(self.words, stories, lambda budget: self.plan(stories[0].table, budget))

    def _wishes(self, table: Table) -> Sequence[Wish]:
        """What is in focus, of what the model can write."""
        if self.planning.focus is None:
            return ()
        domain = self._describe(table.domain)
        read = readable_facts(table, self._model)
        wishes = []
        for wish in find_focus(self.planning.focus, derive(table, domain), domain):
            facts = tuple(fact for fact in wish.facts if fact in read)
            if not facts:
                raise InputError(f"{FOCUS}: the model cannot write about '{wish.phrase:.40}'; leave it out")
            wishes.append(replace(wish, facts=facts))
        return wishes


def _stating(plan: Plan) -> Plan:
    """A plan without paragraphs and without sentences that have no facts."""
    return Plan(tuple(facts for facts in plan.sentences if facts))
