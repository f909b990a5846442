"""The loop learns, weighs every word alike, and reports what it does."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from boxscribe.batches import Dataset, prepare
from boxscribe.batches.dataset import Layout
from boxscribe.config import DataConfig, ModelConfig, OptimiserConfig
from boxscribe.errors import InputError
from boxscribe.models.store import load_model
from boxscribe.tables import load_domain
from boxscribe.training.distributed import ProcessGroup
from boxscribe.training.loop import Diverged
from boxscribe.training.train import training_steps
from boxscribe.training.validate import validate
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor
from training.runs import DOMAIN, small_config, small_games, weights


def test_it_learns_and_reports(data: Path, tmp_path: Path) -> None:
    events = list(training_steps(small_config(data, epochs=8, validations_per_epoch=2), tmp_path))
    found = [event.validation.perplexity for event in events if event.validation]
    assert len(found) == 16
    assert found[-1] < found[0] / 2
    assert [round(event.fraction, 2) for event in events[:5]] == [0.03, 0.05, 0.07, 0.1, 0.12]
    assert len(events) == 40
    assert events[-1].fraction == 1
    assert all(event.words_per_second > 0 for event in events)
    metrics = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [line["perplexity"] for line in metrics] == found
    assert set(metrics[0]["attention"]) == {"player", "team"}
    assert sum(metrics[0]["attention"].values()) == pytest.approx(1, abs=1e-4)
    assert "<svg" in (tmp_path / "curve.html").read_text()


@pytest.mark.parametrize(("normalisation", "divisor"), [("word", None), ("summary", 20)])
def test_a_word_has_the_same_weight_in_every_chunk(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, normalisation: Any, divisor: int | None
) -> None:
    """In a last chunk of a few words, too; else models would learn to end stories early."""
    divisors: list[float] = []
    sum_gradients = ProcessGroup.sum_gradients

    def spy(group: ProcessGroup, parameters: Iterable[nn.Parameter], divisor: float) -> None:
        divisors.append(divisor)
        sum_gradients(group, parameters, divisor)

    monkeypatch.setattr(ProcessGroup, "sum_gradients", spy)
    one_batch = small_config(data, epochs=1)
    changes = {
        "data": one_batch.data.model_copy(update={"batch_size": 20}),
        "optimiser": OptimiserConfig(loss_normalisation=normalisation),
    }
    list(training_steps(one_batch.model_copy(update=changes), tmp_path))
    words = sum(Dataset(data / "train").lengths + 1)
    assert len(divisors) == 3
    assert divisors == [divisor or words / 3] * 3


def test_bfloat16_learns_the_same_but_for_rounding(data: Path, tmp_path: Path) -> None:
    losses = {}
    for precision in ("float32", "bfloat16"):
        events = training_steps(small_config(data, epochs=1, precision=precision), tmp_path / precision)
        losses[precision] = [event.loss for event in events]
    assert losses["bfloat16"] != losses["float32"]
    assert losses["bfloat16"] == pytest.approx(losses["float32"], rel=0.02)


def test_checkpoint_averaging_reports_and_saves_the_averaged_model(data: Path, tmp_path: Path) -> None:
    config = small_config(data, epochs=3, average_checkpoints=2)
    *_, second, third = (event.validation for event in training_steps(config, tmp_path) if event.validation)
    assert third.loss < second.loss, "the last validation makes the best model"
    model = load_model(tmp_path / "best")
    saved = load_file(tmp_path / "last" / "optimiser.safetensors")
    last = weights(tmp_path / "last")
    for name, value in model.writer.state_dict().items():
        torch.testing.assert_close(value, (saved[f"recent.0.{name}"] + saved[f"recent.1.{name}"]) / 2)
        assert torch.equal(saved[f"recent.1.{name}"], last[name]), "training continues from its own parameters"
    valid_set = Dataset(data / "valid")
    assert validate(model, valid_set, 4, ProcessGroup()).loss == pytest.approx(third.loss, rel=1e-6)
    latest = validate(load_model(tmp_path / "last"), valid_set, 4, ProcessGroup()).loss
    assert abs(latest - third.loss) > 1e-4


def test_a_model_lays_tables_out_as_in_training(tmp_path: Path) -> None:
    reference = Layout(split_values=False, fixed_slots=True)
    train_set = prepare(small_games(4, seed=1), DOMAIN, tmp_path / "train", layout=reference)
    prepare(small_games(2, seed=2), DOMAIN, tmp_path / "valid", train_set.vocabularies, reference)
    list(training_steps(small_config(tmp_path, epochs=1), tmp_path / "run"))
    model = load_model(tmp_path / "run" / "best")
    assert model.layout == reference
    rows: list[int] = []
    model.writer.encoder.register_forward_hook(lambda _, inputs, __: rows.append(inputs[0].value.shape[1]))
    list(ModelAuthor(model, "reference", Decoding(beam=1, max_length=5)).write_all(small_games(3, seed=3)))
    assert rows == [602] * 3


def test_a_model_is_fine_tuned(data: Path, tmp_path: Path) -> None:
    first = training_steps(small_config(data, epochs=3), tmp_path / "first")
    *_, before = (event.validation for event in first if event.validation)
    best = tmp_path / "first" / "best"
    config = small_config(data, epochs=1, init_from=str(best)).model_copy(
        update={"model": ModelConfig(), "optimiser": OptimiserConfig(learning_rate=1e-4)}
    )
    *_, after = (event.validation for event in training_steps(config, tmp_path / "second") if event.validation)
    assert after.perplexity == pytest.approx(before.perplexity, rel=0.1), "it starts from what was learned"
    tuned = tmp_path / "second" / "best"
    assert load_model(tuned).config == load_model(best).config
    assert any(not torch.equal(weights(best)[name], value) for name, value in weights(tuned).items())
    longer = config.training.model_copy(update={"epochs": 2})
    list(training_steps(config.model_copy(update={"training": longer}), tmp_path / "second", resume=True))
    prepare(small_games(3, seed=5), load_domain("rotowire"), tmp_path / "alone")
    alone = DataConfig(root=str(tmp_path), train="alone", valid="alone")
    with pytest.raises(
        InputError, match=r"alone: has other vocabularies .* than the model .*; prepare it with --vocab"
    ):
        list(training_steps(config.model_copy(update={"data": alone}), tmp_path / "x"))


def test_divergence_is_reported_with_its_step(data: Path, tmp_path: Path) -> None:
    diverging = OptimiserConfig(name="adamw", learning_rate=1e30, max_grad_norm=1e30)
    config = small_config(data).model_copy(update={"optimiser": diverging})
    with pytest.raises(Diverged, match=r"not a number at step \d+; .* try a lower optimiser.learning_rate"):
        list(training_steps(config, tmp_path))
