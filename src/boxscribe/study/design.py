"""Randomised, balanced designs: the order of the summaries in a pair, and the tasks of each participant.

The order of a pair is random, with the constraint that every system comes first equally often (within one where the
number of pairs is odd). The tasks of a participant are random, with the constraints that every task has the same number
of participants, no participant gets a task twice, and a participant's tasks are spread evenly over the systems.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random


def counterbalanced_pairs(systems: Sequence[str], n_games: int, rng: Random) -> list[list[tuple[str, str]]]:
    """For each game all pairs of systems in random order, each as (first, second)."""
    shuffled = rng.sample(systems, len(systems))
    games: list[list[tuple[str, str]]] = [[] for _ in range(n_games)]
    for one, other in combinations(range(len(shuffled)), 2):
        # Each order in half of the games. In an odd game, the systems form a circle in which each comes before the
        # next half of the others, so that all come first equally often.
        distance = 2 * (other - one)
        ahead = distance < len(shuffled) or (distance == len(shuffled) and bool(rng.getrandbits(1)))
        firsts = [True, False] * (n_games // 2) + [ahead] * (n_games % 2)
        rng.shuffle(firsts)
        for pairs, first in zip(games, firsts, strict=True):
            pair = shuffled[one], shuffled[other]
            pairs.append(pair if first else pair[::-1])
    for pairs in games:
        rng.shuffle(pairs)
    return games


def assign_tasks(
    groups: Mapping[object, Sequence[str]], answers_per_task: int, tasks_per_participant: int, rng: Random
) -> list[list[str]]:
    """The tasks of each participant; `groups` holds the tasks by system."""
    size = min(tasks_per_participant, sum(map(len, groups.values())))
    participants: list[list[str]] = []
    current: list[str] = []
    for _ in range(answers_per_task):
        tasks = _interleaved(groups, rng)
        if current:  # a participant with tasks of the previous round gets other ones from this round
            assigned = set(current)
            early = [task for task in tasks if task not in assigned][: size - len(current)]
            taken = set(early)
            tasks = early + [task for task in tasks if task not in taken]
        for task in tasks:
            current.append(task)
            if len(current) == size:
                participants.append(current)
                current = []
    return [*participants, current] if current else participants


def _interleaved(groups: Mapping[object, Sequence[str]], rng: Random) -> list[str]:
    """All tasks in random order, one of each group in turn while the group lasts."""
    left = [rng.sample(tasks, len(tasks)) for tasks in groups.values()]
    order: list[str] = []
    while left:
        rng.shuffle(left)
        order += [tasks.pop() for tasks in left]
        left = [tasks for tasks in left if tasks]
    return order


def insert_checks(tasks: Sequence[str], checks: Sequence[str], rng: Random) -> list[str]:
    """The tasks of a participant with attention checks at random positions, never the first."""
    mixed = list(tasks)
    for check in checks:
        mixed.insert(rng.randint(1, len(mixed)), check)
    return mixed
