"""Orders of pairs and assignments of tasks are random and balanced."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from boxscribe.study.design import assign_tasks, counterbalanced_pairs, insert_checks

systems = st.integers(2, 8).map(lambda k: [f"S{number}" for number in range(k)])


@given(systems, st.integers(1, 12), st.integers(0, 1000))
def test_every_pair_in_every_game_and_every_system_equally_often_first(names: list[str], games: int, seed: int) -> None:
    rounds = counterbalanced_pairs(names, games, Random(seed))
    assert len(rounds) == games
    for pairs in rounds:
        assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in combinations(names, 2)}
        assert len(pairs) == len(names) * (len(names) - 1) // 2
    first = Counter(pair[0] for pairs in rounds for pair in pairs)
    counts = [first[name] for name in names]
    assert max(counts) - min(counts) <= (1 if games * (len(names) - 1) % 2 else 0)
    # Each pair of systems is balanced, too.
    for one, other in combinations(names, 2):
        ahead = sum((one, other) in pairs for pairs in rounds)
        assert abs(2 * ahead - games) <= 1


def test_the_order_is_random() -> None:
    """A pair's first place in the first game depends on the seed, half of the time each way."""
    ahead = sum(("A", "B") in counterbalanced_pairs(["A", "B", "C"], 10, Random(seed))[0] for seed in range(400))
    assert 160 <= ahead <= 240
    assert counterbalanced_pairs(["A", "B"], 9, Random(5)) == counterbalanced_pairs(["A", "B"], 9, Random(5))


groups = st.lists(st.integers(1, 9), min_size=1, max_size=5).map(
    lambda sizes: {group: [f"{group}-{task}" for task in range(size)] for group, size in enumerate(sizes)}
)


@given(groups, st.integers(1, 6), st.integers(1, 12), st.integers(0, 1000))
def test_each_task_goes_to_the_same_number_of_participants_and_to_none_twice(
    tasks: dict[object, list[str]], answers: int, limit: int, seed: int
) -> None:
    assigned = assign_tasks(tasks, answers, limit, Random(seed))
    counts = Counter(task for codes in assigned for task in codes)
    assert counts == {task: answers for group in tasks.values() for task in group}
    for codes in assigned:
        assert len(set(codes)) == len(codes) <= limit
    assert all(len(codes) == len(assigned[0]) for codes in assigned[:-1])


def test_the_tasks_of_a_participant_are_spread_over_the_systems() -> None:
    tasks: dict[object, list[str]] = {name: [f"{name}{game}" for game in range(30)] for name in "ABCD"}
    for codes in assign_tasks(tasks, 5, 12, Random(1)):
        counts = Counter(task[0] for task in codes)
        assert max(counts.values()) - min(counts.values()) <= 3
        assert len(counts) == 4


def test_checks_are_among_the_tasks_but_never_first() -> None:
    for seed in range(50):
        mixed = insert_checks(["a", "b", "c"], ["x", "y"], Random(seed))
        assert [task for task in mixed if task in "abc"] == ["a", "b", "c"]
        assert sorted(mixed) == ["a", "b", "c", "x", "y"]
        assert mixed[0] == "a"
