"""What happens in a worker process: the work is started once, which loads a model, then shard after shard is done."""

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from boxscribe import __version__
from boxscribe.errors import InputError
from boxscribe.scale.shards import SentItem, ShardResult, WorkItem
from boxscribe.tables.domain import Describe

Do = Callable[[Sequence[WorkItem]], ShardResult]
"""Does a shard."""


class Work(Protocol):
    """What is done with every shard. It is sent to the workers, so it has the name of a model rather than the model."""

    @property
    def describe(self) -> Describe:
        """Finds the descriptions of the tables' domains."""
        ...

    def start(self) -> Do:
        """Load what is needed."""
        ...


class SentWork(NamedTuple):
    """Work that is stored in the cluster, from where each worker process fetches it once."""

    reference: Any

    def fetch(self) -> Work:
        import ray

        work: Work = ray.get(self.reference)
        return work


_started: dict[SentWork, tuple[Work, Do]] = {}  # what this process does: the work of one run at a time


def do_shard(version: str, sent: SentWork, games: Sequence[SentItem]) -> ShardResult:
    """Do a shard in a worker process; `version` is that of the run."""
    if version != __version__:
        raise InputError(f"a worker has boxscribe {__version__}, the run {version}; install one version everywhere")
    if sent not in _started:
        _started.clear()
        work = sent.fetch()
        _started[sent] = work, work.start()
        if (torch := sys.modules.get("torch")) is not None:
            torch.set_num_threads(1)  # with several, the rounding of a sum depends on the size of the vector
    work, do = _started[sent]
    return do([game.received(work.describe) for game in games])
