"""Write stories about tables: in memory, into a stream, or into a file that a killed run can be resumed from."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.files import STDOUT, atomic_write
from boxscribe.parquet import require_file
from boxscribe.progress import Progress, no_progress
from boxscribe.tables import native_json
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.read import Tables
from boxscribe.tables.table import Table
from boxscribe.writing.author import BATCH_SIZE, Author, load
from boxscribe.writing.decoding import Decoding, Preset
from boxscribe.writing.formats import TRACED, Format, from_json, lines_of, to_json
from boxscribe.writing.journal import Journal
from boxscribe.writing.parquet import write_stories
from boxscribe.writing.story import Story


def write(
    tables: Table | Iterable[Table],
    model: str | Path | Author | None = None,
    decoding: Decoding | Mapping[str, Any] | None = None,
    *,
    domain: str | Domain | None = None,
    device: str = "cpu",
    preset: Preset | None = None,
    batch_size: int = BATCH_SIZE,
    workers: int | None = None,
) -> Iterator[Story]:
    """Write a story about each table, in the order of the tables; memory does not grow with their number.

    `model` is an author that `load` has made, or what `load` takes: the name of a shipped model, the folder of a model
    or of a training run, or "template". By default it is the shipped model of the first table's domain. The template
    needs the description of the tables' domain: `domain`, or else the one that `boxscribe.read` has found. All other
    options are those of `load`: `boxscribe.write(tables, decoding={"words": 200})` asks for shorter stories.

    >>> from itertools import islice
    >>> games = islice(boxscribe.simulate("rotowire", seed=1), 2)
    >>> for story in boxscribe.write(games, "template"):
    ...     print(story.text)
    The Tucson Surveyors (1-0) defeated the Bridgeport Prospectors (0-1) 96-91. J.T. Osborne scored 27 points ...
    The Lincoln Chargers (1-0) defeated the Springfield Herons (0-1) 107-90. Earl Sutherland scored 35 points ...
    """
    stream = iter([tables] if isinstance(tables, Table) else tables)
    first = next(stream, None)
    if first is None:
        return iter(())
    if model is None or isinstance(model, str | Path):
        model = load(
            model,
            decoding,
            device,
            domain=first.domain,
            preset=preset,
            batch_size=batch_size,
            workers=workers,
            description_of=_descriptions(tables, domain),
        )
    elif decoding is not None or preset is not None:
        raise InputError(f"decoding: {model.name} has its settings already; give them to `load`")
    return model.write_all(chain([first], stream))


def _descriptions(tables: Table | Iterable[Table], domain: str | Domain | None) -> Describe:
    """Where the description of a domain comes from: the given one, what the reader of the tables has found, or ours."""
    if domain is None:
        return tables.domain if isinstance(tables, Tables) else load_domain
    given = load_domain(domain) if isinstance(domain, str) else domain
    return lambda name: given


@dataclass(frozen=True)
class WritingRun:
    """Stories about tables, written by an author into a stream or a file.

    The tables are read more than once: first to check them all, so that nothing is written where one of them is
    invalid, then to write. With `on_invalid` those that cannot be written are reported to it and left out.
    """

    author: Author
    tables: Iterable[Table]  # can be iterated over several times
    form: Format = "text"
    source: str = "tables"  # what the tables are called in messages
    trace: bool = True  # whether jsonl and html have the trace
    on_invalid: Report | None = None
    progress: Progress = no_progress

    def to_stream(self, stream: TextIO) -> None:
        """Write each story as soon as it is finished; an HTML page when all are."""
        if self.form == "parquet":
            require_file(STDOUT)
        stories = self._stories(total=self._check())
        for part in [self._page(stories)] if self.form == "html" else lines_of(stories, self.form):
            stream.write(part + "\n")
            stream.flush()

    def to_file(self, out: str | Path, resume: bool = False) -> int:
        """Write a file that appears when it is complete, and return the number of its stories.

        Until then the stories are in a journal beside it. With `resume` a run goes on after those of a killed run.
        """
        out, (total, identity) = Path(out), self._identify()
        with Journal(out, identity, resume) as journal:
            for story in self._stories(journal.count, total):
                journal.append(story)
            self._save(map(self._attributed, journal.stories()), out)
            journal.remove()
            return journal.count

    def _save(self, stories: Iterable[dict[str, Any]], out: Path) -> None:
        if self.form == "parquet":
            write_stories(stories, out)
            return
        parts = [self._page(stories)] if self.form == "html" else lines_of(stories, self.form)
        with atomic_write(out) as file:
            file.writelines(part + "\n" for part in parts)

    def _check(self) -> int | None:
        """Check all tables and count them, unless invalid ones are left out."""
        if self.on_invalid is not None:
            return None
        return sum(1 for _ in self.progress(self._valid(raise_first), f"checking {self.source}"))

    def _identify(self) -> tuple[int, str]:
        """The number of tables, and a digest of all that the stories depend on, which a resumed run must share.

        The names of files and folders are not part of it: a run goes on where its tables or its model were moved.
        """
        about = [self._traced(), dict(self.author.settings)]
        digest = hashlib.sha256(json.dumps(about).encode())
        count, domains = 0, set[str]()
        report = raise_first if self.on_invalid is None else lambda problem: None
        for table in self.progress(self._valid(report), f"checking {self.source}"):
            if table.domain not in domains:
                domains.add(table.domain)
                digest.update(self.author.describe(table).model_dump_json().encode())
            digest.update(json.dumps(native_json.to_json(table)).encode())
            count += 1
        return count, digest.hexdigest()

    def _valid(self, report: Report) -> Iterator[Table]:
        """The tables that the author can write about."""
        for table in self.tables:
            try:
                self.author.check(table)
            except InputError as error:
                report(Problem(str(error), file=self.source))
            else:
                yield table

    def _stories(self, skip: int = 0, total: int | None = None) -> Iterator[dict[str, Any]]:
        """The stories as JSON, without the first `skip`."""
        trace, name = self._traced(), self.author.name
        tables = self._valid(self.on_invalid or raise_first)
        found = self.author.write_best(islice(tables, skip, None), trace)
        left = None if total is None else total - skip
        for best, *others in self.progress(found, f"writing {self.source}", left):
            story = to_json(best, name, trace)
            if others:
                story["others"] = [to_json(other, name, trace) for other in others]
            yield story

    def _attributed(self, story: dict[str, Any]) -> dict[str, Any]:
        """A story of the journal under the name that the author has in this run, though its folder was renamed."""
        for each in (story, *story.get("others", ())):
            each["model"] = self.author.name
        return story

    def _traced(self) -> bool:
        return self.trace and self.form in TRACED

    def _page(self, stories: Iterable[dict[str, Any]]) -> str:
        from boxscribe.writing.page import page

        written = list(stories)
        pairs = zip(written, self._valid(lambda problem: None), strict=True)
        return page([from_json(story, table, self.author.describe(table)) for story, table in pairs])
