"""Stories that are written together, as a service needs them: each may enter and leave at any time, and what has been
written of it can be read meanwhile.

A story is the same alone and beside others, as it is in files (`writing.search`).
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import torch

from boxscribe.planning.plan import Plan
from boxscribe.tables.domain import Describe
from boxscribe.tables.table import Table
from boxscribe.text.sentences import STOPS
from boxscribe.writing.acceptance import Check
from boxscribe.writing.constraints import Constraint, constraints_of
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import EncodedTable, Generator
from boxscribe.writing.hypotheses import Hypotheses, Path
from boxscribe.writing.kept_sentences import KeptSentence, with_kept
from boxscribe.writing.length_attempts import LengthAttempts
from boxscribe.writing.search import Search, SearchPool
from boxscribe.writing.sentence_rules import SentenceRules
from boxscribe.writing.story import Story, with_breaks
from boxscribe.writing.story_trace import story_of
from boxscribe.writing.verified import Draft, Origin, VerifiedSearch
from boxscribe.writing.workers import one_thread


class StoryDraft(Protocol):
    """A story that is being written."""

    @property
    def done(self) -> bool: ...

    @property
    def tokens(self) -> Sequence[str]:
        """The words so far."""
        ...

    @property
    def origins(self) -> Sequence[str]:
        """Where each sentence so far comes from; none where a story is not written sentence by sentence."""
        ...

    @property
    def ends(self) -> Sequence[int]:
        """How many words there are after each sentence so far."""
        ...


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a pool needs for a story."""

    table: Table
    plan: Plan | None = None
    kept: Mapping[int, KeptSentence] = field(default_factory=dict)  # sentences of the plan that are given
    avoided: frozenset[tuple[str, ...]] = frozenset()  # sentences that are not written, if another one can be


class StoryPool(Protocol):
    """Stories that are written together."""

    def __len__(self) -> int:
        """How many are under way."""
        ...

    def add(self, beginning: Beginning) -> StoryDraft:
        """Begin a story."""
        ...

    def run(self, stopped: Callable[[], bool]) -> Sequence[StoryDraft]:
        """Write until there is something new, and return the stories that it belongs to; none once it is `stopped`."""
        ...

    def remove(self, draft: Any) -> None:
        """Give up a story that is under way."""

    def story(self, draft: Any) -> Story:
        """A story that is done."""
        ...


class PooledAuthor(Protocol):
    """An author whose stories can be written together with those of others."""

    @property
    def name(self) -> str: ...

    @property
    def pool_key(self) -> Hashable:
        """Authors with equal keys write in one pool."""
        ...

    def pool(self) -> StoryPool: ...

    def begin(self, table: Table, plan: Plan | None = None) -> Beginning:
        """What a pool needs for the story of a table, by default by a plan of its own; an InputError for a table that
        cannot be written about."""
        ...

    def attempts(self, story: Story) -> LengthAttempts | None:
        """How a story comes to have the words that are asked for; None where its first attempt is what there is."""
        ...


class VerifiedStories:
    """Stories whose sentences are verified, each when it is finished."""

    def __init__(
        self, generator: Generator, decoding: Decoding, check: Check, description_of: Describe, trace: bool = True
    ) -> None:
        self._rules = SentenceRules(check, description_of)
        self._search = VerifiedSearch(generator, decoding, self._rules, keep_traces=trace)
        self._generator, self._beam = generator, decoding.beam
        self._kept: dict[int, Mapping[int, KeptSentence]] = {}  # by the drafts

    def __len__(self) -> int:
        return len(self._search)

    @torch.inference_mode()
    def add(self, beginning: Beginning) -> Draft:
        assert beginning.plan is not None
        with one_thread():
            encoded = self._generator.encode(beginning.table, self._beam, beginning.plan, reads_all=False)
        self._rules.unwanted[id(beginning.table)] = beginning.avoided
        given = {number: sentence.tokens for number, sentence in beginning.kept.items()}
        draft = self._search.add(encoded, beginning.plan.sentences, given)
        self._kept[id(draft)] = beginning.kept
        return draft

    def run(self, stopped: Callable[[], bool] = lambda: False) -> list[Draft]:
        return self._search.run(stopped)

    def remove(self, draft: Draft) -> None:
        self._search.remove(draft)
        del self._kept[id(draft)], self._rules.unwanted[id(draft.table.table)]

    def story(self, draft: Draft) -> Story:
        self._rules.unwanted.pop(id(draft.table.table), None)
        story = story_of(self._generator.model, draft.table, _joined(draft.paths), draft.origins)
        # Words that the model does not know stand in given sentences, too.
        story = with_kept(replace(story, tokens=tuple(draft.tokens)), self._kept.pop(id(draft)))
        return in_paragraphs(draft.table, story)


