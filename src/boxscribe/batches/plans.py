"""Content plans of texts: which rows of a table a text states, in order of first mention.

In: a batch; out: the rows of each plan, and the batch with these rows in place of all rows. In a prepared dataset the
rows are those that `align` found for the words of the text. Plans of any other origin have the same form.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from boxscribe.batches.encode import NO_ROW, NOT_COPIED
from boxscribe.batches.loader import Batch, Mask
from boxscribe.batches.vocab import EOS, Ids

Column = TypeVar("Column", bound=npt.NDArray[Any])


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a batch's texts."""

    rows: Ids  # (b, i) the rows of the table in the order of the plan; −1 behind the last
    ends: Mask  # (b) whether the plan is known to end there: not for partial texts


def aligned_plans(batch: Batch) -> Plans:
    """The plans that the alignment of text and table gives, names included."""
    return Plans(batch.plan, ((batch.target == EOS) & batch.target_mask).any(1))


def planned(batch: Batch, plans: Plans) -> Batch:
    """The batch whose rows are those of the plans, in their order. They are not grouped by entity: z is 0."""
    at, mask = plans.rows, plans.rows != NO_ROW  # (b, i)

    def picked(column: Column, fill: int = 0) -> Column:
        """The planned rows of a column (b, …, j): (b, …, i)."""
        found: Any = np.full((*column.shape[:-1], at.shape[1]), fill, column.dtype)
        for game, (rows, real) in enumerate(zip(at, mask, strict=True)):
            found[game][..., real] = column[game][..., rows[real]]
        return found  # type: ignore[no-any-return]

    return replace(
        batch,
        value=picked(batch.value),
        type=picked(batch.type),
        features=picked(batch.features),
        entity=picked(batch.entity),
        word=picked(batch.word, NOT_COPIED),
        naming=picked(batch.naming),
        forms=picked(batch.forms),
        row_mask=mask,
        rows=batch.rows[:, :, :0],
        rows_mask=batch.rows_mask[:, :, :0],
    )
