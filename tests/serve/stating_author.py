"""An author for tests without a search: it states the facts of its plan in plain sentences, at once and truly."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boxscribe.checking.checker import Checker
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence
from boxscribe.serve.service import StoryService
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Table
from boxscribe.text import PARAGRAPH
from boxscribe.writing.kept_sentences import keep_sentences, with_kept
from boxscribe.writing.story import Story, Trace
from boxscribe.writing.story_pools import Beginning

DOMAIN = load_domain("rotowire")
UNITS = {"PTS": "points", "REB": "rebounds", "AST": "assists", "STL": "steals"}


@dataclass(eq=False)
class StatingDraft:
    beginning: Beginning
    tokens: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @property
    def plan(self) -> Plan:
        assert self.beginning.plan is not None
        return self.beginning.plan

    @property
    def done(self) -> bool:
        return len(self.origins) == len(self.plan.sentences)

    def go_on(self) -> None:
        number = len(self.origins)
        kept = self.beginning.kept.get(number)
        self.tokens += kept.tokens if kept else stated(self.beginning.table, self.plan.sentences[number])
        self.origins.append("kept" if kept else "best")
        self.ends.append(len(self.tokens))


class StatingPool:
    def __init__(self) -> None:
        self.drafts: list[StatingDraft] = []

    def __len__(self) -> int:
        return len(self.drafts)

    def add(self, beginning: Beginning) -> StatingDraft:
        self.drafts.append(StatingDraft(beginning))
        return self.drafts[-1]

    def run(self, stopped: Callable[[], bool]) -> list[StatingDraft]:
        changed = list(self.drafts)
        for draft in changed:
            draft.go_on()
        self.drafts = [draft for draft in changed if not draft.done]
        return changed

    def remove(self, draft: StatingDraft) -> None:
        self.drafts.remove(draft)

    def story(self, draft: StatingDraft) -> Story:
        numbers = {entity.id: number for number, entity in enumerate(draft.beginning.table.entities)}
        outline = tuple(tuple((numbers[fact.entity], fact.type) for fact in facts) for facts in draft.plan.sentences)
        tokens = [
            token
            for number, (start, end) in enumerate(zip([0, *draft.ends], draft.ends, strict=False))
            for token in ([PARAGRAPH] if number in draft.plan.paragraphs else []) + draft.tokens[start:end]
        ]
        attention = np.tile(np.linspace(0, 1, len(numbers), dtype=np.float32), (len(tokens), 1))
        trace = Trace((), attention, attention)
        origins = tuple(draft.origins)
        table = draft.beginning.table
        story = Story(table, load_domain(table.domain), tuple(tokens), trace, outline=outline, origins=origins)
        return with_kept(story, draft.beginning.kept)


@dataclass
class StatingAuthor:
    """Without a plan it plans the points and rebounds of the best three scorers."""

    plan: Plan | None
    keep: tuple[str, ...]
    name: str = "rotowire"

    @property
    def pool_key(self) -> Hashable:
        return self.name

    def pool(self) -> StatingPool:
        return StatingPool()

    def begin(self, table: Table, plan: Plan | None = None) -> Beginning:
        made, kept = keep_sentences(
            self.keep, plan or self.plan or self.planned(table), table, DOMAIN, Checker(DOMAIN).check
        )
        return Beginning(table, made, kept)

    def attempts(self, story: Story) -> None:
        return None

    def planned(self, table: Table) -> Plan:
        best = sorted(table.of_kind("player"), key=lambda player: -int(player.value("PTS") or 0))[:3]
        sentences = [tuple(PlannedFact(one.id, type, one.value(type) or "") for type in ("PTS", "REB")) for one in best]
        return Plan(tuple(sentences), frozenset({2}))


def stated(table: Table, facts: PlannedSentence) -> list[str]:
    """A sentence for the facts of an entity."""
    if not facts:
        return "So it went .".split()
    name = next(entity.name for entity in table.entities if entity.id == facts[0].entity)
    amounts = [f"{fact.value} {UNITS.get(fact.type, fact.type)}" for fact in facts]
    return f"{name} had {' and '.join(amounts)} .".split()


class StatingService(StoryService):
    """A service whose models are all such authors, so that it is ready at once."""

    def warm_up(self) -> None:
        self.is_ready = True

    def _author(self, wishes: Any, table: Table, in_season: bool, plan: Plan | None = None) -> Any:
        if table.domain != DOMAIN.name or wishes.model == "template":
            return super()._author(wishes, table, in_season, plan)
        return StatingAuthor(plan, tuple(getattr(wishes, "keep", ())))
