"""No acknowledged answer is lost, whichever system call of a save fails or is the last of the process."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boxscribe.study.sessions import Sessions
from study.fault_run import KEYS
from study.studies import made_study

HERE = Path(__file__).parent
COMPILER = shutil.which("cc")

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or COMPILER is None, reason="needs Linux and a C compiler to intercept system calls"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """system_calls.c, compiled."""
    path = tmp_path_factory.mktemp("library") / "system_calls.so"
    assert COMPILER is not None
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", path, HERE / "system_calls.c", "-ldl"], check=True)
    return path


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with one session, and the token of its first screen."""
    sessions = Sessions(made_study(tmp_path_factory.mktemp("study"), 2))
    token = sessions.store.screens(sessions.begin("quality", "ann", "0" * 64, ""))[0].token
    sessions.store.close()
    return sessions.store.path.rename(sessions.store.path.with_name("whole.db")), token


@pytest.mark.parametrize("kind", ["fail", "full disk", "kill"])
def test_acknowledged_answers_survive_a_fault_at_every_system_call(
    library: Path, database: tuple[Path, str], kind: str
) -> None:
    path, token = database
    done = subprocess.run(
        [sys.executable, HERE / "fault_run.py", path, token, kind],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=True,
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    everything = [key for group in KEYS for key in group]
    assert len(results) > 15  # each save writes to the log and syncs it
    for call, result in enumerate(results):
        assert set(result["acknowledged"]) <= set(result["stored"]), (call, result)
        assert not result["unsynced"], (call, "acknowledged before it was on the disk")
        assert result["integrity"] == "ok"
        assert result["stored_after_restart"] == everything  # each once, and without help
        assert result["status"] in ({"kill": (-9, 10)}.get(kind, (0, 10))), (call, result, done.stderr)
    assert results[-1]["acknowledged"] == everything and results[-1]["status"] == 10
