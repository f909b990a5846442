"""The metrics of a run: a line of JSON per validation, and the learning curve drawn from them."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, NonNegativeInt

from boxscribe.errors import InputError
from boxscribe.files import atomic_write
from boxscribe.foreign import checked
from boxscribe.training.curve import page

METRICS, CURVE = "metrics.jsonl", "curve.html"


class _Record(BaseModel):
    """What a line must hold for the curve."""

    step: NonNegativeInt
    words: NonNegativeInt
    perplexity: float
    copy_gate: float
    right_entity: float
    right_record: float
    repeats: float
    attention: dict[str, float]
    samples: list[str]


class MetricsLog:
    """`metrics.jsonl` and `curve.html` in the folder of a run. Both are replaced whole."""

    def __init__(self, folder: Path, title: str) -> None:
        self._path, self._curve, self._title = folder / METRICS, folder / CURVE, title
        self._records = self._read()

    def append(self, record: dict[str, Any]) -> None:
        self._records.append(record)
        self._write()
        with atomic_write(self._curve) as file:
            file.write(page(self._records, self._title))

    def truncate(self, step: int) -> None:
        """Remove what a killed run recorded after step `step`, that of its last checkpoint or 0 if it has none."""
        if self._path.exists():
            self._records = [record for record in self._records if record["step"] <= step]
            self._write()

    def _write(self) -> None:
        with atomic_write(self._path) as file:
            file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in self._records)

    def _read(self) -> list[dict[str, Any]]:
        """The records in the file. A last line that was cut off is left out; other damage is an InputError."""
        try:
            *lines, _ = self._path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise InputError(f"{self._path}: cannot be read: {error.strerror}; move it away") from None
        return [self._record(line, number) for number, line in enumerate(lines, 1)]

    def _record(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            checked(json.loads(line, parse_constant=lambda constant: None))
            record: dict[str, Any] = json.loads(line)  # with NaN and Infinity, as figures of a failed run can be
            _Record.model_validate(record, strict=True)
        except (ValueError, RecursionError):
            raise InputError(f"{self._path}: line {number} is damaged; correct or remove it") from None
        return record
