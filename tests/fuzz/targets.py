"""What is fuzzed: commands that read the files of a folder, one of which is mutated.

A command may refuse its input with an `InputError` and must do nothing else unexpected. It says whether it accepted the
input: the share of inputs that get past the parser shows how deep the fuzzer reaches.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import typer

from boxscribe.checking.checker import Checker
from boxscribe.cli.check import check as check_claims
from boxscribe.cli.data import check, convert, csv, enrich, show, stats
from boxscribe.cli.evaluate import evaluate
from boxscribe.cli.extractor import extract
from boxscribe.cli.retrosheet import retrosheet
from boxscribe.cli.streams import standard_streams
from boxscribe.cli.study import analyse, collect, make
from boxscribe.cli.train import show_config
from boxscribe.cli.write import write
from boxscribe.derived import derive
from boxscribe.facts.config import load_extractor_config
from boxscribe.study.sessions import RequestRefused
from boxscribe.tables import native_json
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.writing.decoding import Decoding
from fuzz import mutate, seeds
from fuzz.mutate import Mutator
from fuzz.requests import mutated_requests, send_requests
from study.test_damage import use


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


def call(verb: Callable[..., None], *arguments: Any, **options: Any) -> bool:
    """Run a verb of the command line, whose arguments are parsed already; whether its exit code is 0."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in before)
    try:
        with standard_streams():
            verb(*arguments, **options)
            sys.stdout.flush()
    except typer.Exit as end:
        return end.exit_code == 0
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return True


def _verb(verb: Callable[..., None], *arguments: Any, **options: Any) -> Callable[[str], bool]:
    return lambda file: call(verb, *arguments, **options)


def _write(**options: Any) -> Callable[[str], bool]:
    """`write` takes the settings that were given from typer's context."""
    given = {name: options.get(name) for name in Decoding.model_fields}
    return _verb(write, SimpleNamespace(params=given), "games.json", **options)


def run_settings(file: str) -> bool:
    """The command that reads this sort of settings, as far as it can be run in milliseconds."""
    if file == "config.toml":
        call(show_config, Path(file))
    elif file == "extractor.toml":
        str(load_extractor_config(file))
    elif file == "domain.toml":
        str(load_domain(file))
    elif file == "weather.toml":
        call(check, ["weather.json"], domain=file)
        call(show, "weather.json", domain=file)
    else:
        call(make, Path(file), Path("made"))
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
    try:
        use(Path())
    except RequestRefused as refused:
        assert refused.args[0] < 500, refused.args
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


def _mutated_csv(random: Random) -> bytes:
    mutated = random.choice((mutate.mutated_csv, mutate.mutated_text))
    return mutated(random.choice(seeds.box_scores()), random)


def _chosen(mutated: Callable[[Any, Random], bytes], valid: Callable[[], list[Any]]) -> Mutator:
    return lambda random: mutated(random.choice(valid()), random)


def _mutated_database(random: Random) -> bytes:
    mutated = random.choice((mutate.overwritten, mutate.overwritten, mutate.damaged))
    return mutated(seeds.study()["answers.db"], random)


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
CSV: dict[str, Mutator] = {"games.csv": _mutated_csv}
SHORT: dict[str, Mutator] = {"games.json": _chosen(mutate.mutated_json, seeds.short_games)}
ROTOWIRE: dict[str, Mutator] = {"games.json": _chosen(mutate.mutated_json, seeds.rotowire_games)}
SCORED: dict[str, Mutator] = {
    "texts.txt": _chosen(mutate.mutated_text, seeds.texts),
    **_of(_lines, seeds.scored, "games.json"),
}
STUDY: dict[str, Mutator] = {
    **_of(_lines, seeds.study, "games.jsonl", "stories.jsonl", "tasks.jsonl"),
    **_of(mutate.mutated_csv, seeds.study, "assignment.csv"),
    **_of(mutate.mutated_toml, seeds.study, "study.toml"),
    "answers.db": _mutated_database,
}
SEASON: dict[str, Mutator] = {
    name: lambda random, name=name: mutate.mutated_parquet(seeds.season()[name], random)  # type: ignore[misc]
    for name in ("player_box_2014.parquet", "team_box_2014.parquet", "nba_schedule_2014.parquet")
}
SETTINGS: dict[str, Mutator] = {
    name: lambda random, name=name: mutate.mutated_toml(random.choice(seeds.settings()[name]), random)  # type: ignore[misc]
    for name in ("config.toml", "weather.toml", "domain.toml", "study.toml", "extractor.toml")
}
EVENT_FILES: dict[str, Mutator] = _of(
    mutate.mutated_csv, seeds.event_files, "2019BBB.EVA", "2019AAA.EVA", "BBB2019.ROS", "TEAM2019"
)
EVALUATE = {"data": "games.json", "samples": 100}
HERE = Path()

