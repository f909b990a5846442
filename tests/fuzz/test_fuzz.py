"""Mutated tables, texts and settings end in one sentence or in a result. `make fuzz` tries more of them.

A reproducer that `make fuzz` has found and that is mended becomes a case in the folder `cases`, TARGET-NAME.SUFFIX.
"""

import json
from itertools import islice
from pathlib import Path

import pytest

from fuzz.harness import failure, minimal
from fuzz.targets import inputs

CASES = sorted((Path(__file__).parent / "cases").iterdir())
INPUTS = 300


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_inputs_that_failed_once(case: Path, tmp_path: Path) -> None:
    assert failure(case.name.partition("-")[0], case.read_bytes(), tmp_path) == ""


@pytest.mark.parametrize("seed", [1, 2])
def test_mutated_inputs_never_end_in_a_traceback(seed: int, tmp_path: Path) -> None:
    failures = {failure(name, content, tmp_path): content[:500] for name, content in islice(inputs(seed), INPUTS)}
    assert failures.keys() == {""}


def test_a_reproducer_is_minimal() -> None:
    content = json.dumps({"a": [1, 2, {"bad": 3}], "b": "good"}).encode()
    assert json.loads(minimal(content, lambda smaller: b"bad" in smaller)) == {"a": [{"bad": 3}]}
    assert minimal(b"12345\x0067890", lambda smaller: b"\x00" in smaller) == b"\x00"
