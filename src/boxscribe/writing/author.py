"""Whoever writes stories: a model or a template. `load` finds one by its name or folder."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path as Folder
from typing import Protocol

from boxscribe.errors import InputError
from boxscribe.models.store import load_model
from boxscribe.shipped import MODEL, shipped, suggestion
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.table import Table
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.export import own_decoding
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.story import Story
from boxscribe.writing.template import write_template

TEMPLATE = "template"


class Author(Protocol):
    """Tables in, stories out."""

    @property
    def name(self) -> str: ...

    def check(self, table: Table) -> None:
        """Raises an InputError that says why a table cannot be told."""

    def describe(self, table: Table) -> Domain:
        """The description of the table's domain."""
        ...

    def write(self, table: Table) -> Story: ...

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        """A story for each table, in their order; memory does not grow with their number."""
        ...

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        """One or several stories of each table, best first; without a trace where nobody wants it."""
        ...


@dataclass(frozen=True, slots=True)
class TemplateAuthor:
    """Fixed sentences; needs no weights. `described` finds the description of a domain by its name."""

    described: Describe = load_domain
    name: str = TEMPLATE

    def check(self, table: Table) -> None:
        self.write(table)

    def describe(self, table: Table) -> Domain:
        return self.described(table.domain)

    def write(self, table: Table) -> Story:
        return write_template(table, self.describe(table))

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        return map(self.write, tables)

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        return ([story] for story in self.write_all(tables))


def load(name: str | Folder = MODEL, decoding: Decoding | None = None, device: str = "cpu") -> Author:
    """The author of this name: a shipped model, the folder of a model, or `template`, which knows every domain."""
    if str(name) == TEMPLATE:
        return TemplateAuthor()
    folder = Folder(name) if Folder(name).is_dir() else shipped("models", str(name))
    if folder is None:
        hint = suggestion("models", str(name))
        raise InputError(
            f"{name}: there is no such model; give the folder of a model, '{TEMPLATE}', or a shipped one: {hint}"
        )
    return ModelAuthor(load_model(folder, device), folder.resolve().name, decoding or own_decoding(folder))
