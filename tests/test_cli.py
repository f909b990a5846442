"""The command line as a user meets it."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from boxscribe import __version__
from boxscribe.batches import Dataset
from boxscribe.cli import app
from boxscribe.tables import native_json, rotowire
from helpers import ROOT, WEATHER, boxscribe, games, raw_game, spoiled, write_json

VERBS = ["show", "stats", "check", "convert", "simulate", "prepare", "download"]


def test_help_is_quick_and_lists_what_exists() -> None:
    help = [sys.executable, "-X", "importtime", "-m", "boxscribe", "--help"]
    done = subprocess.run(help, capture_output=True, text=True, check=True)
    assert "data" in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported
    assert not imported & {"torch", "numpy", "scipy", "pydantic", "fastapi"}, "what loads slowly is not needed"
    listed = boxscribe("data", "--help").stdout.decode()
    assert [verb for verb in VERBS if re.search(rf"^\W*{verb} ", listed, re.MULTILINE)] == VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_explains_itself_with_an_example_that_works(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explained = " ".join(boxscribe("data", verb, "--help").stdout.decode().split())
    example = re.search(rf"Example: (boxscribe .*data {verb}\b.*)", explained)
    assert example
    if verb == "download":
        return  # it needs a network; see tests/tables/test_download.py
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    output = b""
    for command in re.split(r" && | \| ", example[1]):
        done = boxscribe(*command.split()[1:], input=output)
        assert done.returncode == 0, done.stderr
        output = done.stdout


def verbs(command: Any, name: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Every verb with its arguments and options."""
    if not hasattr(command, "commands"):
        yield name.strip(), command.params
    for part, below in getattr(command, "commands", {}).items():
        yield from verbs(below, f"{name} {part}")


def test_an_option_means_the_same_in_every_verb() -> None:
    """A verb that reads tables can be told their format and domain; tables beside texts are --data."""
    readers = set()
    helps: dict[str, set[str]] = {}
    for verb, params in verbs(get_command(app)):
        options = {option: param.help for param in params for option in param.opts if option.startswith("--")}
        assert all(re.fullmatch("--[a-z-]+", option) for option in options), verb
        metavars = [str(param.metavar) for param in params]
        if any(metavar.startswith("TABLES") for metavar in metavars):
            readers.add(verb)
            assert {"--input-format", "--domain"} <= {*options}, verb
        if any("TEXTS" in metavar for metavar in metavars):
            assert "--data" in options, verb
        for option in ("--input-format", "--skip-invalid", "--set", "--published-names"):
            helps.setdefault(option, set()).add(options.get(option, ""))
    assert {"write", "evaluate", "compare", "data check", "extractor extract"} <= readers
    assert all(len(texts - {""}) == 1 for texts in helps.values()), "one option, one explanation"


def test_the_version() -> None:
    assert boxscribe("--version").stdout.decode().strip() == __version__


@pytest.mark.parametrize("arguments", [["data", "shwo"], ["data", "show"], ["data", "simulate", "--games", "0"]])
def test_a_wrong_call_exits_with_2(arguments: list[str]) -> None:
    done = boxscribe(*arguments)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("verb", ["show", "stats", "check", "convert"])
def test_bad_input_is_one_sentence_and_exit_code_2(tmp_path: Path, verb: str) -> None:
    file = write_json(tmp_path / "bad.json", [spoiled(raw_game(), "box_score", "PTS", delete=True)])
    done = boxscribe("data", verb, file)
    assert done.returncode == 2
    printed = (done.stdout if verb == "check" else done.stderr).decode()
    assert printed.splitlines()[0].lower() == f"error: {file}: game 1: box_score.pts: this column is missing".lower()
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize("verb", ["stats", "convert", "prepare"])
def test_invalid_games_can_be_skipped(tmp_path: Path, verb: str) -> None:
    invalid = spoiled(raw_game(), "box_score", "PTS", delete=True)
    file = write_json(tmp_path / "games.json", [raw_game(), invalid, raw_game(2)])
    out = [] if verb == "stats" else ["--out", tmp_path / "out"]
    done = boxscribe("data", verb, file, *out, "--skip-invalid")
    assert done.returncode == 0
    assert done.stderr.decode() == f"Skipped: {file}: game 2: box_score.PTS: this column is missing\n"
    if verb == "stats":
        assert re.search(r"instances\W+2 ", done.stdout.decode())
    else:
        made = Dataset(tmp_path / "out") if verb == "prepare" else (tmp_path / "out").read_text().splitlines()
        assert len(made) == 2
    assert boxscribe("data", verb, file, *out).returncode == 2


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
@pytest.mark.parametrize("texts", [[], ["--texts"]])
def test_simulated_games_are_clean(domain: str, texts: list[str]) -> None:
    made = boxscribe("data", "simulate", "--domain", domain, "--games", 40, "--seed", 5, *texts)
    checked = boxscribe("data", "check", "-", input=made.stdout)
    assert (checked.returncode, checked.stdout) == (0, b"40 good games, 0 errors, 0 warnings\n")