TARGETS = {
    "check": Target(_verb(check, ["games.json"]), seeds.weather, GAMES, 150),
    "csv": Target(_verb(csv, ["games.csv"], home=seeds.HOME, away=seeds.AWAY), dict, CSV, 40),
    "show": Target(_verb(show, "games.json", html=Path("page.html")), seeds.weather, SHORT, 52),
    "stats": Target(_verb(stats, ["games.json"], as_json=True), seeds.weather, GAMES, 50),
    "convert": Target(_verb(convert, "games.json", to="rotowire"), seeds.weather, ROTOWIRE, 52),
    "write": Target(_write(model="template", given_form="jsonl"), seeds.weather, GAMES, 60),
    "page": Target(_write(model="template", given_form="html"), seeds.weather, GAMES, 20),
    "judge": Target(run_judge, seeds.weather, ROTOWIRE, 30),
    "enrich": Target(
        _verb(enrich, "games.json", Path("season.json")), seeds.enriched,
        _of(_lines, seeds.enriched, "games.json", "season.json"), 30,
    ),
    "claims": Target(_verb(check_claims, "texts.txt", data="games.json", form="json"), seeds.scored, SCORED, 30),
    "checked": Target(_verb(check_claims, "texts.txt", data="games.json", form="html"), seeds.scored, SCORED, 10),
    "season": Target(_verb(check, ["."]), seeds.season, SEASON, 10),
    "retrosheet": Target(_verb(retrosheet, ["."]), seeds.event_files, EVENT_FILES, 20),
    "evaluate": Target(_verb(evaluate, "texts.txt", extractor="extractor", **EVALUATE), seeds.scored, SCORED, 32),
    "relations": Target(
        _verb(evaluate, "texts.txt", relations=Path("relations.txt"), gold_relations=Path("relations.txt"), **EVALUATE),
        seeds.scored, {**_of(mutate.mutated_text, seeds.scored, "relations.txt"), **SCORED}, 26,
    ),
    "extract": Target(_verb(extract, "games.json", "texts.txt", "extractor"), seeds.scored, SCORED, 52),
    "extractor": Target(
        _verb(extract, "games.json", "texts.txt", "."),
        lambda: {**seeds.scored(), **seeds.extractor()},
        {
            **_of(_json, seeds.extractor, "extractor.json", "domain.json"),
            **_tensors(seeds.extractor, "extractor.safetensors"),
        },
        15,
    ),
    "model": Target(
        _write(model=".", games=[1], max_length=6, workers=1, given_form="jsonl"),
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
        _verb(collect, HERE, [Path("facts.csv"), Path("quality.csv")]), seeds.study,
        {**_of(mutate.mutated_csv, seeds.study, "quality.csv", "facts.csv", "collected.csv"), **STUDY}, 60,
    ),
    "analyse": Target(
        _verb(analyse, HERE), seeds.study, {**_of(mutate.mutated_csv, seeds.study, "collected.csv"), **STUDY}, 3,
    ),
    "study": Target(run_study, seeds.study, STUDY, 8),
    "requests": Target(send_requests, seeds.study, {"participant.requests": mutated_requests}, 40),
    "journal": Target(
        _write(model="template", given_form="jsonl", out="stories.jsonl", resume=True), seeds.journal,
        {"stories.jsonl.part": _mutated_journal}, 8,
    ),
}  # fmt: skip
