"""Box scores in CSV files, files with tabs or semicolons, and pasted tables: the format `csv`, and `read_csv`.

A file is one game. What it does not say, such as which team is at home, is in a TOML file of the same name beside it
(`box.toml` beside `box.csv`; see `csv.game`). Everything that is guessed is reported.
"""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.tables.csv.columns import HeadingIndex
from boxscribe.tables.csv.game import GameInfo, from_flags, load_game
from boxscribe.tables.csv.table import build_table
from boxscribe.tables.csv.text import MAX_BYTES, Rows, read_rows
from boxscribe.tables.domain import Describe, Domain, load_domain, shipped_domains
from boxscribe.tables.source import InputSource, RawInput
from boxscribe.tables.table import Table
from boxscribe.tables.validate import validate
from boxscribe.toml import read_toml

SUFFIXES = (".csv", ".tsv", ".csv.gz", ".tsv.gz")


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table that was read from CSV files."""

    table: Table
    domain: Domain
    guesses: tuple[str, ...]  # sentences


@dataclass(frozen=True, slots=True)
class CsvFormat:
    """CSV files as a format of all verbs."""

    name: str = "csv"
    description: str = "a CSV file with a row of headings"

    def recognises(self, raw: RawInput) -> bool:
        if raw.stream is None:
            return False
        return (raw.path is not None and raw.path.name.endswith(SUFFIXES)) or _has_header(raw.head)

    def games(self, raw: RawInput) -> Iterator[tuple[Path | None, bytes] | Problem]:
        if raw.stream is None:
            yield Problem(f"is a folder; it must be {self.description}")
        else:
            yield raw.path, raw.stream.read(MAX_BYTES + 1)

    def table(self, game: tuple[Path | None, bytes], report: Report, describe: Describe) -> Table | None:
        path, data = game
        about = _beside(path) if path is not None else GameInfo()
        rows = read_rows(data)
        domain, guesses = _domain_of([rows], about, describe)
        table, more = build_table([(str(path), rows)], about, domain)
        for guess in (*guesses, *more):
            report(Problem(guess, field="guess", warning=True))
        return table


def read_csv(
    sources: Sequence[str | Path | IO[Any]],
    game: str | Path | None = None,
    domain: str | Domain | None = None,
    names: tuple[str, str] = ("", ""),
    score: str = "",
    day: str = "",
) -> CsvTable:
    """The table of one game from a CSV file, or from one file per team, the home team first; `-` is standard input.

    `game` is a TOML file about the game, by default the one beside a single file. `names` are those of the home and the
    away team, `score` is the home team's and the away team's ("112-97"), `day` the date.
    """
    if len(sources) not in (1, 2):
        raise InputError(f"a game is one CSV file, or one per team, not {len(sources)} files")
    opened = [InputSource(source) for source in sources]
    files = [(source.name, _rows_of(source)) for source in opened]
    place = files[0][0] if len(files) == 1 else "the files"
    path = opened[0].path if len(opened) == 1 else None
    about = load_game(game) if game is not None else _beside(path) if path is not None else GameInfo()
    given = load_domain(domain, Path()) if isinstance(domain, str) else domain
    guesses: list[str] = []
    try:
        if given is None:
            given, guesses = _domain_of([rows for _, rows in files], about, lambda name: _describe(name, path))
        about = from_flags(about, given, names, score, day)
        table, more = build_table(files, about, given)
        table = table if table.id else replace(table, id=Path(files[0][0]).name.partition(".")[0])
        validate(table, given, raise_first)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
    return CsvTable(table, given, (*guesses, *more))


def _rows_of(source: InputSource) -> Rows:
    """The rows of a file; errors name it."""
    with source.open() as raw:
        if raw.stream is None:
            raise InputError(f"{source.name}: is a folder; it must be a CSV file")
        try:
            return read_rows(raw.stream.read(MAX_BYTES + 1))
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise InputError(f"{source.name}: the gzip data is cut off or damaged; fetch the file again") from None
        except OSError as error:
            raise InputError(f"{source.name}: cannot be read: {error.strerror or error}") from None
        except InputError as error:
            raise InputError(f"{source.name}: {error}") from None


def _describe(name: str, path: Path | None) -> Domain:
    return load_domain(name, path.parent if path is not None else Path())


def _beside(path: Path) -> GameInfo:
    """What the TOML file beside a CSV file says; nothing where there is none. It may be the domain's description."""
    suffix = next((suffix for suffix in reversed(SUFFIXES) if path.name.endswith(suffix)), path.suffix)
    beside = path.with_name(f"{path.name.removesuffix(suffix)}.toml")
    if not beside.is_file():
        return GameInfo()
    described = read_toml(beside, "file about a game")
    if "kinds" in described:
        return GameInfo(str(described.get("name", "")))
    return load_game(beside)


def _domain_of(files: Sequence[Rows], game: GameInfo, describe: Describe) -> tuple[Domain, list[str]]:
    """The domain that is named, or else the shipped one that knows the most headings; and the guess."""
    if game.domain:
        return describe(game.domain), []
    scores: dict[str, int] = {}
    for name in shipped_domains():
        try:
            index = HeadingIndex(describe(name))
        except InputError:  # --domain is another one
            continue
        scores[name] = sum(_best_score(rows, index) for rows in files)
    best = max(scores, key=lambda name: scores[name], default="")
    if not scores or not scores[best]:
        raise InputError(
            "no row of headings was found that a known domain has; the first row must name the columns (Player, MIN, "
            'PTS), and a domain of your own is named by --domain or by domain = "…" in the TOML file beside it'
        )
    return describe(best), [f"the domain is '{best}', by its headings"]


def _has_header(head: bytes) -> bool:
    """Whether the beginning of a text has a row of headings that a shipped domain knows."""
    try:
        rows = read_rows(head)
    except InputError:
        return False
    return any(_best_score(rows, HeadingIndex(load_domain(name))) for name in shipped_domains())


def _best_score(rows: Rows, index: HeadingIndex) -> int:
    """How many headings the row has that has the most."""
    pairs = zip(rows.rows, ((), *(row.cells for row in rows.rows)), strict=False)
    headers = (index.header(row.cells, upper) for row, upper in pairs)
    return max((header.score for header in headers if header is not None), default=0)
