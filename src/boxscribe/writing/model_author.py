"""A trained model as an author: tables in, stories with their traces out."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from boxscribe.errors import InputError
from boxscribe.models.store import Model, digest
from boxscribe.planning.plan import Plan
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.constraints import Constraint
from boxscribe.writing.decoding import Decoding, preset
from boxscribe.writing.decoding_batch import Generator
from boxscribe.writing.length_attempts import LengthAttempts
from boxscribe.writing.search import search
from boxscribe.writing.story import Story
from boxscribe.writing.story_pools import Beginning, FreeStories, StoryPool
from boxscribe.writing.story_trace import story_of
from boxscribe.writing.workers import cores, in_parallel


class ModelAuthor:
    """A trained model. It writes about `batch_size` tables together, on a CPU by default with a worker for each core;
    neither changes a story. `constraints` are decoding constraints beside those of the settings, by name. Authors of
    one model may share its `generator`."""

    def __init__(
        self,
        model: Model,
        name: str,
        decoding: Decoding | None = None,
        batch_size: int = 16,
        workers: int | None = None,
        constraints: Mapping[str, Constraint] | None = None,
        generator: Generator | None = None,
    ) -> None:
        self.name, self.model, self.batch_size, self.constraints = name, model, batch_size, constraints
        self._generator = generator or Generator(model)
        self.decoding = decoding or preset("paper", model.domain)
        self.traced = False  # whether stories of its pools have traces
        self.workers = workers or (cores() if self._generator.device.type == "cpu" else 1)

    @property
    def decoding(self) -> Decoding:
        return self._decoding

    @decoding.setter
    def decoding(self, decoding: Decoding) -> None:
        if (decoding.words or decoding.numbers) and "length_control" not in self.model.writer.decoder.extras:
            raise InputError(
                "this model has no length control: leave out words and numbers, or train a model with "
                "model.length_control = true"
            )
        self._decoding = decoding

    @property
    def settings(self) -> dict[str, Any]:
        return {
            **self.decoding.model_dump(),
            "constraints": sorted(self.constraints or ()),
            "model": digest(self.model),
        }

    def check(self, table: Table) -> None:
        self._generator.check(table)

    def describe(self, table: Table) -> Domain:
        return self.model.domain

    def write(self, table: Table) -> Story:
        ((best, *_),) = self._written([table], trace=True, batch_size=1, stopped=lambda: False)
        return best

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        return (stories[0] for stories in self.write_best(tables))

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        each = -(-self.batch_size // self.workers)
        return in_parallel(lambda some, stopped: self._written(some, trace, each, stopped), tables, self.workers)

    def _written(
        self, tables: Iterable[Table], trace: bool, batch_size: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        encoded = (self._generator.encode(table, self.decoding.beam) for table in tables)
        for table, paths in search(
            self._generator, encoded, self.decoding, batch_size, trace, stopped, self.constraints
        ):
            yield [story_of(self.model, table, path) for path in paths]

    def begin(self, table: Table, plan: Plan | None = None) -> Beginning:
        """What a pool needs for the story of a table; an InputError for one that cannot be written about."""
        self._generator.check(table)
        return Beginning(table, plan)

    def attempts(self, story: Story) -> LengthAttempts | None:
        """How a story comes to have the words that are asked for; None where search sees to it."""
        return None

    def pool(self) -> StoryPool:
        """Stories that are written together; those of authors with equal `pool_key` may share it."""
        return FreeStories(self._generator, self.decoding, self.constraints or {}, self.traced)

    @property
    def pool_key(self) -> Hashable:
        return self.name, self.decoding, self.traced
