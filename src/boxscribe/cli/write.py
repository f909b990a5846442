"""`boxscribe write`: tables in, stories out."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boxscribe.cli.data import DomainFile, Kind, Source
from boxscribe.cli.progress import progress
from boxscribe.errors import InputError, Problem
from boxscribe.files import STDOUT, atomic_write
from boxscribe.shipped import MODEL

if TYPE_CHECKING:
    from boxscribe.tables.read import Tables
    from boxscribe.tables.table import Table
    from boxscribe.writing.author import Author
    from boxscribe.writing.decoding import Decoding
    from boxscribe.writing.formats import Format

FORMATS = ("text", "tokens", "jsonl", "html")
PRESETS = ("own", "paper", "greedy")


def write(
    source: Source,
    model: Annotated[
        str, typer.Option(help="A shipped model, the folder of a model, or 'template', which writes every domain.")
    ] = MODEL,
    out: Annotated[str, typer.Option(help="The file to write (.gz compresses); - is standard output.")] = STDOUT,
    form: Annotated[str, typer.Option("--format", help="text, tokens, jsonl (with the trace) or html.")] = "text",
    preset: Annotated[
        str, typer.Option(help="How to search: the model's own way, paper (beam 5, plain log p) or greedy.")
    ] = "own",
    beam: Annotated[int | None, typer.Option(help="Hypotheses of a game that are followed at once.")] = None,
    min_length: Annotated[int | None, typer.Option(help="Words before which a story may not end.")] = None,
    max_length: Annotated[int | None, typer.Option(help="Words after which a story is cut.")] = None,
    best: Annotated[int | None, typer.Option(help="Stories of a game, best first; jsonl only.")] = None,
    length_penalty: Annotated[float | None, typer.Option(help="Divide log p by words to this power.")] = None,
    block_ngrams: Annotated[int | None, typer.Option(help="No stretch of so many words twice.")] = None,
    block_records: Annotated[bool | None, typer.Option(help="No record told twice by copying.")] = None,
    whole_names: Annotated[bool | None, typer.Option(help="No name that mixes those of two entities.")] = None,
    whole_sentences: Annotated[bool | None, typer.Option(help="No story that ends within a sentence.")] = None,
    words: Annotated[int | None, typer.Option(help="How long the story should be; 0: as it comes.")] = None,
    numbers: Annotated[int | None, typer.Option(help="How many numbers it should have; 0: as it comes.")] = None,
    temperature: Annotated[float | None, typer.Option(help="Draw words by chance, one hypothesis.")] = None,
    seed: Annotated[int | None, typer.Option(help="Of what is drawn by chance.")] = None,
    at_once: Annotated[int, typer.Option(min=1, help="Games that are written together.")] = 16,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads that write; by default one a core.")] = None,
    trace: Annotated[bool, typer.Option(help="Keep what stands behind each word, in jsonl.")] = True,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was killed.")] = False,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Report a game that cannot be told and go on.")] = False,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    kind: Kind = None,
    domain: DomainFile = None,
) -> None:
    """Write a story for each table. With a bad game in the file nothing is written, unless --skip-bad says so."""
    from boxscribe.writing.author import TEMPLATE, load
    from boxscribe.writing.model_author import ModelAuthor

    changes = {
        "beam": beam, "min_length": min_length, "max_length": max_length, "best": best,
        "length_penalty": length_penalty, "block_ngrams": block_ngrams, "block_records": block_records,
        "whole_names": whole_names, "whole_sentences": whole_sentences, "words": words, "numbers": numbers,
        "temperature": temperature, "seed": seed,
    }  # fmt: skip
    changes = {name: value for name, value in changes.items() if value is not None}
    _check_choice("--format", form, FORMATS)
    _check_choice("--preset", preset, PRESETS)
    if resume and out == STDOUT:
        raise InputError("--resume needs a file: give --out")
    if best is not None and best > 1 and form != "jsonl":
        raise InputError("--best gives several stories of a game, which only --format jsonl can tell apart")
    if model == TEMPLATE and changes:
        raise InputError(f"--model template searches for nothing: leave out {_options(changes)}")
    author = load(model, device=device)
    if isinstance(author, ModelAuthor):
        author.decoding, author.at_once = _decoding(author, preset, changes), at_once
        author.workers = workers or author.workers
    writer = _Run(author, source, kind, domain, skip_bad, trace and form in ("jsonl", "html"))
    if out == STDOUT:
        _to_stdout(writer, form)  # type: ignore[arg-type]
    else:
        _to_file(writer, Path(out), form, resume)  # type: ignore[arg-type]


class _Run:
    """Which tables are told by whom."""

    def __init__(
        self, author: "Author", source: str, kind: str | None, domain: str | None, skip_bad: bool, trace: bool
    ) -> None:
        self.author, self.source, self.skip_bad, self.trace = author, source, skip_bad, trace
        self._kind, self._domain = kind, domain
        self._all: list[Table] | None = None
        self.total: int | None = None
        if source == STDOUT:  # standard input can be read only once
            self._all = list(self._read())
        if not skip_bad:
            self.total = sum(1 for _ in progress(self._checked(self.tables()), f"checking {source}"))

    def tables(self) -> "Iterable[Table]":
        return self._all if self._all is not None else self._read()

    def _read(self) -> "Tables":
        from boxscribe.tables.read import read_tables
        from boxscribe.writing.author import TemplateAuthor

        tables = read_tables(self.source, self._kind, self._domain, *([self._tell] if self.skip_bad else []))
        if isinstance(self.author, TemplateAuthor):
            self.author = TemplateAuthor(tables.domain)  # which knows the domains that the file describes
        return tables

    def _tell(self, problem: Problem) -> None:
        typer.echo(f"{'Warning' if problem.warning else 'Skipped'}: {problem}", err=True)

    def _checked(self, tables: "Iterable[Table]") -> "Iterator[Table]":
        for table in tables:
            try:
                self.author.check(table)
            except InputError as error:
                if not self.skip_bad:
                    raise InputError(f"{self.source}: {error}") from None
                typer.echo(f"Skipped: {self.source}: {error}", err=True)
                continue
            yield table

    def stories(self, skip: int = 0) -> Iterator[dict[str, Any]]:
        """The stories as JSON has them, without the first `skip`."""
        from itertools import islice

        from boxscribe.writing.formats import to_json

        tables = islice(self._checked(self.tables()), skip, None)
        total = None if self.total is None else self.total - skip
        found = progress(self.author.write_best(tables, self.trace), f"writing {self.source}", total)
        for first, *others in found:
            data = to_json(first, self.author.name, self.trace)
            if others:
                data["others"] = [to_json(other, self.author.name, self.trace) for other in others]
            yield data

    def about(self) -> dict[str, Any]:
        """What makes two runs the same."""
        decoding: Decoding | None = getattr(self.author, "decoding", None)
        settings = decoding.model_dump() if decoding else {}
        return {"tables": self.source, "model": self.author.name, "trace": self.trace, "decoding": settings}


def _to_stdout(run: _Run, form: "Format") -> None:
    from boxscribe.writing.formats import rendered

    if form == "html":
        with atomic_write(STDOUT) as file:
            file.write(_page(run, list(run.stories())))
        return
    with atomic_write(STDOUT) as file:
        for line in rendered(run.stories(), form):
            file.write(line + "\n")
            file.flush()


def _to_file(run: _Run, out: Path, form: "Format", resume: bool) -> None:
    from boxscribe.writing.formats import rendered
    from boxscribe.writing.journal import Journal

    journal = Journal(out, run.about(), resume)
    try:
        for story in run.stories(journal.count):
            journal.append(story)
        with atomic_write(out) as file:
            if form == "html":
                file.write(_page(run, journal.stories()))
            else:
                file.writelines(line + "\n" for line in rendered(journal.stories(), form))
        journal.remove()
    finally:
        journal.close()
    typer.echo(f"{out}: {journal.count:,} {'story' if journal.count == 1 else 'stories'}", err=True)


def _page(run: _Run, stories: Iterable[dict[str, Any]]) -> str:
    from boxscribe.writing.formats import from_json
    from boxscribe.writing.page import page

    by_id = {story["id"]: story for story in stories}
    described: Callable[[Table], Any] = run.author.describe
    told = [from_json(by_id[table.id], table, described(table)) for table in run.tables() if table.id in by_id]
    return page(told)


def _decoding(author: Any, preset: str, changes: dict[str, Any]) -> "Decoding":
    from pydantic import ValidationError

    from boxscribe.toml import sentence
    from boxscribe.writing.decoding import Decoding
    from boxscribe.writing.decoding import preset as preset_of

    base = author.decoding if preset == "own" else preset_of(preset, author.model.domain)  # type: ignore[arg-type]
    if changes.get("temperature"):
        changes = {"beam": 1, **changes}
    try:
        return Decoding(**base.model_dump() | changes)
    except ValidationError as error:
        told = sentence(error, Decoding)
        raise InputError(f"--{told.replace('_', '-', 1)}" if error.errors()[0]["loc"] else told) from None


def _check_choice(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise InputError(f"{option}: there is no '{value}'; choose one of {', '.join(known)}")


def _options(changes: Iterable[str]) -> str:
    return ", ".join(f"--{name.replace('_', '-')}" for name in changes)
