"""One job on several cores: threads that take items from one queue, and results in the order of the items.

torch lets go of Python's lock while it computes, so threads are enough, and all share one model.
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
PATIENCE = 2.0
"""seconds until a worker that does not stop, because it waits for an item, is left alone"""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def one_thread() -> Iterator[None]:
    """torch with one thread: where threads share a vector, how a number is computed depends on the vector's size."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def spread(
    run: Callable[[Iterator[T], Callable[[], bool]], Iterator[R]], items: Iterable[T], workers: int
) -> Iterator[R]:
    """`run` over the items, by several workers. It must give a result for each item, in their order, and end as soon as
    its second argument says that nobody wants them any more."""
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
        while waiting and not stop.is_set():  # once nobody takes results any more there is no need to wait
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
                thread.join(PATIENCE)

    atexit.register(end)  # Python's end within a thread's computation would be a crash
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
