"""The constraint that holds search to a plan."""

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor

from boxscribe.batches.vocab import EOS
from boxscribe.models.batched import Batched, axes
from boxscribe.models.followed_plan import PlannedRows, PlanPosition, own_rows, to_state
from boxscribe.tables.domain import Domain
from boxscribe.writing.constraints import Chosen, Constraint, Forbidden
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable

FOLLOW_PLAN = "follow_plan"  # the extra of the model, and the constraint
LONGEST = 60  # words of a sentence; then it ends though facts are left
TAIL = 10  # words after the last fact of a verified sentence: what is written there is in no plan


def sides(domain: Domain) -> frozenset[str]:
    """The kinds of entities that play against each other."""
    return frozenset(name for name, kind in domain.kinds.items() if kind.score)


@dataclass(frozen=True)
class PlanLimits(Batched):
    """How far the hypotheses may go."""

    until: Tensor = axes("r")  # the sentence of the plan, counted from 0, before which they end
    words: Tensor = axes("r")  # of the current sentence, so far
    tail: Tensor = axes("r")  # of these, those since its last fact
    latest: Tensor = axes("rk")  # the entities that it named last, but for sides
    names: Tensor = axes("rj")  # the words of names that it has copied


@dataclass(frozen=True)
class FollowPlan(Constraint):
    """Only the records that the current sentence is still to state are copied, and names, and no digits are generated,
    nor number words in a sentence that is planned to state nothing. Where a sentence is about several entities, those
    that are named last have all their records stated before the next name.

    A sentence ends when it has stated its records, at most `tail` words later, and a text after the last sentence of
    its plan, or, `by_sentence`, after each one."""

    named: frozenset[str]  # kinds of entities that any sentence may name, beside those it is about
    by_sentence: bool = False
    tail: int = LONGEST

    def start(self, table: EncodedTable) -> PlanLimits:
        none = torch.zeros(1, dtype=torch.long, device=table.start.feed.device)
        unnamed = none.new_zeros(1, len(table.entities), dtype=torch.bool)
        nothing = none.new_zeros(1, len(table.rows), dtype=torch.bool)
        return PlanLimits(none + (1 if self.by_sentence else table.sentences), none, none, unnamed, nothing)

    def resume(self, state: PlanLimits) -> PlanLimits:
        none = torch.zeros_like(state.words)
        unnamed, nothing = torch.zeros_like(state.latest), torch.zeros_like(state.names)
        return PlanLimits(state.until + 1, none, none, unnamed, nothing)

    def forbid(self, forbidden: Forbidden, state: PlanLimits, beams: Beams, batch: DecodingBatch) -> None:
        position = cast(PlanPosition, beams.state.extras[FOLLOW_PLAN])
        plan = cast(PlannedRows, batch.encoded.contexts[FOLLOW_PLAN])
        current = to_state(position, plan)  # (b, h, i)
        own = own_rows(position, plan)  # (b, h, i)
        about = torch.einsum("bhi,bik->bhk", own.to(plan.owner), plan.owner) > 0  # (b, h, k)
        sides = self._sides(batch)  # (b, k)
        others = self._others(state, about & ~sides[:, None], batch)  # (b, h, k)
        held = torch.einsum("bhk,bik->bhi", others.to(plan.owner), plan.owner) > 0
        stated = torch.einsum("bhi,bij->bhj", (current & ~held).to(plan.at), plan.at) > 0
        waiting = (current & ~held).any(2, keepdim=True)  # facts of the one named last
        allowed = stated | self._names(about & ~(others & waiting), sides, batch)
        forbidden.copy(~allowed.flatten(0, 1))
        forbidden.copy(state.names)
        forbidden.generation(batch.vocabulary.digits)
        forbidden.generation(batch.vocabulary.number_words, ~own.any(2).flatten())
        forbidden.generation(batch.vocabulary.proper_nouns)  # names come from the table alone
        forbidden.generation(batch.vocabulary.capitalised, state.words > 0)
        unfinished = current.any(2).flatten() & (state.words < LONGEST)  # (r)
        for stop in batch.vocabulary.stops.tolist():
            forbidden.word(unfinished, stop)
        if len(batch.vocabulary.stops):
            too_long = (state.words >= LONGEST) | (~unfinished & (state.tail >= self.tail))
            forbidden.all_but(too_long, batch.vocabulary.stops)
        over = position.sentence >= state.until
        forbidden.word(~over, EOS)
        if self.by_sentence:
            forbidden.end(over)
            forbidden.generation(batch.vocabulary.paragraphs)  # a plan has its own
        else:
            forbidden.all_but(over, EOS)

    def _sides(self, batch: DecodingBatch) -> Tensor:
        """The entities that any sentence may name: (b, k)."""
        found = torch.zeros_like(batch.encoded.inputs.kind, dtype=torch.bool)
        for number, table in enumerate(batch.tables):
            for place, entity in enumerate(table.entities):
                found[number, place] = entity >= 0 and table.table.entities[entity].kind in self.named
        return found

    def _others(self, state: PlanLimits, about: Tensor, batch: DecodingBatch) -> Tensor:
        """Those that a sentence is about, if they are several, but for the one named last: (b, h, k)."""
        inputs = batch.encoded.inputs
        names = torch.zeros(about[:, 0].shape, device=about.device).scatter_add(1, inputs.entity, inputs.naming.float())
        about = about & (names > 0)[:, None]
        return about & ~state.latest.view(about.shape) & (about.sum(2, keepdim=True) > 1)

    def _names(self, about: Tensor, sides: Tensor, batch: DecodingBatch) -> Tensor:
        """The rows of names that may be copied: (b, h, j). Those of a play are the names of its people."""
        inputs = batch.encoded.inputs
        about = about.clone()
        naming = torch.zeros_like(inputs.naming)  # (b, j)
        for number, table in enumerate(batch.tables):
            k, j = len(table.entities), len(table.rows)
            about[number, :, :k] = about[number, :, :k].float() @ table.named.float() > 0
            naming[number, :j] = table.naming
        about |= sides[:, None]
        index = inputs.entity[:, None].expand(-1, about.shape[1], -1)
        return about.gather(2, index) & naming[:, None]

    def advance(self, state: PlanLimits, chosen: Chosen, batch: DecodingBatch) -> PlanLimits:
        ended = batch.vocabulary.end_sentences(chosen.ids)
        plan = cast(PlannedRows, batch.encoded.contexts[FOLLOW_PLAN])
        source = chosen.sources(batch).view(len(plan.word), -1, 1)  # (b, h, 1)
        stated = ((source == plan.word[:, None]) & (source >= 0)).any(2).flatten()  # (r) a planned value, no name
        tail = (state.tail + 1).masked_fill(ended | stated, 0)
        inputs = batch.encoded.inputs
        copied = inputs.naming[:, None] & (inputs.word[:, None] == source) & (source >= 0)  # (b, h, j)
        index = inputs.entity[:, None].expand(copied.shape)
        found = torch.zeros(*copied.shape[:2], inputs.kind.shape[1], device=copied.device)
        named = found.scatter_add(2, index, copied.float()) > 0  # (b, h, k) whose name the word belongs to
        own = (copied & (named.sum(2, keepdim=True) == 1)).flatten(0, 1)  # "Los" of two sides may come again
        return PlanLimits(
            state.until,
            (state.words + 1).masked_fill(ended, 0),
            tail,
            self._latest(state, named, batch).masked_fill(ended[:, None], False),
            (state.names | own[:, : state.names.shape[1]]).masked_fill(ended[:, None], False),
        )

    def _latest(self, state: PlanLimits, named: Tensor, batch: DecodingBatch) -> Tensor:
        """Whom the words so far name last: (r, k); the chosen word belongs to the names of `named` (b, h, k)."""
        named = named & ~self._sides(batch)[:, None]
        latest = state.latest.view(named.shape)
        named = torch.where((named & latest).any(2, keepdim=True), named & latest, named)  # the surname of two brothers
        return torch.where(named.any(2, keepdim=True), named, latest).flatten(0, 1)
