"""Following a plan (ours, not in the paper): the decoder knows which records its sentence is to state.

A plan is a sequence of rows of the table, each with the sentence that states it. The words say how far a text has come:
a word that is the value of a row still to be stated in the current sentence states that row, the first of them where
several hold the value; the last word of a sentence begins the next one. So training and search follow a plan alike.

Rows of names are no part of a plan: whom a sentence names follows from whose records it states.
"""

from dataclasses import dataclass
from enum import IntEnum

import torch
from torch import Tensor
from torch.nn.functional import one_hot

from boxscribe.config import ModelConfig
from boxscribe.models.batched import Batched, axes
from boxscribe.models.extras import DecoderInput, Extra
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded

COUNTS = 6  # rows still to be stated in a sentence: 0, 1, … 4, more


class PlanStatus(IntEnum):
    """What is known about a planned row after a word; a row that is not planned has no status."""

    NEXT = 0  # the first row that the current sentence is still to state
    CURRENT = 1  # a further row that it is still to state
    LATER = 2  # a row of a later sentence
    STATED = 3  # stated, or passed over in an earlier sentence


@dataclass(frozen=True)
class PlanPosition(Batched):
    """How far a text has come in its plan."""

    stated: Tensor = axes("ri")  # 1 for the planned rows that are stated
    latest: Tensor = axes("ri")  # 1 for the row that y_{t−1} states
    sentence: Tensor = axes("r")  # the current sentence, counted from 0


@dataclass(frozen=True)
class PlannedRows(Batched):
    """The plans of the tables."""

    real: Tensor = axes("bi")  # whether there is such a row, and it is no name
    row: Tensor = axes("bi")  # its place in the table
    word: Tensor = axes("bi", fill=-1)  # the number of its value among the words of the table
    sentence: Tensor = axes("bi")
    last: Tensor = axes("b")  # the last sentence with a planned row
    e: Tensor = axes("bin")  # e_j of the row
    owner: Tensor = axes("bik")  # 1 for the entity of the row
    at: Tensor = axes("bij")  # 1 for the row


