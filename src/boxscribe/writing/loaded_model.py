"""A model in memory, of which authors with any settings are made without reading it again."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from boxscribe.models.store import load_model
from boxscribe.planning.planner import Planner
from boxscribe.planning.store import load_planner
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.writing.author import BATCH_SIZE
from boxscribe.writing.decoding import Decoding, Preset
from boxscribe.writing.decoding_batch import Generator
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.model_folder import decoding_of, find_model, name_of
from boxscribe.writing.planned_author import planned_author, planner_folder
from boxscribe.writing.table_plans import Planning


class LoadedModel:
    """The model of a folder, with its planner if it follows plans. `name` and `domain` are as `boxscribe.load` has
    them."""

    def __init__(self, name: str | Path | None = None, domain: str = "", device: str = "cpu") -> None:
        self.folder = find_model(name, domain)
        self.generator = Generator(load_model(self.folder, device))
        self.name = name_of(self.folder)

    @property
    def domain(self) -> Domain:
        return self.generator.model.domain

    @property
    def follows_plans(self) -> bool:
        return self.generator.model.config.follow_plan

    @cached_property
    def planner(self) -> Planner:
        """Of a model that follows plans."""
        return load_planner(planner_folder(self.folder, self.domain.name))

    def decoding(self, preset: Preset | None = None, changes: Mapping[str, Any] | None = None) -> Decoding:
        """The settings saved with the model, or those of a preset; with changes."""
        return decoding_of(self.folder, self.domain, preset, changes or {})

    def author(
        self,
        decoding: Decoding,
        planning: Planning | None = None,
        batch_size: int = BATCH_SIZE,
        workers: int | None = None,
        description_of: Describe = load_domain,
    ) -> ModelAuthor:
        """An author with these settings."""
        wishes = planning or Planning()
        if not self.follows_plans:
            if wishes.steering:
                raise no_plans(wishes, self.name)
            return ModelAuthor(self.generator.model, self.name, decoding, batch_size, workers, None, self.generator)
        needs_planner = wishes.plans is None or wishes.style is not None
        planner = self.planner if needs_planner else None
        return planned_author(
            self.generator, self.folder, planner, decoding, batch_size, workers, wishes, description_of
        )


def no_plans(planning: Planning, name: str) -> InputError:
    """The error for wishes that only a model that follows plans can fulfil."""
    return InputError(
        f"{name}: follows no plan; leave out {' and '.join(planning.steering)}, or choose a model that does"
    )
