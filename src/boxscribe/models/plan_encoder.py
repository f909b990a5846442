"""The encoder of NCP+CC (Puduppully et al. 2019a): content selection, a plan, and a BiLSTM over the planned rows.

In: tables and plans; out: an `Encoded` whose rows are those of the plans, so that decoder, copying and search work on
the plan as they do on a table. In training the plans are those of the texts, in search those of the planner.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import dropout

from boxscribe.batches.loader import Batch
from boxscribe.batches.plans import Plans, aligned_plans, planned
from boxscribe.batches.vocab import Columns
from boxscribe.models.batched import Batched, axes
from boxscribe.models.content_selection import ContentSelectionGate
from boxscribe.models.inputs import Inputs, inputs_of
from boxscribe.models.planner import PointerPlanner, rows_at
from boxscribe.models.records import Encoded, RecordEncoder, RecordVectors, bilstm, entity_average, run_bilstm


@dataclass(frozen=True)
class PlannedInputs(Batched):
    """Tables and their plans."""

    table: Inputs  # all rows of the tables
    planned: Inputs  # the rows of the plans
    plan: Tensor = axes("bi", fill=-1)  # the place of each planned row in the table; −1 behind the last
    ends: Tensor = axes("b")  # whether the plan is known to end there


class PlanEncoder(RecordEncoder):
    """r_j by Eq. 1 with dropout → r_j^cs (`ContentSelectionGate`) → z (`PointerPlanner`) → e = BiLSTM(r^cs of z)

    The decoder starts from the final states of the BiLSTM. The planner and the writer share r^cs, and
    log p(z | r) is part of the result, so that both are trained together.
    """

    def __init__(self, sizes: Columns[int], embedding: int, n: int, dropout: float) -> None:
        super().__init__()
        self.vectors = RecordVectors(sizes, embedding, n)
        self.selection = ContentSelectionGate(n)
        self.planner = PointerPlanner(n)
        self.lstm: nn.LSTM = bilstm(n)
        self.dropout = dropout

    def select(self, table: Inputs) -> Tensor:
        """r^cs (b, j, n)."""
        r = dropout(self.vectors(table), self.dropout, self.training)  # (b, j, n)
        selected: Tensor = self.selection(r, table.row_mask)
        return selected

    def forward(self, given: PlannedInputs) -> Encoded:
        selected = self.select(given.table)  # (b, j, n)
        rows = rows_at(self.planner.candidates(selected), given.plan)  # (b, i, n)
        e, h, c = run_bilstm(self.lstm, rows, given.planned.row_mask)
        log_plan = self.planner.log_likelihood(selected, given.table.row_mask, given.plan, given.ends)  # (b)
        return Encoded(given.planned, e, entity_average(rows, given.planned), h, c, log_plan)

    def training_inputs(
        self,
        batch: Batch,
        device: torch.device | str = "cpu",
        plans_of: Callable[[Batch], Plans] = aligned_plans,
    ) -> tuple[Batch, PlannedInputs]:
        """The batch with the rows of its texts' plans, and both."""
        return self._planned(batch, plans_of(batch), device)

    def search_inputs(self, batch: Batch, device: torch.device | str, beam: int) -> tuple[list[int], PlannedInputs]:
        """The best plan of one table by beam search."""
        plan, _ = self.planner.search(self.select(inputs_of(batch, device))[0], beam)
        _, inputs = self._planned(batch, Plans(np.array([plan], np.int32), np.ones(1, bool)), device)
        return plan, inputs

    def _planned(self, batch: Batch, plans: Plans, device: torch.device | str) -> tuple[Batch, PlannedInputs]:
        rows = planned(batch, plans)
        plan, ends = torch.from_numpy(plans.rows).long().to(device), torch.from_numpy(plans.ends).to(device)
        return rows, PlannedInputs(inputs_of(batch, device), inputs_of(rows, device), plan, ends)
