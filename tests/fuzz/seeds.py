"""Valid files, which the fuzzer mutates: tables, texts, relations, settings, and folders of all sorts."""

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from boxscribe.batches.vocab import Vocabulary
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.labels import NONE
from boxscribe.facts.network import ENCODERS, RelationClassifier
from boxscribe.facts.store import save_extractor
from boxscribe.models.store import save_model
from boxscribe.study.answers import write_answers
from boxscribe.study.folder import ANSWERS, COLLECTED, StudyFolder
from boxscribe.study.make import make_study
from boxscribe.study.settings import DONE
from boxscribe.study.store import AnswerStore, Click
from boxscribe.tables import Entity, Table, load_domain, native_json, rotowire
from boxscribe.tables.domain import Domain
from boxscribe.writing.author import load
from boxscribe.writing.journal import Journal
from boxscribe.writing.run import WritingRun
from event_files import short_game
from event_files import write_season as write_event_files
from fuzz.mutate import to_toml
from helpers import ROOT, WEATHER, games
from nba_files import write_season
from study.studies import random_answers, write_study
from study.test_collect import results
from study.test_collect import write as write_results
from tables.csv import csv_games
from writing.authors import model, undemanding

HOME, AWAY = csv_games.HOME, csv_games.AWAY
SHORT = 5_000  # characters
REAL = ROOT.parent / "shared" / "data" / "mlb" / "official_sample.json.gz"
Files = Mapping[str, bytes]
"""Name → content."""


def cut(table: Table, most: int = 3, words: int = 50) -> Table:
    """The table with few entities of each kind, and the beginning of its text."""
    kept: list[Entity] = []
    for entity in table.entities:
        if sum(other.kind == entity.kind for other in kept) < most:
            kept.append(replace(entity, records=entity.records[:30]))
    text = list(table.tokens[:words])
    while text and text[-1] != ".":
        text.pop()
    return replace(table, entities=tuple(kept), tokens=tuple(text))


@cache
def small_games() -> list[Table]:
    """Cut RotoWire games, about which all parts of the package can work in a few milliseconds."""
    return [cut(table) for table in games(3)]


@cache
def raw_games() -> list[Any]:
    """Games of all domains and layouts as JSON, most of them cut."""
    weather = {
        "domain": "weather", "id": "1", "meta": {"day": "2026-01-02"}, "text": "Rome was hot .",
        "entities": [{"name": "Rome", "kind": "station", "features": {"hour": "9"},
                      "records": {"place": "Rome", "high": "31.5", "low": 20, "rain": None}}],
    }  # fmt: skip
    mlb = [cut(table, 6) for table in games(2, "mlb")]
    small = [native_json.to_json(table) for table in (*small_games(), *mlb)] * 3
    small += [rotowire.dump(table) for table in small_games()] * 3
    large = [native_json.to_json(games(1)[0]), native_json.to_json(games(1, "mlb")[0]), rotowire.dump(games(1)[0])]
    real = json.loads(gzip.decompress(REAL.read_bytes()))[:2] if REAL.is_file() else []
    plain: list[Any] = json.loads(json.dumps([*small, *large, *[weather] * 6, *map(_cut_mlb, real), *real[:1]]))
    return plain


@cache
def short_games() -> list[Any]:
    """Those that are printed in a few milliseconds."""
    return [game for game in raw_games() if len(json.dumps(game)) < SHORT]


@cache
def rotowire_games() -> list[Any]:
    return [game for game in raw_games() if game.get("domain", "rotowire") == "rotowire" and "play_by_play" not in game]


def _cut_mlb(game: dict[str, Any]) -> dict[str, Any]:
    """A game of the MLB corpus with every sixth player, and the plays of the first inning."""
    columns = {name: dict(list(column.items())[::6]) for name, column in game["box_score"].items()}
    return {**game, "box_score": columns, "play_by_play": dict(list(game["play_by_play"].items())[:1])}


def json_lines(tables: list[Table]) -> bytes:
    return b"".join(json.dumps(native_json.to_json(table)).encode() + b"\n" for table in tables)


@cache
def box_scores() -> list[str]:
    """Box scores in the layouts of several sites."""
    return [csv_games.ESPN, csv_games.NBA_COM, csv_games.SPREADSHEET, csv_games.MERGED, csv_games.PASTED]


@cache
def texts() -> list[str]:
    """Files of texts about `small_games`: tokens, JSON lines, and plain English."""
    tables = small_games()
    tokens = [" ".join(table.tokens) for table in tables]
    lines = [json.dumps({"id": table.id, "text": text}) for table, text in zip(tables, tokens, strict=True)]
    plain = [story.text.replace("\n\n", "\n\t") for story in load("template").write_all(tables)]
    return ["\n".join(lines) + "\n" for lines in (tokens, lines, plain)]


@cache
def relations() -> str:
    """Relations in the published form: the points of the first players of each game."""
    found = []
    for table in small_games():
        cells = [(entity.name, record) for entity in table.entities for record in entity.records[3:9]]
        found.append("\n" + "".join(f"{name}|{record.value}|{record.type}\n" for name, record in cells))
    return "".join(found)


@cache
def weather() -> Files:
    """A domain of one's own, with a table."""
    table = next(game for game in raw_games() if game.get("domain") == "weather")
    return {"weather.toml": WEATHER.encode(), "weather.json": json.dumps(table).encode()}


@cache
def scored() -> Files:
    """Games, texts, relations and an extractor, as `evaluate` and `extractor extract` read them."""
    return {
        "games.json": json_lines(small_games()),
        "texts.txt": texts()[0].encode(),
        "relations.txt": relations().encode(),
        **{f"extractor/{name}": content for name, content in extractor("conv").items()},
    }


