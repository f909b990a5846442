"""The model computes what the paper says: it agrees with `reference`, game by game, to 1e-9."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest
import torch

from boxscribe.batches import chunks, collate
from boxscribe.batches.vocab import UNK
from boxscribe.config import ModelConfig
from boxscribe.models.copy_forms import form_probabilities
from boxscribe.models.inputs import inputs_of
from boxscribe.models.writer import Writer, given_words
from boxscribe.text.forms import value_of
from models.reference import Array, Mentions, ScoredText, distribution
from models.writers import (
    COMPOSITIONS,
    ENCODERS,
    EXTRAS,
    HIERARCHICAL,
    PATHS,
    VARIANTS,
    close,
    config,
    reference_of,
    run,
    small,
    writer,
)

DOMAINS = ("rotowire", "mlb")
CASES = {
    f"{composition}-{encoder}-{layers}-{domain}": (config(composition, encoder, layers), domain)
    for composition, encoder, layers, domain in product(COMPOSITIONS, ENCODERS, (1, 2), DOMAINS)
} | {
    f"{composition}-{domain}-{'-'.join(variants)}": (config(composition, encoder, variants=variants), domain)
    for composition, (encoder, domain), variants in product(
        HIERARCHICAL, zip(ENCODERS, DOMAINS, strict=True), [*((one,) for one in VARIANTS + EXTRAS), VARIANTS, EXTRAS]
    )
}
all_cases = pytest.mark.parametrize("name", CASES)


@cache
def told(name: str) -> tuple[Writer, list[ScoredText]]:
    """The model, and what the reference says about each game."""
    settings, domain = CASES[name]
    sample = small(domain)
    model = writer(settings, sample.sizes)
    reference = reference_of(model, settings)
    return model, [reference.log_likelihood(example) for example in sample.examples]


def stacked(text: ScoredText, part: str) -> Array:
    """One part of all steps."""
    return np.array([getattr(step, part) for step in text.steps])


def paths(settings: ModelConfig) -> list[str]:
    variant = settings.normalise_memory or settings.memory_context
    return ["plain"] if variant else list(PATHS)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_games_have_all_that_matters(domain: str) -> None:
    """Else the comparisons below would say little."""
    examples = small(domain).examples
    for part in ("value", "name", "target"):
        assert len({len(getattr(example, part)) for example in examples}) >= 3, f"different sizes of {part}"
    assert any(set(range(len(example.name))) - {*example.entity} for example in examples), "an entity without records"
    kinds = {
        (bool(target == UNK), min(2, int((example.word == source).sum())))
        for example in examples
        for target, source in zip(example.target, example.source, strict=True)
    }
    mentions = [Mentions(example) for example in examples]
    marks = set()
    for one in mentions:
        for held in one.example.source:
            one.hear(int(held))
            marks |= {tuple(one.marks(k)) for k in range(len(one.example.name))}
    assert np.array(list(marks)).any(0).all(), "every mark occurs"
    assert any(example.number.any() for example in examples), "a number"
    assert kinds >= {(False, 0), (False, 2), (True, 0), (True, 1)}, "(unknown, rows to copy from)"
    assert any((example.form > 0).any() for example in examples), "another form of a value"


@all_cases
def test_the_encoder(name: str) -> None:
    (settings, domain), (model, texts) = CASES[name], told(name)
    encoded = model.encode(inputs_of(collate(small(domain).examples)))
    state = model.start(encoded)
    for b, text in enumerate(texts):
        (j, _), (k, _) = text.encoded.e.shape, text.encoded.x.shape
        close(encoded.e[b, :j], text.encoded.e, what="e")
        close(encoded.x[b, :k], text.encoded.x, what="x  (Eq. 4)")
        close(state.memory.u[b, :k], text.start, what="u_{−1}  (Eq. 5)")
        for layer in range(settings.layers):
            close(state.lstm.h[layer, b], text.encoded.h, what="first h")
            close(state.lstm.c[layer, b], text.encoded.c, what="first c")
        assert not state.feed[b].any()


@all_cases
def test_teacher_forcing(name: str) -> None:
    (settings, domain), (model, texts) = CASES[name], told(name)
    for path in paths(settings):
        found = run(model, small(domain).examples, 7, path)
        for b, text in enumerate(texts):
            T, (j, _), (k, _) = len(text.steps), text.encoded.e.shape, text.encoded.x.shape
            where = f"{path}, game {b}"
            close(found.att[:T, b], stacked(text, "att"), what=f"d^att  (Eq. 2), {where}")
            close(found.entities[:T, b, :k], stacked(text, "psi"), what=f"Ψ  (Eq. 12), {where}")
            close(found.records[:T, b, :j], stacked(text, "records"), what=f"Ψ α  (Eq. 10), {where}")
            close(found.log_likelihood[:T, b], text.log_likelihood, what=f"log p(y), {where}")
            assert not found.log_likelihood[T:, b].any(), "padding has no likelihood"
            generated = np.log(stacked(text, "generate")).mean(1)
            close(found.log_mean[:T, b], generated, what=f"the mean of log p_gen  (Eq. 3), {where}")


@all_cases
def test_the_state_after_each_chunk(name: str) -> None:
    (settings, domain), (model, texts) = CASES[name], told(name)
    for path, length in product(paths(settings), (1, 7)):
        found = run(model, small(domain).examples, length, path)
        for b, text in enumerate(texts):
            ends = range(length, len(text.steps) + 1, length)
            states = found.states[: len(ends)]
            steps = [text.steps[end - 1] for end in ends]
            where = f"{path}, chunks of {length}, game {b}"
            u = [state.memory.u[b, : len(text.start)].numpy() for state in states]
            close(np.array(u), np.array([step.u for step in steps]), what=f"u  (Eq. 9), {where}")
            for part in ("h", "c"):
                values = [getattr(state.lstm, part)[:, b].numpy() for state in states]
                close(np.array(values), np.array([getattr(step, part) for step in steps]), what=f"{part}, {where}")
            feed = [state.feed[b].numpy() for state in states]
            close(np.array(feed), np.array([step.att for step in steps]), what=f"the feed, {where}")


def has_forms_of(forms: Sequence[Mapping[str, int]], count: int) -> torch.Tensor:
    """(j, s) from the forms of each row."""
    return torch.tensor([[form in of.values() for form in range(count)] for of in forms])


@all_cases
def test_the_distribution_of_each_step(name: str) -> None:
    """`Writer.step`, as search uses it: all ways to each word add up."""
    (settings, domain), (model, texts) = CASES[name], told(name)
    sample = small(domain)
    vocabulary = sample.vocabularies.target.words
    batch = collate(sample.examples)
    longest = max(len(text.steps) for text in texts)
    (chunk,) = chunks(batch, longest, settings.copy_forms)
    encoded = model.encode(inputs_of(batch))
    state, given = model.start(encoded), given_words(chunk, encoded.e.device)
    for t in range(longest):
        with torch.no_grad():
            state, made, trace = model.step(encoded, state, given.at(t))
        for b, text in enumerate(texts):
            if t >= len(text.steps):
                continue
            step, j, k = text.steps[t], len(text.encoded.e), len(text.start)
            update_rate = step.delta.sum(1) / max(1, step.delta.shape[1])
            expected = np.concatenate([step.u.ravel(), step.psi, update_rate, [step.copy], step.records])
            seen = (
                state.memory.u[b, :k].ravel(),
                trace.entities[b, :k],
                trace.update_rate[b, :k],
                trace.copy[b : b + 1],
            )
            close(
                torch.cat([*seen, trace.records[b, :j]]), expected, what=f"u, Ψ, mean δ, z, Ψ α of game {b}, step {t}"
            )
            forms = sample.forms(b) if settings.copy_forms else [{word: 0} for word in sample.held(b)]
            p_form = form_probabilities(made.forms[b].expand(j, -1), has_forms_of(forms, made.forms.shape[1])).numpy()
            close(p_form, step.forms, what=f"p(s | j), game {b}, step {t}")
            ways = [(surface, row, form) for row, of in enumerate(forms) for surface, form in of.items()]
            held = [surface for surface, _, _ in ways]
            copied = (made.log_copy[b].exp() * made.records[b, :j]).numpy()
            words, right = (
                distribution(vocabulary, held, generate, np.array([copy[row] * p[row, form] for _, row, form in ways]))
                for generate, copy, p in (
                    (made.log_generate[b].exp().numpy(), copied, p_form),
                    ((1 - step.copy) * step.generate, step.copy * step.records, step.forms),
                )
            )
            assert words.keys() == right.keys()
            close(np.array([*words.values()]), np.array([*right.values()]), what=f"p of each word, game {b}, step {t}")
            assert abs(sum(words.values()) - 1) < 1e-9
            # The word of the text has the probability that training gives it, or more where it could be a copy of a
            # cell that it does not state: "a" in "a game".
            token = (*sample.tables[b].tokens, "<eos>")[t]
            more = np.log(words.get(token, words["<unk>"])) - text.log_likelihood[t]
            stated = not settings.copy_forms or value_of(token) is None or sample.examples[b].form[t] > 0
            assert abs(more) < 1e-9 if stated else more > -1e-9 or token not in vocabulary
