"""The journal of a run: stories on disk as they are finished, so that a killed run can be resumed without loss.

`OUT.part` is the journal: a first line that identifies the run, then a JSON line for each story. When all stories are
there, the output is written from it, and the journal is removed.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from boxscribe.errors import InputError


class Journal:
    """The stories of a run so far; `identity` is what a resumed run must have in common with the run before."""

    def __init__(self, out: Path, identity: dict[str, Any], resume: bool) -> None:
        self.path = out.with_name(out.name + ".part")
        self.identity = identity
        self.count = self._recover(resume)
        try:
            self._file: TextIO = self.path.open("a", encoding="utf-8")
            if not self.path.stat().st_size:
                self._line(identity)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written: {error.strerror}") from None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def _recover(self, resume: bool) -> int:
        """The number of stories in the journal of the run before. A line that was cut off is dropped."""
        if not resume or not self.path.exists():
            self.path.unlink(missing_ok=True)
            return 0
        raw = self.path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines and json.loads(lines[0]) != self.identity:
            raise InputError(
                f"{self.path}: belongs to a run with another model, other tables or other settings; resume it with "
                "those, or leave out --resume to start again"
            )
        with self.path.open("r+b") as file:
            file.truncate(len(whole))
        return max(len(lines) - 1, 0)

    def append(self, story: dict[str, Any]) -> None:
        self._line(story)
        self.count += 1

    def _line(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def stories(self) -> Iterator[dict[str, Any]]:
        with self.path.open(encoding="utf-8") as file:
            next(file)
            yield from map(json.loads, file)

    def remove(self) -> None:
        self._file.close()
        self.path.unlink()
