"""A run: it resumes bit by bit, survives signals, kills and a full disk, and says so when it diverges."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from boxscribe.batches import Dataset, prepare
from boxscribe.batches.dataset import Layout
from boxscribe.config import (
    Config,
    DataConfig,
    ModelConfig,
    OptimiserConfig,
    ScheduleConfig,
    TrainingConfig,
    load_config,
)
from boxscribe.errors import InputError
from boxscribe.models.store import load_model
from boxscribe.tables import load_domain
from boxscribe.training.distributed import Group
from boxscribe.training.loop import Diverged, TrainingProgress, train
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor
from helpers import games


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    made = prepare(games(20, seed=1), load_domain("rotowire"), folder / "train")
    prepare(games(4, seed=2), load_domain("rotowire"), folder / "valid", made.vocabularies)
    return folder


def config(data: Path, **training: Any) -> Config:
    return Config(
        data=DataConfig(
            train=str(data / "train"), valid=str(data / "valid"), batch_size=4, name_dropout=0.2, value_dropout=0.1
        ),
        model=ModelConfig(embedding=8, hidden=12, memory=6),
        optimiser=OptimiserConfig(learning_rate=3e-3),
        schedule=ScheduleConfig(warmup=4),
        training=TrainingConfig(
            **{"epochs": 2, "validations": 2, "average_checkpoints": 2, "label_smoothing": 0.1} | training
        ),
    )


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def test_it_learns(data: Path, tmp_path: Path) -> None:
    events = list(train(config(data, epochs=6), tmp_path / "run"))
    found = [event.validation.perplexity for event in events if event.validation]
    assert len(found) == 12
    assert found[-1] < found[0] / 2
    assert events[-1].fraction == 1
    metrics = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert [line["perplexity"] for line in metrics] == found
    assert set(metrics[0]["attention"]) == {"player", "team"}
    assert sum(metrics[0]["attention"].values()) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("per", "size"), [("word", None), ("summary", 20)])
def test_a_word_weighs_the_same_wherever_it_stands(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, per: Any, size: int | None
) -> None:
    """In a last chunk of a few words, too; else stories would learn to end early."""
    divisors: list[float] = []
    add = Group.add_gradients

    def spy(group: Group, parameters: Iterable[nn.Parameter], divisor: float) -> None:
        divisors.append(divisor)
        add(group, parameters, divisor)

    monkeypatch.setattr(Group, "add_gradients", spy)
    one_batch = config(data, epochs=1, validations=1, tbptt_steps=64)
    changes = {
        "data": one_batch.data.model_copy(update={"batch_size": 20}),
        "optimiser": OptimiserConfig(loss_normalisation=per),
    }
    list(train(one_batch.model_copy(update=changes), tmp_path / "run"))
    words = sum(Dataset(data / "train").lengths + 1)
    assert len(divisors) > 2
    assert divisors == [size or words / len(divisors)] * len(divisors)


def test_bfloat16_learns_the_same_but_for_rounding(data: Path, tmp_path: Path) -> None:
    found = {}
    for precision in ("float32", "bfloat16"):
        events = train(config(data, precision=precision), tmp_path / precision)
        found[precision] = [event.loss for event in events]
    assert found["bfloat16"] != found["float32"]
    assert found["bfloat16"] == pytest.approx(found["float32"], rel=0.02)


@pytest.mark.parametrize(("optimiser", "stop"), [("adamw", 1), ("adamw", 5), ("adagrad", 3)])
def test_a_resumed_run_is_bitwise_the_uninterrupted_one(data: Path, tmp_path: Path, optimiser: str, stop: int) -> None:
    """The interruption stands for a kill right after a checkpoint."""
    wanted = config(data, checkpoint_minutes=1e-9)
    wanted = wanted.model_copy(update={"optimiser": wanted.optimiser.model_copy(update={"name": optimiser})})
    list(train(wanted, tmp_path / "whole"))
    run = train(wanted, tmp_path / "cut")
    for _ in range(stop + 1):  # the checkpoint of batch `stop` is written before batch `stop` + 1 is told
        next(run)
    del run
    torch.manual_seed(12345)  # whatever the new process starts with
    list(train(wanted, tmp_path / "cut", resume=True))
    for folder in ("last", "best"):
        assert same(weights(tmp_path / "whole" / folder), weights(tmp_path / "cut" / folder))
    read = [(tmp_path / name / "metrics.jsonl").read_text().splitlines() for name in ("whole", "cut")]
    whole, cut = ([json.loads(line) | {"seconds": 0} for line in lines] for lines in read)
    assert whole == cut


def test_the_best_model_can_be_loaded_and_is_the_mean_of_the_latest(data: Path, tmp_path: Path) -> None:
    found = [
        e.validation
        for e in train(config(data, average_checkpoints=2, validations=1), tmp_path / "run")
        if e.validation
    ]
    assert found[1].loss < found[0].loss, "the second validation makes the best model"
    model = load_model(tmp_path / "run" / "best")
    assert model.domain.name == "rotowire"
    kept = load_file(tmp_path / "run" / "last" / "optimiser.safetensors")
    for name, value in model.writer.state_dict().items():
        mean = (kept[f"latest.0.{name}"] + kept[f"latest.1.{name}"]) / 2
        torch.testing.assert_close(value, mean)
        assert torch.equal(kept[f"latest.1.{name}"], weights(tmp_path / "run" / "last")[name])


def test_a_model_lays_tables_out_as_it_learned_them(data: Path, tmp_path: Path) -> None:
    reference = Layout(split_values=False, fixed_slots=True)
    made = prepare(games(8, seed=1), load_domain("rotowire"), tmp_path / "train", layout=reference)
    prepare(games(2, seed=2), load_domain("rotowire"), tmp_path / "valid", made.vocabularies, reference)
    list(train(config(tmp_path, epochs=1, validations=1), tmp_path / "run"))
    model = load_model(tmp_path / "run" / "best")
    assert model.layout == reference
    seen: list[int] = []
    model.writer.encoder.register_forward_hook(lambda _, given, __: seen.append(given[0].value.shape[1]))
    list(ModelAuthor(model, "reference", Decoding(beam=1, max_length=5)).write_all(games(3, seed=3)))
    assert seen == [602] * 3


def run_in_process(data: Path, out: Path, *more: str) -> "subprocess.Popen[bytes]":
    file = out.parent / "config.toml"
    file.write_text(
        f'[data]\ntrain = "{data / "train"}"\nvalid = "{data / "valid"}"\nbatch = 2\n'
        "[model]\nembedding = 8\nhidden = 12\nmemory = 6\n[training]\nepochs = 1000\ncheckpoint_minutes = 1e-9\n"
    )
    command = [sys.executable, "-m", "boxscribe", "train", str(file), "--out", str(out), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wait_for_checkpoint(out: Path) -> int:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            step: int = json.loads((out / "last" / "training.json").read_text())["step"]
        except (OSError, ValueError):
            time.sleep(0.02)
        else:
            return step
    raise AssertionError("no checkpoint was written")


@pytest.mark.parametrize("numbers", [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGTERM)])
def test_a_signal_saves_and_ends_cleanly(data: Path, tmp_path: Path, numbers: tuple[signal.Signals, ...]) -> None:
    """Two at once are one: the terminal's, and the same passed on by a launcher of several processes."""
    out = tmp_path / "run"
    with run_in_process(data, out) as process:
        wait_for_checkpoint(out)
        for number in numbers:
            process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"go on with --resume" in errors
    assert b"Traceback" not in errors
    assert sorted(path.name for path in out.iterdir() if path.name.startswith(".")) == []
    load_model(out / "last")