class FollowedPlan(Extra):
    """α_{t,k,z} ∝ exp(d_tᵀ W_a g_{k,z} + d_tᵀ W_s s_{t,j}),   Ψ_{t,k} ∝ exp(d_tᵀ W_h u_{t,k} + d_tᵀ W_m m_{t,k})

    s_{t,j} is 1 at the status of row j, m_{t,k} at the statuses of the rows of entity k. Added to the embedding of
    y_{t−1}: W_p [e of the row that it states; e of the next row; Σ e of all rows that the sentence is still to state],
    their number, and whether a later sentence has any.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        n, statuses = config.hidden, len(PlanStatus)
        self.W_m = Linear(n, statuses, bias=False, widened=False)
        self.W_s = Linear(n, statuses, bias=False, widened=False)
        self.W_p = Linear((n, n, n), config.embedding, bias=False)
        self.W_count = Linear(COUNTS + 1, config.embedding, bias=False)

    def context(self, encoded: Encoded) -> PlannedRows:
        inputs, e = encoded.inputs, encoded.e
        row = inputs.plan.clamp(min=0)  # (b, i)
        real = (inputs.plan >= 0) & ~inputs.naming.gather(1, row)
        sentence = inputs.plan_sentence
        owner = one_hot(inputs.entity.gather(1, row), inputs.name.shape[1]) * real[..., None]
        return PlannedRows(
            real,
            row,
            inputs.word.gather(1, row).masked_fill(~real, -1),
            sentence,
            sentence.masked_fill(~real, -1).amax(1),
            e.gather(1, row[..., None].expand(-1, -1, e.shape[2])) * real[..., None],
            owner.to(e),
            (one_hot(row, e.shape[1]) * real[..., None]).to(e),
        )

    def initial(self, encoded: Encoded) -> PlanPosition:
        plan = encoded.inputs.plan
        return PlanPosition(torch.zeros_like(plan), torch.zeros_like(plan), plan.new_zeros(len(plan)))

    def advance(self, state: PlanPosition, given: DecoderInput, context: PlannedRows, encoded: Encoded) -> PlanPosition:
        b, i = context.word.shape
        source = given.source.view(b, -1, 1)  # (b, h, 1)
        open = to_state(state, context)  # (b, h, i)
        latest = first(open & (context.word[:, None] == source) & (source >= 0)).view(-1, i).to(state.stated)
        return PlanPosition(state.stated + latest, latest, state.sentence + given.ends)

    def embedding(self, given: DecoderInput, state: PlanPosition, context: PlannedRows) -> Tensor:
        open = to_state(state, context)  # (…, b, h, i)
        latest = state.latest.unflatten(-2, (len(context.last), -1)) > 0
        weights = torch.stack([latest, first(open), open], dim=-2).to(context.e)  # (…, b, h, 3, i)
        rows = torch.einsum("...bhsi,bin->...bhsn", weights, context.e).flatten(-2).flatten(-3, -2)  # (…, r, 3n)
        count = one_hot(open.sum(-1).clamp(max=COUNTS - 1), COUNTS)  # (…, b, h, COUNTS)
        more = state.sentence.unflatten(-1, (len(context.last), -1)) < context.last[:, None]  # (…, b, h)
        counts = torch.cat([count, more[..., None]], dim=-1).to(context.e).flatten(-3, -2)
        vectors: Tensor = self.W_p(rows) + self.W_count(counts)
        return vectors

    def entity_features(self, state: PlanPosition, context: PlannedRows) -> Tensor:
        found = torch.einsum("...bhif,bik->...bhkf", statuses(state, context).to(context.owner), context.owner)
        return found.clamp(max=1).flatten(-4, -3)

    def entity_weights(self) -> Linear:
        return self.W_m

    def record_features(self, state: PlanPosition, context: PlannedRows) -> Tensor:
        return torch.einsum("...bhif,bij->...bhjf", statuses(state, context).to(context.at), context.at).flatten(-4, -3)

    def record_weights(self) -> Linear:
        return self.W_s


def own_rows(state: PlanPosition, plan: PlannedRows) -> Tensor:
    """Whether each planned row is one of the current sentence: (…, b, h, i)."""
    _, sentence = by_plan(state, plan)
    return plan.real[:, None] & (plan.sentence[:, None] == sentence[..., None])


def to_state(state: PlanPosition, plan: PlannedRows) -> Tensor:
    """Whether the current sentence is still to state each planned row: (…, b, h, i)."""
    stated, _ = by_plan(state, plan)
    return own_rows(state, plan) & ~stated


def statuses(state: PlanPosition, plan: PlannedRows) -> Tensor:
    """1 at the status of each planned row: (…, b, h, i, f)."""
    open = to_state(state, plan)
    _, sentence = by_plan(state, plan)
    next = first(open)
    later = plan.real[:, None] & (plan.sentence[:, None] > sentence[..., None])
    over = plan.real[:, None] & ~open & ~later
    by_status = {
        PlanStatus.NEXT: next,
        PlanStatus.CURRENT: open & ~next,
        PlanStatus.LATER: later,
        PlanStatus.STATED: over,
    }
    return torch.stack([by_status[status] for status in PlanStatus], dim=-1)


def by_plan(state: PlanPosition, plan: PlannedRows) -> tuple[Tensor, Tensor]:
    """The state by table: which rows are stated (…, b, h, i), and the sentence (…, b, h)."""
    b = len(plan.real)
    return state.stated.unflatten(-2, (b, -1)) > 0, state.sentence.unflatten(-1, (b, -1))


def first(rows: Tensor) -> Tensor:
    """Only the first True along the last axis."""
    return rows & (rows.cumsum(-1) == 1)
