"""The texts of a system: a file with one text per line, or JSON lines with `id` and `text` → tokens for every game.

Lines belong to the games in the order of the tables; JSON lines find their games by id, in any order (of several games
with one id the first takes the first text). The file may be gzipped; `-` is standard input.

Texts are tokens or plain English. Where nobody says which, the full stops and commas of the file decide: in tokens they
stand between blanks, in English they end a word. A file that has many of both is refused.
"""

import gzip
import json
import re
import sys
import zlib
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from boxscribe.tables.domain import Domain
from boxscribe.text import CONVENTIONS, tokenise

STDIN = "-"
DOUBT = 0.2  # the share of marks of the other sort up to which a file is clearly of one sort
_ALONE = re.compile(r"(?<!\S)[.,](?!\S)")
# Not the full stop of initials: "C.J." is a token.
_ATTACHED = re.compile(r"(?<=\S),(?!\S) | (?:(?<=[a-z0-9)]) | (?<=[A-Z][A-Z]))\.(?!\S)", re.VERBOSE)


class Texts:
    """The texts of one system, and which game each belongs to."""

    def __init__(self, name: str, lines: Sequence[str], ids: Sequence[str] | None, tokenised: bool) -> None:
        self.name = name
        self.tokenised = tokenised
        self._lines = lines
        self._ids = ids
        self._waiting: dict[str, deque[int]] = {}
        for number, id in enumerate(ids or ()):
            self._waiting.setdefault(id, deque()).append(number)

    def __len__(self) -> int:
        return len(self._lines)

    def tokens(self, number: int, id: str, domain: Domain) -> list[str]:
        """The tokens of the text for the game with this number (from 0) and id."""
        if self._ids is not None:
            if not self._waiting.get(id):
                raise InputError(f"{self.name}: no text for game {number + 1} ('{id}'); write a line with this id")
            number = self._waiting[id].popleft()
        line = self._lines[number]
        return line.split() if self.tokenised else tokenise(line, CONVENTIONS[domain.convention])

    def check(self, ids: Sequence[str], tables: str) -> None:
        """Refuse texts that belong to none of the games `ids`, and lines that are too many or too few."""
        if self._ids is None:
            if len(self) != len(ids):
                raise InputError(
                    f"{self.name}: has {len(self):,} lines, but {tables} has {len(ids):,} games; "
                    "write one text per line, in the order of the games"
                )
            return
        left = Counter(ids)
        for number, id in enumerate(self._ids, 1):
            left[id] -= 1
            if left[id] < 0:
                raise InputError(f"{self.name}: line {number}: {tables} has no game '{id}', or too few with this id")


def read_texts(source: str | Path, tokenised: bool | None = None) -> Texts:
    """The texts of a file. `tokenised`: whether they are tokens; None: look and see."""
    name = "standard input" if str(source) == STDIN else str(source)
    lines = read_lines(source)
    if not lines:
        raise InputError(f"{name}: holds no texts")
    ids = None
    if lines[0].lstrip().startswith("{"):
        ids, lines = _from_json(name, lines)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            raise InputError(f"{name}: line {number}: is empty; every game needs a text")
    return Texts(name, lines, ids, _are_tokens(name, lines) if tokenised is None else tokenised)


def _from_json(name: str, lines: Sequence[str]) -> tuple[list[str], list[str]]:
    ids, texts = [], []
    for number, line in enumerate(lines, 1):
        try:
            entry: Any = json.loads(line)
        except ValueError:
            raise InputError(f"{name}: line {number}: is not JSON, though the first line is") from None
        for key in ("id", "text"):
            if not isinstance(entry, dict) or not isinstance(entry.get(key), str):
                raise InputError(
                    f'{name}: line {number}: write {{"id": "…", "text": "…"}}; {key} is missing or no string'
                )
        ids.append(entry["id"])
        texts.append(entry["text"])
    return ids, texts


def _are_tokens(name: str, lines: Sequence[str]) -> bool:
    alone = sum(len(_ALONE.findall(line)) for line in lines)
    attached = sum(len(_ATTACHED.findall(line)) for line in lines)
    if min(alone, attached) > DOUBT * (alone + attached):
        raise InputError(
            f"{name}: {alone:,} full stops and commas stand alone and {attached:,} end a word, so these may be tokens "
            "or plain English; say --tokenised or --plain"
        )
    return alone >= attached


def read_lines(source: str | Path) -> list[str]:
    """The lines of a text file, gzipped or not, or of `-`, without their ends."""
    name = "standard input" if str(source) == STDIN else str(source)
    try:
        content = sys.stdin.buffer.read() if str(source) == STDIN else Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None
    try:
        content = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
        text = content.decode("utf-8-sig")
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{name}: the gzip data is cut off or damaged; fetch or write the file again") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(f"{name}: line {line}: is not UTF-8; save the file in this encoding") from None
    lines = text.removesuffix("\n").split("\n") if text else []
    return [line.removesuffix("\r") for line in lines]
