"""Answers → numbers: for each measure the observations of each system, summary by summary.

A measure is a column of the paper's Table 5: supporting and contradicting facts of a sentence, and for each criterion
100 for the summary that was chosen and −100 for the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boxscribe.study.answers import Answer
from boxscribe.study.settings import Kind, Study
from boxscribe.study.tasks import Task

Array = NDArray[np.float64]
Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Observations:
    """The observations of one measure; m of them."""

    measure: str
    kind: Kind
    system: Numbers  # (m)
    game: Numbers  # (m)
    value: Array  # (m)
    response: Numbers  # (m) the same number: one person about one task
    unit: Numbers  # (answers) what an answer is about: a sentence, or a pair
    answer: Array  # (answers) a count, or 0 for A and 1 for B
    games: int
    k: int  # systems

    def by_summary(self) -> tuple[Array, Array]:
        """(n, k) sums and numbers of the observations of each summary."""
        cell, cells = self.game * self.k + self.system, self.games * self.k
        counts = (np.bincount(cell, weights, minlength=cells) for weights in (self.value, np.ones(len(cell))))
        sums, numbers = (np.asarray(each, dtype=np.float64).reshape(self.games, self.k) for each in counts)
        return sums, numbers

    def by_response(self) -> list[Array]:
        """For each system the mean of each person's answers about one of its tasks, which is what was published."""
        groups = []
        for system in range(self.k):
            mine = self.system == system
            _, response = np.unique(self.response[mine], return_inverse=True)
            groups.append(np.bincount(response, self.value[mine]) / np.maximum(1, np.bincount(response)))
        return groups

    def winners_and_losers(self) -> tuple[Numbers, Numbers]:
        """For each choice the system that was chosen, and the other."""
        first, second = np.split(self.system, 2)
        won = np.split(self.value, 2)[0] > 0
        return np.where(won, first, second), np.where(won, second, first)


def observe(answers: Iterable[Answer], tasks: Mapping[str, Task], study: Study) -> list[Observations]:
    """The observations of every measure of a study."""
    kinds: dict[str, list[Answer]] = {}
    for answer in answers:
        kinds.setdefault(answer.question, []).append(answer)
    games: dict[str, int] = {}
    for task in tasks.values():
        if not task.is_check:
            games.setdefault(task.game, len(games))
    number = {name: at for at, name in enumerate(study.names)}
    made = []
    for kind in study.forms:
        for question in study.questions(kind):
            about = [(answer, tasks[answer.code]) for answer in kinds.get(question, [])]
            made.append(_measure(question, kind, about, games, number))
    return made


def _measure(
    question: str, kind: Kind, about: Sequence[tuple[Answer, Task]], games: Mapping[str, int], number: Mapping[str, int]
) -> Observations:
    units = _numbers((answer.code, answer.screen) for answer, _ in about)
    responses = _numbers((answer.code, answer.person) for answer, _ in about)
    game = _array(games[task.game] for _, task in about)
    if kind == "facts":
        value = np.array([float(answer.value) for answer, _ in about])
        system = _array(number[task.systems[0]] for _, task in about)
        return Observations(question, kind, system, game, value, responses, units, value, len(games), len(number))
    chosen = np.array([float("AB".index(answer.value)) for answer, _ in about])
    first, second = (_array(number[task.systems[at]] for _, task in about) for at in (0, 1))
    return choices(question, first, second, chosen == 0, game, responses, units, len(games), len(number))


def choices(
    measure: str,
    first: Numbers,
    second: Numbers,
    first_won: NDArray[np.bool_],
    game: Numbers,
    response: Numbers,
    unit: Numbers,
    games: int,
    k: int,
) -> Observations:
    """Choices between two: each is an observation of both systems."""
    value = np.where(first_won, 100.0, -100.0)
    twice = [np.concatenate([each, each]) for each in (game, response)]
    return Observations(
        measure,
        "quality",
        np.concatenate([first, second]),
        twice[0],
        np.concatenate([value, -value]),
        twice[1],
        unit,
        np.where(first_won, 0.0, 1.0),
        games,
        k,
    )


def _array(values: Iterable[int]) -> Numbers:
    return np.array(list(values), dtype=np.intp)


def _numbers(names: Iterable[object]) -> Numbers:
    """The same number for the same name."""
    seen: dict[object, int] = {}
    return _array(seen.setdefault(name, len(seen)) for name in names)
