"""Data-parallel training: each process takes its part of every batch, gradients are summed over all processes.

    torchrun --nproc-per-node 2 -m boxscribe train CONFIG.toml

The launcher sets the number of processes; without one there is a single process and no communication. Gradients are
summed before they are divided by the size of the whole batch, so several processes make the same steps as one.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor, nn

from boxscribe.errors import InputError

CPU = torch.device("cpu")


class WorkerLost(InputError):
    """Another process of the run has ended."""


@dataclass(frozen=True, slots=True)
class ProcessGroup:
    """The processes of a run, seen from one of them.

    Every tensor that is communicated is moved to `device` first: nccl carries CUDA tensors only, gloo CPU tensors.
    """

    rank: int = 0
    world_size: int = 1
    device: torch.device = CPU

    @property
    def is_main(self) -> bool:
        """Whether this process writes the files and reports progress."""
        return self.rank == 0

    def sum(self, values: Iterable[float]) -> list[float]:
        """Each value summed over all processes."""
        numbers: list[float] = self._all_reduce(torch.tensor(list(values), dtype=torch.float64)).tolist()
        return numbers

    def sum_gradients(self, parameters: Iterable[nn.Parameter], divisor: float) -> None:
        """Sum gradients and divisors over all processes, then divide. A parameter without gradient gets zeros."""
        all_parameters = list(parameters)
        gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in all_parameters]
        if self.world_size > 1:
            last = all_parameters[0].new_tensor([divisor])
            flat = self._all_reduce(torch.cat([*(gradient.flatten() for gradient in gradients), last]))
            *parts, (divisor,) = flat.split([*(p.numel() for p in all_parameters), 1])
            gradients = [part.view_as(p) for part, p in zip(parts, all_parameters, strict=True)]
        for parameter, gradient in zip(all_parameters, gradients, strict=True):
            parameter.grad = gradient.div_(divisor)

    def gather(self, value: Tensor) -> list[Tensor]:
        """The tensors of all processes, by rank; they must have one shape. The results are on the device of `value`."""
        if self.world_size == 1:
            return [value]
        sent = value.to(self.device)
        received = [torch.empty_like(sent) for _ in range(self.world_size)]
        _guarded(lambda: dist.all_gather(received, sent))
        return [tensor.to(value.device) for tensor in received]

    def _all_reduce(self, values: Tensor) -> Tensor:
        if self.world_size == 1:
            return values
        summed = values.to(self.device)
        _guarded(lambda: dist.all_reduce(summed))
        return summed.to(values.device)


def _guarded(collective: Callable[[], object]) -> None:
    try:
        collective()
    except RuntimeError as error:
        reason = str(error).splitlines()[0]
        raise WorkerLost(f"another process of the run has ended ({reason:.80}); continue with --resume") from None


def select_device(name: str) -> torch.device:
    """The device of this process. `auto` is cuda if it is available; each process of a machine takes its own GPU."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
    except RuntimeError:
        raise InputError(f"training.device: '{name}' is no device; write cpu, cuda or auto") from None
    if device.type != "cuda":
        return device
    local_rank, count = int(os.environ.get("LOCAL_RANK", "0")), torch.cuda.device_count()
    device = device if device.index is not None else torch.device("cuda", local_rank)
    if device.index >= count:
        raise InputError(
            f"training.device: there is no {device}, this machine has {count} GPUs; start at most one process per GPU "
            "(--nproc-per-node), or write cpu"
        )
    return device


def join_process_group(device: torch.device) -> ProcessGroup:
    """The group that the launcher has made (`torchrun` sets RANK and WORLD_SIZE), or a group of one."""
    if device.type == "cuda":
        torch.cuda.set_device(device)  # nccl binds a process to its current GPU when the group is first used
    world_size = int(os.environ.get("WORLD_SIZE", "1"))
    if world_size == 1:
        return ProcessGroup()
    if not dist.is_initialized():
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return ProcessGroup(dist.get_rank(), world_size, CPU if dist.get_backend() == "gloo" else device)
