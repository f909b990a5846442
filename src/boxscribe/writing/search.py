"""Beam search over the one step, for many games at once.

In: games; out: their best stories, in the order of the games. Finished games leave the batch and waiting ones enter
it. Nothing that is computed for a game depends on the others.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from math import inf

import torch
from torch import Tensor

from boxscribe.batches.vocab import EOS
from boxscribe.models.attention import shared
from boxscribe.models.writer import StepTrace
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable, Generator, joined
from boxscribe.writing.workers import one_thread

FEW = 10
"""words that make no sentence"""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a game's hypotheses did in one step: each goes on from a parent with a word."""

    parents: list[int]
    ids: list[int]
    totals: list[float]  # log p so far
    look: StepTrace | None  # of the parents, (beam, …) each; None where nobody wants to know


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished hypothesis."""

    score: float  # log p, or what the length penalty makes of it
    total: float  # log p
    length: int  # steps, the end included
    place: int  # among the hypotheses of its last step


@dataclass(frozen=True, slots=True)
class Path:
    """One hypothesis from its first word to its last, without the end."""

    ids: list[int]
    log_p: list[float]  # of each word
    looks: list[tuple[StepTrace, int]]  # each step's look, and the hypothesis' row in it; empty where nothing was kept
    score: float
    total: float


class Hypotheses:
    """All that has been tried for one game."""

    def __init__(self, game: EncodedTable, decoding: Decoding) -> None:
        self.game, self.decoding = game, decoding
        self.steps: list[Choice] = []
        self.ended: list[Ended] = []
        seed = int.from_bytes(sha256(f"{decoding.seed} {game.table.id}".encode()).digest()[:8], "little", signed=True)
        self.chance = torch.Generator().manual_seed(seed)

    @property
    def length(self) -> int:
        return len(self.steps)

    def add(self, choice: Choice) -> bool:
        """Take a step; whether the game is done."""
        self.steps.append(choice)
        live = -inf
        for place, (id, total) in enumerate(zip(choice.ids, choice.totals, strict=True)):
            if id == EOS and total > -inf:
                self.ended.append(self._ending(total, place))
            else:
                live = max(live, total)
        self.ended = sorted(self.ended, key=lambda ended: -ended.score)[: self.decoding.best]
        if live == -inf:
            return True
        if self.length >= self.decoding.max_length:
            self._cut(choice)
            return True
        # log p only falls, so nothing that goes on can still win. With a length penalty it could; that is not awaited.
        return len(self.ended) == self.decoding.best and self.ended[-1].score >= self._score(live)

    def _cut(self, choice: Choice) -> None:
        """At the last word all that has not ended counts as it is, where too few have."""
        rest = [
            self._ending(total, i) for i, total in enumerate(choice.totals) if choice.ids[i] != EOS and total > -inf
        ]
        missing = self.decoding.best - len(self.ended)
        self.ended += sorted(rest, key=lambda ended: -ended.score)[:missing]

    def _ending(self, total: float, place: int) -> Ended:
        return Ended(self._score(total), total, self.length, place)

    def _score(self, total: float) -> float:
        return total / float(self.length**self.decoding.length_penalty)

    def paths(self) -> list[Path]:
        """The best hypotheses, best first. Where every word was blocked, what had been written before."""
        if self.ended:
            return [self._path(ended) for ended in self.ended]
        last = max(range(self.length), key=lambda t: (max(self.steps[t].totals) > -inf, t))
        totals = self.steps[last].totals
        place = totals.index(max(totals))
        return [self._path(Ended(totals[place], totals[place], last + 1, place))]

    def _path(self, ended: Ended) -> Path:
        place, ids, log_p = ended.place, [], []
        looks: list[tuple[StepTrace, int]] = []
        for t in reversed(range(ended.length)):
            step = self.steps[t]
            parent = step.parents[place]
            before = self.steps[t - 1].totals[parent] if t else 0.0
            if step.ids[place] != EOS:
                ids.append(step.ids[place])
                log_p.append(step.totals[place] - before)
                if step.look is not None:
                    looks.append((step.look, parent))
            place = parent
        return Path(ids[::-1], log_p[::-1], looks[::-1], ended.score, ended.total)


@torch.inference_mode()
def search(
    generator: Generator,
    games: Iterable[EncodedTable],
    decoding: Decoding,
    at_once: int = 16,
    keep_looks: bool = True,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[EncodedTable, list[Path]]]:
    """The best hypotheses of each game, in the order of the games; nothing more once it is `stopped`."""
    waiting = iter(games)
    flying: list[Hypotheses] = []
    done: dict[int, tuple[EncodedTable, list[Path]]] = {}
    order: list[Hypotheses] = []
    lives: list[Beams] = []
    while True:
        with one_thread():
            for game in islice(waiting, at_once - len(flying)):
                flying.append(Hypotheses(game, decoding))
                order.append(flying[-1])
                lives.append(Beams.of(game, decoding.beam))
        if not flying:
            return
        batch, live = generator.batch([one.game for one in flying]), joined(lives)
        finished: list[bool] = [False]
        with one_thread():
            while not any(finished):
                if stopped():
                    return
                live, finished = _advance(batch, flying, live, decoding, keep_looks)
        done |= {id(one): (one.game, one.paths()) for one, end in zip(flying, finished, strict=True) if end}
        lives = [part for part, end in zip(_apart(live, flying, decoding.beam), finished, strict=True) if not end]
        flying = [one for one, end in zip(flying, finished, strict=True) if not end]
        while order and id(order[0]) in done:
            yield done.pop(id(order.pop(0)))


def _advance(
    batch: DecodingBatch, flying: list[Hypotheses], live: Beams, decoding: Decoding, keep_looks: bool
) -> tuple[Beams, list[bool]]:
    """One word for every hypothesis; which games are done with it."""
    b, beam = len(flying), decoding.beam
    at_stop = batch.vocabulary.are_stops(live.ids) if decoding.whole_sentences else None
    state, distribution, look = batch.step(live.state, live.ids, _left(flying, live, decoding, at_stop))
    if decoding.block_records:
        distribution.records.masked_fill_(live.told, 0)
    log_p = batch.vocabulary.log_probabilities(distribution)  # (r, size)
    short = [row for row, one in enumerate(flying) if one.length < decoding.shortest]
    log_p.view(b, beam, -1)[short, :, EOS] = -inf
    if at_stop is not None:
        log_p[~at_stop, EOS] = -inf
    if decoding.block_ngrams:
        _block_ngrams(log_p, live.tokens, decoding.block_ngrams)
    if decoding.whole_names:
        _keep_names(log_p, live.ids, batch)
    parents, ids, totals = _drawn(log_p, live, flying) if decoding.temperature else _best(log_p, live, b)
    rows = (parents + beam * torch.arange(b, device=parents.device)[:, None]).flatten()
    told = live.told[rows]
    if decoding.block_records:
        told = _told(batch, look, log_p, told, rows, ids.flatten())
    ended = totals.masked_fill(ids == EOS, -inf).flatten()
    following = Beams(state, live.ids, live.scores, live.tokens, live.told, live.numbers).picked(rows)
    tokens = torch.cat([following.tokens, ids.flatten()[:, None]], dim=1)
    numbers = following.numbers + batch.vocabulary.are_numbers(ids.flatten())
    live = Beams(following.state, ids.flatten(), ended, tokens, told, numbers)
    finished = []
    for g, (one, parent, word, total) in enumerate(
        zip(flying, parents.tolist(), ids.tolist(), totals.tolist(), strict=True)
    ):
        kept = _rows(look, slice(g * beam, (g + 1) * beam)) if keep_looks else None
        finished.append(one.add(Choice(parent, word, total, kept)))
    return live, finished


def _left(flying: list[Hypotheses], live: Beams, decoding: Decoding, at_stop: Tensor | None) -> Tensor:
    """The words and the numbers that are still to come (r, 2); −1 where nobody has asked for any. Where a story should
    end with a sentence (`at_stop`: it just has), a last sentence is neither cut nor begun for a few words."""
    written = torch.tensor([one.length for one in flying], device=live.ids.device).repeat_interleave(decoding.beam)
    words, numbers = (
        (asked - count).clamp(min=0) if asked else torch.full_like(count, -1)
        for asked, count in ((decoding.words, written), (decoding.numbers, live.numbers))
    )
    if at_stop is not None and decoding.words:
        words = torch.where(at_stop, words * (words >= FEW), words.clamp(min=FEW // 2))
    return torch.stack([words, numbers], dim=1)


def _best(log_p: Tensor, live: Beams, b: int) -> tuple[Tensor, Tensor, Tensor]:
    """The best continuations of each game (b, beam): parent, word, log p."""
    beam, size = len(log_p) // b, log_p.shape[1]
    each = log_p.topk(min(beam, size), dim=1)  # a game's best are among the best of its hypotheses
    totals = (live.scores[:, None] + each.values).view(b, -1)
    if totals.shape[1] < beam:
        totals = torch.nn.functional.pad(totals, (0, beam - totals.shape[1]), value=-inf)
    best = totals.topk(beam, dim=1)
    place = best.indices.clamp(max=beam * each.values.shape[1] - 1)
    return place // each.values.shape[1], each.indices.view(b, -1).gather(1, place), best.values


def _drawn(log_p: Tensor, live: Beams, flying: list[Hypotheses]) -> tuple[Tensor, Tensor, Tensor]:
    """A word for each game by chance; every game has a chance of its own."""
    weights = ((log_p - log_p.amax(1, keepdim=True)).double() / flying[0].decoding.temperature).exp().cumsum(1).cpu()
    chances = torch.cat([torch.rand(1, generator=one.chance, dtype=torch.float64) for one in flying])
    ids = torch.searchsorted(weights, (chances * weights[:, -1])[:, None], right=True).clamp(max=log_p.shape[1] - 1)
    ids = ids.to(log_p.device)
    return torch.zeros_like(ids), ids, live.scores[:, None] + log_p.gather(1, ids)


def _block_ngrams(log_p: Tensor, tokens: Tensor, size: int) -> None:
    """Forbid the words that would make a hypothesis repeat `size` words."""
    if tokens.shape[1] < size:
        return
    latest = tokens[:, tokens.shape[1] - size + 1 :]  # (r, size − 1)
    windows = tokens.unfold(1, size, 1)  # (r, t − size + 1, size)
    seen = (windows[:, :, : size - 1] == latest[:, None]).all(2) & (windows >= 0).all(2)
    row, at = seen.nonzero(as_tuple=True)
    log_p[row, windows[row, at, size - 1]] = -inf


def _keep_names(log_p: Tensor, ids: Tensor, batch: DecodingBatch) -> None:
    """Forbid the words that would turn the name that a hypothesis has begun into another's."""
    beam = len(ids) // len(batch.games)
    for row, id in enumerate(ids.tolist()):
        mixed = batch.games[row // beam].words.mixed.get(id)
        if mixed is not None:
            log_p[row, mixed] = -inf


def _told(batch: DecodingBatch, look: StepTrace, log_p: Tensor, told: Tensor, rows: Tensor, ids: Tensor) -> Tensor:
    """`told`, with the row that each word came from, if it was copied more than not."""
    shares = look.records[rows] * batch.vocabulary.rows_of(ids) * look.copy[rows][:, None]  # (r, j)
    most = shares.max(1)
    copied = shares.sum(1) > 0.5 * log_p[rows, ids].exp()
    new = torch.zeros_like(told).scatter_(1, most.indices[:, None], copied[:, None])
    return told | (new & ~shared(batch.free, len(ids)))


def _rows(look: StepTrace, rows: slice) -> StepTrace:
    return StepTrace(look.copy[rows], look.records[rows], look.entities[rows], look.update_rate[rows])


def _apart(live: Beams, flying: list[Hypotheses], beam: int) -> Iterator[Beams]:
    """A batch's hypotheses game by game, without padding."""
    for g, one in enumerate(flying):
        part = live.picked(torch.arange(g * beam, (g + 1) * beam, device=live.ids.device))
        state, k = part.state, one.game.start.u.shape[1]
        yield Beams(
            type(state)(state.h, state.c, state.feed, state.u[:, :k], state.m[:, :k]),
            part.ids,
            part.scores,
            part.tokens[:, part.tokens.shape[1] - one.length :],
            part.told[:, : len(one.game.rows)],
            part.numbers,
        )
