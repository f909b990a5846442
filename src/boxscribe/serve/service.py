"""What the API offers, without HTTP: checked requests in, orders for the engine, plans, verdicts and figures out."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from boxscribe.checking.texts import CheckedText, checked_text
from boxscribe.checking.with_season import SeasonChecker
from boxscribe.derived import derive
from boxscribe.errors import InputError, did_you_mean
from boxscribe.models.store import CONFIG, read_json
from boxscribe.planning.plan import Plan, PlannedFact, check_plan
from boxscribe.planning.styles import read_styles
from boxscribe.planning.suggestions import Suggestion, suggestions
from boxscribe.scores.evaluate import evaluate
from boxscribe.scores.evaluation import Evaluation
from boxscribe.season.days import SeasonDays
from boxscribe.season.enrich import Enricher
from boxscribe.serve.bodies import (
    CheckBody,
    EvaluateBody,
    PlanBody,
    PlansBody,
    SettingsBody,
    StoryBody,
    SuggestionsBody,
    TablesBody,
    WishesBody,
)
from boxscribe.serve.examples import example_games
from boxscribe.serve.table_input import ReadGame, TableInput
from boxscribe.shipped import domain_of, shipped_folders
from boxscribe.tables import native_json
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, tokenise
from boxscribe.text.tokens import straighten
from boxscribe.writing.author import TEMPLATE, TemplateAuthor
from boxscribe.writing.kept_sentences import place_sentences
from boxscribe.writing.loaded_model import LoadedModel, no_plans
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.model_folder import find_model, name_of
from boxscribe.writing.planned_author import PlannedAuthor, planner_folder
from boxscribe.writing.story_pools import Beginning, PooledAuthor
from boxscribe.writing.table_plans import Planning
from boxscribe.writing.workers import one_thread


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model that clients may ask for by its name."""

    name: str
    folder: Path
    domain: str


