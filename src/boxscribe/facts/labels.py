"""The labels of candidate pairs, and which of them the kind of an entity allows.

A label is NONE or a record type. A team cannot have a player's type or the reverse, so a pair's distribution is over
the labels of the kinds that its entity mention can be.
"""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from boxscribe.tables.domain import Domain

NONE = "NONE"  # the label of pairs that state no fact


class LabelSet:
    """The labels of an extractor, NONE first."""

    def __init__(self, names: Sequence[str], domain: Domain) -> None:
        self.names = tuple(names)
        self.index = {name: number for number, name in enumerate(names)}
        self._allowed = {
            kind: torch.tensor([name == NONE or can_have(kind, name, domain) for name in names])
            for kind in domain.kinds
        }

    def __len__(self) -> int:
        return len(self.names)

    def allowed(self, kinds: Iterable[str]) -> Tensor:
        """(l) which labels a mention can have that is of one of these kinds."""
        return torch.stack([self._allowed[kind] for kind in kinds]).any(0)


def can_have(kind: str, type: str, domain: Domain) -> bool:
    """Whether entities of a kind can have facts of a type; all kinds can if the description does not have the type."""
    kinds = {name for name, described in domain.kinds.items() if described.type(type) is not None}
    kinds |= {action.kind for action in domain.actions if type in action.roles.values()}
    return kind in kinds or not kinds - {""}
