"""How much a match between text and table proves.

A pair has the types S under which the table has its number for its entity. The text means one of them, or none: a small
number is among anybody's figures. With a_l the share of entities whose figure of type l is this number, a match in l is
1 / a_l times likelier if the text means l than if it means nothing of the kind. So the likelihood of what was seen is

    Σ_{l ∈ S} p(l) / a_l + none_weight · p(NONE)        where S is not empty, and p(NONE) where it is,

up to a factor that does not depend on the model. With all weights 1 and no NONE it is the published Σ_{l ∈ S} p(l).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from boxscribe.facts.candidates import Candidates, done
from boxscribe.facts.mentions import NO_NUMBER, number_key
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

_RAREST = 0.005  # no match proves more than one with this chance: texts and tables have errors, too


class MatchPrior:
    """a_l for every number, counted in tables."""

    def __init__(self) -> None:
        self._entities: Counter[str] = Counter()  # type → how many entities have it
        self._having: dict[str, Counter[str]] = defaultdict(Counter)  # type → number → how many have this number in it

    def add(self, table: Table, domain: Domain) -> None:
        for record in table.records:
            key = number_key(record.value)
            if key is not None:
                self._entities[record.type] += 1
                self._having[record.type][key] += 1
        named = sum(bool(domain.kinds[entity.kind].name) for entity in table.entities if entity.kind in domain.kinds)
        for action in domain.actions:
            self._entities.update(dict.fromkeys(action.roles.values(), named))
        for types in done(table, domain).values():
            for type in types:
                self._having[type][NO_NUMBER] += 1

    def of(self, type: str, key: str) -> float:
        """The chance that any entity has this number in this type."""
        return max(self._having[type][key] / max(self._entities[type], 1), _RAREST)


def weights(
    sentences: Sequence[Candidates], labels: Mapping[str, int], chances: MatchPrior, none_weight: float
) -> Tensor:
    """The weight of each label in the likelihood of each pair, at most 1: (p, l); label 0 is NONE."""
    pairs = [(pair.types, sentence.values[pair.value].key) for sentence in sentences for pair in sentence.pairs]
    made = torch.zeros(len(pairs), len(labels))
    for number, (types, key) in enumerate(pairs):
        made[number, 0] = none_weight if types else 1.0
        for type in types:
            made[number, labels[type]] = 1 / chances.of(type, key)
    return made / made.amax(1, keepdim=True)


def loss_of(log_p: Tensor, weights: Tensor) -> Tensor:
    """−log of the likelihood, mean over pairs."""
    return -(log_p + weights.log()).logsumexp(1).mean()
