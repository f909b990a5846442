"""Mutated inputs of all sorts end in one sentence or in a result. `make fuzz` tries more of them.

A reproducer that `make fuzz` has found and that is mended becomes a case in the folder `cases`. It is tried in place of
every file with its suffix.
"""

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from fuzz import harness, pool
from fuzz.harness import Workspace, minimal
from fuzz.targets import TARGETS, Input, Target, make_input

CASES = sorted((Path(__file__).parent / "cases").iterdir())
INPUTS = 1_500


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_inputs_that_failed_once(case: Path, workspace: Workspace) -> None:
    places = [(name, file) for name in TARGETS for file in TARGETS[name].mutators if file.endswith(case.suffix)]
    failures = [(place, workspace.run(Input(*place, case.read_bytes())).failure) for place in places]
    assert failures and [failed for failed in failures if failed[1]] == []


def test_mutated_inputs_never_end_in_a_traceback(workspace: Workspace) -> None:
    """Most of what each target gets is neither refused by the parser nor valid."""
    accepted: dict[str, list[bool]] = {}
    for number in range(INPUTS):
        tried = make_input(1, number)
        outcome = workspace.run(tried)
        assert outcome.failure == "", (number, tried.file, tried.content[:500])
        accepted.setdefault(tried.target, []).append(outcome.accepted)
    assert accepted.keys() == TARGETS.keys()
    assert all(0 < sum(found) < len(found) for found in accepted.values() if len(found) > 20), accepted
    assert sum(map(sum, accepted.values())) > INPUTS / 3


def hang(_: str) -> bool:
    return bool(re.match("(a+)+$", "a" * 60 + "b"))  # in C code, which no signal handler of Python interrupts


def grow(_: str) -> bool:
    return bool(bytearray(b"a" * (1 << 28)))


def exhaust(_: str) -> bool:
    return bool(bytes(1 << 40))


def die(_: str) -> bool:
    os.kill(os.getpid(), signal.SIGKILL)
    return True


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (hang, "bad: takes more than 1 s"),
        (grow, "bad: takes more than 200 MB"),
        (exhaust, "MemoryError in test_fuzz.py, exhaust"),
        (die, "bad: ends the process with code -9"),
    ],
)
def test_a_worker_that_fails_is_replaced(monkeypatch: pytest.MonkeyPatch, run: Callable[[str], bool], why: str) -> None:
    """Half of the inputs are good; all are tried."""
    for name in list(TARGETS):
        monkeypatch.delitem(TARGETS, name)
    mutators = {"a.txt": lambda random: b""}
    monkeypatch.setitem(TARGETS, "bad", Target(run, dict, mutators, 1))
    monkeypatch.setitem(TARGETS, "good", Target(lambda file: True, dict, mutators, 1))
    if run is hang:  # the others end by themselves, on a slow machine after more than a second
        monkeypatch.setattr(pool, "SECONDS", 1.0)
    monkeypatch.setattr(harness, "MEMORY", 200 << 20)
    summary = pool.run(seed=1, inputs=6, seconds=60, workers=2, report=lambda summary: None)
    good, bad = summary.targets["good"], summary.targets["bad"]
    assert summary.inputs == 6 and good.inputs == good.accepted > 0 and good.failures == 0
    assert bad.inputs == bad.failures > 0 and bad.accepted <= (run is grow) * bad.inputs
    assert [(failure.why, failure.count) for failure in summary.failures.values()] == [(why, bad.failures)]


def test_a_reproducer_is_minimal() -> None:
    content = json.dumps({"a": [1, 2, {"bad": 3}], "b": "good"}).encode()
    assert json.loads(minimal(content, lambda smaller: b"bad" in smaller)) == {"a": [{"bad": 3}]}
    assert minimal(b"12345\x0067890", lambda smaller: b"\x00" in smaller) == b"\x00"
