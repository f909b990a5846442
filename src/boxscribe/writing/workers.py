"""Several threads that take items from one queue; results come in the order of the items.

torch releases Python's lock while it computes, so threads suffice, and all share one model.
"""

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Full, Queue
from typing import TypeVar

import torch

T = TypeVar("T")
R = TypeVar("R")
NAME = "boxscribe worker"
JOIN_SECONDS = 2.0  # a worker that waits for an item longer than this at the end is abandoned


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def one_thread() -> Iterator[None]:
    """torch with one thread: with several, the rounding of a sum depends on the size of the vector."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def in_parallel(
    run: Callable[[Iterator[T], Callable[[], bool]], Iterator[R]], items: Iterable[T], workers: int
) -> Iterator[R]:
    """Apply `run` to the items in several threads.

    `run(items, stopped)` yields a result for each of its items, in their order, and ends as soon as `stopped()` is
    true: no more results are wanted.
    """
    if workers == 1:
        yield from run(iter(items), lambda: False)
        return
    shared, lock, stop = enumerate(items), threading.Lock(), threading.Event()
    results: Queue[tuple[int, R] | BaseException | None] = Queue(maxsize=4 * workers)

    def taken(numbers: deque[int]) -> Iterator[T]:
        while not stop.is_set():
            with lock:
                number, item = next(shared, (-1, None))
            if number < 0:
                return
            numbers.append(number)
            yield item  # type: ignore[misc]

    def put(result: tuple[int, R] | BaseException | None) -> None:
        waiting = True
        while waiting and not stop.is_set():
            with suppress(Full):
                results.put(result, timeout=0.2)
                waiting = False

    def work() -> None:
        numbers: deque[int] = deque()
        try:
            with one_thread():
                for result in run(taken(numbers), stop.is_set):
                    put((numbers.popleft(), result))
            put(None)
        except BaseException as error:
            put(error)

    threads = [threading.Thread(target=work, name=NAME, daemon=True) for _ in range(workers)]

    def end() -> None:
        stop.set()
        for thread in threads:
            if thread.ident is not None:
                thread.join(JOIN_SECONDS)

    atexit.register(end)  # Python crashes if it exits while a thread computes
    try:
        with one_thread():
            for thread in threads:
                thread.start()
        yield from _ordered(results, workers)
    finally:
        atexit.unregister(end)
        end()


def _ordered(results: "Queue[tuple[int, R] | BaseException | None]", workers: int) -> Iterator[R]:
    early: dict[int, R] = {}
    following, running = 0, workers
    while running:
        found = results.get()
        if isinstance(found, BaseException):
            raise found
        if found is None:
            running -= 1
            continue
        early[found[0]] = found[1]
        while following in early:
            yield early.pop(following)
            following += 1
