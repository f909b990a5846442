"""NCP+CC computes what Puduppully et al. 2019a say: it agrees with `reference_ncp`, game by game, to 1e-9."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from boxscribe.batches import Batch, Example, collate
from boxscribe.batches.plans import Plans, aligned_plans, planned
from boxscribe.config import ModelConfig
from boxscribe.models.plan_encoder import PlanEncoder
from boxscribe.models.writer import Writer
from models.reference import Array
from models.reference_ncp import PlanningReference, first_mentions
from models.writers import (
    ANY_SIZES,
    GAMES,
    any_examples,
    close,
    config,
    each_path,
    example_of,
    gradients,
    run,
    small,
    writer,
)

DOMAINS = ("rotowire", "mlb")
SETTINGS = config("ncp")
each_domain = pytest.mark.parametrize("domain", DOMAINS)


def games(domain: str) -> list[Example]:
    """Those of `small`; texts that state no record get words that do."""
    return [one if first_mentions(one) else stated(one) for one in small(domain).examples]


@cache
def model(domain: str, layers: int = 2) -> Writer:
    return writer(config("ncp", layers=layers), small(domain).sizes)


def references(made: Writer, examples: list[Example]) -> list[PlanningReference]:
    weights = {name: value.double().numpy() for name, value in made.state_dict().items()}
    return [PlanningReference(weights, SETTINGS, example) for example in examples]


def stated(example: Example, seed: int = 0) -> Example:
    """The example with words that state rows: some by value and entity alone, some by type, too."""
    rng = np.random.default_rng((seed, len(example.value)))
    about, fact, fact_type, source = (np.full(len(example.target), -1, np.int32) for _ in range(4))
    for t in range(len(example.target)):
        if len(example.value) and rng.random() < 0.7:
            j = int(rng.integers(len(example.value)))
            about[t], fact[t] = example.entity[j], example.word[j]
            fact_type[t] = example.type[j] if rng.random() < 0.5 else -1
            source[t] = example.word[j] if rng.random() < 0.7 else -1
    made = replace(example, about=about, fact=fact, fact_type=fact_type, source=source)
    plan = np.array(first_mentions(made), np.int32)
    return replace(made, plan=plan, plan_sentence=np.zeros_like(plan))


def encoder(made: Writer) -> PlanEncoder:
    assert isinstance(made.encoder, PlanEncoder)
    return made.encoder


def selected(made: Writer, example: Example) -> Tensor:
    """r^cs (j, n) of one table."""
    _, inputs = encoder(made).training_inputs(collate([example]))
    with torch.no_grad():
        return encoder(made).select(inputs.table)[0]


# ── against the reference ──


@each_domain
def test_the_games_have_all_that_matters(domain: str) -> None:
    plans = [first_mentions(example) for example in games(domain)]
    assert len(plans) >= 3
    assert len({len(plan) for plan in plans}) >= 2, "plans of different lengths"
    assert max(map(len, plans)) >= 4
    assert any(plan != sorted(plan) for plan in plans), "a plan in another order than the table's"
    copies = [(example.source != -1) & (example.fact != -1) for example in games(domain)]
    assert any(one.any() for one in copies) and not all(one.all() for one in copies)


@each_domain
def test_content_selection_and_encoder(domain: str) -> None:
    made, examples = model(domain), games(domain)
    _, inputs = made.encoder.training_inputs(collate(examples))
    chosen, encoded = encoder(made).select(inputs.table), made.encode(inputs)
    for b, right in enumerate(references(made, examples)):
        close(chosen[b, : len(right.selected)], right.selected, what="r^cs")
        table, i = right.encode(right.planned), len(right.plan)
        assert inputs.plan[b, :i].tolist() == right.plan
        close(encoded.e[b, :i], table.e, what="e, the BiLSTM over the plan")
        close(encoded.h[b], table.h, what="first h")
        close(encoded.c[b], table.c, what="first c")
        close(encoded.log_plan[b], np.array(right.log_plan(right.plan)), what="log p(z | r)")


@each_path
@each_domain
def test_steps_and_likelihood(domain: str, path: str) -> None:
    made, examples = model(domain), games(domain)
    found = run(made, examples, 7, path)
    for b, right in enumerate(references(made, examples)):
        text, i = right.text(), len(right.plan)
        T = len(text.steps)
        close(found.att[:T, b], np.array([step.att for step in text.steps]), what="d^att")
        close(found.records[:T, b, :i], np.array([step.records for step in text.steps]), what="β, the plan")
        close(found.log_likelihood[:T, b], text.log_likelihood, what="log p(y, u)")
        assert not found.log_likelihood[T:, b].any()


def both_gradients(made: Writer, examples: list[Example], path: str) -> list[dict[str, Tensor]]:
    """Of log p of the texts, and of log p of their plans."""
    runs = [run(made, examples, 100, path) for _ in range(2)]
    return [gradients(made, runs[0].log_likelihood.sum()), gradients(made, runs[1].encoded.log_plan.sum())]


@each_path
def test_the_gradients_of_both_losses(path: str) -> None:
    """Each parameter's autograd gradient along a direction is the difference quotient of the reference."""
    made, examples = model("rotowire", 1), games("rotowire")[:2]
    text, plan = both_gradients(made, examples, path)
    weights = {name: value.double().numpy() for name, value in made.state_dict().items()}
    settings, rng, step = config("ncp", layers=1), np.random.default_rng(1), 1e-5

    def told(name: str, change: Array) -> Array:
        moved = [PlanningReference(weights | {name: weights[name] + change}, settings, one) for one in examples]
        sums: Array = np.array([[one.text().log_likelihood.sum(), one.log_plan(one.plan)] for one in moved]).sum(0)
        return sums

    for name, value in weights.items():
        direction = rng.uniform(-1, 1, value.shape)
        quotient = (told(name, step * direction) - told(name, -step * direction)) / (2 * step)
        along = [float((gradient[name].numpy() * direction).sum()) for gradient in (text, plan)]
        close(np.array(along), quotient, 1e-6, what=name)


