"""The options of work on many machines, where Ray is not needed or is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

from helpers import ROOT, boxscribe
from scale.clusters import needs_ray

GAMES = ROOT / "examples" / "games.jsonl"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--address", "10.0.0.1:6379"], "--address is for work on many machines; add --engine ray"),
        (["--shard-size", "9"], "--shard-size is for work on many machines; add --engine ray"),
        (["--engine", "ray", "--resume"], "--resume needs the folder of shards: give --out or --shards"),
        (["--engine", "ray", "--workers", "2"], "--workers is for one process"),
        (["--engine", "ray", "--format", "html"], "--format html: a page shows a few games; leave out --engine ray"),
        (["--engine", "ray", "--format", "parquet"], "a Parquet file is no text that can be printed: give --out FILE"),
    ],
)
def test_options_that_do_not_fit(arguments: list[str], sentence: str) -> None:
    done = boxscribe("write", GAMES, "--model", "template", *arguments)
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"Error: {sentence}")


def test_a_page_of_figures_is_not_made_on_many_machines(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = boxscribe("evaluate", GAMES, "--data", GAMES, "--engine", "ray", "--html", page)
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: --html: the page shows every game")
    (tmp_path / "texts.txt").write_text("They won .\n")
    done = boxscribe("check", tmp_path / "texts.txt", "--data", GAMES, "--engine", "ray", "--format", "csv")
    assert done.stderr.startswith(b"Error: --format csv: cannot be written with --engine ray")


@pytest.mark.parametrize("verb", ["write", "check", "evaluate"])
def test_without_ray_the_extra_is_named(verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = tmp_path / "texts.jsonl"
    assert boxscribe("write", GAMES, "--model", "template", "--format", "jsonl", "--out", texts).returncode == 0
    monkeypatch.setitem(sys.modules, "ray", None)  # an import of None fails like one of a missing package
    arguments = [GAMES, "--model", "template"] if verb == "write" else [texts, "--data", GAMES]
    if verb == "evaluate":
        arguments += ["--metrics", "errors"]
    done = boxscribe(verb, *arguments, "--engine", "ray")
    assert done.returncode == 2
    assert done.stderr == b"Error: --engine ray needs the package ray: pip install 'boxscribe[scale]'\n"
    assert done.stdout == b""


@needs_ray
@pytest.mark.parametrize("address", ["127.0.0.1:1", "auto"])
def test_an_address_without_a_cluster_is_one_sentence(address: str) -> None:
    """In a process of its own: one that uses Ray already has its cluster."""
    code = f"from boxscribe.scale.cluster import connect; connect({address!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"InputError: --address {address}: no Ray cluster can be reached there: " in done.stderr
