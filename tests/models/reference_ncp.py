"""NCP+CC once more, straight from Puduppully et al. 2019a: one table, one row, one step at a time, in float64.

It shares nothing with `boxscribe.models` but the names of the parameters. The decoder over the planned rows is that of
ED+CC, so `reference` has it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from boxscribe.batches import Example
from boxscribe.batches.vocab import EOS
from boxscribe.config import ModelConfig
from models.reference import Array, EncodedTable, Reference, ScoredText, sigmoid, softmax


def states(example: Example, t: int, j: int) -> bool:
    """Whether word t is known to state row j."""
    if example.fact[t] == -1:
        return False
    same = example.fact[t] == example.word[j] and example.about[t] == example.entity[j]
    return bool(same and example.fact_type[t] in (-1, example.type[j]))


def first_mentions(example: Example) -> list[int]:
    plan: list[int] = []
    for t in range(len(example.target)):
        rows = [j for j in range(len(example.word)) if states(example, t, j)]
        if rows and rows[0] not in plan:
            plan.append(rows[0])
    return plan


class PlanningReference(Reference):
    """The model on one table, with the plan of its text."""

    def __init__(self, weights: Mapping[str, Array], config: ModelConfig, table: Example) -> None:
        super().__init__(weights, config.model_copy(update={"composition": "edcc"}))
        self.table, self.plan = table, first_mentions(table)
        rows = ("value", "type", "entity", "word", "naming", "forms")
        picked = {name: getattr(table, name)[self.plan] for name in rows}
        none = np.zeros(0, np.int32)
        features = table.features[:, self.plan]
        self.planned = replace(table, features=features, plan=none, plan_sentence=none, **picked)
        self.selected = self.content_selection(self.record_vectors(table))

    def content_selection(self, r: Array) -> Array:
        W_a, W_g = (self.w[f"encoder.selection.{name}.weight"] for name in ("W_a", "W_g"))
        selected = []
        for j in range(len(r)):
            others = [k for k in range(len(r)) if k != j]
            c = np.zeros(self.config.hidden)
            if others:
                for k, weight in zip(others, softmax([r[j] @ W_a.T @ r[k] for k in others]), strict=True):
                    c += weight * r[k]
            selected.append(sigmoid(W_g @ np.concatenate([r[j], c])) * r[j])
        return np.array(selected)

    # ── the planner ──

    def pointers(self, plan: Sequence[int]) -> list[Array]:
        """p(z_k) over all rows and the stop symbol, of each step and of the one behind the last row."""
        p = {name.removeprefix("encoder.planner."): value for name, value in self.w.items()}
        candidates = [*self.selected, p["stop"]]
        h = c = self.selected.sum(0) / len(self.selected)
        n, found = self.config.hidden, []
        for vector in [p["start"], *(self.selected[j] for j in plan)]:
            gates = p["lstm.weight_ih_l0"] @ vector + p["lstm.bias_ih_l0"]
            gates = gates + p["lstm.weight_hh_l0"] @ h + p["lstm.bias_hh_l0"]
            i, f, g, o = (gates[at : at + n] for at in range(0, 4 * n, n))
            c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
            h = sigmoid(o) * np.tanh(c)
            found.append(softmax([h @ p["W_c.weight"].T @ candidate for candidate in candidates]))
        return found

    def log_plan(self, plan: Sequence[int], ends: bool = True) -> float:
        targets = [*plan, len(self.selected)] if ends else plan
        return float(sum(np.log(p[j]) for p, j in zip(self.pointers(plan), targets, strict=False)))

    def greedy_plan(self) -> list[int]:
        plan: list[int] = []
        stop = len(self.selected)
        while len(plan) < stop:
            p = self.pointers(plan)[-1]
            p[plan if plan else [stop]] = 0
            best = int(p.argmax())
            if best == stop:
                break
            plan.append(best)
        return plan

    def best_plan(self) -> tuple[list[int], float]:
        """The best of all plans."""
        rows = range(len(self.selected))
        plans = [plan for length in rows for plan in permutations(rows, length + 1)]
        best = max(plans, key=self.log_plan)
        return list(best), self.log_plan(best)

    # ── the writer ──

    def encode(self, example: Example) -> EncodedTable:
        rows = self.selected[self.plan]
        forward, h_forward, c_forward = self.encoder_lstm(rows, "")
        backward, h_backward, c_backward = self.encoder_lstm(rows[::-1], "_reverse")
        e = np.concatenate([forward, backward[::-1]], axis=1)
        h, c = np.concatenate([h_forward, h_backward]), np.concatenate([c_forward, c_backward])
        return EncodedTable(e, np.zeros((len(example.name), 0)), h, c)

    def text(self) -> ScoredText:
        """The text given its plan: log p(y_t, u_t) of each word."""
        text, example = self.log_likelihood(self.planned), self.planned
        both = []
        for t, step in enumerate(text.steps):
            target, source = (EOS, -1) if t == len(example.target) else (example.target[t], example.source[t])
            rows = [j for j in range(len(self.plan)) if example.word[j] == source]
            if any(states(example, t, j) for j in rows):
                both.append(np.log(step.copy) + np.log(sum(step.records[j] for j in rows)))
            else:
                both.append(np.log(1 - step.copy) + np.log(step.generate[target]))
        return replace(text, log_likelihood=np.array(both))