def test_both_losses_reach_what_they_should() -> None:
    """The plan's loss trains records, gate and planner; the text's loss all but the planner's own parameters."""
    text, plan = both_gradients(model("rotowire"), games("rotowire"), "fused")
    for name in text:
        of_planner = name.startswith("encoder.planner.")
        of_encoder = name.startswith(("encoder.vectors.", "encoder.selection."))
        assert bool(text[name].any()) != of_planner, name
        assert bool(plan[name].any()) == (of_planner or of_encoder), name


# ── batches ──


def losses(made: Writer, batch: Batch, path: str) -> tuple[Tensor, dict[str, Tensor]]:
    found = run(made, batch, 4, path)
    both = torch.stack([found.games, found.encoded.log_plan])
    return both, gradients(made, both.sum())


@each_path
@given(examples=st.lists(any_examples(), min_size=1, max_size=3), seed=st.integers(0, 99))
@settings(max_examples=12, deadline=None)
def test_a_batch_is_its_games_and_padding_is_nothing(path: str, examples: list[Example], seed: int) -> None:
    examples = [stated(example, seed) for example in examples]
    made = writer(SETTINGS, ANY_SIZES)
    alone = [losses(made, collate([example]), path) for example in examples]
    together, gradient = losses(made, collate(examples, words=12), path)
    close(together, torch.cat([own for own, _ in alone], dim=1))
    for name, value in gradient.items():
        close(value, sum((own[name] for _, own in alone), torch.zeros_like(value)), what=name)


def test_a_text_that_states_nothing_has_an_empty_plan() -> None:
    made, none = writer(SETTINGS, ANY_SIZES), np.zeros(0, np.int32)
    found = run(made, [replace(game, plan=none, plan_sentence=none) for game in GAMES])
    assert torch.isfinite(found.log_likelihood).all() and torch.isfinite(found.encoded.log_plan).all()
    assert not found.records.any()
    for b, right in enumerate(references(made, GAMES)):
        close(found.encoded.log_plan[b], np.array(right.log_plan([])))


def test_a_batch_without_games_and_a_table_without_records() -> None:
    made = writer(SETTINGS, ANY_SIZES)
    assert run(made, collate([], 3, 1)).log_likelihood.shape == (4, 0)
    assert torch.isfinite(run(made, [example_of([0, 0], [5, 6], 1)]).log_likelihood).all()


