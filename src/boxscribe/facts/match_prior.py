"""The likelihood of a pair: how strong the evidence of a match between text and table is.

A pair has the types S under which the table has its number for its entity. The text states one of them, or none: small
numbers occur among the figures of any entity. Let a_l be the share of entities whose figure of type l is this number
(the match prior). Entities that lack the figure count, too: a pair of any of them is no match in l. A match in l is
1 / a_l times likelier if the text states l than if it does not. So the likelihood is

    Σ_{l ∈ S} p(l) / a_l + none_weight · p(NONE)        if S is not empty, and p(NONE) if it is,

up to a factor that does not depend on the model. With all weights 1 and without NONE it is the published
Σ_{l ∈ S} p(l).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from boxscribe.facts.candidates import CandidateSentence, action_types
from boxscribe.facts.values import NO_NUMBER, number_key
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

_MIN_PRIOR = 0.005  # limits the weight of a match, because texts and tables have errors


class MatchPrior:
    """a_l of every number, counted in tables."""

    def __init__(self) -> None:
        self._entities: Counter[str] = Counter()  # kind → number of its entities
        self._kinds: dict[str, set[str]] = defaultdict(set)  # type → kinds of entity that can have it
        self._matches: dict[str, Counter[str]] = defaultdict(Counter)  # type → number → entities with this number

    def add(self, table: Table, domain: Domain) -> None:
        """Count one more table."""
        for entity in table.entities:
            self._entities[entity.kind] += 1
            for record in entity.records:
                key = number_key(record.value)
                if key is not None:
                    self._kinds[record.type].add(entity.kind)
                    self._matches[record.type][key] += 1
        named = {kind for kind, described in domain.kinds.items() if described.name}
        for action in domain.actions:
            for type in action.roles.values():
                self._kinds[type] |= named
        for types in action_types(table, domain).values():
            for type in types:
                self._matches[type][NO_NUMBER] += 1

    def of(self, type: str, key: str) -> float:
        """The probability that an entity has this number under this type."""
        entities = sum(self._entities[kind] for kind in self._kinds[type])
        return max(self._matches[type][key] / max(entities, 1), _MIN_PRIOR)


def label_weights(
    sentences: Sequence[CandidateSentence], labels: Mapping[str, int], prior: MatchPrior, none_weight: float
) -> Tensor:
    """(c, o) the weight of each label in the likelihood of each pair, scaled to a maximum of 1; label 0 is NONE."""
    pairs = [(pair.types, sentence.values[pair.value].key) for sentence in sentences for pair in sentence.pairs]
    weights = torch.zeros(len(pairs), len(labels))
    for number, (types, key) in enumerate(pairs):
        weights[number, 0] = none_weight if types else 1.0
        for type in types:
            weights[number, labels[type]] = 1 / prior.of(type, key)
    return weights / weights.amax(1, keepdim=True)


def negative_log_likelihood(log_p: Tensor, weights: Tensor) -> Tensor:
    """Mean over pairs."""
    return -(log_p + weights.log()).logsumexp(1).mean()
