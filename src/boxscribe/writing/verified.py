"""Verified writing: every sentence is checked when it is finished, before the next one begins.

The sentences of a plan are searched one after the other. Of the hypotheses of a sentence, best first, the first that
is accepted is written. Where none is, the facts of the sentence are stated by a fixed sentence, and where that is not
accepted either, the sentence is left out. What was written is what the model reads on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import cast

import torch

from boxscribe.models.followed_plan import PlanPosition
from boxscribe.planning.plan import PlannedSentence
from boxscribe.tables.table import Table
from boxscribe.writing.constraints import Constraint, constraints_of
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, EncodedTable, Generator
from boxscribe.writing.follow_plan import FOLLOW_PLAN, FollowPlan
from boxscribe.writing.hypotheses import Hypotheses, Path
from boxscribe.writing.search import Search, SearchPool
from boxscribe.writing.template.facts import state_facts
from boxscribe.writing.workers import one_thread

Accept = Callable[[Table, Sequence[str], Sequence[str]], bool]
"""Whether a sentence may follow what is written: the table, the words so far, those of the sentence."""


class Origin(StrEnum):
    """Where a sentence of a plan comes from."""

    BEST = "best"  # the best hypothesis
    LOWER = "lower"  # a lower one
    FIXED = "fixed"
    LEFT_OUT = "left out"


@dataclass(slots=True)
class Draft:
    """A story that is being written."""

    table: EncodedTable
    plan: Sequence[PlannedSentence]
    beams: Beams  # what the next sentence is searched from
    tokens: list[str] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)  # of the sentences that are written
    origins: list[Origin] = field(default_factory=list)  # of all sentences so far

    @property
    def done(self) -> bool:
        return len(self.origins) == len(self.plan)


class VerifiedSearch:
    """Writes the plans of tables, sentence by sentence."""

    def __init__(
        self,
        generator: Generator,
        decoding: Decoding,
        accept: Accept,
        constraints: Mapping[str, Constraint] | None = None,
        keep_traces: bool = True,
    ) -> None:
        by_sentence = {"min_length": 0, "words": 0, "whole_sentences": False, "best": decoding.beam}
        self.decoding = decoding.model_copy(update=by_sentence)
        held = constraints_of(self.decoding) | dict(constraints or {}) | {FOLLOW_PLAN: FollowPlan(by_sentence=True)}
        self.search = Search(self.decoding, held, keep_traces, keep_ends=True)
        self.generator, self.accept = generator, accept

    @torch.inference_mode()
    def write(
        self,
        tables: Iterable[tuple[EncodedTable, Sequence[PlannedSentence]]],
        batch_size: int = 16,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[Draft]:
        """The finished stories, in the order of the tables; nothing more once it is `stopped`."""
        pool, waiting = SearchPool(self.generator, self.search), iter(tables)
        searched: dict[int, tuple[Hypotheses, Draft]] = {}
        order: list[Draft] = []
        while True:
            with one_thread():
                for table, plan in islice(waiting, batch_size - len(pool)):
                    order.append(Draft(table, plan, self.search.start(table)))
                    self._enter(order[-1], pool, searched)
            while order and order[0].done:
                yield order.pop(0)
            if not len(pool):
                return
            finished = pool.run(stopped)
            if not finished:
                return
            with one_thread():
                for hypotheses in finished:
                    _, draft = searched.pop(id(hypotheses))
                    self._commit(draft, hypotheses.paths())
                    self._enter(draft, pool, searched)

    def _enter(self, draft: Draft, pool: SearchPool, searched: dict[int, tuple[Hypotheses, Draft]]) -> None:
        """Search the next sentence."""
        if not draft.done:
            hypotheses = Hypotheses(draft.table, self.decoding, written=sum(len(path.ids) for path in draft.paths))
            searched[id(hypotheses)] = hypotheses, draft
            pool.add(hypotheses, draft.beams)

    def _commit(self, draft: Draft, paths: Sequence[Path]) -> None:
        """Write the next sentence of the plan, or leave it out."""
        vocabulary = self.generator.model.vocabularies.target
        facts = draft.plan[len(draft.origins)]
        for number, path in enumerate(paths):
            tokens = [draft.table.words.text(id, vocabulary) for id in path.ids]
            if path.after is not None and self.accept(draft.table.table, draft.tokens, tokens):
                return self._write(draft, tokens, path, Origin.LOWER if number else Origin.BEST)
        before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
        tokens = state_facts(draft.table.table, self.generator.model.domain, facts)
        if tokens:
            path = self._forced(draft.table, before, tokens)
            if self.accept(draft.table.table, draft.tokens, tokens):
                return self._write(draft, tokens, path, Origin.FIXED)
        position = cast(PlanPosition, before.state.extras[FOLLOW_PLAN])
        skipped = replace(position, sentence=position.sentence + 1)
        state = replace(before.state, extras={**before.state.extras, FOLLOW_PLAN: skipped})
        draft.origins.append(Origin.LEFT_OUT)
        draft.beams = self.search.resume(replace(before, state=state))
        return None

    def _write(self, draft: Draft, tokens: Sequence[str], path: Path, origin: Origin) -> None:
        assert path.after is not None
        draft.tokens += tokens
        draft.paths.append(path)
        draft.origins.append(origin)
        draft.beams = self.search.resume(path.after)

    def _forced(self, table: EncodedTable, before: Beams, tokens: Sequence[str]) -> Path:
        """The hypothesis of given words."""
        batch = self.generator.batch([table])
        beams = batch.beams([before])
        ids = table.words.ids_of(tokens, self.generator.model.vocabularies.target)
        log_p, traces = [], []
        for id in ids:
            state, distribution, trace = batch.step(beams, torch.full((1, 2), -1, device=beams.ids.device))
            log_p.append(max(float(batch.vocabulary.log_probabilities(distribution)[0, id]), -100.0))
            traces.append((trace, 0))
            word = torch.full_like(beams.ids, id)
            beams = replace(
                beams,
                state=state,
                ids=word,
                source=batch.vocabulary.sources(word),
                tokens=torch.cat([word[:, None], beams.tokens], dim=1),
                length=beams.length + 1,
                numbers=beams.numbers + batch.vocabulary.are_numbers(word),
            )
        sizes = {"t": beams.tokens.shape[1], **table.sizes}
        kept = traces if self.search.keep_traces else []
        return Path(ids, log_p, kept, sum(log_p), sum(log_p), beams.cut(sizes))