def test_the_end_of_a_partial_texts_plan_is_no_target() -> None:
    made, example = model("rotowire"), games("rotowire")[0]
    partial = replace(example, whole=np.zeros_like(example.whole))
    (right,) = references(made, [example])
    found = run(made, [partial]).encoded.log_plan
    close(found, np.array([right.log_plan(right.plan, ends=False)]))
    assert right.log_plan(right.plan) < float(found[0].detach()) - 1e-3


def test_plans_of_any_origin_can_be_trained_on() -> None:
    made, example = model("rotowire"), games("rotowire")[0]
    (right,) = references(made, [example])
    plan = [2, 0, 4]
    other = Plans(np.array([[*plan, -1]], np.int32), np.ones(1, bool))
    batch, inputs = encoder(made).training_inputs(collate([example]), plans_of=lambda _: other)
    close(made.encode(inputs).log_plan, np.array([right.log_plan(plan)]))
    assert batch.value[0, :3].tolist() == example.value[plan].tolist()
    assert batch.row_mask.tolist() == [[True, True, True, False]]


def test_a_planned_batch_has_the_rows_of_the_plan() -> None:
    examples = [stated(example) for example in GAMES]
    batch = collate(examples)
    plans = aligned_plans(batch)
    short = planned(batch, plans)
    assert plans.ends.all()
    for b, example in enumerate(examples):
        plan = first_mentions(example)
        assert [row for row in plans.rows[b] if row >= 0] == plan
        for part in ("value", "type", "entity", "word", "forms"):
            assert getattr(short, part)[b, : len(plan)].tolist() == getattr(example, part)[plan].tolist()
        assert short.features[b, :, : len(plan)].tolist() == example.features[:, plan].tolist()
        assert short.row_mask[b].sum() == len(plan)
        assert (short.word[b, len(plan) :] == -1).all()


# ── search ──


@each_domain
@pytest.mark.parametrize("seed", range(3))
def test_a_beam_of_one_is_greedy(domain: str, seed: int) -> None:
    made = writer(SETTINGS, small(domain).sizes, seed)
    for example, right in zip(small(domain).examples, references(made, small(domain).examples), strict=True):
        plan, log_p = encoder(made).planner.search(selected(made, example), 1)
        assert plan == right.greedy_plan()
        assert log_p == pytest.approx(right.log_plan(plan), abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_a_wide_beam_finds_the_best_of_all_plans(seed: int) -> None:
    made, example = writer(SETTINGS, ANY_SIZES, seed), example_of([2, 2], [5], seed)
    (right,) = references(made, [example])
    plan, log_p = encoder(made).planner.search(selected(made, example), 100)
    best, total = right.best_plan()
    assert plan == best
    assert log_p == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("beam", [1, 2, 5])
def test_a_plan_has_a_row_at_least_and_none_twice(beam: int) -> None:
    for seed in range(5):
        made = writer(SETTINGS, ANY_SIZES, seed)
        for example in (*GAMES, example_of([1], [5], 1)):
            plan, _ = encoder(made).planner.search(selected(made, example), beam)
            assert 1 <= len(plan) == len(set(plan)) <= len(example.value)
            assert max(plan) < len(example.value)


# ── settings ──


@pytest.mark.parametrize("setting", ["memory_context", "mention_features", "feed_copied_records"])
def test_what_needs_the_whole_table_is_refused(setting: str) -> None:
    with pytest.raises(ValueError, match=f"{setting} .* ncp "):
        ModelConfig.model_validate({"composition": "ncp", setting: True})


def test_an_odd_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"hidden 7: ncp .* even"):
        ModelConfig(composition="ncp", hidden=7)


@pytest.mark.parametrize("variants", [(), ("copy_forms",), ("length_control",)])
def test_surface_forms_and_length_control_work(variants: tuple[str, ...]) -> None:
    made = writer(config("ncp", variants=variants), small("rotowire").sizes)  # type: ignore[arg-type]
    plain, fused = (run(made, games("rotowire"), 7, path).log_likelihood for path in ("plain", "fused"))
    assert torch.isfinite(plain).all()
    close(plain, fused)
