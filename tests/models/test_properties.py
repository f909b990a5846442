"""What holds for every table: sums to one, the ladder of ablations, order, chunks, dropout, no idle parameter."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from boxscribe.batches import Example, collate
from boxscribe.config import Composition
from boxscribe.models.inputs import inputs_of
from boxscribe.models.writer import Writer
from models.writers import (
    ANY_SIZES,
    GAMES,
    HIERARCHICAL,
    VARIANTS,
    EncoderName,
    Variant,
    any_examples,
    any_model,
    close,
    config,
    each_composition,
    each_encoder,
    each_path,
    gradients,
    rearranged,
    run,
    small,
    writer,
)

few = settings(max_examples=12)


def per_entity(records: Tensor, example: Example) -> Tensor:
    """The sum of the rows of each entity (t, k)."""
    rows = torch.zeros(len(records), len(example.name), dtype=records.dtype)
    return rows.index_add(1, torch.from_numpy(example.entity).long(), records)


# ── sums ──


@each_path
@each_composition
@given(example=any_examples())
@few
def test_attention_sums_to_one(composition: Composition, path: str, example: Example) -> None:
    """Ψ over the entities; Ψ α over the rows of an entity gives Ψ, so α sums to one within it."""
    found = run(any_model(composition), [example], 4, path)
    psi, records = found.entities[:, 0], found.records[:, 0]
    close(psi.sum(1), np.ones(len(psi)))
    close(per_entity(records, example), psi)
    assert (records >= 0).all()


# ── the ladder ──


def with_weights_of(model: Writer, composition: Composition, encoder: EncoderName) -> Writer:
    """A model of another composition, with all weights that both have."""
    other = any_model(composition, encoder, seed=99)
    missing, _ = other.load_state_dict(model.state_dict(), strict=False)
    assert not missing
    return other


def fill(model: Writer, name: str, value: float) -> None:
    with torch.no_grad():
        model.get_parameter(name).fill_(value)


@each_path
@each_encoder
@given(example=any_examples())
@few
def test_ent_with_its_gate_open_is_dyn(encoder: EncoderName, path: str, example: Example) -> None:
    ent = any_model("ent", encoder)
    dyn = with_weights_of(ent, "dyn", encoder)
    fill(ent, "decoder.memory.W_d.bias", 1e4)  # γ = 1
    one, other = (run(model, [example], 4, path) for model in (ent, dyn))
    close(one.log_likelihood, other.log_likelihood)
    close(one.entities, other.entities)
    close(one.end.memory.u, other.end.memory.u)


@each_encoder
def test_the_compositions_differ(encoder: EncoderName) -> None:
    """So the tests before and after this one could fail."""
    ent = any_model("ent", encoder, seed=2)
    models = [ent, *(with_weights_of(ent, composition, encoder) for composition in ("hier", "dyn"))]
    told = [float(run(model, GAMES[:1]).games.detach()) for model in models]
    assert min(abs(told[0] - told[1]), abs(told[1] - told[2]), abs(told[2] - told[0])) > 1e-3


@each_path
@each_encoder
@pytest.mark.parametrize("composition", ["dyn", "ent"])
@given(example=any_examples())
@few
def test_a_memory_that_never_changes_is_hier(
    composition: Composition, encoder: EncoderName, path: str, example: Example
) -> None:
    model = any_model(composition, encoder)
    hier = with_weights_of(model, "hier", encoder)
    fill(model, "decoder.memory.W_e.bias", -1e4)  # δ = 0
    one, other = (run(each, [example], 4, path) for each in (model, hier))
    close(one.log_likelihood, other.log_likelihood)
    close(one.entities, other.entities)
    for state in (*one.states, *other.states):
        close(state.memory.u, one.start.memory.u, 0)


# ── order ──


@each_path
@each_composition
@given(example=any_examples(), data=st.data())
@few
def test_the_order_of_entities_does_not_matter(
    composition: Composition, path: str, example: Example, data: st.DataObject
) -> None:
    entities = data.draw(st.permutations(range(len(example.name))))
    rows = [j for k in entities for j in np.nonzero(example.entity == k)[0].tolist()]
    model = any_model(composition)
    one, other = (run(model, [table], 4, path) for table in (example, rearranged(example, entities, rows)))
    close(other.log_likelihood, one.log_likelihood)
    close(other.entities, one.entities[:, :, entities])
    close(other.records, one.records[:, :, rows])


@each_path
@each_composition
@given(example=any_examples(), data=st.data())
@few
def test_the_order_of_an_entitys_records_does_not_matter(
    composition: Composition, path: str, example: Example, data: st.DataObject
) -> None:
    K = len(example.name)
    own = [data.draw(st.permutations(np.nonzero(example.entity == k)[0].tolist())) for k in range(K)]
    rows = [j for permuted in own for j in permuted]
    model = any_model(composition)
    one, other = (run(model, [table], 4, path) for table in (example, rearranged(example, range(K), rows)))
    close(other.log_likelihood, one.log_likelihood)
    close(other.entities, one.entities)
    close(other.records, one.records[:, :, rows])


def test_the_order_of_records_matters_to_the_bilstm() -> None:
    """So the two tests above could fail."""
    example = GAMES[0]
    model = any_model("ent", "bilstm")
    one, other = (run(model, [table]) for table in (example, rearranged(example, range(3), [1, 0, 2, 3, 4, 5, 6])))
    assert abs(one.games - other.games) > 1e-6


# ── chunks and dropout ──


@each_path
@each_encoder
@each_composition
@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_the_length_of_chunks_changes_nothing(
    composition: Composition, encoder: EncoderName, path: str, domain: str
) -> None:
    sample = small(domain)
    model = writer(config(composition, encoder), sample.sizes)
    with torch.no_grad():
        whole, *others = (run(model, sample.examples, length, path) for length in (10_000, 1, 7, 33, 34, 100))
    for other in others:
        close(other.log_likelihood, whole.log_likelihood)
        close(other.end.memory.u, whole.end.memory.u)


@each_path
@each_encoder
@each_composition
def test_the_same_seed_drops_the_same(composition: Composition, encoder: EncoderName, path: str) -> None:
    model = any_model(composition, encoder).train()

    def told(seed: int) -> Tensor:
        torch.manual_seed(seed)
        return run(model, GAMES, 4, path).log_likelihood

    one, again, other = told(1), told(1), told(2)
    close(one, again, 0)
    assert (one - other).abs().max() > 1e-3
    model.eval()
    close(told(1), told(2), 0)


def assert_dropped(found: Tensor, kept: Tensor) -> None:
    """About 30 % are 0, and the others are scaled up by as much."""
    lost = (found == 0) & (kept != 0)
    assert abs(float(lost.sum() / (kept != 0).sum()) - 0.3) < 0.06
    close(found, (kept / 0.7).masked_fill(lost, 0))


@each_path
def test_dropout_scales_what_it_keeps(path: str) -> None:
    with torch.no_grad():
        # Before the first d^att of this model nothing is dropped, so it shows its own dropout alone.
        model = any_model("ent", "bilstm", layers=1)
        games = GAMES * 30
        kept = run(model, games, 4, path).att[0]
        assert_dropped(run(model.train(), games, 4, path).att[0], kept)
        model = any_model("ent", "mean")
        inputs = inputs_of(collate(games))
        kept = model.encode(inputs).e
        assert_dropped(model.train().encode(inputs).e, kept)
        between = model.decoder.dropout_masks(9, 20).between
        assert between is not None
        assert_dropped(between, torch.ones(9, 1, 20, 6, dtype=torch.double))


# ── every parameter takes part ──


@each_path
@each_encoder
@each_composition
@pytest.mark.parametrize("layers", [1, 3])
def test_every_parameter_has_a_gradient(composition: Composition, encoder: EncoderName, layers: int, path: str) -> None:
    model = any_model(composition, encoder, layers)
    found = gradients(model, run(model, GAMES, 4, path).games.sum())
    assert {name for name, gradient in found.items() if not gradient.abs().max() > 1e-8} == set()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("composition", HIERARCHICAL)
def test_every_parameter_of_a_variant_has_a_gradient(composition: Composition, variant: Variant) -> None:
    model = writer(config(composition, variants=[variant]), ANY_SIZES)
    found = gradients(model, run(model, GAMES, 4, "plain").games.sum())
    assert {name for name, gradient in found.items() if not gradient.abs().max() > 1e-8} == set()
