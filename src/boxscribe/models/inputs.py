"""A batch's tables as tensors: what every part of the model may look at."""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from boxscribe.batches.loader import Batch


@dataclass(frozen=True, slots=True)
class Inputs:
    """The tables of a batch. Where a mask is False the numbers mean nothing and never change a result."""

    value: Tensor  # (b, j) r_{j,1}
    type: Tensor  # (b, j) r_{j,3}
    features: Tensor  # (b, f, j) r_{j,4} … r_{j,L}
    name: Tensor  # (b, k) r_{j,2} of entity k
    kind: Tensor  # (b, k) what the entity is
    side: Tensor  # (b, k) which of the two teams it belongs to; −1: none
    entity: Tensor  # (b, j) the entity k of row j
    naming: Tensor  # (b, j) whether row j is a word of its entity's name
    row_mask: Tensor  # (b, j)
    entity_mask: Tensor  # (b, k) whether the entity is real and has a row
    rows: Tensor  # (b, k, z) the rows j of entity k
    rows_mask: Tensor  # (b, k, z)
    place: Tensor  # (b, j) where row j stands in the flattened (k, z): the inverse of `rows`


def inputs_of(batch: Batch, device: torch.device | str = "cpu") -> Inputs:
    """The tables of a batch, on the device of the model."""
    given = {
        part.name: torch.from_numpy(getattr(batch, part.name)).to(device)
        for part in fields(Inputs)
        if part.name not in ("entity_mask", "place")
    }
    given = {name: value if value.dtype == torch.bool else value.long() for name, value in given.items()}
    entity, mask = given["entity"], given["rows_mask"]
    first = given["rows"][:, :, 0].gather(1, entity) if mask.shape[2] else entity  # (b, j) the first row of its entity
    row = torch.arange(entity.shape[1], device=entity.device)
    place = entity * mask.shape[2] + (row - first)
    return Inputs(
        **given,
        entity_mask=mask.any(dim=2),
        place=place.masked_fill(~given["row_mask"], 0),
    )
