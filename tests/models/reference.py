"""The whole model once more, straight from the paper: one game, one entity, one record at a time, in float64.

Nothing is padded, batched or fused, and torch is not used; the code shares nothing with `boxscribe.models` but the
names of the parameters. What the paper leaves open is as the reference implementation has it: the order of a step, what
the decoder starts from, input feeding, marginal likelihood over both ways to a word. Beyond it:
`feed_copied_records`, `mention_features`, `length_control`, `copy_forms` and `follow_plan`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boxscribe.batches import Example
from boxscribe.batches.vocab import BOS, EOS, UNK
from boxscribe.config import ModelConfig
from models.reference_plan import PlanProgress

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class EncodedTable:
    """A table after the encoder."""

    e: Array  # (j, n)
    x: Array  # (k, n)
    h: Array  # (n) what the decoder starts from
    c: Array  # (n)


@dataclass(frozen=True)
class Step:
    """One step of the decoder, and the distribution that it gives."""

    h: Array  # (layers, n)
    c: Array  # (layers, n)
    att: Array  # (n) d_t^att
    u: Array  # (k, p)
    delta: Array  # (k, p)
    psi: Array  # (k)
    records: Array  # (j) Ψ_{t,k} α_{t,k,z}
    generate: Array  # (v) p_gen
    copy: float  # z_t
    forms: Array  # (j, s) p(s | j): the probability of each form in which row j can be copied


@dataclass(frozen=True)
class ScoredText:
    """A table's own text under the model, <eos> included."""

    encoded: EncodedTable
    start: Array  # (k, p) u_{−1}
    steps: list[Step]
    log_likelihood: Array  # (t)


