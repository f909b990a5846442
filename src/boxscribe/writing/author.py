"""Authors write stories about tables: a trained model, or a template. `load` makes one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from boxscribe.errors import InputError
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.table import Table
from boxscribe.writing.decoding import Decoding, Preset
from boxscribe.writing.story import Story
from boxscribe.writing.template import write_template

if TYPE_CHECKING:
    from boxscribe.planning.plan import Plan
    from boxscribe.writing.story_pools import Beginning, StoryPool
    from boxscribe.writing.table_plans import Planning

TEMPLATE = "template"
BATCH_SIZE = 16  # games


class Author(Protocol):
    """Writes stories about tables.

    `name`, `settings`, `check`, `describe` and `write_best` are all that the rest of the package calls, so whatever has
    them can write: a planner in front of a model is an author that holds another one.
    """

    @property
    def name(self) -> str:
        """What outputs call it."""
        ...

    @property
    def settings(self) -> Mapping[str, Any]:
        """What its stories depend on besides the table, as JSON: a run is resumed only with equal settings."""
        ...

    def check(self, table: Table) -> None:
        """Raise an InputError that says why it cannot write about a table."""

    def describe(self, table: Table) -> Domain:
        """The description of the table's domain."""
        ...

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        """The n best stories of each table, best first, in the order of the tables, without their traces if not wanted.

        Tables are read as they are needed, so memory does not grow with their number.
        """
        ...

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        """The best story of each table, in the order of the tables."""
        return (stories[0] for stories in self.write_best(tables))

    def write(self, table: Table) -> Story:
        """The best story of one table."""
        return next(self.write_all([table]))


@dataclass(frozen=True, slots=True)
class TemplateAuthor(Author):
    """Writes fixed sentences about tables of any domain; `description_of` finds a domain's description by its name."""

    description_of: Describe = load_domain
    name: str = TEMPLATE

    @property
    def settings(self) -> Mapping[str, Any]:
        return {"author": TEMPLATE}

    def check(self, table: Table) -> None:
        self._story(table)

    def describe(self, table: Table) -> Domain:
        return self.description_of(table.domain)

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        return ([self._story(table)] for table in tables)

    def begin(self, table: Table, plan: "Plan | None" = None) -> "Beginning":
        from boxscribe.writing.story_pools import Beginning

        return Beginning(table)

    def pool(self) -> "StoryPool":
        from boxscribe.writing.story_pools import FinishedStories

        return FinishedStories(self._story)

    @property
    def pool_key(self) -> str:
        return self.name

    def attempts(self, story: Story) -> None:
        """Its stories have one length."""

    def _story(self, table: Table) -> Story:
        return write_template(table, self.describe(table))


def load(
    name: str | Path | None = None,
    decoding: Decoding | Mapping[str, Any] | None = None,
    device: str = "cpu",
    *,
    domain: str = "",
    preset: Preset | None = None,
    batch_size: int = BATCH_SIZE,
    workers: int | None = None,
    description_of: Describe = load_domain,
    planning: "Planning | None" = None,
) -> Author:
    """Load an author: a trained model, or the template.

    `name` is a shipped model, the folder of a model, the folder of a training run (its `best` model, or else its
    `last`), or "template", which needs no model and writes every domain. Without a name it is the shipped model of the
    domain; without a domain, too, the only shipped model.

    A model decodes with the settings saved with it, or with a `preset`: those of the paper, or greedily. `decoding`
    replaces them, or changes some of them: `{"words": 200}`. `batch_size` games are decoded together, by default with a
    thread for each core (`workers`); neither changes a story. `description_of` finds a domain's description for the
    template. `planning` is for models that follow plans; without it their planner plans, and sentences are verified.

    >>> author = boxscribe.load("template")
    >>> author.write(next(boxscribe.simulate("rotowire", seed=1)))
    <Story 10_25_15-Surveyors-Prospectors: 208 words, "The Tucson Surveyors (1-0) defeated the …">
    """
    if name is not None and str(name) == TEMPLATE:
        if decoding:
            given = ", ".join(decoding if isinstance(decoding, Mapping) else decoding.model_fields_set)
            raise InputError(f"the template has no decoding settings: leave out {given}")
        if planning is not None and planning.steering:
            from boxscribe.writing.loaded_model import no_plans

            raise no_plans(planning, TEMPLATE)
        return TemplateAuthor(description_of)
    from boxscribe.writing.loaded_model import LoadedModel

    loaded = LoadedModel(name, domain, device)
    if not isinstance(decoding, Decoding):
        decoding = loaded.decoding(preset, decoding)
    return loaded.author(decoding, planning, batch_size, workers, description_of)