@cache
def extractor(*kinds: str) -> Files:
    """A tiny extractor with a classifier of each of these kinds, or of all, and random weights."""
    domain, tables = _without_parts(load_domain("rotowire")), small_games()
    labels = (NONE, *domain.kinds["player"].types, *domain.kinds["team"].types)
    vocabulary = Vocabulary(dict.fromkeys(word for table in tables for word in table.tokens))
    sizes = {"word_embedding": 3, "distance_embedding": 2, "features": 3, "hidden": 4}
    configs = tuple(ClassifierConfig.model_validate({"kind": kind, **sizes}) for kind in kinds or ENCODERS)
    torch.manual_seed(1)
    classifiers = tuple(RelationClassifier(config, len(vocabulary), len(labels)) for config in configs)
    names = {"player": ["Ann Lee"], "team": ["Rome Lions"]}
    return _saved(lambda folder: save_extractor(
        Extractor(classifiers, configs, vocabulary, labels, names, domain), folder
    ))  # fmt: skip


def _without_parts(domain: Domain) -> Domain:
    """The description without what models and extractors do not use, and which takes long to read."""
    used = domain.model_dump(
        exclude={"league", "cues", "derived", "download", "subjects", "phrases", "verified", "newsworthy", "implied"}
    )
    return Domain.model_validate(used)


@cache
def model_folder() -> Files:
    """A tiny model with all extras, which writes about cut tables, with decoding settings."""
    small = undemanding(model(min_count=8, extras=True))
    small = replace(small, domain=_without_parts(small.domain))
    files = dict(_saved(lambda folder: save_model(small, folder)))
    return {**files, "decoding.json": b'{"beam": 2, "block_records": true, "whole_names": true, "words": 6}'}


@cache
def study() -> Files:
    """A small study with answers of the page and of a platform, and results to collect."""
    more = "[facts]\nanswers_per_task = 2\n[quality]\nanswers_per_task = 2\n"

    def make(folder: Path) -> None:
        made = make_study(write_study(folder / "source", 2, ("TEMPL", "ENT"), more=more), folder / "study")
        answers = random_answers(made, source="platform")
        write_answers(made.path / COLLECTED, answers)
        for form in made.study.forms:
            write_results(made.path / f"{form}.csv", results(made, form, answers))
        _answer(made)

    return {name: content for name, content in _saved(make, "study").items() if not name.startswith("platform")}


def _answer(made: StudyFolder) -> None:
    """One participant answers on the page."""
    store = AnswerStore(made.path / ANSWERS)
    codes = made.assignments["quality"][0]
    session = store.open_session("quality", "ann", "0" * 64, 0, [(code, 0) for code in codes], "CODE")
    for screen in store.screens(session):
        for question in (*made.study.questions("quality"), DONE):
            store.save([Click(screen, f"key-{question}", question, "A")])
    store.close()


@cache
def enriched() -> Files:
    """A game, and the games of its season."""
    tables = [replace(cut(table), tokens=()) for table in games(8)]
    return {"games.json": json_lines(tables[-1:]), "season.json": json_lines(tables)}


@cache
def season() -> Files:
    """A season of parquet files."""
    return _saved(write_season)


@cache
def event_files() -> Files:
    """A season of Retrosheet's files."""
    games = [short_game(), short_game(id="AAA201904030", visitors="BBB")]
    return _saved(lambda folder: write_event_files(folder, games))


@cache
def journal() -> Files:
    """Games, and the journal of a run that was killed after two of three stories."""
    run = WritingRun(load("template"), small_games(), "jsonl", "games.json")

    def begin(folder: Path) -> None:
        with Journal(folder / "stories.jsonl", run._identify()[1], resume=False) as begun:
            for story in list(run._stories())[:2]:
                begun.append(story)

    return {"games.json": json_lines(small_games()), **_saved(begin)}


@cache
def settings() -> Mapping[str, list[str]]:
    """Settings by the name that the fuzzer gives their file; `study make` finds the files that its settings name."""
    configs = sorted((ROOT / "configs").glob("*.toml"))
    of = {
        "config.toml": [path for path in configs if path.name.startswith(("rotowire", "mlb", "simulated"))],
        "extractor.toml": [path for path in configs if path.name.startswith("extractor")],
    }
    found = {name: [path.read_text(encoding="utf-8") for path in paths] for name, paths in of.items()}
    described = (load_domain(name).model_dump(exclude_defaults=True, exclude_none=True) for name in ("rotowire", "mlb"))
    whole = [to_toml(description) for description in described]  # with all parts of the description
    return {**found, "domain.toml": whole, "weather.toml": [WEATHER], "study.toml": [STUDY]}


STUDY = """
title = "Which is better?"
tables = "games.json"
systems = { ENT = "texts.txt", TEMPL = "texts.txt" }
gold = "Gold"
against = "ENT"
seed = 3
summaries = 2
forms = ["facts", "quality"]
facts = { sentences = 2, answers_per_task = 2, tasks_per_participant = 3, attention_checks = 1 }
participants = { completion_code = "X", return_url = "https://x.org/{code}", contact = "a@b.c", timeout_minutes = 5.0 }
[quality]
answers_per_task = 2
tasks_per_participant = 3
criteria = { coherence = "Which is more coherent?", conciseness = "Which repeats itself less?" }
"""


@cache
def described() -> Files:
    """All sorts of settings, with the files that they are about."""
    first = {name: texts[0].encode() for name, texts in settings().items()}
    return {**scored(), **weather(), **first}


def _saved(save: Callable[[Path], object], below: str = "") -> Files:
    """The files that a function writes into a folder."""
    with TemporaryDirectory() as temporary:
        save(Path(temporary))
        folder = Path(temporary, below)
        found = sorted(path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