def test_a_killed_run_goes_on_from_its_last_checkpoint(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    for kill in range(3):
        with run_in_process(data, out, *(["--resume"] if kill else [])) as process:
            before = wait_for_checkpoint(out)
            while wait_for_checkpoint(out) == before:
                time.sleep(0.01)
            os.kill(process.pid, signal.SIGKILL)
        assert wait_for_checkpoint(out) > before


def test_a_full_disk_keeps_the_last_good_checkpoint_and_says_so(data: Path, tmp_path: Path) -> None:
    list(train(config(data, epochs=1), tmp_path / "run"))
    good = weights(tmp_path / "run" / "last")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "from pathlib import Path; from boxscribe.config import Config; from boxscribe.training.loop import train\n"
        "list(train(Config.model_validate_json(sys.argv[1]), Path(sys.argv[2]), resume=True))\n"
    )
    longer = config(data, epochs=2).model_dump_json()
    done = subprocess.run(
        [sys.executable, "-c", code, longer, str(tmp_path / "run")], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "cannot be written: " in done.stderr.splitlines()[-1]
    assert same(weights(tmp_path / "run" / "last"), good)
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["best", "curve.html", "last", "metrics.jsonl"]


def test_a_model_learns_on(data: Path, tmp_path: Path) -> None:
    *_, before = (event.validation for event in train(config(data, epochs=4), tmp_path / "first") if event.validation)
    on = config(data, epochs=1, average_checkpoints=1, init_from=str(tmp_path / "first" / "best")).model_copy(
        update={"model": ModelConfig(), "optimiser": OptimiserConfig(learning_rate=1e-4)}
    )
    *_, after = (event.validation for event in train(on, tmp_path / "second") if event.validation)
    assert after.perplexity == pytest.approx(before.perplexity, rel=0.1), "it has forgotten nothing"
    assert load_model(tmp_path / "second" / "best").config == load_model(tmp_path / "first" / "best").config
    assert not same(weights(tmp_path / "first" / "best"), weights(tmp_path / "second" / "best"))
    list(
        train(
            on.model_copy(update={"training": on.training.model_copy(update={"epochs": 2})}), tmp_path / "second", True
        )
    )
    prepare(games(3, seed=5), load_domain("rotowire"), tmp_path / "alone")
    alone = DataConfig(train=str(tmp_path / "alone"), valid=str(tmp_path / "alone"))
    with pytest.raises(
        InputError, match=r"alone: has other vocabularies .* than the model .*; prepare it with --vocab"
    ):
        list(train(on.model_copy(update={"data": alone}), tmp_path / "x"))


def test_a_model_that_learns_on_has_its_own_settings(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[data]\ntrain = "t"\nvalid = "v"\n[training]\nstart = "model"\n')
    assert load_config(file).training.init_from == "model"
    with pytest.raises(InputError, match=r"\[model\]: is settled by the model in training.init_from"):
        load_config(file, ["model.hidden=8"])


def test_divergence_is_told_with_its_step(data: Path, tmp_path: Path) -> None:
    wild = config(data).model_copy(
        update={"optimiser": OptimiserConfig(name="adamw", learning_rate=1e30, max_grad_norm=1e30)}
    )
    with pytest.raises(Diverged, match=r"not a number at step \d+; .* try a lower optimiser.learning_rate"):
        list(train(wild, tmp_path / "run"))


def test_wrong_calls_are_told(data: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no checkpoint to go on from"):
        list(train(config(data), tmp_path / "nowhere", resume=True))
    list(train(config(data, epochs=1), tmp_path / "run"))
    with pytest.raises(InputError, match="holds a run already; go on with --resume"):
        list(train(config(data), tmp_path / "run"))
    other = config(data).model_copy(update={"model": ModelConfig(embedding=8, hidden=10, memory=6)})
    with pytest.raises(InputError, match="was made with another model"):
        list(train(other, tmp_path / "run", resume=True))
    prepare(games(3, seed=5), load_domain("rotowire"), tmp_path / "alone")
    mixed = DataConfig(train=str(data / "train"), valid=str(tmp_path / "alone"))
    stranger = config(data).model_copy(update={"data": mixed})
    with pytest.raises(InputError, match="has other vocabularies"):
        list(train(stranger, tmp_path / "x"))


def test_the_run_tells_its_position(data: Path, tmp_path: Path) -> None:
    events: list[TrainingProgress] = list(train(config(data, epochs=1, validations=1), tmp_path / "run"))
    assert [round(event.fraction, 2) for event in events] == [0.2, 0.4, 0.6, 0.8, 1.0]
    assert all(event.words_per_second > 0 for event in events)
