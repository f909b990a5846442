"""Copying in surface forms: a proper distribution, equal to a slow computation in float64, with the right gradient."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from boxscribe.batches import Example, chunks, collate
from boxscribe.config import Composition
from boxscribe.models.copy_forms import FormGate, SameForm, form_probabilities, has_forms
from boxscribe.models.inputs import inputs_of
from boxscribe.text.forms import SurfaceForm
from models.writers import (
    ANY_SIZES,
    COMPOSITIONS,
    GAMES,
    PATHS,
    any_examples,
    any_model,
    close,
    config,
    gradients,
    run,
    writer,
)

FORMS = len(SurfaceForm)


def gate(n: int, seed: int) -> FormGate:
    torch.manual_seed(seed)
    made = FormGate(n).double()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.uniform_(-2, 2)
    return made


def form_of(example: Example, t: int, j: int) -> int | None:
    """The form in which the word t can be copied from row j."""
    if t >= len(example.target):
        return None  # the end of the text
    if example.word[j] == example.source[t]:
        return int(SurfaceForm.SAME)
    has = example.form[t] >= 0 and example.forms[j] >> example.form[t] & 1
    return int(example.form[t]) if has and example.word[j] == example.form_source[t] else None


def slowly(made: FormGate, att: Tensor, records: Tensor, examples: list[Example]) -> Iterator[tuple[int, int, float]]:
    """(step, game, probability that the word is copied), one row at a time."""
    W, b = made.W_s.weight.detach().numpy(), made.W_s.bias.detach().numpy()
    for t in range(len(att)):
        for game, example in enumerate(examples):
            total = 0.0
            for j, mask in enumerate(example.forms.tolist()):
                form = form_of(example, t, j)
                if form is not None:
                    weights = np.exp(W @ att[t, game].numpy() + b)
                    p = weights[form] / sum(weights[s] for s in range(FORMS) if mask >> s & 1)
                    total += float(records[t, game, j]) * p
            yield t, game, total


@given(st.lists(any_examples(), min_size=1, max_size=3), st.integers(0, 999))
@settings(max_examples=40)
def test_the_probability_of_a_copy_is_that_of_a_slow_computation(examples: list[Example], seed: int) -> None:
    batch, made = collate(examples), gate(4, seed)
    (chunk,) = chunks(batch, 100, copy_forms=True)
    steps, games, rows = chunk.copyable.transpose(1, 0, 2).shape
    att, records = (torch.rand(steps, games, size, dtype=torch.double) for size in (4, rows))
    copyable = torch.from_numpy(chunk.copyable).transpose(0, 1)
    with torch.no_grad():
        found = made.copied(att, records, copyable, chunk, inputs_of(batch))
    for t, game, expected in slowly(made, att, records, examples):
        assert float(found[t, game]) == pytest.approx(expected, abs=1e-12)


@given(st.integers(1, 2**FORMS - 1), st.lists(st.floats(-50, 50), min_size=FORMS, max_size=FORMS))
def test_the_forms_of_a_row_share_its_probability(mask: int, scores: list[float]) -> None:
    has = has_forms(torch.tensor([mask]))
    assert has[0].tolist() == [bool(mask >> s & 1) for s in range(FORMS)]
    p = form_probabilities(torch.tensor([scores], dtype=torch.double), has)[0]
    assert float(p.sum()) == pytest.approx(1)
    assert not p[~has[0]].any()


def test_the_gradient_of_a_copy() -> None:
    batch, made = collate(GAMES), gate(3, 1)
    (chunk,) = chunks(batch, 100, copy_forms=True)
    copyable = torch.from_numpy(chunk.copyable).transpose(0, 1)
    assert copyable.sum() > 10
    att, records = (torch.rand(*copyable.shape[:2], size, dtype=torch.double) for size in (3, copyable.shape[2]))
    tensors = (att.requires_grad_(), records.requires_grad_(), *made.parameters())
    assert torch.autograd.gradcheck(lambda *_: made.copied(att, records, copyable, chunk, inputs_of(batch)), tensors)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_the_gradients_of_a_whole_text(composition: Composition, path: str) -> None:
    """By finite differences along the gradient, which every parameter shares in."""
    model = any_model(composition, variants=("copy_forms",))
    found = gradients(model, run(model, GAMES, 100, path).games.sum())
    assert found["generator.forms.W_s.weight"].abs().max() > 1e-3
    norm = float(sum(gradient.square().sum() for gradient in found.values()) ** 0.5)
    values = []
    for step in (1e-6, -2e-6):
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                parameter.add_(found[name], alpha=step / norm)
        values.append(float(run(model, GAMES, 100, path).games.sum().detach()))
    assert (values[0] - values[1]) / 2e-6 == pytest.approx(norm, rel=1e-5)


def test_without_copy_forms_nothing_changes() -> None:
    """The same parameters, and only values as they are can be copied."""
    plain, with_forms = (writer(config(variants=variants), ANY_SIZES) for variants in ((), ("copy_forms",)))
    assert isinstance(plain.generator.forms, SameForm) and not list(plain.generator.forms.parameters())
    assert {*with_forms.state_dict()} - {*plain.state_dict()} == {
        "generator.forms.W_s.weight",
        "generator.forms.W_s.bias",
    }
    batch = collate(GAMES)
    (chunk,), (other,) = chunks(batch, 100), chunks(batch, 100, copy_forms=True)
    assert (chunk.copyable <= other.copyable).all() and (chunk.copyable != other.copyable).any()
    source = batch.source[:, :, None]
    np.testing.assert_array_equal(chunk.copyable, (source == batch.word[:, None, :]) & (source >= 0))


def test_a_row_with_one_form_is_copied_as_without_forms() -> None:
    """The form gate changes nothing where there is nothing to choose."""
    plain = any_model("ent")
    made = any_model("ent", variants=("copy_forms",))
    made.load_state_dict(plain.state_dict(), strict=False)
    batch = collate(GAMES)
    batch.forms[:] = 1
    batch.form[:] = -1
    batch.form_source[:] = -1
    close(run(made, batch).log_likelihood, run(plain, batch).log_likelihood, 1e-12)
