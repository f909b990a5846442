"""A Ray cluster: shards to its workers, their results back.

Every shard is a task. Ray does the shards of a worker that is lost again, on any other one, and so it does those whose
results were on a machine that is lost.
"""

import os
import re
import socket
from collections.abc import Iterator
from typing import Any, NoReturn

from boxscribe import __version__
from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.scale.shards import Shard, ShardResult
from boxscribe.scale.worker import SentWork, Work, do_shard

SETTINGS = {  # of Ray
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # otherwise it prints on standard output, which is ours, that a worker is lost
    "RAY_USAGE_STATS_ENABLED": "0",  # otherwise Ray reports every cluster to its authors
    "RAY_worker_niceness": "0",  # otherwise all other programs of this machine have precedence
}
LOCAL = "local"  # what Ray calls a cluster that is started on this machine, and ended with the run
REACHED_WITHIN = 10.0  # seconds
RETRIES = 3  # of a shard whose worker is lost
WAITING = 2  # shards for each core: one that is worked on, and one that waits, so that no core does


class RayCluster:
    """The cluster at an address, or else one of the cores of this machine; in a process that uses Ray already, its own.

    `gpus` are those that a shard needs.
    """

    def __init__(self, address: str | None, work: Work, gpus: int = 0) -> None:
        self._ray = ray = import_ray()
        self._connected = not ray.is_initialized()
        if self._connected:
            connect(address)
        self._do_shard = ray.remote(do_shard).options(num_cpus=1, num_gpus=gpus, max_retries=RETRIES)
        self._running: dict[Any, Shard] = {}
        self._work = SentWork(ray.put(work))

    def __enter__(self) -> "RayCluster":
        return self

    def __exit__(self, *error: object) -> None:
        for task in self._running:
            self._ray.cancel(task, force=True)
        if self._connected:
            self._ray.shutdown()

    @property
    def is_full(self) -> bool:
        """Whether every core has enough to do; clusters grow and shrink."""
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return len(self._running) >= WAITING * cores

    @property
    def is_busy(self) -> bool:
        return bool(self._running)

    def submit(self, shard: Shard) -> None:
        self._running[self._do_shard.remote(__version__, self._work, shard.games)] = shard

    def finished(self) -> Iterator[tuple[Shard, ShardResult]]:
        """The shards that are finished; waits until one is."""
        ready, _ = self._ray.wait(list(self._running))
        for task in ready:
            shard = self._running.pop(task)
            try:
                yield shard, self._ray.get(task)
            except self._ray.exceptions.RayTaskError as error:
                _raise_cause(error.cause)
            except self._ray.exceptions.RayError as error:
                raise InputError(
                    f"shard {shard.number + 1:,}: the process that worked on it was lost {RETRIES + 1} times "
                    f"({type(error).__name__}), as where memory is short; finished shards are kept: continue with "
                    "--resume, or make shards smaller with --shard-size"
                ) from None


def import_ray() -> Any:
    """The package, with our settings, which it reads when it is imported."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    with needs_extra("scale", "--engine ray"):
        import ray
    return ray


def connect(address: str | None) -> None:
    """Let this process use the cluster at an address, or else one of its own, until `ray.shutdown()`."""
    ray = import_ray()
    host, _, port = (address or LOCAL).rpartition(":")
    try:
        if port.isdecimal() and "/" not in host:  # Ray itself tries for minutes
            socket.create_connection((host, int(port)), REACHED_WITHIN).close()
        ray.init(address or LOCAL, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        raise InputError(f"--address {address}: no Ray cluster can be reached there: {error}") from None


def _raise_cause(cause: BaseException) -> NoReturn:
    """Raise the error of a worker."""
    if missing := re.search(r"ModuleNotFoundError: No module named '([\w.]+)'", f"{type(cause).__name__}: {cause}"):
        raise InputError(
            f"a worker lacks the package {missing[1]}: install boxscribe {__version__} with the same extras on every "
            "machine of the cluster"
        ) from None
    raise cause
