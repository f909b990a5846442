"""Verified writing: every sentence is checked when it is finished, before the next one begins.

The sentences of a plan are searched one after the other. Of the hypotheses of a sentence, best first, the first that
nothing speaks against is written. Where there is none, the sentence is searched again without the words that were
refused, a few times. Then its facts are stated by a fixed sentence, and where something speaks against that, too, the
sentence is left out. What was written is what the model reads on.
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
from boxscribe.text.numbers import is_number
from boxscribe.writing.acceptance import Objection
from boxscribe.writing.constraints import Constraint, constraints_of
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, EncodedTable, Generator
from boxscribe.writing.follow_plan import FOLLOW_PLAN, TAIL, FollowPlan
from boxscribe.writing.forbidden_phrases import FORBIDDEN_PHRASES, ForbiddenPhrases, Phrases
from boxscribe.writing.hypotheses import Hypotheses, Path
from boxscribe.writing.search import Search, SearchPool
from boxscribe.writing.workers import one_thread

Object = Callable[[Table, Sequence[str], Sequence[str]], Sequence[Objection]]
"""What speaks against a sentence: the table, the words so far, those of the sentence."""

State = Callable[[Table, PlannedSentence], list[str]]
"""The fixed sentence that states facts of a table; no words where there is none."""

SEARCHES = 5  # of a sentence, at most
_BEST = 2  # hypotheses of each search that are looked at


class Origin(StrEnum):
    """Where a sentence of a plan comes from."""

    BEST = "best"  # the best hypothesis
    LOWER = "lower"  # a lower one
    AGAIN = "again"  # the sentence was searched again
    FIXED = "fixed"
    KEPT = "kept"  # it was given
    LEFT_OUT = "left out"


@dataclass(slots=True)
class Draft:
    """A story that is being written."""

    table: EncodedTable
    plan: Sequence[PlannedSentence]
    beams: Beams  # what the next sentence is searched from
    kept: Mapping[int, Sequence[str]]  # given sentences, by their numbers in the plan
    tokens: list[str] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)  # of the sentences that are written
    origins: list[Origin] = field(default_factory=list)  # of all sentences so far
    refused: list[list[int]] = field(default_factory=list)  # phrases that the next sentence may not have
    searches: int = 0  # of the next sentence so far

    @property
    def done(self) -> bool:
        return len(self.origins) == len(self.plan)


class VerifiedSearch:
    """Writes the plans of tables, sentence by sentence."""

    def __init__(
        self,
        generator: Generator,
        decoding: Decoding,
        object: Object,
        state: State,
        constraints: Mapping[str, Constraint] | None = None,
        keep_traces: bool = True,
    ) -> None:
        by_sentence = {"min_length": 0, "words": 0, "whole_sentences": False, "best": min(_BEST, decoding.beam)}
        self.decoding = decoding.model_copy(update=by_sentence)
        held = constraints_of(self.decoding) | dict(constraints or {})
        held |= {FOLLOW_PLAN: FollowPlan(by_sentence=True, tail=TAIL), FORBIDDEN_PHRASES: ForbiddenPhrases()}
        self.search = Search(self.decoding, held, keep_traces, keep_ends=True)
        self.generator, self.object, self.state = generator, object, state

    @torch.inference_mode()
    def write(
        self,
        tables: Iterable[tuple[EncodedTable, Sequence[PlannedSentence], Mapping[int, Sequence[str]]]],
        batch_size: int = 16,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[Draft]:
        """The finished stories, in the order of the tables; nothing more once it is `stopped`.

        A table has its plan, and the words of those sentences that are written as they are given, by their numbers.
        """
        pool, waiting = SearchPool(self.generator, self.search), iter(tables)
        searched: dict[int, tuple[Hypotheses, Draft]] = {}
        order: list[Draft] = []
        while True:
            with one_thread():
                entering = list(islice(waiting, batch_size - len(pool)))
                for table, plan, kept in entering:
                    order.append(Draft(table, plan, self.search.start(table), kept))
                    self._enter(order[-1], pool, searched)
            while order and order[0].done:
                yield order.pop(0)
            if not len(pool):
                if not entering:
                    return
                continue
            finished = pool.run(stopped)
            if not finished:
                return
            with one_thread():
                for hypotheses in finished:
                    _, draft = searched.pop(id(hypotheses))
                    self._commit(draft, hypotheses.paths())
                    self._enter(draft, pool, searched)

    def _enter(self, draft: Draft, pool: SearchPool, searched: dict[int, tuple[Hypotheses, Draft]]) -> None:
        """Write the given sentences that come next, and search the one after them, without what was refused of it."""
        while (tokens := draft.kept.get(len(draft.origins))) is not None:
            before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
            self._write(draft, tokens, self._forced(draft.table, before, tokens), Origin.KEPT)
        if not draft.done:
            draft.searches += 1
            device, rows = draft.beams.ids.device, len(draft.beams.ids)
            phrases = Phrases.of(draft.refused, rows, device)
            draft.beams = replace(draft.beams, constraints={**draft.beams.constraints, FORBIDDEN_PHRASES: phrases})
            hypotheses = Hypotheses(draft.table, self.decoding, written=sum(len(path.ids) for path in draft.paths))
            searched[id(hypotheses)] = hypotheses, draft
            pool.add(hypotheses, draft.beams)

    def _commit(self, draft: Draft, paths: Sequence[Path]) -> None:
        """Write the next sentence of the plan, or leave it out, or have it searched again."""
        vocabulary = self.generator.model.vocabularies.target
        facts = draft.plan[len(draft.origins)]
        refused = []
        for number, path in enumerate(paths):
            tokens = [draft.table.words.text(id, vocabulary) for id in path.ids]
            if path.after is None:
                continue
            found = self.object(draft.table.table, draft.tokens, tokens)
            if not found:
                origin = Origin.AGAIN if draft.refused else Origin.LOWER if number else Origin.BEST
                return self._write(draft, tokens, path, origin)
            refused += [phrase for one in found if (phrase := refused_phrase(one, tokens, path.ids))]
        new = [phrase for phrase in refused if phrase not in draft.refused]
        if new and draft.searches < SEARCHES:
            draft.refused += new
            return None
        before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
        tokens = self.state(draft.table.table, facts)
        if tokens:
            path = self._forced(draft.table, before, tokens)
            if not self.object(draft.table.table, draft.tokens, tokens):
                return self._write(draft, tokens, path, Origin.FIXED)
        position = cast(PlanPosition, before.state.extras[FOLLOW_PLAN])
        skipped = replace(position, sentence=position.sentence + 1)
        state = replace(before.state, extras={**before.state.extras, FOLLOW_PLAN: skipped})
        return self._go_on(draft, Origin.LEFT_OUT, replace(before, state=state))

    def _write(self, draft: Draft, tokens: Sequence[str], path: Path, origin: Origin) -> None:
        assert path.after is not None
        draft.tokens += tokens
        draft.paths.append(path)
        self._go_on(draft, origin, path.after)

    def _go_on(self, draft: Draft, origin: Origin, after: Beams) -> None:
        """To the next sentence."""
        draft.origins.append(origin)
        draft.beams = self.search.resume(after)
        draft.refused, draft.searches = [], 0

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


def refused_phrase(objection: Objection, tokens: Sequence[str], ids: Sequence[int]) -> list[int]:
    """The words that a sentence is searched again without: the first two of those that were refused. A number or name
    may stand elsewhere in the sentence, so it is refused only after the word before it; at the beginning it stays."""
    start, end = objection
    end = min(end, start + 2)
    if is_number(tokens[start]) or not tokens[start][0].islower():
        start, end = start - 1, start + 1
    return list(ids[start:end]) if start >= 0 else []
