"""An author for tests of the engine: a story has a sentence for each fact of its plan, and no model."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Table
from boxscribe.writing.length_attempts import LengthAttempts
from boxscribe.writing.story import NO_ATTENTION, Story, Trace
from boxscribe.writing.story_pools import Beginning


@dataclass(eq=False)
class FakeDraft:
    table: Table
    sentences: int
    tokens: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return len(self.origins) == self.sentences


@dataclass
class FakePool:
    """`together` collects how many stories each step wrote."""

    seconds: float
    fails: bool
    together: list[int]
    drafts: list[FakeDraft] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.drafts)

    def __hash__(self) -> int:
        return id(self)

    def add(self, beginning: Beginning) -> FakeDraft:
        assert beginning.plan is not None
        draft = FakeDraft(beginning.table, len(beginning.plan.sentences))
        self.drafts.append(draft)
        return draft

    def run(self, stopped: Callable[[], bool]) -> list[FakeDraft]:
        for _ in range(10):
            time.sleep(self.seconds / 10)
            if stopped():
                return []
        if self.fails:
            raise RuntimeError("a fault")
        self.together.append(len(self.drafts))
        for draft in self.drafts:
            draft.tokens += [f"Sentence{len(draft.origins)}", "of", draft.table.id, "."]
            draft.origins.append("best")
            draft.ends.append(len(draft.tokens))
        changed, self.drafts = self.drafts, [draft for draft in self.drafts if not draft.done]
        return changed

    def remove(self, draft: FakeDraft) -> None:
        self.drafts.remove(draft)

    def story(self, draft: FakeDraft) -> Story:
        trace = Trace((), NO_ATTENTION, NO_ATTENTION)
        return Story(draft.table, load_domain("rotowire"), tuple(draft.tokens), trace, origins=tuple(draft.origins))


@dataclass
class FakeAuthor:
    """`words`: the length of its stories, for which it plans; a sentence has four words where it expects two."""

    sentences: int = 3
    seconds: float = 0.0
    fails: bool = False
    words: int = 0
    name: str = "fake"
    together: list[int] = field(default_factory=list)

    @property
    def pool_key(self) -> Hashable:
        return self.name

    def pool(self) -> FakePool:
        return FakePool(self.seconds, self.fails, self.together)

    def begin(self, table: Table, plan: Plan | None = None) -> Beginning:
        if not table.entities:
            raise InputError(f"game {table.id}: the table has no record")
        return Beginning(table, plan or self._plan(self.words / 2 or self.sentences))

    def attempts(self, story: Story) -> LengthAttempts | None:
        if not self.words:
            return None
        return LengthAttempts(self.words, [story], lambda budget: self._plan(budget / 2))

    def _plan(self, sentences: float) -> Plan:
        return Plan(tuple((PlannedFact("0", f"T{number}", "1"),) for number in range(round(sentences))))


def named(table: Table, name: str) -> Table:
    return replace(table, id=name)
