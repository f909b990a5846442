"""`boxscribe extractor` as a user meets it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from boxscribe.cli.extractor import extractor as app
from boxscribe.errors import InputError
from facts.learn import Trained, write_games
from helpers import games


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    write_games(games(4, seed=3), tmp_path / "games.jsonl")
    return tmp_path / "games.jsonl"


def test_train_score_and_extract(trained: Trained, tables: Path, tmp_path: Path) -> None:
    config = tmp_path / "tiny.toml"
    config.write_text(
        f'[data]\ntrain = ["{trained.folder / "games.jsonl"}"]\nvalid = ["{tables}"]\n[training]\nepochs = 1\n'
        "[[classifiers]]\nword_embedding = 8\ndistance_embedding = 4\nfeatures = 4\nhidden = 8\n"
    )
    made = run("train", config, "--out", tmp_path / "made")
    assert made.exit_code == 0
    assert "classifier 1, epoch 1" in made.stderr
    assert "development precision" in made.stderr
    assert run("score", tmp_path / "made", "--data", tables).exit_code == 0


def test_settings_can_be_changed_and_an_extractor_is_not_replaced_unasked(
    trained: Trained, tables: Path, tmp_path: Path
) -> None:
    config = tmp_path / "tiny.toml"
    config.write_text('[data]\ntrain = ["games.jsonl"]\n[training]\nepochs = 9\n')
    out = tmp_path / "made"
    arguments = ["train", config, "--out", out, "--set", f"data.root={trained.folder}", "--set", "training.epochs=1"]
    made = run(*arguments)
    assert made.exit_code == 0
    assert "epoch 1" in made.stderr
    assert "epoch 2" not in made.stderr
    before = (out / "extractor.safetensors").stat().st_mtime_ns
    refused = run(*arguments)
    assert isinstance(refused.exception, InputError)
    assert "replace it with --overwrite" in str(refused.exception)
    assert (out / "extractor.safetensors").stat().st_mtime_ns == before
    assert run(*arguments, "--overwrite").exit_code == 0
    assert (out / "extractor.safetensors").stat().st_mtime_ns > before


def test_scores_for_people_and_for_programs(trained: Trained, tables: Path) -> None:
    shown = run("score", trained.folder / "extractor", "--data", tables).stdout
    figures = json.loads(run("score", trained.folder / "extractor", "--data", tables, "--json").stdout)
    assert figures["games"] == 4
    assert f"precision {figures['precision']:.2%}, recall {figures['recall']:.2%}" in shown
    assert trained.extractor.id in shown


def test_relations_are_json_lines(trained: Trained, tables: Path, tmp_path: Path) -> None:
    folder = trained.folder / "extractor"
    lines = [json.loads(line) for line in run("extract", "--data", tables, "--extractor", folder).stdout.splitlines()]
    expected = [trained.extractor.relations(table.tokens, table) for table in games(4, seed=3)]
    assert [line["id"] for line in lines] == [table.id for table in games(4, seed=3)]
    assert [line["relations"] for line in lines] == [[list(relation) for relation in text] for text in expected]
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(" ".join(table.tokens) for table in games(4, seed=3)))
    out = tmp_path / "relations.jsonl"
    assert run("extract", texts, "--data", tables, "--extractor", folder, "--out", out).exit_code == 0
    assert [json.loads(line) for line in out.read_text().splitlines()] == lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train", "none.toml"], "none.toml: cannot read this configuration"),
        (["train", "none.toml", "--set", "x"], "none.toml: cannot read this configuration"),
        (["score", "nowhere", "--data", "TABLES"], "nowhere: no such folder"),
        (["score", "EXTRACTOR", "--data", "none.json"], "none.json: cannot be read"),
        (["extract", "SHORT", "--data", "TABLES", "--extractor", "EXTRACTOR"], "has 1 text, but"),
    ],
)
def test_bad_input_is_one_sentence(
    trained: Trained, tables: Path, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    (tmp_path / "short.txt").write_text("One text .\n")
    places = {"TABLES": tables, "EXTRACTOR": trained.folder / "extractor", "SHORT": tmp_path / "short.txt"}
    failed = run(*(places.get(argument, argument) for argument in arguments))
    assert isinstance(failed.exception, InputError)
    assert sentence in str(failed.exception)


@pytest.mark.parametrize("verb", ["train", "score", "extract"])
def test_each_verb_explains_itself_with_an_example(verb: str) -> None:
    assert f"boxscribe extractor {verb}" in " ".join(run(verb, "--help").stdout.split())
