"""The texts of a system, from a file or from memory.

| file | content |
|---|---|
| text | a text per line, in the order of the games; a line that begins with a tab is the next paragraph of its text |
| JSON lines | per line an object with `id` (of the game) and `tokens` (a list) or `text`, in any order |
| Parquet | the same as columns |

Each may be gzipped; `-` is standard input. `boxscribe write` writes all of these (`formats.lines_of`).

A text is tokens of the corpus, separated by blanks, or plain English. Where the caller does not say which, the full
stops and commas decide: in tokens they stand between blanks, in English they end a word. A file that has many of both
is refused.

`assignment` finds out which game each text belongs to.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from boxscribe.files import called, lines_in, read_bytes
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.parquet import MAGIC, ParquetError, read_rows
from boxscribe.tables.domain import Domain
from boxscribe.tables.validate import MAX_TEXT, MAX_VALUE
from boxscribe.text import CONVENTIONS, PARAGRAPH, tokenise
from boxscribe.writing.story import Story

INDENT = "\t"  # begins the line of a further paragraph
BREAK = "\n\n"  # between paragraphs of a text in memory
MIXED = 0.2  # up to this share of punctuation marks of the other sort, a file is clearly tokens or clearly English
_ALONE = re.compile(r"(?<!\S)[.,](?!\S)")
# Not the full stop of initials: "C.J." is a token.
_ATTACHED = re.compile(r"(?<=\S),(?!\S) | (?:(?<=[a-z0-9)]) | (?<=[A-Z][A-Z]))\.(?!\S)", re.VERBOSE)


@dataclass(frozen=True, slots=True)
class Outputs:
    """The texts of one system."""

    name: str  # the file, for messages
    texts: Sequence[str]  # paragraphs are separated by an empty line
    ids: Sequence[str] | None  # of the games that they belong to; None: they are in the order of the games
    tokenised: bool

    def __len__(self) -> int:
        return len(self.texts)

    def tokens(self, position: int, domain: Domain) -> list[str]:
        """The tokens of a text, in the convention of its domain."""
        text = self.texts[position]
        if self.tokenised:
            return text.replace(BREAK, f" {PARAGRAPH} ").split()
        return tokenise(text, CONVENTIONS[domain.convention])


def read_outputs(source: str | Path, tokenised: bool | None = None, any_text: bool = False) -> Outputs:
    """The texts of a file. `tokenised`: whether they are tokens; None: decide by punctuation.

    With `any_text` nothing is refused that a text can be: it may be empty, of any length, and of any punctuation.
    """
    name, content = called(source), read_bytes(source)
    if content.startswith(MAGIC):
        return _from_entries(name, "row", _rows(name, content), tokenised, any_text)
    lines = lines_in(content, name)
    if not lines and not any_text:
        raise InputError(f"{name}: holds no texts")
    if lines and lines[0].lstrip().startswith("{"):
        return _from_entries(name, "line", _parsed(name, lines), tokenised, any_text)
    texts: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() and not any_text:
            raise InputError(f"{name}: line {number}: is empty; every game needs a text")
        if line.startswith(INDENT) and texts:
            texts[-1] += BREAK + line.strip()
        else:
            texts.append(line)
    return _outputs(name, texts or [""], None, tokenised, any_text)


def outputs_of(
    texts: Iterable[str | Sequence[str] | Story], name: str = "texts", tokenised: bool | None = None
) -> Outputs:
    """Texts in memory: strings, lists of tokens, or stories, which know their game."""
    given = list(texts)
    if not given:
        raise InputError(f"{name}: holds no texts")
    strings = [text if isinstance(text, str) else " ".join(_tokens(text)) for text in given]
    for number, text in enumerate(strings, 1):
        if not text.strip():
            raise InputError(f"{name}: text {number}: is empty; every game needs a text")
    stories = [text for text in given if isinstance(text, Story)]
    ids = [story.table.id for story in stories] if len(stories) == len(given) else None
    if not any(isinstance(text, str) for text in given):
        tokenised = True
    return _outputs(name, strings, ids, tokenised)


def _outputs(
    name: str, texts: Sequence[str], ids: Sequence[str] | None, tokenised: bool | None, any_text: bool = False
) -> Outputs:
    """The texts, if all of them are within the limits of a table's text."""
    if any_text:
        return Outputs(name, texts, ids, are_tokens(texts) if tokenised is None else tokenised)
    for number, text in enumerate(texts, 1):
        words = text.split()
        if len(words) > MAX_TEXT:
            raise InputError(f"{name}: text {number}: has {len(words):,} words, and {MAX_TEXT:,} are allowed; split it")
        if len(longest := max(words, key=len)) > MAX_VALUE:
            raise InputError(
                f"{name}: text {number}: a word has {len(longest):,} characters, and {MAX_VALUE:,} are allowed: "
                f"'{longest:.40}…'; is this the right file?"
            )
    return Outputs(name, texts, ids, _clearly_tokens(name, texts) if tokenised is None else tokenised)


