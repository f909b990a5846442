"""Work on a Ray cluster of this machine gives what one process gives; nothing is lost with a worker or the driver."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import boxscribe.scale.cluster as ray_cluster
from boxscribe.errors import InputError, Problem
from boxscribe.models.store import save_model
from boxscribe.scale.run import Sharding
from boxscribe.scale.write import write_file
from boxscribe.tables.write import json_line
from boxscribe.writing.author import load
from boxscribe.writing.run import WritingRun
from helpers import ROOT, boxscribe, games
from scale.clusters import SIZE, Ids, expected, needs_ray, write_ids
from scale.clusters import cluster as cluster
from writing.authors import model as small_model

pytestmark = [needs_ray, pytest.mark.usefixtures("cluster")]

DECODING = {"min_length": 1, "max_length": 40, "beam": 2}
RAY = "--engine", "ray", "--shard-size", 7


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "games.jsonl"
    path.write_text("".join(map(json_line, games(40))), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["text", "jsonl", "parquet"])
def test_stories_are_those_of_one_process(tmp_path: Path, file: Path, form: str) -> None:
    for out, engine in (("local", ()), ("ray", RAY)):
        done = boxscribe("write", file, "--model", "template", "--format", form, "--out", tmp_path / out, *engine)
        assert done.returncode == 0, done.stderr
        assert done.stderr.decode().endswith(f"{out}: 40 stories by template\n")
    assert (tmp_path / "local").read_bytes() == (tmp_path / "ray").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["local", "ray"]


def test_stories_of_a_model_are_those_of_one_process(tmp_path: Path) -> None:
    """With scores to the last digit, whatever the shards; a game that the model refuses is left out and reported."""
    (tmp_path / "small").mkdir()
    save_model(small_model(extras=True), tmp_path / "small")
    tables = games(9)
    tables[4] = replace(tables[4], entities=tables[4].entities[:3])
    problems: list[tuple[Problem, ...]] = []
    for out, size in (("local", 0), ("one", 9), ("four", 4)):
        found: list[Problem] = []
        author = load(tmp_path / "small", DECODING)
        if size:
            sharding = Sharding(shard_size=size)
            written = write_file(
                tables, tmp_path / out, tmp_path / "small", DECODING, form="jsonl",
                on_invalid=found.append, sharding=sharding,
            )  # fmt: skip
            assert written == (8, "small")
        else:
            WritingRun(author, tables, "jsonl", on_invalid=found.append).to_file(tmp_path / out)
        problems.append(tuple(dict.fromkeys(found)))
    assert (tmp_path / "local").read_bytes() == (tmp_path / "one").read_bytes() == (tmp_path / "four").read_bytes()
    assert len(problems[0]) == 1
    assert problems[0] == problems[1] == problems[2]


def test_verdicts_and_figures_are_those_of_one_process(tmp_path: Path, file: Path) -> None:
    texts = tmp_path / "texts.jsonl"
    assert boxscribe("write", file, "--model", "template", "--format", "jsonl", "--out", texts).returncode == 0
    verdicts = [boxscribe("check", texts, "--data", file, "--format", "json", *engine) for engine in ((), RAY)]
    assert verdicts[0].stdout == verdicts[1].stdout
    assert verdicts[0].stdout.count(b'"verdicts"') == 40
    command = "evaluate", texts, "--data", file, "--metrics", "rg,cs,co,bleu,errors_gold", "--json"
    figures = [boxscribe(*command, *engine) for engine in ((), RAY)]
    assert figures[0].stdout == figures[1].stdout, figures[1].stderr
    assert json.loads(figures[0].stdout)["documents"] == 40


def test_an_invalid_table_among_many(tmp_path: Path, file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("".join([*lines[:20], '{"domain": "rotowire", "entities": 3}\n', *lines[20:]]), encoding="utf-8")
    command = "write", bad, "--model", "template", "--out"
    local, ray = (boxscribe(*command, tmp_path / name, *more) for name, more in (("local", ()), ("ray", RAY)))
    assert ray.returncode == local.returncode == 2
    assert ray.stderr == local.stderr == f"Error: {bad}: game 21: entities: must be a list of entities\n".encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "ray.shards"]
    local, ray = (
        boxscribe(*command, tmp_path / name, "--skip-invalid", *more)
        for name, more in (("local", ()), ("ray", (*RAY, "--resume")))
    )
    assert (tmp_path / "local").read_bytes() == (tmp_path / "ray").read_bytes()
    assert f"Skipped: {bad}: game 21: entities: must be a list of entities\n" in ray.stderr.decode()
    assert ray.stderr.decode().endswith("ray: 40 stories by template\n")


def test_the_shard_of_a_killed_worker_is_done_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    work = Ids(tmp_path, kill=games(6)[5].id)
    assert write_ids(work) == expected()
    assert sorted(work.begun().count(id) for id in set(work.begun())) == [1] * 8 + [2] * SIZE
    assert not (tmp_path / "shards").exists()
    time.sleep(0.5)  # after which Ray would print that it is lost
    assert capfd.readouterr().out == ""


def test_a_shard_that_kills_every_worker_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "RETRIES", 1)
    work = Ids(tmp_path, kill=games(10)[9].id, times=9)
    with pytest.raises(InputError, match=r"^shard 5: the process that worked on it was lost 2 times .* --resume"):
        write_ids(work)
    monkeypatch.undo()
    assert write_ids(replace(work, kill=""), resume=True) == expected()
    assert work.begun().count(games(1)[0].id) == 1


def test_a_killed_driver_is_resumed(tmp_path: Path) -> None:
    """Its own cluster ends with it; finished shards are not done again."""
    work = Ids(tmp_path, hold=games(5)[4].id)
    code = f"from scale.clusters import *; write_ids({work!r})".replace("PosixPath", "Path")
    path = os.pathsep.join([*sys.path, str(ROOT / "tests")])
    driver = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path})
    shards = tmp_path / "shards"
    while len(list(shards.glob("0*"))) < 4 and driver.poll() is None:
        time.sleep(0.05)
    driver.kill()
    driver.wait()
    assert len(list(shards.glob("0*"))) == 4
    with pytest.raises(InputError, match="belongs to a run with another model or other settings"):
        write_file(games(2), tmp_path / "out", "template", sharding=Sharding(folder=shards, resume=True))
    assert write_ids(Ids(tmp_path), resume=True) == expected()
    again = {id for id in work.begun() if work.begun().count(id) > 1}
    assert again == {table.id for table in games(6)[4:]}
    assert not shards.exists()


def test_an_error_of_a_worker_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "__version__", "0.0.9")
    with pytest.raises(InputError, match=r"^a worker has boxscribe .*, the run 0\.0\.9; install one version"):
        write_ids(Ids(tmp_path))
