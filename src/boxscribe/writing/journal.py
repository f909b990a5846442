"""Stories on disk, as they are finished: a killed run loses none of them, and goes on behind the last.

`OUT.part` is the journal: a first line that says what is being written, then a JSON line for each story. When all are
there, the file that was asked for is made of it, whole, and the journal goes.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from boxscribe.errors import InputError


class Journal:
    """The stories written so far."""

    def __init__(self, out: Path, about: dict[str, Any], resume: bool) -> None:
        self.path = out.with_name(out.name + ".part")
        self.about = about
        self.count = self._kept(resume)
        try:
            self._file: TextIO = self.path.open("a", encoding="utf-8")
            if not self.path.stat().st_size:
                self._line(about)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written: {error.strerror}") from None

    def _kept(self, resume: bool) -> int:
        """How many stories are there already; what was cut off in the middle of a line is dropped."""
        if not resume or not self.path.exists():
            self.path.unlink(missing_ok=True)
            return 0
        raw = self.path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines and json.loads(lines[0]) != self.about:
            raise InputError(
                f"{self.path}: was begun with another model, other tables or other settings; finish it with those, or "
                "leave --resume out to begin anew"
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

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        self.close()
        self.path.unlink()
