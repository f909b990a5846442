"""After a fault at any system call of a save a reader finds the old or the new copy, and work goes on by itself."""

from pathlib import Path

import pytest
import torch

from boxscribe.batches import Dataset, prepare
from boxscribe.models.store import save_model
from boxscribe.tables import load_domain
from boxscribe.training.checkpoint import load_checkpoint
from boxscribe.training.loop import TrainingLoop
from boxscribe.writing.author import load
from boxscribe.writing.export import export
from boxscribe.writing.run import WritingRun, write
from faults import KINDS, Kind, every_fault
from helpers import games
from training.runs import small_config, small_datasets, small_games
from writing.authors import model as small_model


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_datasets(tmp_path_factory.mktemp("data"))


@pytest.mark.parametrize("kind", KINDS)
def test_checkpoints(data: Path, tmp_path: Path, kind: Kind) -> None:
    """A resumed run has the weights, the state of the optimiser and the position of one and the same step."""
    out, train_set, valid_set = tmp_path / "run", Dataset(data / "train"), Dataset(data / "valid")
    loop = TrainingLoop(small_config(data), train_set, valid_set, out, resume=False)
    resumed = TrainingLoop(small_config(data), train_set, valid_set, tmp_path / "other", resume=False)

    def save(step: int) -> None:
        loop.state.position.step = step
        with torch.no_grad():
            for parameter in loop.writer.parameters():
                parameter.fill_(step)
                loop.optimiser.state[parameter] = {"step": torch.tensor(float(step))}
        loop._save()

    steps = set()
    for _ in every_fault(kind, lambda: save(1), lambda: save(2)):
        load_checkpoint(out / "last", resumed.state, resumed.group)
        step = resumed.state.position.step
        assert all((parameter == step).all() for parameter in resumed.writer.parameters())
        assert {float(slot["step"]) for slot in resumed.optimiser.state.values()} == {step}
        steps.add(step)
    assert steps == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_prepared_datasets(tmp_path: Path, kind: Kind) -> None:
    out, domain = tmp_path / "set", load_domain("rotowire")
    tables = small_games(2, seed=1)
    sizes = set()
    for _ in every_fault(kind, lambda: prepare(tables[:1], domain, out), lambda: prepare(tables, domain, out)):
        dataset = Dataset(out)
        assert [len(dataset[game].target) for game in range(len(dataset))] == dataset.lengths.tolist()
        sizes.add(len(dataset))
    assert sizes == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_exports(tmp_path: Path, kind: Kind) -> None:
    (tmp_path / "model").mkdir()
    save_model(small_model(), tmp_path / "model")
    (tmp_path / "one.toml").write_text("beam = 1")
    (tmp_path / "two.toml").write_text("beam = 2")
    out, beams = tmp_path / "out", set()

    def save(name: str) -> None:
        export(tmp_path / "model", out, tmp_path / f"{name}.toml")

    for _ in every_fault(kind, lambda: save("one"), lambda: save("two")):
        beams.add(load(out).settings["beam"])
    assert beams == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_stories(tmp_path: Path, kind: Kind) -> None:
    """No story that was in the journal is lost, and a resumed run needs nothing but --resume."""
    out, tables, author = tmp_path / "stories.txt", games(3, texts=False), load("template")
    run, expected = WritingRun(author, tables), [story.text for story in write(tables, "template")]

    def begin() -> None:
        for path in tmp_path.iterdir():
            path.unlink()
        out.write_text("old\n")

    for _ in every_fault(kind, begin, lambda: run.to_file(out, resume=True)):
        assert out.read_text(encoding="utf-8").splitlines() in (["old"], expected)
        assert run.to_file(out, resume=True) == 3
        assert out.read_text(encoding="utf-8").splitlines() == expected
        assert not (tmp_path / "stories.txt.part").exists()
