"""Which model writes: by name, by folder, by the folder of a run, or by the domain of the tables."""

import json
from pathlib import Path

import pytest

import boxscribe.shipped
from boxscribe.errors import InputError
from boxscribe.facts.store import load_extractor
from boxscribe.models.store import save_model
from boxscribe.writing.author import TemplateAuthor, load
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.model_folder import find_model, name_of
from helpers import boxscribe as command
from helpers import games
from writing.authors import model

WEATHER = """
name = "weather"
title = "Daily weather"

[kinds.station]
label = "Stations"
name = ["place"]

[kinds.station.types]
place = { label = "place", value = "text" }
high = { label = "highest temperature", unit = "degrees", value = "decimal" }
"""


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with two models of baseball and one of basketball."""
    for name, domain in (("b", "mlb"), ("c", "mlb"), ("a", "rotowire")):
        (tmp_path / "models" / name).mkdir(parents=True)
        save_model(model(domain=domain), tmp_path / "models" / name)
    monkeypatch.setattr(boxscribe.shipped, "FOLDER", tmp_path)
    return tmp_path / "models"


def test_the_default_model_is_that_of_the_domain(assets: Path) -> None:
    assert find_model(domain="rotowire") == assets / "a"
    assert find_model(domain="mlb") == assets / "b", "of several the first by name"
    assert find_model("c") == assets / "c"
    with pytest.raises(InputError, match=r"models of several domains are shipped .* give the name of one, or a domain"):
        load()
    for domain, name in (("mlb", "b"), ("rotowire", "a")):
        (table,) = games(1, domain, texts=False)
        (story,) = boxscribe.write(table, decoding={"max_length": 20, "min_length": 0})
        author = load(name, {"max_length": 20, "min_length": 0})
        assert isinstance(author, ModelAuthor) and author.model.domain.name == domain
        assert story.tokens == author.write(table).tokens


def test_without_a_model_of_the_domain_the_error_lists_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER, encoding="utf-8")
    tables = tmp_path / "days.jsonl"
    place = {"name": "Rome", "kind": "station", "records": {"place": "Rome", "high": 31}}
    tables.write_text(json.dumps({"domain": "weather", "id": "1 May", "entities": [place]}), encoding="utf-8")
    done = command("write", tables)
    assert (done.returncode, done.stdout) == (2, b"")
    message = done.stderr.decode()
    known = "(mlb for 'mlb', rotowire for 'rotowire', rotowire-ent for 'rotowire'"
    assert f"no model for the domain 'weather' is shipped {known}" in message
    assert "--model template, which writes every domain" in message
    assert b"31" in command("write", tables, "--model", "template").stdout


def test_the_model_in_the_folder_of_a_run(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "m"
    for checkpoint in ("last", "best"):
        (run / checkpoint).mkdir(parents=True)
        save_model(model(), run / checkpoint)
        assert find_model(run) == run / checkpoint
        assert name_of(find_model(run)) == f"m/{checkpoint}"
    assert find_model(run / "last") == run / "last"
    file = tmp_path / "games.jsonl"
    file.write_bytes(command("data", "simulate", "--games", 1).stdout)
    done = command("write", file, "--model", run, "--max-length", 9, "--min-length", 0, "--out", tmp_path / "out")
    assert done.stderr.decode().splitlines() == [
        f"{run}: using the model {run / 'best'}",
        f"{tmp_path / 'out'}: 1 story by m/best",
    ]


def test_a_wrong_name() -> None:
    with pytest.raises(InputError, match=r"there is no such model; .* 'template', .* did you mean 'rotowire-ent'\?"):
        load("rotowire-net")


def test_decoding_settings(tmp_path: Path) -> None:
    save_model(model(), tmp_path)
    (tmp_path / "decoding.json").write_text('{"beam": 3, "block_ngrams": 4, "max_length": 50}')

    def settings(**options: object) -> tuple[int, int, int]:
        author = load(tmp_path, **options)  # type: ignore[arg-type]
        assert isinstance(author, ModelAuthor)
        return author.decoding.beam, author.decoding.block_ngrams, author.decoding.max_length

    assert settings() == (3, 4, 50)
    assert settings(decoding={"beam": 2}) == (2, 4, 50)
    assert settings(decoding={"temperature": 0.5}) == (1, 4, 50), "sampling keeps one hypothesis"
    assert settings(preset="greedy") == (1, 0, 850)
    assert settings(preset="paper", decoding={"beam": 2}) == (2, 0, 850)
    assert settings(decoding=boxscribe.Decoding()) == (5, 0, 1000)
    with pytest.raises(InputError, match=r"decoding: beem: unknown key; did you mean 'beam'\?"):
        load(tmp_path, {"beem": 2})
    (tmp_path / "decoding.json").write_text("{")
    with pytest.raises(InputError, match=r"decoding\.json: is not JSON"):
        load(tmp_path)


def test_the_template_has_no_decoding_settings() -> None:
    assert load("template") == TemplateAuthor()
    with pytest.raises(InputError, match="the template has no decoding settings: leave out beam, words"):
        load("template", {"beam": 3, "words": 200})


@pytest.mark.parametrize("name", ["x" * 5000, "x/" * 3000, "x\0y"])
def test_names_that_no_folder_can_have(name: str) -> None:
    for loads in (load, load_extractor):
        with pytest.raises(InputError, match=r"no such (model|folder)"):
            loads(name)
