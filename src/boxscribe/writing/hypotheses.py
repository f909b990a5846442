"""All that beam search has tried for one table, step by step, and the best texts in it."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf

import torch

from boxscribe.batches.vocab import EOS
from boxscribe.models.writer import StepTrace
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, EncodedTable


@dataclass(frozen=True, slots=True)
class Choice:
    """What a table's hypotheses did in one step: each continues a parent with a word."""

    parents: list[int]
    ids: list[int]
    totals: list[float]  # log p so far
    trace: StepTrace | None  # of the whole batch; None where it is not kept
    first: int  # the row of the batch in which this table's hypotheses begin


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished hypothesis."""

    score: float  # log p, or what the length penalty makes of it
    total: float  # log p
    length: int  # steps, the end included
    place: int  # among the hypotheses of its last step
    after: Beams | None  # what another search goes on from; None where that is not kept


@dataclass(frozen=True, slots=True)
class Path:
    """One hypothesis from its first word to its last, without the end."""

    ids: list[int]
    log_p: list[float]  # of each word
    traces: list[tuple[StepTrace, int]]  # each step's trace, and the hypothesis' row in it; empty where none was kept
    score: float
    total: float
    after: Beams | None  # the hypothesis before its end, from which another search can go on


class Hypotheses:
    """All that has been tried for one table; a search may go on from so many words that were `written` before."""

    def __init__(self, table: EncodedTable, decoding: Decoding, written: int = 0) -> None:
        self.table, self.decoding, self.written = table, decoding, written
        self.steps: list[Choice] = []
        self.ended: list[Ended] = []
        self.done = False
        digest = sha256(f"{decoding.seed} {table.table.id}{f' {written}' if written else ''}".encode()).digest()
        self.random = torch.Generator().manual_seed(int.from_bytes(digest[:8], "little", signed=True))

    @property
    def length(self) -> int:
        return len(self.steps)

    def add(self, choice: Choice, after: Callable[[int], Beams] | None = None) -> bool:
        """Take a step; whether the search for this table is done. `after` gives the parents of hypotheses that end."""
        self.steps.append(choice)
        self.done = self._take(choice, after)
        return self.done

    def _take(self, choice: Choice, after: Callable[[int], Beams] | None) -> bool:
        active = -inf
        for place, (id, total) in enumerate(zip(choice.ids, choice.totals, strict=True)):
            if id == EOS and total > -inf:
                self.ended.append(self._ending(total, place, after and after(choice.parents[place])))
            else:
                active = max(active, total)
        self.ended = sorted(self.ended, key=lambda ended: -ended.score)[: self.decoding.best]
        if active == -inf:
            return True
        if self.length >= self.decoding.max_length:
            self._cut(choice)
            return True
        # log p only falls, so no active hypothesis can still win. With a length penalty it could; search does not wait.
        return len(self.ended) == self.decoding.best and self.ended[-1].score >= self._score(active)

    def _cut(self, choice: Choice) -> None:
        """At the last word all that has not ended counts as it is, where too few have."""
        rest = [
            self._ending(total, i) for i, total in enumerate(choice.totals) if choice.ids[i] != EOS and total > -inf
        ]
        missing = self.decoding.best - len(self.ended)
        self.ended += sorted(rest, key=lambda ended: -ended.score)[:missing]

    def _ending(self, total: float, place: int, after: Beams | None = None) -> Ended:
        return Ended(self._score(total), total, self.length, place, after)

    def _score(self, total: float) -> float:
        return total / float(self.length**self.decoding.length_penalty)

    def paths(self) -> list[Path]:
        """The best hypotheses, best first. Where every word was forbidden, what had been written before."""
        if self.ended:
            return [self._path(ended) for ended in self.ended]
        last = max(range(self.length), key=lambda t: (max(self.steps[t].totals) > -inf, t))
        totals = self.steps[last].totals
        place = totals.index(max(totals))
        return [self._path(Ended(totals[place], totals[place], last + 1, place, None))]

    def _path(self, ended: Ended) -> Path:
        place, ids, log_p = ended.place, [], []
        traces: list[tuple[StepTrace, int]] = []
        for t in reversed(range(ended.length)):
            step = self.steps[t]
            parent = step.parents[place]
            before = self.steps[t - 1].totals[parent] if t else 0.0
            if step.ids[place] != EOS:
                ids.append(step.ids[place])
                log_p.append(step.totals[place] - before - self.decoding.word_reward)
                if step.trace is not None:
                    traces.append((step.trace, step.first + parent))
            place = parent
        return Path(ids[::-1], log_p[::-1], traces[::-1], ended.score, ended.total, ended.after)
