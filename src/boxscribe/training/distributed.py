"""Several processes as one: each takes its part of every batch, gradients are added up.

    torchrun --nproc-per-node 2 -m boxscribe train CONFIG.toml

The number of processes is whatever the launcher says; without one there is a single process and nothing here costs
anything. Gradients are summed before they are divided by the size of the whole batch, so that many processes make the
steps that one would make.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor, nn

from boxscribe.errors import InputError


class WorkerLost(InputError):
    """Another process of the run is gone."""


@dataclass(frozen=True, slots=True)
class Group:
    """The processes of a run."""

    rank: int = 0
    world: int = 1

    @property
    def leads(self) -> bool:
        """Whether this process writes the files and speaks to the user."""
        return self.rank == 0

    def total(self, values: Iterable[float]) -> list[float]:
        """Each value, added up over all processes."""
        numbers = torch.tensor(list(values), dtype=torch.float64)
        return [float(number) for number in self._added(numbers)]

    def add_gradients(self, parameters: Iterable[nn.Parameter], divisor: float) -> None:
        """Sum the gradients and the divisors of all processes, and divide; what had no part in the loss has zeros."""
        given = list(parameters)
        gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in given]
        if self.world > 1:
            flat = self._added(torch.cat([*(g.flatten() for g in gradients), given[0].new_tensor([divisor])]))
            *parts, (divisor,) = flat.split([*(p.numel() for p in given), 1])
            gradients = [part.view_as(p) for part, p in zip(parts, given, strict=True)]
        for parameter, gradient in zip(given, gradients, strict=True):
            parameter.grad = gradient.div_(divisor)

    def gathered(self, value: Tensor) -> list[Tensor]:
        """The values of all processes, which must have one shape."""
        if self.world == 1:
            return [value]
        found = [torch.empty_like(value) for _ in range(self.world)]
        self._guarded(lambda: dist.all_gather(found, value))
        return found

    def _added(self, values: Tensor) -> Tensor:
        if self.world > 1:
            self._guarded(lambda: dist.all_reduce(values))
        return values

    def _guarded(self, collective: Callable[[], object]) -> None:
        try:
            collective()
        except RuntimeError as error:
            reason = str(error).splitlines()[0]
            raise WorkerLost(f"another process of the run is gone ({reason:.80}); go on with --resume") from None


def join() -> Group:
    """The group that the launcher has made (`torchrun` sets RANK and WORLD_SIZE), or a group of one."""
    world = int(os.environ.get("WORLD_SIZE", "1"))
    if world == 1:
        return Group()
    if not dist.is_initialized():
        dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    if torch.cuda.is_available():
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    return Group(dist.get_rank(), world)
