"""The constraint that holds search to a plan."""

from dataclasses import dataclass, replace
from typing import Any, cast

import torch
from torch import Tensor

from boxscribe.batches.vocab import EOS
from boxscribe.models.batched import Batched, axes
from boxscribe.models.followed_plan import PlannedRows, PlanPosition, by_plan, to_state
from boxscribe.writing.constraints import Chosen, Constraint, Forbidden
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable

FOLLOW_PLAN = "follow_plan"  # the extra of the model, and the constraint
LONGEST = 60  # words of a sentence; then it ends though facts are left
TAIL = 10  # words after the last fact of a verified sentence: what is written there is in no plan


@dataclass(frozen=True)
class PlanLimits(Batched):
    """How far the hypotheses may go."""

    until: Tensor = axes("r")  # the sentence of the plan, counted from 0, before which they end
    words: Tensor = axes("r")  # of the current sentence, so far
    tail: Tensor = axes("r")  # of these, those since its last fact


@dataclass(frozen=True)
class FollowPlan(Constraint):
    """Only the records that the current sentence is still to state are copied, and names, and no digits are generated.
    A sentence ends when it has stated its records, at most `tail` words later, and a text after the last sentence of
    its plan, or, `by_sentence`, after each one."""

    by_sentence: bool = False
    tail: int = LONGEST
    named: frozenset[str] | None = None  # kinds of entities that any sentence may name, beside those it is about

    def start(self, table: EncodedTable) -> PlanLimits:
        none = torch.zeros(1, dtype=torch.long, device=table.start.feed.device)
        return PlanLimits(none + (1 if self.by_sentence else table.sentences), none, none)

    def resume(self, state: PlanLimits) -> PlanLimits:
        none = torch.zeros_like(state.words)
        return PlanLimits(state.until + 1, none, none)

    def forbid(self, forbidden: Forbidden, state: PlanLimits, beams: Beams, batch: DecodingBatch) -> None:
        position = cast(PlanPosition, beams.state.extras[FOLLOW_PLAN])
        plan = cast(PlannedRows, batch.encoded.contexts[FOLLOW_PLAN])
        current = to_state(position, plan)  # (b, h, i)
        allowed = torch.einsum("bhi,bij->bhj", current.to(plan.at), plan.at) > 0
        allowed |= self._names(position, plan, batch)
        forbidden.copy(~allowed.flatten(0, 1))
        forbidden.generation(batch.vocabulary.digits)
        if self.named is not None:  # then names come from the table alone
            forbidden.generation(batch.vocabulary.proper_nouns)
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
        else:
            forbidden.all_but(over, EOS)

    def _names(self, position: PlanPosition, plan: PlannedRows, batch: DecodingBatch) -> Tensor:
        """The rows of names that may be copied: (b, h, j). Those of a play are the names of its people."""
        inputs = batch.encoded.inputs
        if self.named is None:
            return inputs.naming[:, None]
        _, sentence = by_plan(position, plan)
        own = plan.real[:, None] & (plan.sentence[:, None] == sentence[..., None])  # (b, h, i)
        about = torch.einsum("bhi,bik->bhk", own.to(plan.owner), plan.owner) > 0  # (b, h, k)
        naming = torch.zeros_like(inputs.naming)  # (b, j)
        for number, table in enumerate(batch.tables):
            k, j = len(table.entities), len(table.rows)
            about[number, :, :k] = about[number, :, :k].to(plan.owner) @ table.named.to(plan.owner) > 0
            naming[number, :j] = table.naming
            for place, entity in enumerate(table.entities):
                if entity >= 0 and table.table.entities[entity].kind in self.named:
                    about[number, :, place] = True
        index = inputs.entity[:, None].expand(-1, about.shape[1], -1)
        return about.gather(2, index) & naming[:, None]

    def advance(self, state: PlanLimits, chosen: Chosen, batch: DecodingBatch) -> Any:
        ended = batch.vocabulary.end_sentences(chosen.ids)
        plan = cast(PlannedRows, batch.encoded.contexts[FOLLOW_PLAN])
        source = chosen.sources(batch).view(len(plan.word), -1, 1)  # (b, h, 1)
        stated = ((source == plan.word[:, None]) & (source >= 0)).any(2).flatten()  # (r) a planned value, no name
        tail = (state.tail + 1).masked_fill(ended | stated, 0)
        return replace(state, words=(state.words + 1).masked_fill(ended, 0), tail=tail)
