"""Content ordering: which of the selected facts comes next, and whether a sentence ends before it.

    p(c | c', stated) ∝ exp Σ_f θ_f(c, c', stated, w)    over the facts that are to come; c' is the last one
    p(break | c, c')  = σ(Σ_f φ_f(c, c', w))

Trained on the order of plans (Plackett–Luce); a plan takes the likeliest next fact, one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boxscribe.planning.features import FeatureSpace, Floats, Ints, TableFeatures, Template, stack
from boxscribe.planning.selection import WRITER_DROPOUT, CandidateFacts, adagrad, sigmoid

_COUNTS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 23, 26, 30, 35, 40, 50])  # bounds of stated facts
_EPOCHS, _GAMES, _STEPS = 5, 4, 400  # epochs, games in a batch, least number of batches
_IN_GROUP = 10  # places by salience that are distinguished
_MENTIONED = 7  # numbers of mentioned entities that are distinguished
_RELATIONS = 5  # to the last fact: same entity; same place or other place, not mentioned or mentioned


@dataclass(frozen=True, slots=True)
class OrderingTable:
    """The facts to order, and what the features need of their entities."""

    entity: Ints  # (c)
    type: Ints  # (c)
    group: Ints  # (k)
    place: Ints  # (k)
    in_group: Ints  # (k) place by salience
    writer: int

    @classmethod
    def of(cls, table: TableFeatures, candidates: CandidateFacts, chosen: Ints, writer: int) -> "OrderingTable":
        entity, type = candidates.entity[chosen], candidates.type[chosen]
        in_group = np.minimum(candidates.in_group, _IN_GROUP - 1)
        return cls(entity, type, table.group, table.place, in_group, writer)


@dataclass(frozen=True, slots=True)
class FactOrder:
    """The weights of both models."""

    space: FeatureSpace
    following: Floats  # (f) θ
    breaks: Floats  # (f) φ

    def order(self, table: OrderingTable) -> list[int]:
        """The facts in the likeliest order, by greedy search."""
        size = len(table.entity)
        order: list[int] = []
        stated = np.zeros((1, size), bool)
        while len(order) < size:
            before, last = [-1, -1, *order][-2:]
            indices, _ = _next_features(table, self.space, np.array([last]), np.array([before]), stated)
            order.append(int(np.where(stated[0], -np.inf, self.following[indices[0]].sum(1)).argmax()))
            stated[0, order[-1]] = True
        return order

    def sentences(self, table: OrderingTable, order: Sequence[int]) -> list[list[int]]:
        """The facts of each sentence."""
        found: list[list[int]] = []
        for last, fact in zip([-1, *order], order, strict=False):
            indices, _ = _break_features(table, self.space, last, fact, len(found[-1]) if found else 0)
            if not found or self.breaks[indices].sum() > 0:
                found.append([])
            found[-1].append(fact)
        return found


def train_order(
    space: FeatureSpace,
    tables: Sequence[OrderingTable],
    sentences: Sequence[Sequence[int]],
    rng: np.random.Generator,
) -> FactOrder:
    """The facts of each table are in the order of its plan; `sentences` are the sentences that they stand in."""
    none, unstated = np.array([-1]), np.zeros((1, len(tables[0].entity)), bool)
    n_following = _next_features(tables[0], space, none, none, unstated)[1]
    n_breaks = _break_features(tables[0], space, -1, 0, 0)[1]
    theta, squares = np.zeros(n_following), np.ones(n_following)
    phi, break_squares = np.zeros(n_breaks), np.ones(n_breaks)
    for _ in range(max(_EPOCHS, -(-_STEPS * _GAMES // len(tables)))):
        permuted = rng.permutation(len(tables))
        for start in range(0, len(permuted), _GAMES):
            gradient, break_gradient = np.zeros(n_following), np.zeros(n_breaks)
            for game in permuted[start : start + _GAMES]:
                writer = 0 if rng.random() < WRITER_DROPOUT else tables[game].writer
                _add_order_gradient(gradient, theta, tables[game], writer, space)
                _add_break_gradient(break_gradient, phi, tables[game], sentences[game], space)
            adagrad(theta, squares, gradient + 1e-6 * theta, 0.1)
            adagrad(phi, break_squares, break_gradient + 1e-6 * phi, 0.1)
    return FactOrder(space, theta, phi)


def _add_order_gradient(
    gradient: Floats, theta: Floats, table: OrderingTable, writer: int, space: FeatureSpace
) -> None:
    size = len(table.entity)
    stated = np.tril(np.ones((size, size), bool), -1)  # (r, c): before fact r those before it are stated
    given = OrderingTable(table.entity, table.type, table.group, table.place, table.in_group, writer)
    indices, _ = _next_features(given, space, np.arange(-1, size - 1), np.arange(-2, size - 2), stated)  # (r, c, f)
    scores = np.where(stated, -np.inf, theta[indices].sum(2))
    error = np.exp(scores - scores.max(1, keepdims=True))
    error /= error.sum(1, keepdims=True)
    error[np.arange(size), np.arange(size)] -= 1
    gradient += np.bincount(indices.ravel(), np.repeat(error.ravel(), indices.shape[2]), len(gradient))


def _add_break_gradient(
    gradient: Floats, phi: Floats, table: OrderingTable, sentences: Sequence[int], space: FeatureSpace
) -> None:
    length = 0
    for fact in range(1, len(sentences)):
        length = length + 1 if fact == 1 or sentences[fact - 1] == sentences[fact - 2] else 1
        indices, _ = _break_features(table, space, fact - 1, fact, length)
        error = sigmoid(phi[indices].sum(keepdims=True))[0] - (sentences[fact] != sentences[fact - 1])
        np.add.at(gradient, indices, error)


def _next_features(
    table: OrderingTable, space: FeatureSpace, last: Ints, before: Ints, stated: NDArray[np.bool_]
) -> tuple[Ints, int]:
    """(r, c, f) the features of each fact as the next one, after the facts `before` and `last` (r; < 0: none)."""
    types, groups, writers = len(space.types), space.groups, len(space.writers) + 1
    entity, y, group = table.entity, table.type, table.group[table.entity]
    none = last < 0
    last_entity = np.where(none, 0, entity[last])
    last_type = np.where(none, types, y[last])[:, None]
    type_before = np.where(before < 0, types, y[np.maximum(before, 0)])[:, None]
    last_group = np.where(none, groups, table.group[last_entity])[:, None]
    of_entity = stated.astype(float) @ np.eye(len(table.group))[entity]  # (r, k) stated facts
    mentioned = of_entity > 0
    in_group = np.minimum(mentioned @ np.eye(groups)[table.group], _MENTIONED - 1).astype(int)  # (r, group)
    same = (entity == last_entity[:, None]) & ~none[:, None]
    other_place = table.place[entity] != np.where(none, -1, table.place[last_entity])[:, None]
    relation = np.where(same, 0, 1 + 2 * other_place + mentioned[:, entity])
    own = np.minimum(of_entity[:, entity], 4).astype(int)
    rank = table.in_group[entity]
    count = np.searchsorted(_COUNTS, stated.sum(1), side="right")[:, None]
    counts = len(_COUNTS) + 1
    last_rank = np.where(none, 0, table.in_group[last_entity])[:, None]
    return stack(
        [
            Template((last_type * types + y) * _RELATIONS + relation, (types + 1) * types * _RELATIONS),
            Template(((type_before * (types + 1) + last_type) * types + y) * 2 + same, (types + 1) ** 2 * types * 2),
            Template((count * types + y) * 2 + table.place[entity], counts * types * 2),
            Template((own * types + y) * 2 + same, 5 * types * 2),
            Template(
                ((in_group[:, group] * _MENTIONED + in_group[:, group ^ 1]) * groups + group) * (groups + 1)
                + last_group,
                _MENTIONED**2 * groups * (groups + 1),
            ),
            Template((last_rank * _IN_GROUP + rank) * _RELATIONS + relation, _IN_GROUP**2 * _RELATIONS),
            Template((count * _IN_GROUP + rank) * groups + group, counts * _IN_GROUP * groups),
            Template((y * _IN_GROUP + rank) * 2 + table.place[entity], types * _IN_GROUP * 2),
            Template((table.writer * counts + count) * groups + group, writers * counts * groups),
            Template((table.writer * (types + 1) + last_type) * types + y, writers * (types + 1) * types),
            Template((table.writer * _RELATIONS + relation) * groups + group, writers * _RELATIONS * groups),
        ]
    )


def _break_features(table: OrderingTable, space: FeatureSpace, last: int, fact: int, length: int) -> tuple[Ints, int]:
    """(f) the features of a sentence end between two facts, after a sentence of `length` facts."""
    types, writers = len(space.types), len(space.writers) + 1
    one, other = table.entity[last], table.entity[fact]
    relation = 0 if one == other else 1 + int(table.place[one] != table.place[other])
    pair = table.type[last] * types + table.type[fact]
    size = min(length, 9)
    relation_size = np.array(relation * 10 + size)
    return stack(
        [
            Template(np.array(pair * 3 + relation), types * types * 3),
            Template(relation_size, 30),
            Template(table.writer * 30 + relation_size, writers * 30),
            Template(np.array(table.type[fact] * 30) + relation_size, types * 30),
        ]
    )
