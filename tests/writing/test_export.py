"""An exported model is half as large and has its own decoding settings."""

from pathlib import Path

import pytest

from boxscribe.models.store import WEIGHTS, load_model, save_model
from boxscribe.writing.author import load
from boxscribe.writing.model_author import ModelAuthor
from helpers import boxscribe, games
from writing.authors import model as small_model


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a training run, with its best model."""
    (tmp_path / "run" / "best").mkdir(parents=True)
    save_model(small_model(), tmp_path / "run" / "best")
    return tmp_path / "run"


def test_an_exported_model_is_half_as_large_and_has_its_settings(run: Path, tmp_path: Path) -> None:
    (tmp_path / "decoding.toml").write_text("beam = 2\nmin_length = 3\nmax_length = 9\nblock_ngrams = 4\n")
    (tmp_path / "card.md").write_text("# A small model\n")
    done = boxscribe(
        "export", run, "--out", tmp_path / "out", "--decoding", tmp_path / "decoding.toml", "--card",
        tmp_path / "card.md",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    sizes = [(folder / WEIGHTS).stat().st_size for folder in (tmp_path / "out", run / "best")]
    assert sizes[0] < 0.6 * sizes[1]
    assert (tmp_path / "out" / "README.md").read_text() == "# A small model\n"
    author = load(tmp_path / "out")
    assert isinstance(author, ModelAuthor)
    assert (author.decoding.beam, author.decoding.block_ngrams) == (2, 4)
    story = author.write(games(1, seed=5)[0])
    assert 3 <= len(story.tokens) <= 9
    exported = load_model(tmp_path / "out").writer.state_dict()
    for name, value in load_model(run / "best").writer.state_dict().items():
        assert exported[name].dtype == value.dtype
        assert (exported[name] - value).abs().max() <= 1e-3 * value.abs().max()


def test_a_model_without_saved_settings_decodes_as_in_the_paper(run: Path) -> None:
    author = load(run)
    assert isinstance(author, ModelAuthor)
    assert (author.decoding.beam, author.decoding.min_length, author.decoding.max_length) == (5, 150, 850)


def test_errors_leave_nothing_behind(run: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("beem = 2\n")
    done = boxscribe("export", run, "--out", tmp_path / "out", "--decoding", tmp_path / "bad.toml")
    assert done.returncode == 2 and b"beem: unknown key; did you mean 'beam'?" in done.stderr
    done = boxscribe("export", run, "--out", tmp_path / "out", "--card", tmp_path / "none.md")
    assert done.returncode == 2 and b"none.md: cannot read this model card" in done.stderr
    done = boxscribe("export", tmp_path / "nothing", "--out", tmp_path / "out")
    assert done.returncode == 2 and b"there is no such model" in done.stderr
    (tmp_path / "empty").mkdir()
    done = boxscribe("export", tmp_path / "empty", "--out", tmp_path / "out")
    assert done.returncode == 2 and b"is no model" in done.stderr
    assert not (tmp_path / "out").exists()
