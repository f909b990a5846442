"""What is fuzzed: commands that read the files of a folder, one of which is mutated.

A command may refuse its input with an `InputError` and must do nothing else unexpected. It says whether it accepted the
input: the share of inputs that get past the parser shows how deep the fuzzer reaches.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO, TextIOWrapper
from random import Random
from typing import Any
from unittest.mock import patch
from zlib import crc32

import typer.main

from boxscribe.check.check import Checker
from boxscribe.cli import app
from boxscribe.cli.streams import standard_streams
from boxscribe.derived import derive
from boxscribe.facts.config import load_extractor_config
from boxscribe.study.folder import StudyFolder
from boxscribe.study.sessions import RequestRefused, Sessions
from boxscribe.tables import native_json
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from fuzz import mutate, seeds
from fuzz.mutate import Mutator
from fuzz.requests import mutated_requests, send_requests


@dataclass(frozen=True)
class Target:
    """A command, the valid files of the folder in which it runs, and how those that it reads are mutated."""

    run: Callable[[str], bool]  # gets the name of the mutated file; whether the command accepted it
    files: Callable[[], seeds.Files]
    mutators: Mapping[str, Mutator]  # of two inputs, one is a mutation of the first file
    weight: int  # of 1,000 inputs


@dataclass(frozen=True)
class Input:
    """A mutated file for a target."""

    target: str
    file: str
    content: bytes


def make_input(seed: int, number: int) -> Input:
    """The input of this number: the same in every process."""
    random = Random(f"{seed} {number}")
    (name,) = random.choices(list(TARGETS), [target.weight for target in TARGETS.values()])
    first, *others = TARGETS[name].mutators
    file = first if not others or random.random() < 0.5 else random.choice(others)
    return Input(name, file, TARGETS[name].mutators[file](random))


@cache
def _command() -> Any:
    """The command line; building it takes longer than most commands."""
    return typer.main.get_command(app)


def verb(*arguments: str) -> bytes | None:
    """What a verb of the command line prints; None where it reports errors with its exit code."""
    stdout = BytesIO()
    streams: dict[str, Any] = {
        "stdin": TextIOWrapper(BytesIO(), encoding="utf-8"),
        "stdout": TextIOWrapper(stdout, encoding="utf-8"),
        "stderr": TextIOWrapper(BytesIO(), encoding="utf-8"),
    }
    with patch.multiple(sys, **streams), standard_streams():
        code = _command().main(list(arguments), standalone_mode=False)
        sys.stdout.flush()
    return None if code else stdout.getvalue()


def _verb(*arguments: str) -> Callable[[str], bool]:
    return lambda file: verb(*arguments) is not None


def run_settings(file: str) -> bool:
    """The command that reads this sort of settings, as far as it can be run in milliseconds."""
    if file == "config.toml":
        verb("config", "show", file)
    elif file == "extractor.toml":
        str(load_extractor_config(file))
    elif file == "domain.toml":
        str(load_domain(file))
    elif file == "weather.toml":
        verb("data", "check", "weather.json", "--domain", file)
        verb("write", "weather.json", "--domain", file, "--model", "template", "--format", "html")
    else:
        verb("study", "make", file, "--out", "made")
    return True


def run_judge(file: str) -> bool:
    """Derived records of the tables, and a verdict on every claim of their texts."""
    tables = read_tables(file)
    for table in tables:
        domain = tables.domain(table.domain)
        derived = derive(table, domain)
        json.dumps(native_json.to_json(derived)).encode()
        str(Checker(domain).check(table.tokens, derived))
    return True


def run_study(file: str) -> bool:
    """What `study serve` reads before the first request, and the first screens of a participant."""
    made = StudyFolder(".")
    sessions = Sessions(made)
    try:
        for form in made.study.forms:
            session = sessions.begin(form, "bob", "0" * 64, "")
            json.dumps(sessions.overview(session)).encode()
            for screen in sessions.store.screens(session):
                sessions.content(screen).encode()
    except RequestRefused as refused:
        assert refused.args[0] == 410, "no task is left"
    finally:
        sessions.store.close()
    return True


def run_journal(file: str) -> bool:
    """A resumed run writes all stories, those of the journal only if they are whole."""
    verb("write", "games.json", "--model", "template", "--format", "jsonl", "--out", "stories.jsonl", "--resume")
    return True


def _mutated_journal(random: Random) -> bytes:
    """A journal with other bytes or lines, or a story that has been changed together with its checksum."""
    content = seeds.journal()["stories.jsonl.part"]
    if random.random() < 0.5:
        return mutate.damaged(content, random)
    lines = content.splitlines(keepends=True)
    at = random.randrange(len(lines))
    if at:
        data = mutate.mutated_json(json.loads(lines[at].partition(b" ")[2]), random).replace(b"\n", b" ")
        lines[at] = b"%08x %b\n" % (crc32(data), data)
    else:
        lines[at] = mutate.mutated_json(json.loads(lines[at]), random) + b"\n"
    return b"".join(lines)


def _chosen(mutated: Callable[[Any, Random], bytes], valid: Callable[[], list[Any]]) -> Mutator:
    return lambda random: mutated(random.choice(valid()), random)


def _bytes(files: Callable[[], seeds.Files], name: str) -> Mutator:
    return lambda random: mutate.damaged(files()[name], random)


def _of(mutated: Callable[[str, Random], bytes], files: Callable[[], seeds.Files], *names: str) -> dict[str, Mutator]:
    """A mutator for each of these text files."""
    return {name: lambda random, name=name: mutated(files()[name].decode(), random) for name in names}  # type: ignore[misc]


def _json(text: str, random: Random) -> bytes:
    return mutate.mutated_json(json.loads(text), random)


def _lines(text: str, random: Random) -> bytes:
    return mutate.mutated_lines([json.loads(line) for line in text.splitlines()], random)


def _tensors(files: Callable[[], seeds.Files], name: str) -> dict[str, Mutator]:
    return {name: lambda random: mutate.mutated_tensors(files()[name], random)}


GAMES: dict[str, Mutator] = {"games.json": _chosen(mutate.mutated_json, seeds.raw_games)}
ROTOWIRE: dict[str, Mutator] = {"games.json": _chosen(mutate.mutated_json, seeds.rotowire_games)}
SCORED: dict[str, Mutator] = {
    "texts.txt": _chosen(mutate.mutated_text, seeds.texts),
    **_of(_lines, seeds.scored, "games.json"),
}
STUDY: dict[str, Mutator] = {
    **_of(_lines, seeds.study, "games.jsonl", "stories.jsonl", "tasks.jsonl"),
    **_of(mutate.mutated_csv, seeds.study, "assignment.csv"),
    **_of(mutate.mutated_toml, seeds.study, "study.toml"),
    "answers.db": _bytes(seeds.study, "answers.db"),
}
SEASON: dict[str, Mutator] = {
    name: lambda random, name=name: mutate.mutated_parquet(seeds.season()[name], random)  # type: ignore[misc]
    for name in ("player_box_2014.parquet", "team_box_2014.parquet", "nba_schedule_2014.parquet")
}
SETTINGS: dict[str, Mutator] = {
    name: lambda random, name=name: mutate.mutated_toml(random.choice(seeds.settings()[name]), random)  # type: ignore[misc]
    for name in ("config.toml", "weather.toml", "domain.toml", "study.toml", "extractor.toml")
}
WRITE = ("write", "games.json", "--model")
EVALUATE = ("evaluate", "texts.txt", "--data", "games.json", "--samples", "100")

TARGETS = {
    "check": Target(_verb("data", "check", "games.json"), seeds.weather, GAMES, 240),
    "show": Target(_verb("data", "show", "games.json", "--html", "page.html"), seeds.weather, GAMES, 52),
    "stats": Target(_verb("data", "stats", "games.json", "--json"), seeds.weather, GAMES, 62),
    "convert": Target(_verb("data", "convert", "games.json", "--to", "rotowire"), seeds.weather, ROTOWIRE, 75),
    "write": Target(_verb(*WRITE, "template", "--format", "jsonl"), seeds.weather, GAMES, 60),
    "page": Target(_verb(*WRITE, "template", "--format", "html"), seeds.weather, GAMES, 22),
    "judge": Target(run_judge, seeds.weather, ROTOWIRE, 30),
    "season": Target(_verb("data", "check", "."), seeds.season, SEASON, 10),
    "evaluate": Target(_verb(*EVALUATE, "--extractor", "extractor"), seeds.scored, SCORED, 32),
    "relations": Target(
        _verb(*EVALUATE, "--relations", "relations.txt", "--gold-relations", "relations.txt", "--json"),
        seeds.scored, {**_of(mutate.mutated_text, seeds.scored, "relations.txt"), **SCORED}, 26,
    ),
    "extract": Target(
        _verb("extractor", "extract", "texts.txt", "--data", "games.json", "--extractor", "extractor"),
        seeds.scored, SCORED, 52,
    ),
    "extractor": Target(
        _verb("extractor", "extract", "--data", "games.json", "--extractor", "."),
        lambda: {**seeds.scored(), **seeds.extractor()},
        {
            **_of(_json, seeds.extractor, "extractor.json", "domain.json"),
            **_tensors(seeds.extractor, "extractor.safetensors"),
        },
        16,
    ),
    "model": Target(
        _verb(*WRITE, ".", "--game", "1", "--max-length", "6", "--workers", "1", "--format", "jsonl"),
        lambda: {**seeds.scored(), **seeds.model_folder()},
        {
            **_tensors(seeds.model_folder, "model.safetensors"),
            **_of(_json, seeds.model_folder, "config.json", "domain.json", "layout.json", "vocabulary.json"),
            **_of(_json, seeds.model_folder, "decoding.json"),
        },
        52,
    ),
    "settings": Target(run_settings, seeds.described, SETTINGS, 150),
    "collect": Target(
        _verb("study", "collect", ".", "facts.csv", "quality.csv"), seeds.study,
        {**_of(mutate.mutated_csv, seeds.study, "quality.csv", "facts.csv", "collected.csv"), **STUDY}, 60,
    ),
    "analyse": Target(
        _verb("study", "analyse", "."), seeds.study,
        {**_of(mutate.mutated_csv, seeds.study, "collected.csv"), **STUDY}, 3,
    ),
    "study": Target(run_study, seeds.study, STUDY, 10),
    "requests": Target(send_requests, seeds.study, {"participant.requests": mutated_requests}, 40),
    "journal": Target(run_journal, seeds.journal, {"stories.jsonl.part": _mutated_journal}, 8),
}  # fmt: skip
