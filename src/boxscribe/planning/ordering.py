"""Content ordering: the order of the selected facts, and the sentences that they form.

    p(a before b)     = σ(Σ_f θ_f(a, b, w) − θ_f(b, a, w))
    p(a, b in a run)  = σ(Σ_f ψ_f(a, b, w))     a, b of one entity; a run has no fact of another entity between its own
    p(break | a, b)   = σ(Σ_f φ_f(a, b, w))     b follows a; w is the writer, 0 where none is given
    p(a mentioned before b) = σ(μ(a, b))        a, b of one sentence, by their types and whose entity comes first

The facts of an entity form runs (average linkage of the log-odds of p(run)). The order of the runs, and of the facts in
each, maximises Σ log p(a before b) over all pairs (Kemeny's rule), by local search: a greedy choice of the next fact
follows one writer and then another, where the sum finds what most of them agree on. Within a sentence the facts of two
entities alternate as texts mention them: the records of both teams, then both scores.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from boxscribe.planning.features import Bools, FeatureSpace, Floats, Ints, TableFeatures, Template, stack
from boxscribe.planning.plan import Plan
from boxscribe.planning.selection import CandidateFacts, adagrad, sigmoid
from boxscribe.progress import Progress, no_progress

_EPOCHS, _GAMES, _STEPS = 4, 8, 400  # epochs, games in a batch, least number of batches
_WRITER_DROPOUT = 0.4  # share of training texts whose writer is not given
_RANKS = 8  # places by salience that are distinguished
_DIFFERENCES = np.array([-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3])  # bounds between differences of salience
_LENGTHS = 10  # lengths of sentences that are distinguished


@dataclass(frozen=True, slots=True)
class OrderingTable:
    """The facts to order, and what the features need of their entities."""

    entity: Ints  # (c)
    type: Ints  # (c)
    group: Ints  # (k)
    place: Ints  # (k)
    rank: Ints  # (k) place by salience
    salience: Floats  # (k)
    numbers: Floats  # (k, y)
    writer: int

    @classmethod
    def of(cls, table: TableFeatures, candidates: CandidateFacts, chosen: Ints, writer: int) -> "OrderingTable":
        entity, type = candidates.entity[chosen], candidates.type[chosen]
        rank = np.minimum(candidates.in_group, _RANKS - 1)
        return cls(entity, type, table.group, table.place, rank, candidates.salience, table.numbers, writer)


@dataclass(frozen=True, slots=True)
class FactOrder:
    """The weights of the four models."""

    space: FeatureSpace
    before: Floats  # (f) θ
    runs: Floats  # (f) ψ
    breaks: Floats  # (f) φ
    mention: Floats  # (2, y, y) μ of types: of one entity, and of the first entity of a sentence and another one

    @staticmethod
    def shapes(space: FeatureSpace) -> dict[str, tuple[int, ...]]:
        """Of the weights."""
        one = np.zeros(1, int)
        table = OrderingTable(one, one, one, one, one, np.zeros(1), np.zeros((1, space.n_planned)), 0)
        sizes = {
            "before": _pair_features(table, space, one, one)[1],
            "runs": _run_features(table, space, one, one)[1],
            "breaks": _break_features(table, space, one, one, one)[1],
        }
        return {name: (size,) for name, size in sizes.items()} | {"mention": (2, space.n_planned, space.n_planned)}

    def order(self, table: OrderingTable) -> list[int]:
        """The facts in the order that agrees best with all pairs."""
        a, b = (axis.ravel() for axis in np.indices((len(table.entity),) * 2))
        scores = self.before[_pair_features(table, self.space, a, b)[0]].sum(1)
        together = self.runs[_run_features(table, self.space, a, b)[0]].sum(1)
        square = len(table.entity), len(table.entity)
        log_odds = scores.reshape(square) - scores.reshape(square).T  # (c, c) of a before b
        runs = []
        for k in np.unique(table.entity):
            runs += _linked(np.flatnonzero(table.entity == k).tolist(), together.reshape(square))
        of_runs = np.array([[log_odds[np.ix_(one, other)].sum() for other in runs] for one in runs])
        order = []
        for run in _consensus(of_runs):
            facts = runs[run]
            order += [facts[at] for at in _consensus(log_odds[np.ix_(facts, facts)])]
        return order

    def sentences(self, table: OrderingTable, order: Sequence[int]) -> list[list[int]]:
        """The facts of each sentence."""
        found: list[list[int]] = []
        for last, fact in zip([-1, *order], order, strict=False):
            length = np.array([len(found[-1]) if found else 0])
            indices, _ = _break_features(table, self.space, np.array([last]), np.array([fact]), length)
            if not found or self.breaks[indices].sum() > 0:
                found.append([])
            found[-1].append(fact)
        return [self._mentioned(table, sentence) for sentence in _joined(table, found)]

    def _mentioned(self, table: OrderingTable, sentence: list[int]) -> list[int]:
        """The facts of a sentence in the order in which texts mention them."""
        entity, type = table.entity[sentence], table.type[sentence]
        place = {k: at for at, k in enumerate(dict.fromkeys(entity.tolist()))}
        rank = np.array([place[k] for k in entity.tolist()])
        log_odds = np.zeros((len(sentence), len(sentence)))
        for a, b in combinations(range(len(sentence)), 2):  # the entity of `a` comes first, if they differ
            a, b = (a, b) if rank[a] <= rank[b] else (b, a)
            log_odds[a, b] = self.mention[int(rank[a] != rank[b]), type[a], type[b]]
            log_odds[b, a] = -log_odds[a, b]
        return [sentence[at] for at in _consensus(log_odds)]


def _joined(table: OrderingTable, sentences: list[list[int]]) -> list[list[int]]:
    """A single fact that is no number, such as a weekday or a place, makes no sentence: it joins the one before."""
    joined: list[list[int]] = []
    for sentence in sentences:
        alone = len(sentence) == 1 and np.isnan(table.numbers[table.entity[sentence[0]], table.type[sentence[0]]])
        if alone and joined:
            joined[-1] = [*joined[-1], *sentence]
        else:
            joined.append(sentence)
    return joined


def mention_log_odds(plans: Iterable[Plan], space: FeatureSpace) -> Floats:
    """μ, from plans whose sentences have their facts in the order of mention."""
    number = {type: y for y, type in enumerate(space.types[: space.n_planned])}
    counts = np.zeros((2, space.n_planned, space.n_planned, 2))
    for plan in plans:
        for sentence in plan.sentences:
            first = {fact.entity: at for at, fact in reversed([*enumerate(sentence)])}
            for a, b in combinations(sentence, 2):
                if a.type in number and b.type in number:
                    swapped = first[a.entity] > first[b.entity]
                    one, other = (b, a) if swapped else (a, b)
                    counts[int(a.entity != b.entity), number[one.type], number[other.type], int(swapped)] += 1
    counts[0] += counts[0].transpose(1, 0, 2)[:, :, ::-1]  # of one entity either may be called the first
    # Where texts say little, the facts of an entity stay together.
    before, after = counts[..., 0] + np.array([0.5, 2.0])[:, None, None], counts[..., 1] + 0.5
    found: Floats = np.log(before / after)
    return found


def _linked(facts: list[int], together: Floats) -> list[list[int]]:
    """The facts of an entity as runs: the two that belong together most are joined, while it is likelier than not."""
    runs = [[fact] for fact in facts]
    while len(runs) > 1:
        links = np.array([[together[np.ix_(one, other)].mean() for other in runs] for one in runs])
        np.fill_diagonal(links, -np.inf)
        one, other = sorted(map(int, np.unravel_index(links.argmax(), links.shape)))
        if links[one, other] <= 0:
            break
        runs[one] += runs.pop(other)
    return runs


def _consensus(log_odds: Floats) -> list[int]:
    """The order with the largest sum of the log-odds of all pairs: by mean rank first, then fact by fact."""
    order = [int(at) for at in np.argsort(-sigmoid(log_odds).sum(1), kind="stable")]
    improved = True
    while improved:
        improved = False
        for item in order:
            at = order.index(item)
            rest = order[:at] + order[at + 1 :]
            gains = np.concatenate([[0], np.cumsum(log_odds[rest, item])])  # (place) those before it
            best = int(gains.argmax())
            if gains[best] > gains[at] + 1e-9:
                order = [*rest[:best], item, *rest[best:]]
                improved = True
    return order


@dataclass(frozen=True, slots=True)
class _Examples:
    """Examples of a logistic model; the log-odds are Σ_f θ[plus] − Σ_f θ[minus]."""

    plus: Ints  # (n, f)
    minus: Ints  # (n, f), f is 0 where nothing is subtracted
    target: Floats  # (n)
    size: int  # of θ


_MakeExamples = Callable[[OrderingTable, Ints], _Examples]  # of a table's facts and their sentences


def train_order(
    space: FeatureSpace,
    tables: Sequence[OrderingTable],
    sentences: Sequence[Sequence[int]],
    mentions: Iterable[Plan],
    rng: np.random.Generator,
    progress: Progress = no_progress,
) -> FactOrder:
    """The facts of each table are in the order of its plan; `sentences` are the sentences that they stand in.
    `mentions` are plans whose sentences have their facts in the order of mention."""
    numbers = [np.array(own) for own in sentences]
    models: dict[str, _MakeExamples] = {
        "order of facts": lambda table, _: _pair_examples(table, space),
        "runs of an entity": lambda table, _: _run_examples(table, space),
        "sentences": lambda table, own: _break_examples(table, own, space),
    }
    weights = []
    for label, examples in models.items():
        epochs = max(_EPOCHS, -(-_STEPS * _GAMES // len(tables)))
        weights.append(_train(examples, tables, numbers, rng, progress(range(epochs), label, epochs, "epochs")))
    before, runs, breaks = weights
    return FactOrder(space, before, runs, breaks, mention_log_odds(mentions, space))


def _train(
    examples: _MakeExamples,
    tables: Sequence[OrderingTable],
    sentences: Sequence[Ints],
    rng: np.random.Generator,
    epochs: Iterable[int],
) -> Floats:
    size = examples(tables[0], sentences[0]).size
    theta, squares = np.zeros(size), np.ones(size)
    for _ in epochs:
        permuted = rng.permutation(len(tables))
        for start in range(0, len(permuted), _GAMES):
            gradient = 1e-5 * theta
            for game in permuted[start : start + _GAMES]:
                writer = 0 if rng.random() < _WRITER_DROPOUT else tables[game].writer
                own = examples(replace(tables[game], writer=writer), sentences[game])
                found = sigmoid(theta[own.plus].sum(1) - theta[own.minus].sum(1))
                # Long texts have many pairs: each fact of any text has the same weight.
                error = (found - own.target) * len(sentences[game]) / max(1, len(found))
                for indices, sign in ((own.plus, 1), (own.minus, -1)):
                    gradient += sign * np.bincount(indices.ravel(), np.repeat(error, indices.shape[1]), size)
            adagrad(theta, squares, gradient, 0.1)
    return theta


def _pair_examples(table: OrderingTable, space: FeatureSpace) -> _Examples:
    a, b = np.triu_indices(len(table.entity), 1)
    plus, size = _pair_features(table, space, a, b)
    return _Examples(plus, _pair_features(table, space, b, a)[0], np.ones(len(a)), size)


def _run_examples(table: OrderingTable, space: FeatureSpace) -> _Examples:
    a, b = np.triu_indices(len(table.entity), 1)
    same = table.entity[a] == table.entity[b]
    a, b = a[same], b[same]
    run = np.cumsum(np.diff(table.entity, prepend=-1) != 0)
    plus, size = _run_features(table, space, a, b)
    return _Examples(plus, np.zeros((len(a), 0), int), (run[a] == run[b]).astype(float), size)


def _break_examples(table: OrderingTable, sentences: Ints, space: FeatureSpace) -> _Examples:
    facts = np.arange(1, len(sentences))
    first = np.searchsorted(sentences, sentences)  # the first fact of each fact's sentence
    plus, size = _break_features(table, space, facts - 1, facts, facts - first[:-1])
    target = (np.diff(sentences) != 0).astype(float)
    return _Examples(plus, np.zeros((len(facts), 0), int), target, size)


def _pair_features(table: OrderingTable, space: FeatureSpace, a: Ints, b: Ints) -> tuple[Ints, int]:
    """(n, f) the features of `a` before `b`."""
    types, groups, writers = space.n_planned, space.groups, space.n_styles
    one, other, y_a, y_b = table.entity[a], table.entity[b], table.type[a], table.type[b]
    g_a, g_b, r_a, r_b = table.group[one], table.group[other], table.rank[one], table.rank[other]
    same = one == other
    difference = np.searchsorted(_DIFFERENCES, table.salience[one] - table.salience[other])
    sides = g_a * groups + g_b

    # Which entity has more, for each type: players follow each other by their points, whoever is more salient.
    more = np.sign(table.numbers[one] - table.numbers[other])  # (n, y)
    comparable = (g_a == g_b) & ~same
    compared = np.where(np.isnan(more) | ~comparable[:, None], 3, more + 1).astype(int)

    def where(condition: Bools, indices: Ints, size: int) -> Template:
        return Template(np.where(condition, indices, size), size + 1)

    return stack(
        [
            *(Template(compared[:, y], 4) for y in range(types)),
            where(same, y_a * types + y_b, types**2),
            where(same, (table.writer * types + y_a) * types + y_b, writers * types**2),
            where(~same, (sides * _RANKS + r_a) * _RANKS + r_b, (groups * _RANKS) ** 2),
            where(~same, (sides * types + y_a) * types + y_b, (groups * types) ** 2),
            where(~same, (sides * types + y_a) * _RANKS + r_a, groups**2 * types * _RANKS),
            where(~same, sides * (len(_DIFFERENCES) + 1) + difference, groups**2 * (len(_DIFFERENCES) + 1)),
            where(~same, (table.writer * groups**2 + sides) * _RANKS + r_a, writers * groups**2 * _RANKS),
            where(~same, (table.writer * groups**2 + sides) * types + y_a, writers * groups**2 * types),
        ]
    )


def _run_features(table: OrderingTable, space: FeatureSpace, a: Ints, b: Ints) -> tuple[Ints, int]:
    """(n, f) the features of one run for two facts of an entity, the same in either order."""
    types, writers = space.n_planned, space.n_styles
    y_a, y_b = table.type[a], table.type[b]
    pair = np.minimum(y_a, y_b) * types + np.maximum(y_a, y_b)
    place = table.place[table.entity[a]]
    return stack(
        [
            Template(pair, types**2),
            Template(pair * 2 + place, types**2 * 2),
            Template(table.writer * types**2 + pair, writers * types**2),
        ]
    )


def _break_features(
    table: OrderingTable, space: FeatureSpace, last: Ints, fact: Ints, length: Ints
) -> tuple[Ints, int]:
    """(n, f) the features of a sentence end between two facts, after a sentence of `length` facts."""
    types, writers = space.n_planned, space.n_styles
    one, other = table.entity[last], table.entity[fact]
    relation = np.where(one == other, 0, 1 + (table.place[one] != table.place[other]))
    pair = table.type[last] * types + table.type[fact]
    size = np.minimum(length, _LENGTHS - 1)
    relation_size = relation * _LENGTHS + size
    return stack(
        [
            Template(pair * 3 + relation, types**2 * 3),
            Template(relation_size, 3 * _LENGTHS),
            Template(table.writer * 3 * _LENGTHS + relation_size, writers * 3 * _LENGTHS),
            Template(table.type[fact] * 3 * _LENGTHS + relation_size, types * 3 * _LENGTHS),
        ]
    )