def _tokens(text: Sequence[str] | Story) -> Sequence[str]:
    return text.tokens if isinstance(text, Story) else text


def _parsed(name: str, lines: Sequence[str]) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        try:
            yield parse_json(line)
        except ForeignError as error:
            raise InputError(f"{name}: line {number}: {error}") from None


def _rows(name: str, content: bytes) -> Iterator[Any]:
    try:
        yield from read_rows(BytesIO(content), ["id"], ["tokens", "text"])
    except ParquetError as error:
        raise InputError(f"{name}: {error}") from None


def _from_entries(name: str, unit: str, entries: Iterable[Any], tokenised: bool | None, any_text: bool) -> Outputs:
    """The texts of entries; `unit` is what an entry is called in messages."""
    ids, texts, key = [], [], ""
    for number, entry in enumerate(entries, 1):
        where = f"{name}: {unit} {number}"
        if not key:
            key = "tokens" if tokenised is not False and isinstance(entry, dict) and "tokens" in entry else "text"
        ids.append(_field(where, entry, "id"))
        texts.append(_field(where, entry, key))
        if not texts[-1].strip() and not any_text:
            raise InputError(f"{where}: has an empty text; every game needs a text")
    if not texts and not any_text:
        raise InputError(f"{name}: holds no texts")
    return _outputs(name, texts, ids, True if key == "tokens" and tokenised is None else tokenised, any_text)


def _field(where: str, entry: Any, key: str) -> str:
    """A string of an entry; tokens are joined by blanks."""
    value = entry.get(key) if isinstance(entry, dict) else None
    if key == "tokens" and isinstance(value, list) and all(isinstance(token, str) for token in value):
        return " ".join(value)
    if key == "tokens" or not isinstance(value, str):
        shape, wanted = ('["…", …]', "list of strings") if key == "tokens" else ('"…"', "string")
        example = f'{{"id": "…", "{"text" if key == "id" else key}": {shape}}}'
        raise InputError(f"{where}: write {example}; {key} is missing or no {wanted}")
    return value


def _clearly_tokens(name: str, texts: Sequence[str]) -> bool:
    alone, attached = _punctuation(texts)
    if min(alone, attached) > MIXED * (alone + attached):
        raise InputError(
            f"{name}: {alone:,} full stops and commas stand alone and {attached:,} end a word, so these may be tokens "
            "or plain English; say --format tokens or --format text"
        )
    return alone >= attached


def are_tokens(texts: Sequence[str]) -> bool:
    """Whether texts are tokens rather than plain English, by most of their punctuation."""
    alone, attached = _punctuation(texts)
    return alone > attached


def _punctuation(texts: Sequence[str]) -> tuple[int, int]:
    """The full stops and commas that stand alone, and those that end a word."""
    return sum(len(_ALONE.findall(text)) for text in texts), sum(len(_ATTACHED.findall(text)) for text in texts)
