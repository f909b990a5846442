"""The fused path computes what the plain one does, forward and backward; both have the right gradients."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from boxscribe.batches import chunks, collate
from boxscribe.batches.encode import Example
from boxscribe.batches.vocab import UNK
from boxscribe.config import Composition, ModelConfig
from boxscribe.models import fused, teacher_forcing
from boxscribe.models.copying import CopyGenerator
from boxscribe.models.decoder import NO_DROPOUT, DecoderState, DropoutMasks
from boxscribe.models.extras import DecoderInput
from boxscribe.models.inputs import inputs_of
from boxscribe.models.lstm import LSTMState
from boxscribe.models.memory import MemoryState
from boxscribe.models.teacher_forcing import ChunkOutput
from boxscribe.models.writer import Writer, given_words
from models.writers import (
    ANY_SIZES,
    COMPOSITIONS,
    ENCODERS,
    EXTRAS,
    HIERARCHICAL,
    PATHS,
    VARIANTS,
    WORDS,
    EncoderName,
    Run,
    Variant,
    config,
    example_of,
    gradients,
    real,
    run,
    writer,
)

CHUNKS = {"plain": teacher_forcing.plain, "fused": fused.chunk}


def trained(
    model: Writer, games: list[Example], path: str, seed: int, bfloat16: bool = False
) -> tuple[Run, dict[str, Tensor]]:
    """The games told in two chunks with dropout, and the gradients of the loss per word, with label smoothing."""
    torch.manual_seed(seed)
    with torch.autocast("cpu", torch.bfloat16, bfloat16):
        found = run(model.train(), games, 1 + max(len(game.target) for game in games) // 2, path)
    words = sum(len(game.target) + 1 for game in games)
    loss = -(0.9 * found.log_likelihood + 0.1 * found.log_mean).sum() / words
    return found, gradients(model, loss)


def apart(one: Tensor, other: Tensor) -> float:
    return float((one - other).detach().abs().max()) if one.numel() else 0.0


def tensors_of(state: DecoderState) -> list[Tensor]:
    """All tensors of a state."""
    found: list[Tensor] = []

    def collect(tensor: Tensor, _: object) -> Tensor:
        found.append(tensor)
        return tensor

    state.mapped(collect)
    return found


def assert_paths_agree(settings: ModelConfig, domain: str) -> None:
    """In float32, with dropout: 1e-6 for gradients, and 1e-4 of the largest number of a gradient that is not tiny."""
    sample = real(domain)
    torch.manual_seed(1)
    model = Writer(settings, sample.sizes)
    (plain, plain_gradients), (fast, fast_gradients) = (trained(model, sample.examples, path, 5) for path in PATHS)
    for part in ("log_likelihood", "log_mean", "att", "records", "entities"):
        tolerance = 1e-5 if part.startswith("log") else 1e-6
        assert apart(getattr(plain, part), getattr(fast, part)) < tolerance, part
    for one, other in zip(plain.states, fast.states, strict=True):
        for number, (left, right) in enumerate(zip(tensors_of(one), tensors_of(other), strict=True)):
            assert apart(left, right) < 1e-5, f"tensor {number} of the state"
            assert not left.requires_grad
            assert not right.requires_grad
    for name, expected in plain_gradients.items():
        difference, largest = apart(expected, fast_gradients[name]), float(expected.abs().max())
        assert difference < 1e-6, f"gradient of {name}: {difference}"
        assert difference < 1e-4 * largest or largest < 1e-7, f"gradient of {name}: {difference} of {largest}"


@pytest.mark.parametrize(("encoder", "domain"), [("mean", "rotowire"), ("bilstm", "mlb")])
@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_both_paths_agree(composition: Composition, encoder: EncoderName, domain: str, layers: int) -> None:
    assert_paths_agree(config(composition, encoder, layers, embedding=40, hidden=50, memory=30), domain)


@pytest.mark.parametrize(("encoder", "domain"), [("bilstm", "rotowire"), ("mean", "mlb")])
@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_both_paths_agree_with_the_other_encoder(composition: Composition, encoder: EncoderName, domain: str) -> None:
    assert_paths_agree(config(composition, encoder, 2, embedding=40, hidden=50, memory=30), domain)


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
@pytest.mark.parametrize("composition", HIERARCHICAL)
def test_both_paths_agree_with_our_extras(composition: Composition, domain: str) -> None:
    assert_paths_agree(config(composition, embedding=40, hidden=50, memory=30, variants=EXTRAS), domain)


def test_both_paths_agree_in_the_size_of_the_paper() -> None:
    assert_paths_agree(config("ent", "mean", 2, embedding=600, hidden=600, memory=300), "rotowire")


@pytest.mark.parametrize(("encoder", "domain"), [("mean", "rotowire"), ("bilstm", "mlb")])
@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_bfloat16_differs_from_float32_by_rounding_only(
    composition: Composition, encoder: EncoderName, domain: str
) -> None:
    """States, likelihoods and gradients stay float32; a gradient keeps its direction and size."""
    sample = real(domain)
    torch.manual_seed(1)
    extras = () if composition == "edcc" else EXTRAS
    model = Writer(config(composition, encoder, variants=extras, embedding=40, hidden=50, memory=30), sample.sizes)
    exact, exact_gradients = trained(model, sample.examples, "fused", 5)
    found, found_gradients = trained(model, sample.examples, "fused", 5, bfloat16=True)
    assert 0 < apart(exact.log_likelihood, found.log_likelihood) < 0.1
    total, expected_total = (each.log_likelihood.detach().sum().item() for each in (found, exact))
    assert total == pytest.approx(expected_total, rel=1e-3)
    tensors = [tensor for state in found.states for tensor in tensors_of(state) if tensor.is_floating_point()]
    assert {tensor.dtype for tensor in [*tensors, found.log_likelihood, found.att]} == {torch.float32}
    for name, expected in exact_gradients.items():
        difference, size = (found_gradients[name] - expected).norm(), expected.norm()
        assert difference <= 0.1 * size or size < 1e-4, f"gradient of {name}: {difference} of {size}"


# ── gradients against differences ──

GAMES = [example_of([2, 0, 3], [5, 12, 6, 9], 1), example_of([1], [7, 4], 2)]


def right_gradient(function: Callable[[], tuple[Tensor, ...]], *tensors: Tensor, fast: bool = False) -> None:
    """Gradients of all outputs with respect to the tensors, which the function uses without being given them."""
    assert torch.autograd.gradcheck(lambda *_: function(), tensors, fast_mode=fast)


def dropped(kind: str, steps: int, b: int, settings: ModelConfig) -> DropoutMasks:
    if kind == "all":
        return NO_DROPOUT
    torch.manual_seed(3)
    between = torch.rand(steps, settings.layers - 1, b, settings.hidden).gt(0.4).double() / 0.6
    return DropoutMasks(between, torch.rand(steps, b, settings.hidden).gt(0.4).double() / 0.6)


@pytest.mark.parametrize("path", CHUNKS)
@pytest.mark.parametrize("kept", ["all", "some"])
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_the_gradients_of_an_unroll(composition: Composition, layers: int, kept: str, path: str) -> None:
    settings = config(composition, "mean", layers, embedding=2, hidden=3, memory=2)
    model = writer(settings, ANY_SIZES)
    with torch.no_grad():
        encoded = model.encode(inputs_of(collate(GAMES)))
        start = model.start(encoded)
    e = encoded.e.clone().requires_grad_()
    parts = (start.lstm.h, start.lstm.c, start.memory.u, start.feed)
    h, c, u, feed = (part.clone().requires_grad_() for part in parts)
    state = DecoderState(LSTMState(h, c), MemoryState(u), {}, feed)
    words = torch.tensor([[2, 2], [5, 7], [0, 4]])
    given = DecoderInput(words, torch.full_like(words, -1), torch.full((3, 2, 2), -1), torch.zeros_like(words))
    masks = dropped(kept, 3, 2, settings)

    def unrolled() -> tuple[Tensor, ...]:
        found: ChunkOutput = CHUNKS[path](model.decoder, replace(encoded, e=e), state, given, masks)
        return found.att, found.records, found.entities

    memory = [value for name, value in model.decoder.named_parameters() if name != "memory.W_i.weight"]
    tensors = [*memory, e, h, c, feed, *([u] if u.numel() else [])]
    right_gradient(unrolled, *tensors, fast=True)


@pytest.mark.parametrize("path", CHUNKS)
def test_every_number_of_the_gradient_of_an_unroll(path: str) -> None:
    """Slower and stricter: each entry of the Jacobian by itself."""
    settings = config("ent", "mean", 2, embedding=1, hidden=2, memory=2, variants=EXTRAS)
    model = writer(settings, ANY_SIZES)
    batch, masks = collate(GAMES), dropped("some", 5, 2, settings)
    (chunk,) = chunks(batch, 5)

    def unrolled() -> tuple[Tensor, ...]:
        encoded = model.encode(inputs_of(batch))
        given = given_words(chunk, encoded.e.device)
        found: ChunkOutput = CHUNKS[path](model.decoder, encoded, model.start(encoded), given, masks)
        return found.att, found.records, found.entities

    right_gradient(unrolled, *model.decoder.parameters())


def test_the_gradients_of_the_likelihood_of_words() -> None:
    torch.manual_seed(1)
    generator = CopyGenerator(WORDS, 3).double()
    with torch.no_grad():
        for parameter in generator.parameters():
            parameter.uniform_(-1, 1)
    att = torch.rand(6, 3, dtype=torch.double, requires_grad=True)
    copied = torch.rand(6, dtype=torch.double, requires_grad=True)
    target, can_copy = torch.tensor([0, 0, 4, 4, 9, 9]), torch.tensor([True, False] * 3)
    right_gradient(
        lambda: generator.log_likelihood(att, copied, can_copy, target), att, copied, *generator.parameters()
    )
    # The same numbers by way of torch's own log softmax.
    with torch.no_grad():
        chosen, mean = generator.log_likelihood(att, copied, torch.zeros(6, dtype=torch.bool), target)
        made = generator(att, copied[:, None])
        assert apart(chosen, made.log_generate[range(6), target]) < 1e-12
        assert apart(mean, torch.log_softmax(generator.W_y(att), 1).mean(1)) < 1e-12


def test_a_word_that_cannot_be_generated_is_copied_or_unknown() -> None:
    torch.manual_seed(2)
    generator = CopyGenerator(WORDS - 3, 3).double()
    with torch.no_grad():
        for parameter in generator.parameters():
            parameter.uniform_(-1, 1)
        att, copied = torch.rand(4, 3, dtype=torch.double), torch.rand(4, dtype=torch.double)
        target = torch.tensor([WORDS - 1, WORDS - 3, WORDS - 1, 0])
        told, _ = generator.log_likelihood(att, copied, torch.tensor([True, True, False, False]), target)
        made = generator(att, copied[:, None])
    assert apart(told[:2], made.log_copy[:2] + copied[:2].log()) < 1e-12
    assert apart(told[2:], made.log_generate[2:, UNK]) < 1e-12


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_the_gradients_of_a_whole_text(composition: Composition, encoder: EncoderName, path: str) -> None:
    """From the embeddings to the likelihood, with dropout, over all games of a batch."""
    model = writer(config(composition, encoder, 2, embedding=3, hidden=4, memory=3), ANY_SIZES, seed=4).train()
    model.fused = PATHS[path]
    batch = collate(GAMES)
    (chunk,) = chunks(batch, 100)

    def told() -> tuple[Tensor, Tensor]:
        torch.manual_seed(6)
        encoded = model.encode(inputs_of(batch))
        found = model.log_likelihood(encoded, model.start(encoded), chunk)
        return found.log_likelihood, found.log_mean

    right_gradient(told, *model.parameters(), fast=True)


# ── which path is taken ──


@pytest.mark.parametrize("composition", COMPOSITIONS)
@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_compositions_of_the_paper_are_fused(
    composition: Composition, encoder: EncoderName, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert taken(Writer(config(composition, encoder), ANY_SIZES), monkeypatch) == {"fused"}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("composition", HIERARCHICAL)
def test_the_variants_that_the_paper_dropped_are_not_fused(
    composition: Composition, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That they are right is what test_reference tells."""
    assert taken(Writer(config(composition, variants=[variant]), ANY_SIZES), monkeypatch) == {"plain"}


def taken(model: Writer, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The paths that a model takes when left alone."""
    seen = set()

    def spied(name: str, original: Callable[..., ChunkOutput]) -> Callable[..., ChunkOutput]:
        def spy(*given: object) -> ChunkOutput:
            seen.add(name)
            return original(*given)

        return spy

    monkeypatch.setattr(teacher_forcing, "plain", spied("plain", teacher_forcing.plain))
    monkeypatch.setattr(fused, "chunk", spied("fused", fused.chunk))
    batch = collate(GAMES)
    encoded = model.encode(inputs_of(batch))
    state = model.start(encoded)
    for chunk in chunks(batch, 2):
        state = model.log_likelihood(encoded, state, chunk).output.state
    return seen
