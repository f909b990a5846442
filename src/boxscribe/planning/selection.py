"""Content selection: the probability that a text states a fact, by logistic regression.

    p(k, y)  = σ(x_k W_y + b_y)                 x_k: values and ranks of all records of entity k
    q(c | w) = σ(logit p(c) + Σ_f θ_f(c, w))    w: the writer
    q(c)     = Σ_w π_w q(c | w)                 π_w: the share of training texts by w

The second step sees what follows from the first (how salient an entity is among the others) and the writer. Writers
differ more than games, so where none is given the mean over all of them is better calibrated than one model without.
Facts of an entity that texts state together (wins and losses, shots made and attempted) have the mean of their q, so
that plans have both or neither.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from boxscribe.planning.features import FeatureSpace, Floats, Ints, TableFeatures, Template, places_by, stack
from boxscribe.progress import Progress, no_progress

_BATCH = 512  # entities
_STEPS = 1500  # at least, in each of the two steps
_EPOCHS = 6
_LOGITS = np.array([-4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3])  # bounds between bins
_GAMES = 8  # in a batch of the second step
_TOGETHER = 0.8  # share of the statements of either of two types that state both
_IN_GROUP, _IN_KIND = 10, 15  # places by salience that are distinguished


class CandidateFacts(NamedTuple):
    """The facts of a table that a plan can have, with what the first step finds of them."""

    entity: Ints  # (c)
    type: Ints  # (c)
    logit: Floats  # (c) of p
    bin: Ints  # (c) of the logit
    in_group: Ints  # (k) place by salience among those of the same kind and side
    in_kind: Ints  # (k) the same among all of the kind
    salience: Floats  # (k) the expected number of stated facts


@dataclass(frozen=True, slots=True)
class FactSelector:
    """Both steps of the selection."""

    space: FeatureSpace
    weights: Floats  # (f, y) W
    bias: Floats  # (y) b
    adjustment: Floats  # (f) θ
    prior: Floats  # (w) π

    @staticmethod
    def shapes(space: FeatureSpace) -> dict[str, tuple[int, ...]]:
        """Of the weights."""
        one, none = np.zeros(1, int), np.zeros((1, 0), int)
        table = TableFeatures(none, none == 0, np.zeros((1, 0)), (), one, one, one)
        _, size = _adjustments(table, CandidateFacts(one, one, np.zeros(1), one, one, one, np.zeros(1)), one, space)
        first = space.n_entity_features, space.n_planned
        return {"weights": first, "bias": first[1:], "adjustment": (size,), "prior": (space.n_styles,)}

    def candidates(self, table: TableFeatures) -> CandidateFacts:
        """The first step."""
        logits = self.weights[table.entity_features].sum(1) + self.bias  # (k, y)
        salience = np.where(table.present, sigmoid(logits), 0).sum(1)  # (k)
        entity, type = np.nonzero(table.present)
        logit = logits[entity, type]
        places = places_by(salience, table.group), places_by(salience, table.kind)
        return CandidateFacts(entity, type, logit, np.searchsorted(_LOGITS, logit), *places, salience)

    def probabilities(self, table: TableFeatures, candidates: CandidateFacts, writer: int) -> Floats:
        """(c) q; `writer` counts from 1, 0 if none is given."""
        writers = np.array([writer]) if writer else np.flatnonzero(self.prior)
        indices, _ = _adjustments(table, candidates, writers[:, None], self.space)  # (w, c, f)
        given = sigmoid(candidates.logit + self.adjustment[indices].sum(2))  # (w, c)
        weights = self.prior[writers]
        mixed: Floats = weights @ given / weights.sum()
        at = {cell: c for c, cell in enumerate(zip(candidates.entity.tolist(), candidates.type.tolist(), strict=True))}
        for k in np.unique(candidates.entity).tolist():
            for a, b in self.space.companions:
                if (k, a) in at and (k, b) in at:
                    both = [at[k, a], at[k, b]]
                    mixed[both] = mixed[both].mean()
        return mixed


def companions_of(stated: Sequence[Ints]) -> tuple[tuple[int, int], ...]:
    """The pairs of types of which, where a text states one of an entity, it mostly states the other one, too."""
    single: Counter[int] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for facts in stated:
        of_entity: dict[int, set[int]] = {}
        for k, y in facts.tolist():
            of_entity.setdefault(k, set()).add(y)
        for types in of_entity.values():
            single.update(types)
            pairs.update(combinations(sorted(types), 2))
    return tuple(
        sorted((a, b) for (a, b), both in pairs.items() if both >= _TOGETHER * max(single[a], single[b]) and both > 9)
    )


def train_selector(
    space: FeatureSpace,
    tables: Sequence[TableFeatures],
    stated: Sequence[Ints],
    writers: Sequence[int],
    rng: np.random.Generator,
    progress: Progress = no_progress,
) -> FactSelector:
    """`stated` are the facts of each table's plan (c, 2): entity and type."""
    weights, bias = _train_first(space, tables, stated, rng, progress)
    prior = np.bincount(writers, minlength=space.n_styles) / len(writers)
    selector = FactSelector(space, weights, bias, np.zeros(0), prior)
    candidates = [selector.candidates(table) for table in tables]
    _, size = _adjustments(tables[0], candidates[0], np.zeros(1, int), space)
    theta, squares = np.zeros(size), np.ones(size)
    epochs = _epochs(len(tables), _GAMES)
    for _ in progress(range(epochs), "selection of facts, writers", epochs, "epochs"):
        order = rng.permutation(len(tables))
        for start in range(0, len(order), _GAMES):
            indices, errors = [], []
            for game in order[start : start + _GAMES]:
                own, _ = _adjustments(tables[game], candidates[game], np.array([writers[game]]), space)
                target = np.zeros(tables[game].present.shape)
                target[tuple(stated[game].T)] = 1
                found = sigmoid(candidates[game].logit + theta[own].sum(1))
                error = found - target[candidates[game].entity, candidates[game].type]
                indices.append(own.ravel())
                errors.append(np.repeat(error, own.shape[1]))
            gradient = np.bincount(np.concatenate(indices), np.concatenate(errors), size) + 3e-2 * theta
            adagrad(theta, squares, gradient, 0.1)
    return FactSelector(space, weights, bias, theta, prior)


