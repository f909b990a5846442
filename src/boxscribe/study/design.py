"""Who sees what, in which order: drawn by lot, and balanced.

Which summary of a pair stands first is decided by coin, under the condition that every system is first equally often
(once more or less where the number of pairs is odd). People get their tasks from `share`: each task goes to as many
people as wanted, nobody gets one twice, and everybody's tasks are spread evenly over the systems.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random


def order_pairs(systems: Sequence[str], games: int, rng: Random) -> list[list[tuple[str, str]]]:
    """For each game all pairs of systems, each as (first, second)."""
    shuffled = rng.sample(systems, len(systems))
    rounds: list[list[tuple[str, str]]] = [[] for _ in range(games)]
    for one, other in combinations(range(len(shuffled)), 2):
        # Half of the games one way, half the other; the odd game goes round a circle, which favours nobody.
        ahead = 2 * (other - one) < len(shuffled) or (2 * (other - one) == len(shuffled) and bool(rng.getrandbits(1)))
        firsts = [True, False] * (games // 2) + [ahead] * (games % 2)
        rng.shuffle(firsts)
        for pairs, first in zip(rounds, firsts, strict=True):
            pair = shuffled[one], shuffled[other]
            pairs.append(pair if first else pair[::-1])
    for pairs in rounds:
        rng.shuffle(pairs)
    return rounds


def share(groups: Mapping[object, Sequence[str]], answers: int, limit: int, rng: Random) -> list[list[str]]:
    """The tasks of each person, at most `limit`: every task `answers` times. `groups` holds the tasks by system."""
    size = min(limit, sum(map(len, groups.values())))
    people: list[list[str]] = []
    person: list[str] = []
    for _ in range(answers):
        tasks = _interleaved(groups, rng)
        if person:  # who has begun with the round before must not get a task again
            had = set(person)
            free = size - len(person)
            early = [task for task in tasks if task not in had][:free]
            taken = set(early)
            tasks = early + [task for task in tasks if task not in taken]
        for task in tasks:
            person.append(task)
            if len(person) == size:
                people.append(person)
                person = []
    return [*people, person] if person else people


def _interleaved(groups: Mapping[object, Sequence[str]], rng: Random) -> list[str]:
    """All tasks in random order, taking one of each group in turn as long as they last."""
    left = [rng.sample(tasks, len(tasks)) for tasks in groups.values()]
    order: list[str] = []
    while left:
        rng.shuffle(left)
        order += [tasks.pop() for tasks in left]
        left = [tasks for tasks in left if tasks]
    return order


def with_checks(person: Sequence[str], checks: Sequence[str], rng: Random) -> list[str]:
    """A person's tasks with the attention checks among them, never in the first place."""
    tasks = list(person)
    for check in checks:
        tasks.insert(rng.randint(1, len(tasks)), check)
    return tasks