class Mentions:
    """Who has been named, word by word."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.under_way: set[int] = set()  # those whose name the last word may belong to
        self.last: set[int] = set()
        self.named: dict[int, list[set[int]]] = {int(kind): [set()] for kind in example.kind}  # of each kind, in order

    def hear(self, held: int) -> None:
        """A word that the table holds under this number, or −1."""
        example = self.example
        rows = [j for j in range(len(example.word)) if example.word[j] == held and example.naming[j]]
        whose = {int(example.entity[j]) for j in rows}
        goes_on = bool(whose & self.under_way)
        self.under_way = whose & self.under_way if goes_on else whose
        self.last = self.under_way or self.last
        for kind, named in self.named.items():
            them = {k for k in self.under_way if example.kind[k] == kind}
            if them and goes_on:
                named[-1] = them
            elif them and them != named[-1]:
                named.append(them)

    def marks(self, k: int) -> Array:
        *past, latest = self.named[int(self.example.kind[k])]
        before = past[-1] if past else set()
        marks = [k in who for who in (self.under_way, self.last, latest, before, set().union(*past))]
        sides = {int(self.example.side[other]) for other in self.last} - {-1}
        return np.array([*marks, int(self.example.side[k]) in sides], float)


class Reference:
    """The model with the given parameters."""

    def __init__(self, weights: Mapping[str, Array], config: ModelConfig) -> None:
        self.w, self.config = weights, config

    def log_likelihood(self, example: Example) -> ScoredText:
        encoded = self.encode(example)
        u = self.first_memory(encoded.x)
        start = u
        layers = self.config.layers
        h, c = np.array([encoded.h] * layers), np.array([encoded.c] * layers)
        feed = np.zeros_like(encoded.h)
        steps: list[Step] = []
        likelihood = []
        previous, held = BOS, -1
        mentions, plan, ends = Mentions(example), PlanProgress(example), False
        columns = (example.target, EOS), (example.source, -1), (example.form, -1), (example.form_source, -1)
        words = zip(*([*column, end] for column, end in columns), strict=True)
        for t, (target, source, form, form_source) in enumerate(words):
            mentions.hear(held)
            plan.hear(held, ends)
            step = self.step(example, encoded, h, c, feed, u, previous, held, mentions, plan, t)
            likelihood.append(self.likelihood(example, step, target, source, form, form_source))
            steps.append(step)
            h, c, feed, u, previous, held = step.h, step.c, step.att, step.u, target, source
            ends = t < len(example.ends) and example.ends[t]
            if held < 0 and self.config.copy_forms:
                held = form_source
        return ScoredText(encoded, start, steps, np.log(likelihood))

    # ── the encoder ──

    def encode(self, example: Example) -> EncodedTable:
        r = self.record_vectors(example)
        x = []
        for k in range(len(example.name)):
            own = [r[j] for j in range(len(r)) if example.entity[j] == k]
            x.append(sum(own) / len(own) if own else np.zeros(self.config.hidden))  # Eq. 4
        if self.config.encoder == "bilstm":
            forward, h_forward, c_forward = self.encoder_lstm(r, "")
            backward, h_backward, c_backward = self.encoder_lstm(r[::-1], "_reverse")
            e = np.concatenate([forward, backward[::-1]], axis=1)
            h, c = np.concatenate([h_forward, h_backward]), np.concatenate([c_forward, c_backward])
            return EncodedTable(e, np.array(x), h, c)
        mean = r.sum(axis=0) / len(r)
        return EncodedTable(r, np.array(x), mean, mean)

    def record_vectors(self, example: Example) -> Array:
        """Eq. 1: the value, the entity, the type, then the further features."""
        features = 3 + len(example.features)
        embeddings = [self.w[f"encoder.vectors.embeddings.{i}.weight"] for i in range(features)]
        W_r = np.concatenate([self.w[f"encoder.vectors.W_r.{i}"] for i in range(features)], axis=1)
        r = []
        for j in range(len(example.value)):
            ids = [example.value[j], example.name[example.entity[j]], example.type[j], *example.features[:, j]]
            parts = [embedding[id] for embedding, id in zip(embeddings, ids, strict=True)]
            r.append(np.maximum(0, W_r @ np.concatenate(parts) + self.w["encoder.vectors.b_r"]))
        return np.array(r)

    def encoder_lstm(self, r: Array, direction: str) -> tuple[Array, Array, Array]:
        """Outputs, last hidden state and last cell of one direction; torch has the gates as input, forget, cell,
        output."""
        size = self.config.hidden // 2
        W, U, b, b_2 = (
            self.w[f"encoder.lstm.{name}_l0{direction}"] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        h, c = np.zeros(size), np.zeros(size)
        outputs = []
        for vector in r:
            gates = W @ vector + b + U @ h + b_2
            i, f, g, o = (gates[at * size : (at + 1) * size] for at in range(4))
            c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
            h = sigmoid(o) * np.tanh(c)
            outputs.append(h)
        return np.array(outputs), h, c

    # ── the entity memory ──

    def has_memory(self) -> bool:
        return self.config.composition != "edcc"

    def first_memory(self, x: Array) -> Array:
        if not self.has_memory():
            return np.zeros((len(x), 0))
        return np.array([self.scaled(self.w["decoder.memory.W_i.weight"] @ x_k) for x_k in x])  # Eq. 5

    def next_memory(self, u: Array, d: Array) -> tuple[Array, Array]:
        """u_t and δ_t."""
        if self.config.composition in ("edcc", "hier"):
            return u, np.zeros_like(u)  # Eq. 14
        m = {name.removeprefix("decoder.memory."): value for name, value in self.w.items()}
        after, deltas = [], []
        for u_k in u:
            change = m["W_e.weight"] @ d + m["W_e.bias"] + m["W_f.weight"] @ u_k + m["W_f.bias"]
            delta = sigmoid(change)  # Eq. 15
            if self.config.composition == "ent":
                delta = sigmoid(m["W_d.weight"] @ d + m["W_d.bias"]) * delta  # Eq. 6, 7
            candidate = m["W_g.weight"] @ d  # Eq. 8
            after.append(self.scaled((1 - delta) * u_k + delta * candidate))  # Eq. 9
            deltas.append(delta)
        return np.array(after), np.array(deltas)

    def scaled(self, u_k: Array) -> Array:
        length = np.sqrt(u_k @ u_k)
        return u_k / length if self.config.normalise_memory and length > 0 else u_k

    # ── attention ──

    def attend(
        self, example: Example, e: Array, d: Array, u: Array, mentions: Mentions, plan: PlanProgress
    ) -> tuple[Array, Array, Array]:
        """q_t, Ψ_t and the probability of each record."""
        K = len(example.name)
        scores = [d @ self.w["decoder.attention.W_a.weight"].T @ e_j for e_j in e]
        psi, records, q = np.zeros(K), np.zeros(len(e)), np.zeros(self.config.hidden)
        if self.config.composition == "edcc":
            records[:] = softmax(scores)
            for j, probability in enumerate(records):
                q += probability * e[j]
                psi[example.entity[j]] += probability
            return q, psi, records
        rows = [[j for j in range(len(e)) if example.entity[j] == k] for k in range(K)]
        present = [k for k in range(K) if rows[k]]  # nothing can be said of an entity without records
        of_entities = [d @ self.w["decoder.attention.W_h.weight"].T @ u[k] for k in present]
        if self.config.mention_features:
            W_m = self.w["decoder.extras.mention_features.W_m.weight"].T
            of_entities = [a + d @ W_m @ mentions.marks(k) for a, k in zip(of_entities, present, strict=True)]
        if self.config.follow_plan:
            W_m, W_s = (self.w[f"decoder.extras.follow_plan.{name}.weight"].T for name in ("W_m", "W_s"))
            scores = [a + d @ W_s @ plan.status(j) for j, a in enumerate(scores)]
            of_plan = [np.max([plan.status(j) for j in rows[k]], axis=0) for k in present]
            of_entities = [a + d @ W_m @ marks for a, marks in zip(of_entities, of_plan, strict=True)]
        psi[present] = softmax(of_entities)  # Eq. 12
        for k in present:
            alpha = softmax([scores[j] for j in rows[k]])  # Eq. 10
            s = np.zeros_like(q)
            for j, weight in zip(rows[k], alpha, strict=True):
                s += weight * e[j]  # Eq. 11
                records[j] = psi[k] * weight
            q += psi[k] * s  # Eq. 13
        return q, psi, records

    # ── the decoder ──

    def step(
        self,
        example: Example,
        encoded: EncodedTable,
        h: Array,
        c: Array,
        feed: Array,
        u: Array,
        previous: int,
        held: int,
        mentions: Mentions,
        plan: PlanProgress,
        t: int,
    ) -> Step:
        word = self.w["decoder.embedding.weight"][previous]
        if self.config.length_control:
            remaining = (len(example.target) - t, sum(example.number[t:]))
            decays = [np.exp(-count / scale) for count in remaining for scale in (1, 3, 10, 30, 100, 300)]
            word = word + self.w["decoder.extras.length_control.W.weight"] @ np.array(decays)
        rows = [encoded.e[j] for j in range(len(encoded.e)) if example.word[j] == held]
        if self.config.feed_copied_records and rows:
            word = word + self.w["decoder.extras.feed_copied_records.W_b.weight"] @ (sum(rows) / len(rows))
        if self.config.follow_plan:
            vectors, counts = plan.input(encoded.e)
            W_p, W_count = (self.w[f"decoder.extras.follow_plan.{name}.weight"] for name in ("W_p", "W_count"))
            word = word + W_p @ vectors + W_count @ counts
        x, hs, cs = feed, [], []
        for layer in range(self.config.layers):
            x, cell = self.decoder_lstm(layer, word, x, h[layer], c[layer])
            hs.append(x)
            cs.append(cell)
        d = x
        u, delta = self.next_memory(u, d)
        q, psi, records = self.attend(example, encoded.e, d, u, mentions, plan)
        parts = [d, q]
        if self.config.memory_context:
            parts.append(sum((psi[k] * u[k] for k in range(len(u))), np.zeros(self.config.memory)))
        att = np.tanh(self.w["decoder.W_c.weight"] @ np.concatenate(parts))  # Eq. 2
        generate = softmax(self.w["generator.W_y.weight"] @ att + self.w["generator.W_y.bias"])  # Eq. 3
        copy = float(sigmoid(self.w["generator.w.weight"] @ att + self.w["generator.w.bias"])[0])
        forms = np.array([self.form_probabilities(att, mask) for mask in example.forms])
        return Step(np.array(hs), np.array(cs), att, u, delta, psi, records, generate, copy, forms)

    def decoder_lstm(self, layer: int, word: Array, below: Array, h: Array, c: Array) -> tuple[Array, Array]:
        """One layer; the gates stand in the order input, forget, output, cell."""
        V, b = (self.w[f"decoder.lstm.V.{layer}.{name}"] for name in ("weight", "bias"))
        gates = V @ np.concatenate([below, h]) + b
        if layer == 0:
            gates = gates + self.w["decoder.lstm.W_x.weight"] @ word
        n = self.config.hidden
        i, f, o, g = (gates[at : at + n] for at in range(0, 4 * n, n))
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        return sigmoid(o) * np.tanh(c), c

    # ── words ──

    def form_probabilities(self, att: Array, mask: int) -> Array:
        """p(s | j) of a row whose forms are the bits of `mask`; 0 for the others."""
        if not self.config.copy_forms:
            return np.array([1.0])
        scores = self.w["generator.forms.W_s.weight"] @ att + self.w["generator.forms.W_s.bias"]
        has = [s for s in range(len(scores)) if mask & 2**s]
        p = np.zeros(len(scores))
        p[has] = softmax([scores[s] for s in has])
        return p

    def likelihood(self, example: Example, step: Step, target: int, source: int, form: int, form_source: int) -> float:
        """p(y_t): generated or copied. A word outside the vocabulary is copied, or else counts as <unk>."""
        copied = []
        for j, word in enumerate(example.word):
            if word == source:
                copied.append(step.records[j] * step.forms[j, 0])
            elif self.config.copy_forms and word == form_source and example.forms[j] & 2**form:
                copied.append(step.records[j] * step.forms[j, form])
        generated = (1 - step.copy) * step.generate[target]
        if not copied:
            return float(generated)
        return float(step.copy * sum(copied) + (0 if target == UNK else generated))


def distribution(vocabulary: list[str], held: list[str], generate: Array, copy: Array) -> dict[str, float]:
    """The probability of each word that can be said: `generate` (v) and `copy` (j) are parts of one distribution, and
    `held` (j) is the word of each row."""
    words = dict.fromkeys([*vocabulary, *held], 0.0)
    for word, probability in [*zip(vocabulary, generate, strict=True), *zip(held, copy, strict=True)]:
        words[word] += float(probability)
    return words


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def softmax(scores: Array | list[float]) -> Array:
    weights = np.exp(np.asarray(scores) - np.max(scores))
    return np.asarray(weights / weights.sum())