@dataclass(slots=True, eq=False)
class _FreeDraft:
    """A story that is written as the model likes; its words are known when it is done."""

    hypotheses: Hypotheses
    tokens: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()

    @property
    def done(self) -> bool:
        return self.hypotheses.done


class FreeStories:
    """Stories that are written as the model likes; those of a model that follows plans are held to them."""

    def __init__(
        self, generator: Generator, decoding: Decoding, constraints: Mapping[str, Constraint], trace: bool = True
    ) -> None:
        self._search = Search(decoding, constraints_of(decoding) | dict(constraints), trace)
        self._pool = SearchPool(generator, self._search)
        self._drafts: dict[int, _FreeDraft] = {}  # by the hypotheses

    def __len__(self) -> int:
        return len(self._pool)

    @torch.inference_mode()
    def add(self, beginning: Beginning) -> _FreeDraft:
        with one_thread():
            encoded = self._pool.generator.encode(beginning.table, self._search.decoding.beam, beginning.plan)
            draft = _FreeDraft(Hypotheses(encoded, self._search.decoding))
            self._pool.add(draft.hypotheses, self._search.start(encoded))
        self._drafts[id(draft.hypotheses)] = draft
        return draft

    def run(self, stopped: Callable[[], bool] = lambda: False) -> list[_FreeDraft]:
        return [self._drafts.pop(id(hypotheses)) for hypotheses in self._pool.run(stopped)]

    def remove(self, draft: _FreeDraft) -> None:
        self._pool.remove(draft.hypotheses)
        del self._drafts[id(draft.hypotheses)]

    def story(self, draft: _FreeDraft) -> Story:
        best = draft.hypotheses.paths()[0]
        return in_paragraphs(draft.hypotheses.table, story_of(self._pool.generator.model, draft.hypotheses.table, best))


@dataclass(slots=True, eq=False)
class _FinishedDraft:
    """A story that is written at once."""

    story: Story
    done: bool = True
    origins: tuple[str, ...] = field(default=())
    ends: tuple[int, ...] = field(default=())

    @property
    def tokens(self) -> Sequence[str]:
        return self.story.tokens


class FinishedStories:
    """Stories of an author that needs no time, such as a template."""

    def __init__(self, write: Callable[[Table], Story]) -> None:
        self._write = write

    def __len__(self) -> int:
        return 0

    def add(self, beginning: Beginning) -> _FinishedDraft:
        return _FinishedDraft(self._write(beginning.table))

    def run(self, stopped: Callable[[], bool] = lambda: False) -> list[_FinishedDraft]:
        return []

    def remove(self, draft: _FinishedDraft) -> None:
        """None is under way."""

    def story(self, draft: _FinishedDraft) -> Story:
        return draft.story


def in_paragraphs(table: EncodedTable, story: Story) -> Story:
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


def _joined(parts: Sequence[Path]) -> Path:
    """The hypotheses of several sentences as one."""
    ids, log_p, traces = ([one for part in parts for one in getattr(part, name)] for name in ("ids", "log_p", "traces"))
    total = sum(part.total for part in parts)
    return Path(ids, log_p, traces, total, total, None)