def test_check_reports_all_and_ends_with_a_summary(tmp_path: Path) -> None:
    bad = spoiled(raw_game(), "box_score", "PTS", "0", value="x")
    odd = spoiled(raw_game(), "home_line", "TEAM-AST", value="150")
    file = write_json(tmp_path / "games.json", [raw_game(), bad, odd])
    done = boxscribe("data", "check", file)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 2
    assert lines[-1] == "2 good games, 1 errors, 1 warnings"
    assert lines[0].startswith(f"error: {file}: game 2: ")
    assert lines[1].startswith(f"warning: {file}: game 3: ")
    as_json = json.loads(boxscribe("data", "check", file, "--json").stdout)
    assert (as_json["games"], as_json["errors"], as_json["warnings"]) == (2, 1, 1)
    assert [problem["game"] for problem in as_json["problems"]] == [2, 3]


def test_stats_print_json_alone(tmp_path: Path) -> None:
    for split, seed in (("train", 1), ("valid", 2)):
        write_json(tmp_path / f"{split}.json", [rotowire.dump(table) for table in games(4, seed=seed)])
    result = json.loads(boxscribe("data", "stats", tmp_path / "train.json", tmp_path / "valid.json", "--json").stdout)
    assert list(result["splits"]) == ["train", "valid"]
    assert result["all"]["instances"] == 8
    printed = boxscribe("data", "stats", tmp_path / "train.json", tmp_path / "valid.json").stdout.decode()
    assert "average records" in printed
    assert "0 of 4 instances are about a game that train has, too" in " ".join(printed.split())


def test_show_prints_the_game_asked_for_and_writes_its_page(tmp_path: Path) -> None:
    tables = games(3)
    file = write_json(tmp_path / "games.json", [rotowire.dump(table) for table in tables])
    done = boxscribe("data", "show", file, "--game", 2, "--html", tmp_path / "game.html")
    assert tables[1].id in done.stdout.decode()
    assert tables[1].entities[0].name in (tmp_path / "game.html").read_text(encoding="utf-8")
    missing = boxscribe("data", "show", file, "--game", 4)
    assert missing.returncode == 2
    assert b"has no game 4" in missing.stderr


def test_converting_there_and_back_keeps_every_value(tmp_path: Path) -> None:
    raw = [rotowire.dump(table) for table in games(3)]
    file = write_json(tmp_path / "games.json", raw)
    assert boxscribe("data", "convert", file, "--out", tmp_path / "own.jsonl.gz").returncode == 0
    done = boxscribe("data", "convert", tmp_path / "own.jsonl.gz", "--to", "rotowire")
    assert json.loads(done.stdout) == raw
    wrong = boxscribe("data", "convert", file, "--to", "cricket")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    baseball = boxscribe("data", "simulate", "--domain", "mlb").stdout
    assert boxscribe("data", "convert", "-", "--to", "rotowire", input=baseball).returncode == 2


def test_prepare_takes_several_files_and_leaves_rare_words_out(tmp_path: Path) -> None:
    for seed in (1, 2):
        boxscribe("data", "simulate", "--games", 3, "--seed", seed, "--texts", "--out", tmp_path / f"{seed}.jsonl")
    files = (tmp_path / "1.jsonl", tmp_path / "2.jsonl")
    boxscribe("data", "prepare", *files, "--out", tmp_path / "all")
    boxscribe("data", "prepare", *files, "--out", tmp_path / "often", "--min-count", 3)
    everything, often = Dataset(tmp_path / "all"), Dataset(tmp_path / "often")
    assert len(everything) == len(often) == 6
    assert 10 < len(often.vocabularies.target) < len(everything.vocabularies.target)


def test_prepare_takes_the_tables_that_were_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tables = [json.loads(line) for line in boxscribe("data", "simulate", "--games", 5, "--texts").stdout.splitlines()]
    for table, source in zip(tables, "aabcc", strict=True):
        table["meta"]["source"] = source
    file.write_text("\n".join(map(json.dumps, tables)))
    either = boxscribe("data", "prepare", file, "--out", tmp_path / "x", "--where", "source=a", "--where", "source=b")
    assert b": 3 games" in either.stdout
    for asked, sentence in (("source=d", "has no table for --where source=d"), ("source", "write key=value")):
        wrong = boxscribe("data", "prepare", file, "--out", tmp_path / "y", "--where", asked)
        assert (wrong.returncode, wrong.stdout) == (2, b"") and sentence in wrong.stderr.decode()


