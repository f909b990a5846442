"""Beam search over the one step, for many tables at once.

In: encoded tables; out: their best texts, in the order of the tables. Finished tables leave the batch and waiting ones
enter it. Nothing that is computed for a table depends on the others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import Protocol, TypeVar

import torch
from torch import Tensor

from boxscribe.batches.vocab import EOS
from boxscribe.writing.constraints import Chosen, Constraint, Forbidden, constraints_of
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable, Generator
from boxscribe.writing.hypotheses import Choice, Hypotheses, Path
from boxscribe.writing.length_target import remaining
from boxscribe.writing.workers import one_thread


@dataclass(frozen=True, slots=True)
class Search:
    """How to search: the settings, and the constraints by their names."""

    decoding: Decoding
    constraints: Mapping[str, Constraint]
    keep_traces: bool
    keep_ends: bool = False  # whether another search can go on from the hypotheses that end

    def start(self, table: EncodedTable) -> Beams:
        rows = torch.zeros(self.decoding.beam, dtype=torch.long, device=table.start.feed.device)
        states = {name: constraint.start(table).pick(rows) for name, constraint in self.constraints.items()}
        return Beams.start(table, self.decoding.beam, states)

    def resume(self, after: Beams) -> Beams:
        """The hypotheses of a table that go on from one that has ended."""
        states = {name: constraint.resume(after.constraints[name]) for name, constraint in self.constraints.items()}
        return self.widened(replace(after, constraints=states))

    def widened(self, one: Beams) -> Beams:
        """The hypotheses of a table that all go on from one."""
        rows = torch.zeros(self.decoding.beam, dtype=torch.long, device=one.ids.device)
        beams = one.pick(rows)
        return replace(beams, scores=torch.full_like(beams.scores, -inf).index_fill(0, rows[:1], 0.0))

    def advance(self, batch: DecodingBatch, active: list[Hypotheses], beams: Beams) -> tuple[Beams, list[bool]]:
        """One word for every hypothesis; which tables are done with it."""
        state, distribution, trace = batch.step(beams, remaining(self.decoding, beams, batch))
        forbidden = Forbidden()
        for name, constraint in self.constraints.items():
            constraint.forbid(forbidden, beams.constraints[name], replace(beams, state=state), batch)
        log_p = forbidden.apply(batch, distribution)  # (r, size)
        choose = _sampled if self.decoding.temperature else _best
        parents, ids, totals = choose(log_p, beams.scores, active)  # (b, beam) each
        b, beam = parents.shape
        rows = (parents + beam * torch.arange(b, device=parents.device)[:, None]).flatten()
        chosen = Chosen(rows, ids.flatten(), log_p[rows, ids.flatten()], trace)
        totals = totals + self.decoding.word_reward * (ids != EOS)
        parents_beams = replace(beams, state=state)
        if beam > 1:  # a single hypothesis is its own parent
            parents_beams = parents_beams.pick(rows)
        after = self._continued(parents_beams, chosen, totals, batch)
        kept = trace if self.keep_traces else None
        steps = zip(parents.tolist(), ids.tolist(), totals.tolist(), range(0, b * beam, beam), strict=True)
        choices = [Choice(parent, word, total, kept, first) for parent, word, total, first in steps]
        finished = [
            one.add(choice, self._before(beams, choice, one)) for one, choice in zip(active, choices, strict=True)
        ]
        return after, finished

    def _before(self, beams: Beams, choice: Choice, one: Hypotheses) -> Callable[[int], Beams] | None:
        """The hypotheses of a table before a step, by their numbers."""
        if not self.keep_ends:
            return None
        sizes = {"t": one.written + one.length, **one.table.sizes}
        return lambda place: beams.pick(torch.tensor([choice.first + place], device=beams.ids.device)).cut(sizes)

    def _continued(self, beams: Beams, chosen: Chosen, totals: Tensor, batch: DecodingBatch) -> Beams:
        """The hypotheses with their new words; `beams` are the parents."""
        ids = chosen.ids
        return replace(
            beams,
            constraints={
                name: constraint.advance(beams.constraints[name], chosen, batch)
                for name, constraint in self.constraints.items()
            },
            ids=ids,
            source=chosen.sources(batch),
            scores=totals.flatten().masked_fill(ids == EOS, -inf),
            tokens=torch.cat([ids[:, None], beams.tokens], dim=1),
            length=beams.length + 1,
            numbers=beams.numbers + batch.vocabulary.are_numbers(ids),
        )


class UnderWay(Protocol):
    """Something that a pool works on."""

    @property
    def done(self) -> bool: ...


W = TypeVar("W", bound=UnderWay)


class Pool(Protocol):
    """What is worked on together; each may enter and leave at any time."""

    def __len__(self) -> int: ...

    def run(self, stopped: Callable[[], bool]) -> Sequence[UnderWay]:
        """Work until there is something new, and return what it belongs to; nothing once it is `stopped`."""


def in_order(pool: Pool, entering: Iterator[W], batch_size: int, stopped: Callable[[], bool]) -> Iterator[W]:
    """All that enters a pool, at most so many at a time, each when it and all before it are done; nothing more once it
    is `stopped`. The next of `entering` enters the pool by being taken."""
    order: list[W] = []
    while True:
        with one_thread():
            entered = list(islice(entering, batch_size - len(pool)))
        order += entered
        while order and order[0].done:
            yield order.pop(0)
        if not len(pool):
            if not entered:
                return
            continue
        if not pool.run(stopped):
            return


class SearchPool:
    """Tables whose search is under way. Those that are done leave it, and others may enter, at any step."""

    def __init__(self, generator: Generator, search: Search) -> None:
        self.generator, self.search = generator, search
        self._active: list[Hypotheses] = []
        self._parts: list[Beams] = []

    def __len__(self) -> int:
        return len(self._active)

    def add(self, hypotheses: Hypotheses, beams: Beams) -> None:
        """Search for the table of `hypotheses`, from `beams` on."""
        self._active.append(hypotheses)
        self._parts.append(beams)

    def remove(self, hypotheses: Hypotheses) -> None:
        """Search no further for a table."""
        number = self._active.index(hypotheses)
        del self._active[number], self._parts[number]

    @torch.inference_mode()
    def run(self, stopped: Callable[[], bool] = lambda: False) -> list[Hypotheses]:
        """Step until some tables are done, and return them; none once it is `stopped`, where another run goes on."""
        active = self._active
        batch = self.generator.batch([one.table for one in active])
        beams = batch.beams(self._parts)
        finished = [False] * len(active)
        with one_thread():
            while not any(finished) and not stopped():
                beams, finished = self.search.advance(batch, active, beams)
        self._parts = [part for part, end in zip(_apart(beams, active), finished, strict=True) if not end]
        self._active = [one for one, end in zip(active, finished, strict=True) if not end]
        return [one for one, end in zip(active, finished, strict=True) if end]


@torch.inference_mode()
def search(
    generator: Generator,
    tables: Iterable[EncodedTable],
    decoding: Decoding,
    batch_size: int = 16,
    keep_traces: bool = True,
    stopped: Callable[[], bool] = lambda: False,
    constraints: Mapping[str, Constraint] | None = None,
) -> Iterator[tuple[EncodedTable, list[Path]]]:
    """The best hypotheses of each table, in the order of the tables; nothing more once it is `stopped`.

    `constraints` come in addition to those that the settings ask for.
    """
    run = Search(decoding, constraints_of(decoding) | dict(constraints or {}), keep_traces)
    pool = SearchPool(generator, run)

    def enter(table: EncodedTable) -> Hypotheses:
        hypotheses = Hypotheses(table, decoding)
        pool.add(hypotheses, run.start(table))
        return hypotheses

    for hypotheses in in_order(pool, map(enter, tables), batch_size, stopped):
        yield hypotheses.table, hypotheses.paths()


def _best(log_p: Tensor, scores: Tensor, active: list[Hypotheses]) -> tuple[Tensor, Tensor, Tensor]:
    """The best continuations of each table (b, beam): parent, word, log p so far."""
    b, size = len(active), log_p.shape[1]
    beam = len(log_p) // b
    each = log_p.topk(min(beam, size), dim=1)  # a table's best are among the best of its hypotheses
    totals = (scores[:, None] + each.values).view(b, -1)
    if totals.shape[1] < beam:
        totals = torch.nn.functional.pad(totals, (0, beam - totals.shape[1]), value=-inf)
    best = totals.topk(beam, dim=1)
    place = best.indices.clamp(max=beam * each.values.shape[1] - 1)
    return place // each.values.shape[1], each.indices.view(b, -1).gather(1, place), best.values


def _sampled(log_p: Tensor, scores: Tensor, active: list[Hypotheses]) -> tuple[Tensor, Tensor, Tensor]:
    """A sampled word for each table; every table has random numbers of its own."""
    temperature = active[0].decoding.temperature
    weights = ((log_p - log_p.amax(1, keepdim=True)).double() / temperature).exp().cumsum(1).cpu()
    random = torch.cat([torch.rand(1, generator=one.random, dtype=torch.float64) for one in active])
    ids = torch.searchsorted(weights, (random * weights[:, -1])[:, None], right=True).clamp(max=log_p.shape[1] - 1)
    ids = ids.to(log_p.device)
    return torch.zeros_like(ids), ids, scores[:, None] + log_p.gather(1, ids)


def _apart(beams: Beams, active: list[Hypotheses]) -> Iterator[Beams]:
    """A batch's hypotheses table by table, without padding."""
    beam = len(beams.ids) // len(active)
    for number, one in enumerate(active):
        rows = torch.arange(number * beam, (number + 1) * beam, device=beams.ids.device)
        yield beams.pick(rows).cut({"t": one.written + one.length, **one.table.sizes})
