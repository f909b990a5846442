"""A run resumes bit by bit, and a full disk or a kill never costs more than the time since the last checkpoint."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import faults
from boxscribe.batches import prepare
from boxscribe.config import DataConfig, ModelConfig
from boxscribe.errors import InputError
from boxscribe.tables import load_domain
from boxscribe.training import checkpoint
from boxscribe.training.checkpoint import CheckpointTimer
from boxscribe.training.train import training_steps
from helpers import file_size_limit
from training.runs import same_weights, small_config, small_games, wait_for_step, weights


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds that the timer sees; tests set it."""
    now = [0.0]
    monkeypatch.setattr(checkpoint, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(("minutes", "due"), [(5, [61, 362, 663]), (0.5, [31, 62, 93]), (1, [61, 122, 183])])
def test_the_first_checkpoint_comes_within_a_minute(clock: list[float], minutes: float, due: list[float]) -> None:
    timer = CheckpointTimer(minutes)
    times = []
    for second in range(700):
        clock[0] = second
        if timer.is_due():
            times.append(second)
            timer.restart()
    assert times[:3] == due


def test_a_run_has_a_checkpoint_after_its_first_minute(data: Path, tmp_path: Path, clock: list[float]) -> None:
    run = training_steps(small_config(data, epochs=1, checkpoint_minutes=60), tmp_path)
    next(run)
    next(run)
    assert not (tmp_path / "last").exists()
    clock[0] = 61
    next(run)
    next(run)  # a checkpoint is written after its batch has been reported
    assert json.loads((tmp_path / "last" / "training.json").read_text())["batch"] == 3


@pytest.mark.parametrize(
    ("optimiser", "batches", "model"),
    [("adamw", 1, {}), ("adamw", 5, {"copy_forms": True}), ("adagrad", 3, {}), ("adagrad", 3, {"composition": "ncp"})],
)
def test_a_resumed_run_is_bitwise_the_uninterrupted_one(
    data: Path, tmp_path: Path, optimiser: str, batches: int, model: dict[str, object]
) -> None:
    """The interruption stands for a kill right after a checkpoint."""
    config = small_config(data, checkpoint_minutes=1e-9, validations_per_epoch=2, average_checkpoints=2)
    parts = {"optimiser": {"name": optimiser}, "model": model}
    changed = {part: getattr(config, part).model_copy(update=change) for part, change in parts.items()}
    config = config.model_copy(update=changed)
    list(training_steps(config, tmp_path / "whole"))
    run = training_steps(config, tmp_path / "cut")
    for _ in range(batches + 1):  # the checkpoint of a batch is written before the next one is reported
        next(run)
    del run
    torch.manual_seed(12345)  # whatever the new process starts with
    list(training_steps(config, tmp_path / "cut", resume=True))
    for folder in ("last", "best"):
        assert same_weights(tmp_path / "whole" / folder, tmp_path / "cut" / folder)
    read = [(tmp_path / name / "metrics.jsonl").read_text().splitlines() for name in ("whole", "cut")]
    whole, cut = ([json.loads(line) | {"seconds": 0} for line in lines] for lines in read)
    assert whole == cut


def start_run(data: Path, out: Path, *more: str) -> "subprocess.Popen[bytes]":
    """An endless run in a process of its own, with a checkpoint after every batch."""
    file = out.parent / "config.toml"
    config = small_config(data, epochs=1000, checkpoint_minutes=1e-9)
    file.write_text(config.to_toml(), encoding="utf-8")
    command = [sys.executable, "-m", "boxscribe", "train", str(file), "--out", str(out), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_killed_run_continues_from_its_last_checkpoint(data: Path, tmp_path: Path) -> None:
    out, step = tmp_path / "run", -1
    for more in ([], ["--resume"]):
        with start_run(data, out, *more) as process:
            step = wait_for_step(out, step)
            os.kill(process.pid, signal.SIGKILL)
        assert wait_for_step(out) >= step


def test_a_full_disk_keeps_the_last_good_checkpoint(data: Path, tmp_path: Path) -> None:
    list(training_steps(small_config(data, epochs=1), tmp_path))
    good = weights(tmp_path / "last")
    with file_size_limit(20_000), pytest.raises(InputError, match="cannot be written: "):
        list(training_steps(small_config(data, epochs=2), tmp_path, resume=True))
    assert all(torch.equal(good[name], value) for name, value in weights(tmp_path / "last").items())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["best", "curve.html", "last", "metrics.jsonl"]


def test_wrong_calls_are_refused(data: Path, tmp_path: Path) -> None:
    config = small_config(data, epochs=1)
    with pytest.raises(InputError, match="is no checkpoint to continue from"):
        list(training_steps(config, tmp_path / "nowhere", resume=True))
    list(training_steps(config, tmp_path / "run"))
    with pytest.raises(InputError, match="holds a run already; continue it with --resume"):
        list(training_steps(config, tmp_path / "run"))
    other = config.model_copy(update={"model": ModelConfig(embedding=8, hidden=10, memory=6)})
    with pytest.raises(InputError, match=r"was made with other \[model\] or \[optimiser\] settings"):
        list(training_steps(other, tmp_path / "run", resume=True))
    prepare(small_games(3, seed=5), load_domain("rotowire"), tmp_path / "alone")
    mixed = DataConfig(train=str(data / "train"), valid=str(tmp_path / "alone"))
    with pytest.raises(InputError, match="has other vocabularies"):
        list(training_steps(config.model_copy(update={"data": mixed}), tmp_path / "x"))


def swap(folder: Path, one: str, other: str) -> None:
    first, second = (folder / one).read_bytes(), (folder / other).read_bytes()
    (folder / one).write_bytes(second)
    (folder / other).write_bytes(first)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("training.json", "{}"),
        ("training.json", "[1]"),
        ("training.json", '{"epoch": "one"}'),
        ("training.json", "[" * 99_999),
        ("run.json", "9" * 5000),
        ("optimiser.safetensors", "model.safetensors"),
        ("optimiser.safetensors", ""),
        ("model.safetensors", "../best/model.safetensors"),
        ("SHA256SUMS", "\udcff"),
        ("SHA256SUMS", None),
        ("config.json", None),
    ],
)
def test_files_that_are_not_of_one_checkpoint_are_refused(
    trained: Path, data: Path, tmp_path: Path, file: str, content: str | None
) -> None:
    """Damaged, of another type, exchanged for another one of the run, or absent."""
    run = Path(shutil.copytree(trained, tmp_path / "run"))
    if content is None:
        (run / "last" / file).unlink()
    elif content.endswith(".safetensors"):
        swap(run / "last", file, content)
    else:
        (run / "last" / file).write_bytes(content.encode("utf-8", "surrogateescape"))
    before = faults.content(run)
    with pytest.raises(InputError, match=r"last: is no checkpoint to continue from \([^\n]*\); start without --resume"):
        list(training_steps(small_config(data, epochs=2), run, resume=True))
    assert faults.content(run) == before


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of one epoch; its best model is an average, so that the last one differs."""
    folder = tmp_path_factory.mktemp("trained")
    config = small_config(data, epochs=1, validations_per_epoch=2, average_checkpoints=2)
    list(training_steps(config, folder))
    return folder


def test_a_checkpoint_of_other_data_is_refused(trained: Path, tmp_path: Path) -> None:
    prepare(small_games(5, seed=5), load_domain("rotowire"), tmp_path / "train")
    shutil.copytree(tmp_path / "train", tmp_path / "valid")
    with pytest.raises(InputError, match="last: was made with other training data; use the data that"):
        list(training_steps(small_config(tmp_path), trained, resume=True))


def test_a_kill_within_a_replacement_leaves_a_run_to_resume(trained: Path, data: Path, tmp_path: Path) -> None:
    """Between the two renames there is no `last`, but its complete copy."""
    run = Path(shutil.copytree(trained, tmp_path / "run"))
    (run / "last").rename(run / ".last.boxscribe-old")
    with pytest.raises(InputError, match="holds a run already; continue it with --resume"):
        list(training_steps(small_config(data), run))
    list(training_steps(small_config(data, epochs=2), run, resume=True))
    assert sorted(path.name for path in run.iterdir()) == ["best", "curve.html", "last", "metrics.jsonl"]


@pytest.mark.parametrize("damage", [b'{"epoch": 1.0, "st', b"\0\0\0", b"\xff"])
def test_a_line_of_the_metrics_that_was_cut_off_is_left_out(
    trained: Path, data: Path, tmp_path: Path, damage: bytes
) -> None:
    run = Path(shutil.copytree(trained, tmp_path / "run"))
    whole = (run / "metrics.jsonl").read_bytes()
    (run / "metrics.jsonl").write_bytes(whole + damage)
    list(training_steps(small_config(data, epochs=2), run, resume=True))
    assert (run / "metrics.jsonl").read_bytes().startswith(whole + b'{"epoch": 2.0, ')


@pytest.mark.parametrize("damage", [b"{}\n", b"[]\n", b"\xff\n", b"9" * 5000 + b"\n", b"[" * 99_999 + b"\n", b"\n"])
def test_damaged_metrics_are_reported_before_training(trained: Path, data: Path, tmp_path: Path, damage: bytes) -> None:
    run = Path(shutil.copytree(trained, tmp_path / "run"))
    (run / "metrics.jsonl").write_bytes(damage + (run / "metrics.jsonl").read_bytes())
    with pytest.raises(InputError, match=r"metrics\.jsonl: line 1 is damaged; correct or remove it"):
        list(training_steps(small_config(data, epochs=2), run, resume=True))
    (run / "metrics.jsonl").unlink()
    (run / "metrics.jsonl").mkdir()
    with pytest.raises(InputError, match=r"metrics\.jsonl: cannot be read: Is a directory"):
        list(training_steps(small_config(data, epochs=2), run, resume=True))
