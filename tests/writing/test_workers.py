"""Several workers give what one gives, in order; an error of one of them is raised."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
import torch

from boxscribe.writing.workers import NAME, in_parallel


def squares(numbers: Iterator[int], stopped: Callable[[], bool]) -> Iterator[int]:
    """Takes two at a time, and the time that each needs."""
    waiting: list[int] = []
    for number in numbers:
        waiting.append(number)
        if len(waiting) == 2:
            time.sleep(0.002 * (number % 3))
            yield from (waiting.pop(0) ** 2, waiting.pop(0) ** 2)
    yield from (number**2 for number in waiting)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 31])
def test_results_come_in_order(workers: int, count: int) -> None:
    assert list(in_parallel(squares, range(count), workers)) == [number**2 for number in range(count)]


def test_an_error_is_raised() -> None:
    def failing(numbers: Iterator[int], stopped: Callable[[], bool]) -> Iterator[int]:
        for number in numbers:
            if number == 7:
                raise ValueError("seven")
            yield number

    found = in_parallel(failing, range(20), 2)
    with pytest.raises(ValueError, match="seven"):
        list(found)


def working() -> bool:
    return any(thread.name == NAME for thread in threading.enumerate())


def test_items_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(10_000):
            taken.append(number)
            yield number

    found = in_parallel(squares, numbers(), 2)
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    found.close()  # type: ignore[attr-defined]
    assert len(taken) < 1000
    assert not working()


def test_closing_early_stops_long_work() -> None:
    def slow(numbers: Iterator[int], stopped: Callable[[], bool]) -> Iterator[int]:
        for number in numbers:
            while number and not stopped():
                time.sleep(0.01)
            yield number

    found = in_parallel(slow, range(20), 2)
    assert next(found) == 0
    found.close()  # type: ignore[attr-defined]
    assert not working()


def test_the_threads_of_torch_are_as_before() -> None:
    before = torch.get_num_threads()
    seen: list[int] = []

    def look(numbers: Iterator[int], stopped: Callable[[], bool]) -> Iterator[int]:
        for number in numbers:
            seen.append(torch.get_num_threads())
            yield number

    list(in_parallel(look, range(6), 2))
    assert set(seen) == {1}
    assert torch.get_num_threads() == before
