"""The README is true: its Python runs, its verbs and options exist, its story is written, its figures are measured."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

import boxscribe as api
from boxscribe.cli import app
from boxscribe.tables import rotowire
from helpers import ROOT, boxscribe, games

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    tables = games(2)
    (tmp_path / "games.json.gz").write_bytes(gzip.compress(json.dumps([rotowire.dump(t) for t in tables]).encode()))
    exec("\n".join(blocks("python")), {})
    story, *evaluation, game = capsys.readouterr().out.splitlines()
    assert story.startswith("The ")
    assert re.search(r"RG #.*BLEU", "".join(evaluation), re.DOTALL)
    assert re.fullmatch(r"[\w. ]+ \d+ at [\w. ]+ \d+: .+ \d+", game)


def test_the_functions_exist() -> None:
    named = set(re.findall(r"`boxscribe\.(\w+)\(", README))
    assert named >= {"read", "simulate", "write", "load", "evaluate", "load_extractor", "train"}
    assert named <= set(api.__all__)


def verbs(command: object, name: str = "") -> Iterator[str]:
    """All verbs of the command line, with the names of their groups."""
    for part, inner in getattr(command, "commands", {}).items():
        below = list(verbs(inner, f"{name}{part} "))
        yield from below or [f"{name}{part}"]


def test_the_verbs_and_their_options_exist() -> None:
    listed = re.findall(r"^\| `boxscribe ([a-z]+(?: [a-z]+)*) (.*?)` \|", README, re.MULTILINE)
    # `data download rotowire` is a verb with an argument.
    shown = {verb.removesuffix(" rotowire"): usage for verb, usage in listed}
    assert sorted(shown) == sorted(verbs(get_command(app)))
    for verb, usage in shown.items():
        done = boxscribe(*verb.split(), "--help")
        assert done.returncode == 0, verb
        for option in re.findall(r"--[a-z-]+", usage):
            assert option in done.stdout.decode(), f"{verb} {option}"


def test_the_commands_of_the_season_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games of four teams stand for the real season."""
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("pyarrow")
    from nba_files import write_season

    write_season(tmp_path / "nba")
    commands = next(block for block in blocks("sh") if block.startswith("boxscribe data nba"))
    _, shown, _, checked = (boxscribe(*line.split()[1:]) for line in commands.splitlines())
    assert b"next opponent" in shown.stdout
    last = Path("story.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert "Bobcats" in last and "Hawks" in last and "on Sunday" in last, "the sides meet again"
    assert checked.returncode == 0, checked.stderr
    assert b"supported" in checked.stdout
    assert b"| next game" not in checked.stdout and b"| weekday" not in checked.stdout, (
        "what the template writes is true"
    )


def test_the_own_domain_works(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(blocks("toml")[0], encoding="utf-8")
    (tmp_path / "days.jsonl").write_text(blocks("json")[0], encoding="utf-8")
    done = boxscribe("data", "check", tmp_path / "days.jsonl")
    assert (done.returncode, done.stdout) == (0, b"1 good games, 0 errors, 0 warnings\n")


def test_the_story_is_whole_and_what_is_said_of_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    command = re.search(r"`boxscribe (write [^`]+)`\):\n\n```text", README)
    assert command is not None
    shown = blocks("text")[0]
    assert boxscribe(*command[1].split()).stdout.decode().split() == shown.split()
    table = next(iter(api.read(ROOT / "examples" / "games.jsonl")))
    verdicts = api.check(shown, table)
    assert {verdict.status.value for verdict in verdicts} == {"supported"}
    numbers = [token for token in api.tokenise(shown) if token.isdigit()]
    assert len(numbers) <= len([verdict for verdict in verdicts if verdict.cells])


@pytest.mark.parametrize("document", ["README.md", "src/boxscribe/assets/models/rotowire-ent/README.md"])
def test_the_figures_of_the_shipped_model_are_those_of_make_results(document: str) -> None:
    figures = json.loads((ROOT / "results" / "rotowire" / "figures.json").read_text(encoding="utf-8"))
    metrics = ("rg_count", "rg_precision", "cs_precision", "cs_recall", "co", "bleu")
    text = (ROOT / document).read_text(encoding="utf-8")
    own, published = (
        " | ".join(f"{figures[name][metric]:.2f}" for metric in metrics)
        for name in ("ENT with attention supervision", "Li et al. (2021), their texts")
    )
    assert own in text
    assert document != "README.md" or published in text
