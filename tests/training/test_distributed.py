"""Several processes make the steps that one would make, one of them may die, and nccl gets no CPU tensor."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed as dist
from safetensors.torch import load_file
from torch import Tensor

from boxscribe.config import Config
from boxscribe.errors import InputError
from boxscribe.training import loop
from boxscribe.training.distributed import ProcessGroup, WorkerLost, join_process_group, select_device
from boxscribe.training.train import train
from training.runs import small_config, wait_for_step

PORT = 29500 + os.getpid() % 2000


def deterministic(data: Path, **training: Any) -> Config:
    """No random numbers, and a learning rate that does not depend on the number of epochs. The second of two batches
    has one game, so that one of two processes has none."""
    config = small_config(data, **training)
    no_dropout = {"batch_size": 19, "name_dropout": 0, "value_dropout": 0, "length_dropout": 0}
    return config.model_copy(
        update={
            "data": config.data.model_copy(update=no_dropout),
            "model": config.model.model_copy(update={"dropout": 0}),
            "schedule": config.schedule.model_copy(update={"decay": "none"}),
        }
    )


def test_two_processes_survive_the_death_of_one_and_have_the_losses_of_a_single_process(
    data: Path, tmp_path: Path
) -> None:
    file, out = tmp_path / "config.toml", tmp_path / "two"
    file.write_text(deterministic(data, epochs=1000, checkpoint_minutes=1e-9).to_toml(), encoding="utf-8")
    launcher = ["-m", "torch.distributed.run", "--nproc-per-node", "2", "--master-port", str(PORT)]
    command = [sys.executable, *launcher, "-m", "boxscribe", "train", str(file), "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for_step(out)
        workers = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True)
        os.kill(int(workers.stdout.split()[-1]), signal.SIGKILL)
        process.communicate(timeout=120)
    assert process.returncode != 0
    step = wait_for_step(out)
    epochs = step // 6 + 2  # two batches of three chunks an epoch
    resumed = subprocess.run(
        [*command, "--resume", "--set", f"training.epochs={epochs}"], capture_output=True, text=True, timeout=180
    )
    assert resumed.returncode == 0, resumed.stderr
    assert wait_for_step(out) == 6 * epochs
    train(deterministic(data, epochs=epochs), tmp_path / "one")
    metrics = [(tmp_path / name / "metrics.jsonl").read_text().splitlines() for name in ("one", "two")]
    assert len(metrics[0]) == epochs
    for one, two in zip(*([json.loads(line) for line in lines] for lines in metrics), strict=True):
        assert (one["step"], one["words"]) == (two["step"], two["words"])
        assert one["loss"] == pytest.approx(two["loss"], abs=1e-5)
        assert one["attention"] == pytest.approx(two["attention"], abs=1e-5)


class GpuTensor(Tensor):
    """A CPU tensor that stands for one on a GPU."""


class Nccl:
    """Two processes over nccl, the second of which sends what the first sends. Like nccl it refuses CPU tensors."""

    def all_reduce(self, tensor: Tensor) -> None:
        self._check(tensor)
        tensor.mul_(2)

    def all_gather(self, received: list[Tensor], tensor: Tensor) -> None:
        for each in received:
            self._check(each, tensor)
            each.copy_(tensor)

    def _check(self, *tensors: Tensor) -> None:
        if not all(isinstance(tensor, GpuTensor) for tensor in tensors):
            raise RuntimeError("No backend type associated with device type cpu")


@pytest.fixture
def nccl(monkeypatch: pytest.MonkeyPatch) -> None:
    move = Tensor.to

    def to(tensor: Tensor, *args: Any, **options: Any) -> Tensor:
        match args:
            case [torch.device(type="cuda")]:
                return tensor.clone().as_subclass(GpuTensor)
            case [torch.device(type="cpu")] if isinstance(tensor, GpuTensor):
                return tensor.clone().as_subclass(Tensor)
        return move(tensor, *args, **options)

    double = Nccl()
    monkeypatch.setattr(Tensor, "to", to)
    monkeypatch.setattr(dist, "all_reduce", double.all_reduce)
    monkeypatch.setattr(dist, "all_gather", double.all_gather)


@pytest.mark.usefixtures("nccl")
def test_what_is_communicated_is_on_the_device_of_the_backend() -> None:
    group, cpu_group = (ProcessGroup(0, 2, torch.device(name)) for name in ("cuda:0", "cpu"))
    assert group.sum([1.5, 2.0, True]) == [3.0, 4.0, 2.0]
    value = torch.arange(3, dtype=torch.uint8)
    gathered = group.gather(value)
    assert [type(tensor) for tensor in gathered] == [Tensor] * 2
    assert all(torch.equal(tensor, value) for tensor in gathered)
    for refused in (lambda: cpu_group.sum([1.0]), lambda: cpu_group.gather(value)):
        with pytest.raises(WorkerLost, match="No backend type associated with device type cpu"):
            refused()


@pytest.mark.usefixtures("nccl")
def test_a_run_sends_no_cpu_tensor_over_nccl(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gradients, losses, validation and checkpoint."""
    group = ProcessGroup(0, 2, torch.device("cuda:0"))
    monkeypatch.setattr(loop, "join_process_group", lambda device: group)
    train(small_config(data, epochs=1), tmp_path)
    saved = load_file(tmp_path / "last" / "optimiser.safetensors")
    assert torch.equal(saved["rng.0"], saved["rng.1"])
    train(small_config(data, epochs=2), tmp_path, resume=True)


def test_a_process_takes_its_gpu_before_it_joins_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setenv("LOCAL_RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "set_device", lambda device: calls.append(f"set_device {device}"))
    monkeypatch.setattr(dist, "init_process_group", lambda backend: calls.append(f"init_process_group {backend}"))
    monkeypatch.setattr(dist, "get_rank", lambda: 1)
    monkeypatch.setattr(dist, "get_backend", lambda: calls[-1].split()[-1])
    device = select_device("auto")
    assert join_process_group(device) == ProcessGroup(1, 2, torch.device("cuda:1"))
    assert calls == ["set_device cuda:1", "init_process_group nccl"]
    calls.clear()
    assert join_process_group(select_device("cpu")) == ProcessGroup(1, 2, torch.device("cpu"))
    assert calls == ["init_process_group gloo"], "a run on CPUs where there are GPUs"


def test_a_device_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"training\.device: 'gpu' is no device; write cpu, cuda or auto"):
        select_device("gpu")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setenv("LOCAL_RANK", "1")
    with pytest.raises(InputError, match="there is no cuda:1, this machine has 1 GPUs; start at most one process"):
        select_device("cuda")
