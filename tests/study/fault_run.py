"""Saves answers with a fault at each system call; run by test_faults.py with system_calls.c preloaded.

Arguments: a database with a session, the token of its first screen, a kind of fault. For each call it prints a line of
JSON: the answers that were acknowledged and those that the database holds afterwards.
"""

import ctypes
import json
import os
import shutil
import sqlite3
import sys
from itertools import count
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.study.store import AnswerStore, Click

KINDS = {"fail": 1, "full disk": 2, "kill": 3}
KEYS = [[f"key-{group}-{number}" for number in range(2)] for group in range(3)]
CALLS = ctypes.CDLL(None)


def save_all(path: Path, token: str, acknowledge: int, attempts: int = 2) -> None:
    """Save the answers in groups; like a browser, send again what failed, and like an operator, restart the server."""
    store = None
    for _ in range(attempts):
        try:
            store = AnswerStore(path)
            break
        except InputError:
            pass
    assert store is not None
    found = store.screen(token)
    assert found is not None
    for keys in KEYS:
        clicks = [Click(found[0], key, "coherence", "A") for key in keys]
        for attempt in range(attempts):
            try:
                store.save(clicks)
                break
            except sqlite3.Error:
                assert attempt + 1 < attempts
        unsynced = CALLS.unsynced()
        os.write(acknowledge, (json.dumps({"keys": keys, "unsynced": bool(unsynced)}) + "\n").encode())
    store.close()


def attempt(whole: Path, token: str, kind: str, at: int) -> dict[str, object]:
    """What a process with a fault at call number `at` acknowledged, and what is left of it."""
    path = whole.with_name("answers.db")
    for file in path.parent.glob("answers.db*"):
        file.unlink()
    shutil.copyfile(whole, path)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)  # the first descriptors are not counted
        CALLS.arm(at, KINDS[kind])
        try:
            save_all(path, token, 1)
            os._exit(0 if CALLS.fault_reached() else 10)
        except BaseException as error:
            os.write(2, f"call {at}: {error!r}\n".encode())
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as stream:
        acknowledged = [json.loads(line) for line in stream]
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    before = stored(path)
    sound = sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone()[0]
    save_all(path, token, os.open(os.devnull, os.O_WRONLY))
    return {
        "status": status,
        "acknowledged": [key for group in acknowledged for key in group["keys"]],
        "unsynced": any(group["unsynced"] for group in acknowledged),
        "stored": before,
        "integrity": sound,
        "stored_after_restart": stored(path),
    }


def stored(path: Path) -> list[str]:
    return [key for (key,) in sqlite3.connect(path).execute("SELECT key FROM clicks ORDER BY id")]


if __name__ == "__main__":
    database, token, kind = sys.argv[1:]
    for at in count():
        result = attempt(Path(database), token, kind, at)
        os.write(1, (json.dumps(result) + "\n").encode())
        if result["status"] == 10:
            break