def _train_first(
    space: FeatureSpace,
    tables: Sequence[TableFeatures],
    stated: Sequence[Ints],
    rng: np.random.Generator,
    progress: Progress,
) -> tuple[Floats, Floats]:
    targets = []
    for table, facts in zip(tables, stated, strict=True):
        target = np.zeros(table.present.shape)
        target[tuple(facts.T)] = 1
        targets.append(target)
    features = np.concatenate([table.entity_features for table in tables])
    present = np.concatenate([table.present for table in tables])
    target = np.concatenate(targets)
    shape = space.n_entity_features, space.n_planned
    weights, squares, bias = np.zeros(shape), np.full(shape, 1e-3), np.full(space.n_planned, -3.0)
    steps = _epochs(len(features), _BATCH) * len(features) // _BATCH + 1
    for _ in progress(range(steps), "selection of facts", steps, "steps"):
        batch = rng.integers(0, len(features), _BATCH)
        x = np.zeros((_BATCH, len(weights)), np.float32)
        x[np.arange(_BATCH)[:, None], features[batch]] = 1
        found = sigmoid(x @ weights.astype(np.float32) + bias)
        error = (found - target[batch]) * present[batch]  # (b, y)
        adagrad(weights, squares, x.T @ error.astype(np.float32) / _BATCH + 2e-6 * weights, 0.05)
        bias -= 0.05 * error.mean(0)
    return weights, bias


def _epochs(items: int, batch: int) -> int:
    return max(_EPOCHS, -(-_STEPS * batch // max(1, items)))


def _adjustments(
    table: TableFeatures, candidates: CandidateFacts, writer: Ints, space: FeatureSpace
) -> tuple[Ints, int]:
    """(…, c, f) the features of the second step, and the number of all features."""
    entity, y, bin = candidates.entity, candidates.type, candidates.bin
    types, bins, writers = space.n_planned, len(_LOGITS) + 1, space.n_styles
    in_group = np.minimum(candidates.in_group[entity], _IN_GROUP - 1)
    in_kind = np.minimum(candidates.in_kind[entity], _IN_KIND - 1)
    of_writer = writer * types + y
    return stack(
        [
            Template(y * bins + bin, types * bins),
            Template((y * _IN_GROUP + in_group) * 2 + table.place[entity], types * _IN_GROUP * 2),
            Template(y * _IN_KIND + in_kind, types * _IN_KIND),
            Template(of_writer, writers * types),
            Template(
                (writer * _IN_KIND + in_kind) * space.groups + table.group[entity], writers * _IN_KIND * space.groups
            ),
            Template(writer * bins + bin, writers * bins),
            Template(of_writer * bins + bin, writers * types * bins),
            Template(of_writer * _IN_GROUP + in_group, writers * types * _IN_GROUP),
        ]
    )


def sigmoid(x: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def adagrad(weights: Floats, squares: Floats, gradient: Floats, learning_rate: float) -> None:
    """One update in place."""
    squares += gradient**2
    weights -= learning_rate * gradient / np.sqrt(squares)