@dataclass
class StoryService:
    """Models, descriptions and the season of a server. A model is read at its first use."""

    models: Sequence[str | Path] = ()  # beside the shipped ones
    domains: Mapping[str, Domain] = field(default_factory=dict)  # beside the shipped ones
    season: str | Path | None = None

    def __post_init__(self) -> None:
        folders = [*(find_model(one) for one in self.models), *shipped_folders("models")]
        found = (ServedModel(name_of(folder), folder, domain_of(folder)) for folder in folders)
        self.served = {model.name: model for model in found}
        self.input = TableInput(self.domains)
        self._enricher = None if self.season is None else Enricher(self.season, self.input.describe)
        self.days = None if self.season is None else SeasonDays(self.season, self.domains)
        self._loaded: dict[str, LoadedModel] = {}
        self._loading = threading.Lock()
        self._own = threading.local()  # checkers are not shared by threads
        self.is_ready = False

    def warm_up(self) -> None:
        """Read the model that was given, or that of the first example, and write a sentence, so that the first story
        begins at once: much is read or laid out when it is used for the first time."""
        domains = [game.table.domain for game in example_games()]
        first = next(iter(self.served.values())).name if self.models else self.default_model(domains[0])
        assert first is not None, "the models of the examples are shipped"
        loaded = self.load(first)
        self.is_ready = True
        if loaded.follows_plans and loaded.domain.name in domains:
            table = example_games()[domains.index(loaded.domain.name)].table
            author, beginning = self.begin(native_json.to_json(table), SettingsBody(model=first))
            with one_thread():
                pool = author.pool()
                pool.add(beginning)
                pool.run(lambda: False)

    def styles(self, model: ServedModel) -> dict[str, str]:
        """The styles of a model that follows plans, each with what it is like."""
        if not read_json(model.folder / CONFIG).get("follow_plan"):
            return {}
        folder = planner_folder(model.folder, model.domain)
        return {name: style.about for name, style in read_styles(folder).items()}

    def default_model(self, domain: str) -> str | None:
        """The name of the model that writes about a domain where none is asked for."""
        return next((model.name for model in self.served.values() if model.domain == domain), None)

    def load(self, name: str) -> LoadedModel:
        """The model of this name."""
        if name not in self.served:
            raise InputError(f"model: there is no '{name:.40}'; {did_you_mean(name, [*self.served, TEMPLATE])}")
        with self._loading:
            if name not in self._loaded:
                self._loaded[name] = LoadedModel(self.served[name].folder)
            return self._loaded[name]

    def enriched(self, table: Table, wanted: bool | None) -> tuple[Table, bool]:
        """The table with its derived records, and whether its season is known; it must be where that is `wanted`."""
        if self._enricher is not None and wanted is not False:
            try:
                return self._enricher(table), True
            except InputError:
                if wanted:
                    raise
        elif wanted:
            raise InputError("season: this server has none; leave it out, or start it with --season")
        return derive(table, self.input.describe(table.domain)), False

    def begin(
        self, raw: Mapping[str, Any], settings: SettingsBody, plan: PlanBody | None = None
    ) -> tuple[PooledAuthor, Beginning]:
        """The author of a story, and what it begins with."""
        table, in_season = self.enriched(self.input.table(raw), settings.season)
        author = self._author(settings, table, in_season, None if plan is None else self._planned(plan, table))
        return author, author.begin(table)

    def order(self, body: StoryBody) -> tuple[PooledAuthor, Beginning]:
        """The same for a request, which may give sentences of its plan, and say which are not to be written."""
        if body.given and (body.plan is None or body.keep or body.free):
            raise InputError("given: is for sentences of a plan; give a plan, and leave out keep and free")
        author, beginning = self.begin(body.table, body, body.plan)
        if isinstance(author, ModelAuthor):
            author.traced = body.trace
        domain = self.input.describe(beginning.table.domain)
        words = (tokenise(straighten(text), CONVENTIONS[domain.convention]) for text in body.avoid)
        beginning = replace(beginning, avoided=frozenset(map(tuple, words)))
        if not body.given or beginning.plan is None:
            return author, beginning
        placed = place_sentences(body.given, beginning.plan, domain)
        return author, replace(beginning, plan=placed.plan, kept=placed.kept)

    def game(self, body: TablesBody) -> ReadGame:
        """A game of a file or of pasted rows."""
        about = (body.home, body.away), body.score, body.date
        if isinstance(body.source, str) and any((*about[0], *about[1:])):
            return self.input.rows(body.source, *about)
        return self.input.game(body.source, body.game)

    def plan(self, body: PlansBody) -> tuple[Table, Plan]:
        """The table of a request, and the plan that its story would follow."""
        table, in_season = self.enriched(self.input.table(body.table), body.season)
        author = self._author(body, table, in_season)
        if not isinstance(author, PlannedAuthor):
            raise InputError(f"model: {author.name} follows no plan; choose a model that does")
        return table, author.plan_for(table)

    def suggestions(self, body: SuggestionsBody) -> tuple[Table, list[Suggestion]]:
        """The table of a request, and what is unusual in its game."""
        table, in_season = self.enriched(self.input.table(body.table), body.season)
        ranks = self._enricher.ranks(table) if self._enricher is not None and in_season else None
        return table, suggestions(table, self.input.describe(table.domain), ranks)

    def check(self, body: CheckBody) -> CheckedText:
        """The verdicts on a text."""
        table = self.input.table(body.table)
        _, in_season = self.enriched(table, body.season)
        return checked_text(self._checker(in_season), body.text, False, table)

    def evaluate(self, body: EvaluateBody) -> Evaluation:
        """The figures of texts."""
        tables = self.input.tables(body.tables)
        if len(tables) != len(body.texts):
            raise InputError(f"texts: {len(body.texts):,} texts for {len(tables):,} tables; give one for each table")
        return evaluate(body.texts, tables, metrics=body.metrics, domain=self.input.describe(tables[0].domain))

    def _checker(self, in_season: bool) -> SeasonChecker:
        checkers: dict[bool, SeasonChecker] = self._own.__dict__.setdefault("checkers", {})
        if in_season not in checkers:
            checkers[in_season] = SeasonChecker(self.input.describe, self._enricher if in_season else None)
        return checkers[in_season]

    def _author(self, wishes: WishesBody, table: Table, in_season: bool, plan: Plan | None = None) -> PooledAuthor:
        settings = SettingsBody(**wishes.model_dump(include={*SettingsBody.model_fields}))
        planning = Planning(
            plans=None if plan is None else {table.id: plan},
            season=self._enricher if in_season else None,
            free=settings.free,
            style=settings.style,
            focus=settings.focus,
            keep=tuple(settings.keep),
        )
        changes = settings.decoding | ({} if settings.words is None else {"words": settings.words})
        name = settings.model or self.default_model(table.domain)
        if name == TEMPLATE:
            if changes:
                raise InputError(f"the template has no decoding settings: leave out {', '.join(changes)}")
            if planning.steering:
                raise no_plans(planning, TEMPLATE)
            return TemplateAuthor(self.input.describe)
        if name is None:
            find_model(None, table.domain)  # says which domains have models
            raise AssertionError("a shipped model is served")
        loaded = self.load(name)
        decoding = loaded.decoding(changes=changes)
        if decoding.best > 1:
            raise InputError("decoding: best: the service writes one story of a table; leave it out")
        return loaded.author(decoding, planning, workers=1, description_of=self.input.describe)

    @staticmethod
    def _planned(plan: PlanBody, table: Table) -> Plan:
        sentences = tuple(tuple(PlannedFact(*fact) for fact in facts) for facts in plan.sentences)
        given = Plan(sentences, frozenset(plan.paragraphs))
        check_plan(given, table, "plan")
        return given
