"""A model that is handed on: half as large, and it brings its own way of writing."""

from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.models.store import WEIGHTS, load_model, save_model
from boxscribe.writing.author import load
from boxscribe.writing.model_author import ModelAuthor
from helpers import boxscribe, games
from writing.authors import model as small_model


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    save_model(small_model(), folder)
    return folder


def test_an_exported_model_is_half_as_large_and_writes_as_it_was_told(model: Path, tmp_path: Path) -> None:
    (tmp_path / "decoding.toml").write_text("beam = 2\nmin_length = 3\nmax_length = 9\nblock_ngrams = 4\n")
    (tmp_path / "card.md").write_text("# A small model\n")
    done = boxscribe(
        "export", model, "--out", tmp_path / "out", "--decoding", tmp_path / "decoding.toml", "--card",
        tmp_path / "card.md",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    sizes = [(folder / WEIGHTS).stat().st_size for folder in (tmp_path / "out", model)]
    assert sizes[0] < 0.6 * sizes[1]
    assert (tmp_path / "out" / "README.md").read_text() == "# A small model\n"
    author = load(tmp_path / "out")
    assert isinstance(author, ModelAuthor)
    assert (author.decoding.beam, author.decoding.block_ngrams) == (2, 4)
    story = author.write(games(1, seed=5)[0])
    assert 3 <= len(story.tokens) <= 9
    for name, value in load_model(model).writer.state_dict().items():
        close = load_model(tmp_path / "out").writer.state_dict()[name]
        assert close.dtype == value.dtype and (close - value).abs().max() <= 1e-3 * value.abs().max()


def test_a_model_without_a_way_of_its_own_writes_as_in_the_paper(model: Path) -> None:
    author = load(model)
    assert isinstance(author, ModelAuthor)
    assert (author.decoding.beam, author.decoding.min_length, author.decoding.max_length) == (5, 150, 850)


def test_what_is_wrong_is_told_and_nothing_is_written(model: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("beem = 2\n")
    done = boxscribe("export", model, "--out", tmp_path / "out", "--decoding", tmp_path / "bad.toml")
    assert done.returncode == 2 and b"beem: unknown key; did you mean 'beam'?" in done.stderr
    done = boxscribe("export", tmp_path / "nothing", "--out", tmp_path / "out")
    assert done.returncode == 2 and b"is no model" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_model_that_nobody_ships_is_told_about() -> None:
    with pytest.raises(InputError, match="there is no such model; give the folder of a model, 'template'"):
        load("rotowire-net")