def test_an_origin_that_the_description_does_not_name_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tables = [replace(table, meta={"source": "rumours"}) for table in games(2)]
    file.write_text("\n".join(json.dumps(native_json.to_json(table)) for table in tables))
    done = boxscribe("data", "prepare", file, "--out", tmp_path / "x", "--derive", "source")
    assert (done.returncode, done.stderr.decode().count("Warning: source 'rumours' is not in the description")) == (
        0,
        1,
    )


def test_prepare_writes_a_dataset_that_a_second_split_can_share(tmp_path: Path) -> None:
    for split, seed in (("train", 1), ("valid", 2)):
        boxscribe("data", "simulate", "--games", 9, "--seed", seed, "--texts", "--out", tmp_path / f"{split}.jsonl")
    train = boxscribe("data", "prepare", tmp_path / "train.jsonl", "--out", tmp_path / "train")
    valid = boxscribe(
        "data", "prepare", tmp_path / "valid.jsonl", "--out", tmp_path / "valid", "--vocab", tmp_path / "train"
    )
    assert (train.returncode, valid.returncode) == (0, 0)
    assert b"9 games" in train.stdout
    vocabularies = re.findall(r"vocabularies: .*;", (train.stdout + valid.stdout).decode())
    assert vocabularies[0] == vocabularies[1]
    again = boxscribe("data", "prepare", "-", "--out", tmp_path / "x", input=b"")
    assert again.returncode == 2
    assert b"holds no games" in again.stderr


def test_rosters_can_be_supplied(tmp_path: Path) -> None:
    teams = [
        {"city": city, "name": name, "players": [f"{first} {last}" for last in "ABCDEFGHIJKLM"]}
        for city, name, first in (("Lisbon", "Owls", "Ana"), ("Porto", "Cats", "Rui"))
    ]
    roster = tmp_path / "roster.jsonl"
    roster.write_text("\n".join(json.dumps(team) for team in teams))
    made = boxscribe("data", "simulate", "--games", 3, "--roster", roster)
    for line in made.stdout.splitlines():
        names = {entity["name"] for entity in json.loads(line)["entities"]}
        assert {"Lisbon Owls", "Porto Cats"} < names
        assert {name.split()[0] for name in names} == {"Lisbon", "Porto", "Ana", "Rui"}
    for content, sentence in (
        ("nonsense", "line 1: write a team as"),
        (json.dumps(teams[0]), "at least two teams"),
        (json.dumps(teams[0] | {"players": ["Ana A"]}), "needs at least 13 different players"),
        (json.dumps(teams[0] | {"players": "Ana"}), "players must be a list of first and last names"),
    ):
        roster.write_text(content)
        done = boxscribe("data", "simulate", "--roster", roster)
        assert done.returncode == 2
        assert sentence in done.stderr.decode()
    assert b"cannot read this roster" in boxscribe("data", "simulate", "--roster", tmp_path / "no").stderr


def test_a_domain_that_cannot_be_simulated() -> None:
    done = boxscribe("data", "simulate", "--domain", "mbl")
    assert done.returncode == 2
    assert b"did you mean 'mlb'?" in done.stderr


def test_an_own_domain_can_be_checked_shown_and_prepared(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER)
    day = {
        "domain": "weather",
        "entities": [{"name": "Rome", "kind": "station", "records": {"place": "Rome", "high": 31, "low": 20}}],
        "text": "Rome saw 31 degrees.",
    }
    (tmp_path / "days.jsonl").write_text("\n".join(json.dumps(day) for _ in range(3)))
    assert boxscribe("data", "check", tmp_path / "days.jsonl").returncode == 0
    assert b"Rome" in boxscribe("data", "show", tmp_path / "days.jsonl").stdout
    assert boxscribe("data", "prepare", tmp_path / "days.jsonl", "--out", tmp_path / "set").returncode == 0
    (tmp_path / "else.toml").write_text(WEATHER.replace('name = "weather"', 'name = "else"', 1))
    other = boxscribe("data", "check", tmp_path / "days.jsonl", "--domain", tmp_path / "else.toml")
    assert other.returncode == 2
    assert b"game 1: the domain is 'weather', but --domain describes 'else'" in other.stdout


def test_a_terminated_command_leaves_nothing_half_written(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "boxscribe",
        "data",
        "simulate",
        "--games",
        "1000000",
        "--out",
        str(tmp_path / "x"),
    ]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 30
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert list(tmp_path.iterdir()), "it is writing"
        process.terminate()
    assert process.returncode == 143
    assert list(tmp_path.iterdir()) == []


def test_long_work_shows_progress_and_keeps_it_out_of_the_output() -> None:
    code = (
        "import sys, time; from boxscribe.cli import progress; progress.DELAY = 0\n"
        "for _ in progress.progress(range(4), 'counting', 4): time.sleep(0.01)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b""
    assert re.fullmatch(r"counting, \S+ games/s: 1 games, 25%, \d+ s left\n", done.stderr.decode())
