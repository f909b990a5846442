"""The metrics of a run: a line of JSON per validation, and the learning curve drawn from them."""

import json
from pathlib import Path
from typing import Any

from boxscribe.files import atomic_write
from boxscribe.training.curve import page

METRICS, CURVE = "metrics.jsonl", "curve.html"


class MetricsLog:
    """`metrics.jsonl` and `curve.html` in the folder of a run."""

    def __init__(self, folder: Path, title: str) -> None:
        self._path, self._curve, self._title = folder / METRICS, folder / CURVE, title

    def append(self, record: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        with atomic_write(self._curve) as file:
            file.write(page([json.loads(line) for line in self._lines()], self._title))

    def truncate(self, step: int) -> None:
        """Remove what a killed run recorded after its last checkpoint."""
        if self._path.exists():
            lines = [line for line in self._lines() if json.loads(line)["step"] <= step]
            with atomic_write(self._path) as file:
                file.write("".join(f"{line}\n" for line in lines))

    def _lines(self) -> list[str]:
        return self._path.read_text(encoding="utf-8").splitlines()
