"""Answers → numbers: the observations of each measure by system and summary.

A measure is a column of the paper's Table 5: the supporting or contradicting facts of a sentence, or, for a criterion
of quality, 100 for the preferred summary and −100 for the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boxscribe.study.answers import Answer
from boxscribe.study.settings import Form, StudySettings
from boxscribe.study.tasks import Task

Array = NDArray[np.float64]
Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Observations:
    """The observations of one measure, m of them; an answer to a quality task gives two, one of each system."""

    measure: str
    form: Form
    system: Numbers  # (m)
    game: Numbers  # (m)
    value: Array  # (m)
    response: Numbers  # (m) equal numbers: one participant about one task
    item: Numbers  # (answers) what an answer is about: a sentence or a pair
    answer: Array  # (answers) a count, or 0 for A and 1 for B
    n_games: int
    n_systems: int

    def by_summary(self) -> tuple[Array, Array]:
        """(g, s) sums and counts of the observations of each summary."""
        cell, cells = self.game * self.n_systems + self.system, self.n_games * self.n_systems
        binned = (np.bincount(cell, weights, minlength=cells) for weights in (self.value, np.ones(len(cell))))
        sums, counts = (np.asarray(each, dtype=np.float64).reshape(self.n_games, self.n_systems) for each in binned)
        return sums, counts

    def by_response(self) -> list[Array]:
        """For each system the mean of each participant's answers about one of its tasks: the published analysis."""
        groups = []
        for system in range(self.n_systems):
            of_system = self.system == system
            _, response = np.unique(self.response[of_system], return_inverse=True)
            groups.append(np.bincount(response, self.value[of_system]) / np.maximum(1, np.bincount(response)))
        return groups

    def winners_and_losers(self) -> tuple[Numbers, Numbers]:
        """The preferred system of each answer to a quality task, and the other."""
        first, second = np.split(self.system, 2)
        first_won = np.split(self.value, 2)[0] > 0
        return np.where(first_won, first, second), np.where(first_won, second, first)


def observe(answers: Iterable[Answer], tasks: Mapping[str, Task], study: StudySettings) -> list[Observations]:
    """The observations of every measure of a study."""
    by_question: dict[str, list[Answer]] = {}
    for answer in answers:
        by_question.setdefault(answer.question, []).append(answer)
    games = _numbered(task.game for task in tasks.values() if not task.is_check)
    systems = _numbered(study.names)
    measures = []
    for form in study.forms:
        for question in study.questions(form):
            about = [(answer, tasks[answer.code]) for answer in by_question.get(question, [])]
            measures.append(_measure(question, form, about, games, systems))
    return measures


def _measure(
    question: str,
    form: Form,
    about: Sequence[tuple[Answer, Task]],
    games: Mapping[object, int],
    systems: Mapping[object, int],
) -> Observations:
    items = _group_numbers([(answer.code, answer.screen) for answer, _ in about])
    responses = _group_numbers([(answer.code, answer.participant) for answer, _ in about])
    game = _array(games[task.game] for _, task in about)
    if form == "facts":
        value = np.array([float(answer.value) for answer, _ in about])
        system = _array(systems[task.systems[0]] for _, task in about)
        return Observations(question, form, system, game, value, responses, items, value, len(games), len(systems))
    first_won = np.array([answer.value == "A" for answer, _ in about], dtype=np.bool_)
    first, second = (_array(systems[task.systems[at]] for _, task in about) for at in (0, 1))
    return pairwise_observations(question, first, second, first_won, game, responses, items, len(games), len(systems))


def pairwise_observations(
    measure: str,
    first: Numbers,
    second: Numbers,
    first_won: NDArray[np.bool_],
    game: Numbers,
    response: Numbers,
    item: Numbers,
    n_games: int,
    n_systems: int,
) -> Observations:
    """Preferences between the first and the second system of each pair, as observations of both."""
    value = np.where(first_won, 100.0, -100.0)
    return Observations(
        measure,
        "quality",
        np.concatenate([first, second]),
        np.concatenate([game, game]),
        np.concatenate([value, -value]),
        np.concatenate([response, response]),
        item,
        np.where(first_won, 0.0, 1.0),
        n_games,
        n_systems,
    )


def _array(values: Iterable[int]) -> Numbers:
    return np.array(list(values), dtype=np.intp)


def _numbered(names: Iterable[object]) -> dict[object, int]:
    """Each distinct name with its number, in the order of first appearance."""
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def _group_numbers(names: Sequence[object]) -> Numbers:
    """Equal numbers for equal names."""
    numbers = _numbered(names)
    return _array(numbers[name] for name in names)
