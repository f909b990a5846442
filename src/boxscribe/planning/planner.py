"""Planners: a table in, a plan out.

`LogisticPlanner` selects the facts that texts are likely to state (`planning.selection`), then puts them in order and
into sentences (`planning.ordering`). It knows no domain: its features are kinds, types, ranks and sides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from boxscribe.derived import derive
from boxscribe.errors import InputError, did_you_mean
from boxscribe.planning.factless import FactlessRates, fit_factless
from boxscribe.planning.features import Bools, FeatureSpace, Floats, Ints, feature_space, table_features
from boxscribe.planning.focus import Wish
from boxscribe.planning.length import SentenceLength, fit_length, plan_of_length
from boxscribe.planning.ordering import FactOrder, OrderingTable, train_order
from boxscribe.planning.plan import MAX_FACTS, Plan, PlannedFact
from boxscribe.planning.raised import raised_facts, with_focus
from boxscribe.planning.selection import FactSelector, companions_of, train_selector
from boxscribe.planning.styles import PlannerStyle
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.cells import to_number
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.table import Table

# Facts that are likelier are planned. A lower threshold raises CS F1 and lowers CO; see docs/planning.md.
THRESHOLD = 0.34
_LONGEST = 8  # facts of a sentence; a plan of very many facts would have sentences that are hard to read


class Planner(Protocol):
    """Chooses what a text says, in which order."""

    @property
    def styles(self) -> Mapping[str, PlannerStyle]:
        """Names for writers."""
        ...

    @property
    def length(self) -> SentenceLength:
        """The expected words of the sentences of its plans."""
        ...

    @property
    def factless(self) -> FactlessRates:
        """How many sentences without facts texts have."""
        ...

    def plan(
        self, table: Table, writer: str | None = None, words: int | None = None, focus: Sequence[Wish] = ()
    ) -> Plan:
        """The plan of a table: in the style of a writer, for a text of so many words, and with the facts that are
        wished for (`planning.focus`), where they are given."""

    def knows(self, writer: str | None) -> bool:
        """Whether it can plan in the style of a writer."""


@dataclass(frozen=True, slots=True)
class LogisticPlanner:
    """A planner of logistic models; see `train_planner`."""

    domain: Domain
    selector: FactSelector
    order: FactOrder
    facts_per_word: float
    threshold: float = THRESHOLD
    length: SentenceLength = field(default_factory=SentenceLength)
    styles: Mapping[str, PlannerStyle] = field(default_factory=dict)
    factless: FactlessRates = field(default_factory=dict)

    def knows(self, writer: str | None) -> bool:
        return writer in self.selector.space.writers

    def plan(
        self, table: Table, writer: str | None = None, words: int | None = None, focus: Sequence[Wish] = ()
    ) -> Plan:
        if table.domain != self.domain.name:
            raise InputError(f"the planner is for '{self.domain.name}', but the table is of '{table.domain}'")
        table = derive(table, self.domain)
        features = table_features(table, self.domain, self.selector.space)
        if not features.present.any():
            raise InputError(f"the table '{table.id:.60}' has no record that the planner can plan; complete the table")
        candidates = self.selector.candidates(features)
        number = _writer_number(writer, self.selector.space)
        probabilities = self.selector.probabilities(features, candidates, number)
        types, facts = self.selector.space.types, []
        for k, y in zip(candidates.entity, candidates.type, strict=True):
            facts.append(PlannedFact(table.entities[k].id, types[y], features.values[k][types[y]]))
        probabilities = np.where(_redundant(facts, probabilities, self.domain), 0.0, probabilities)
        known = dict(zip(facts, probabilities.tolist(), strict=True))
        wishes = [raised_facts(wish, known, self.threshold) for wish in focus]
        wanted = {fact for wish in wishes for fact in wish}
        raised = np.array([fact in wanted for fact in facts])
        likeliest = np.lexsort((-probabilities, ~raised))  # what is in focus comes first
        most = min(len(facts), MAX_FACTS - len(wanted - known.keys()))

        def of_size(size: int) -> Plan:
            chosen = np.sort(likeliest[: min(max(1, size, int(raised.sum())), most)])
            given = OrderingTable.of(features, candidates, chosen, number)
            order = self.order.sentences(given, self.order.order(given))
            sentences = [tuple(facts[chosen[fact]] for fact in part) for one in order for part in _parts(one)]
            return Plan(tuple(map(tuple, with_focus(sentences, wishes))))

        if words is None:
            return of_size(int(((probabilities > self.threshold) | raised).sum()))
        guess = round(words * self.facts_per_word)
        return plan_of_length(words, self.length, of_size, guess, most, f"the table '{table.id:.60}'")


def _redundant(facts: Sequence[PlannedFact], probabilities: Floats, domain: Domain) -> Bools:
    """(c) the facts about a table as a whole that a likelier one states of another entity: the day of the game."""
    stated: set[tuple[str, str]] = set()
    found = np.zeros(len(facts), bool)
    for at in np.argsort(-probabilities, kind="stable").tolist():
        key = facts[at].type, facts[at].value
        derived = domain.derived.get(facts[at].type)
        if derived is not None and not derived.of_season and to_number(facts[at].value) is None:
            found[at] = key in stated
            stated.add(key)
    return found


def _parts(sentence: list[int]) -> list[list[int]]:
    """A sentence, or several of about equal length if it has too many facts."""
    size = -(-len(sentence) // -(-len(sentence) // _LONGEST))
    return [sentence[start : start + size] for start in range(0, len(sentence), size)]


def _writer_number(writer: str | None, space: FeatureSpace) -> int:
    if writer is None:
        return 0
    if writer not in space.writers:
        raise InputError(f"the planner knows no writer '{writer:.40}'; {did_you_mean(writer, space.writers)}")
    return 1 + space.writers.index(writer)


def train_planner(
    tables: Sequence[Table],
    plans: Sequence[Plan],
    domain: Domain | None = None,
    writers: Sequence[str | None] | None = None,
    seed: int = 0,
    progress: Progress = no_progress,
    mentions: Iterable[Plan] | None = None,
) -> LogisticPlanner:
    """A planner that is trained on the plans of texts (`planning.from_text`).

    writers: who wrote each text, None where that is not known; a plan can then be asked for in the style of a writer
    mentions: plans whose sentences have their facts in the order of mention; by default the same plans

    >>> from boxscribe.planning.from_text import plans_of
    >>> from boxscribe.planning.planner import train_planner
    >>> games = list(boxscribe.simulate("rotowire", seed=1, texts=True, games=20))
    >>> planner = train_planner(games, [plan for _, plan in plans_of(games, boxscribe.load_domain)])
    >>> len(planner.plan(games[0]).facts) > 5
    True
    """
    stating = [number for number, plan in enumerate(plans) if plan.facts]
    if not stating:
        raise InputError("no plan has a fact, so there is nothing to learn; give plans of texts")
    described = domain or load_domain(tables[0].domain)
    names = [(writers[number] if writers else None) or "" for number in stating]
    own, tables = [plans[number] for number in stating], [tables[number] for number in stating]
    planned = {fact.type for plan in own for fact in plan.facts}
    tables = [derive(table, described) for table in tables]
    space = feature_space(tables, planned, described, names)
    features = [table_features(table, described, space) for table in tables]
    stated = [_stated(plan, table, space) for plan, table in zip(own, tables, strict=True)]
    space = replace(space, companions=companions_of(stated))
    unknown = space.n_styles - 1 if space.writers else 0
    numbers = [_writer_number(name, space) if name else unknown for name in names]
    rng = np.random.default_rng(seed)
    selector = train_selector(space, features, stated, numbers, rng, progress)
    given, sentences = [], []
    for table, facts, plan, number in zip(features, stated, own, numbers, strict=True):
        candidates = selector.candidates(table)
        at = {cell: c for c, cell in enumerate(zip(candidates.entity, candidates.type, strict=True))}
        chosen = np.array([at[k, y] for k, y in facts])
        given.append(OrderingTable.of(table, candidates, chosen, number))
        sentences.append([n for n, sentence in enumerate(plan.sentences) for _ in sentence])
    order = train_order(space, given, sentences, own if mentions is None else mentions, rng, progress)
    words = sum(len(table.tokens) for table in tables)
    facts_per_word = sum(map(len, stated)) / words if words else 0.07
    length, factless = fit_length(tables, own), fit_factless(tables, own, names, described)
    return LogisticPlanner(described, selector, order, facts_per_word, length=length, factless=factless)


def _stated(plan: Plan, table: Table, space: FeatureSpace) -> Ints:
    """(c, 2) the entity and the type of each fact, in order."""
    positions = {entity.id: k for k, entity in enumerate(table.entities)}
    return np.array([(positions[fact.entity], space.types.index(fact.type)) for fact in plan.facts])
