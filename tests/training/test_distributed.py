"""Several processes make the steps that one would make; a worker that dies leaves a run that can go on."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boxscribe.batches import prepare
from boxscribe.tables import load_domain
from helpers import games

PORT = 29500 + os.getpid() % 2000


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    made = prepare(games(11, seed=1), load_domain("rotowire"), folder / "train")
    prepare(games(3, seed=2), load_domain("rotowire"), folder / "valid", made.vocabularies)
    (folder / "config.toml").write_text(
        f'[data]\ntrain = "{folder / "train"}"\nvalid = "{folder / "valid"}"\nbatch = 5\n'
        "[model]\nembedding = 8\nhidden = 12\nmemory = 6\ndropout = 0\n[training]\nepochs = 2\n"
    )
    return folder / "config.toml"


def command(config: Path, out: Path, processes: int, *more: str) -> list[str]:
    launcher = ["-m", "torch.distributed.run", "--nproc-per-node", str(processes), "--master-port", str(PORT)]
    return [
        sys.executable,
        *(launcher if processes > 1 else []),
        "-m",
        "boxscribe",
        "train",
        str(config),
        "--out",
        str(out),
        *more,
    ]


def train(config: Path, out: Path, processes: int, *more: str) -> None:
    done = subprocess.run(command(config, out, processes, *more), capture_output=True, text=True, timeout=180)
    assert not done.returncode, done.stderr


def test_two_processes_have_the_losses_of_one(config: Path, tmp_path: Path) -> None:
    """11 games in batches of 5: the last batch has one game, so one process has none."""
    metrics = []
    for processes in (1, 2):
        out = tmp_path / str(processes)
        train(config, out, processes)
        metrics.append([json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()])
    for one, two in zip(*metrics, strict=True):
        assert (one["step"], one["words"]) == (two["step"], two["words"])
        assert one["loss"] == pytest.approx(two["loss"], abs=1e-5)
        assert one["attention"] == pytest.approx(two["attention"], abs=1e-5)


def test_a_worker_that_dies_leaves_a_run_that_can_go_on(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    endless = ["--set", "training.epochs=1000", "--set", "training.checkpoint_minutes=1e-9"]
    with subprocess.Popen(command(config, out, 2, *endless), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 90
        while not (out / "last").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True)
        os.kill(int(found.stdout.split()[-1]), signal.SIGKILL)
        process.communicate(timeout=120)
    assert process.returncode != 0
    step = json.loads((out / "last" / "training.json").read_text())["step"]
    train(config, out, 2, "--resume", "--set", f"training.epochs={step // 11 + 3}")
    assert json.loads((out / "last" / "training.json").read_text())["step"] > step
