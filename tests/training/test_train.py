"""`train` as one function and as a command: objects in, a model out; a signal stops it cleanly."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from boxscribe.batches import Dataset
from boxscribe.config import Config
from boxscribe.errors import InputError
from boxscribe.models.store import load_model
from boxscribe.training.loop import TrainingProgress
from boxscribe.training.train import TrainingStopped, train
from helpers import boxscribe
from training.runs import same_weights, small_config


def test_objects_files_and_the_command_line_give_the_same_model(data: Path, tmp_path: Path) -> None:
    config, file, seen = small_config(data, epochs=1), tmp_path / "config.toml", list[TrainingProgress]()
    best = train(config, tmp_path / "object", watch=seen.append)
    assert best == tmp_path / "object" / "best"
    assert len(seen) == 5 and seen[-1].validation is not None
    elsewhere = config.model_copy(update={"data": config.data.model_copy(update={"train": "", "valid": ""})})
    sets = Dataset(data / "train"), str(data / "valid")
    given = train(elsewhere, tmp_path / "given", train_set=sets[0], valid_set=sets[1])
    run = Config.model_validate_json((tmp_path / "given" / "last" / "run.json").read_text())
    assert run.data.path(run.data.train) == data / "train"
    file.write_text(config.to_toml(), encoding="utf-8")
    done = boxscribe("train", file, "--out", tmp_path / "file")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == f"{tmp_path / 'file' / 'best'}: the model with the lowest development loss\n"
    assert b"step 15: development perplexity" in done.stderr
    assert same_weights(best, given)
    assert same_weights(best, tmp_path / "file" / "best")


def test_a_dataset_that_is_not_named_is_refused(data: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"data\.valid: is not set; give the folder of a dataset"):
        train(Config(), tmp_path, train_set=data / "train")


def test_it_runs_outside_the_main_thread(data: Path, tmp_path: Path) -> None:
    """Where no signal can be received."""
    thread = threading.Thread(target=train, args=(small_config(data, epochs=1), tmp_path))
    thread.start()
    thread.join()
    load_model(tmp_path / "best")


SIGNALS = [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGINT, signal.SIGTERM)]


@pytest.mark.parametrize("numbers", SIGNALS, ids=str)
def test_a_signal_saves_and_stops(data: Path, tmp_path: Path, numbers: tuple[signal.Signals, ...]) -> None:
    """Two at once are one: the terminal's, and the same repeated by a launcher of several processes."""
    config, handlers = small_config(data, epochs=1000), [signal.getsignal(number) for number in numbers]

    def send(progress: TrainingProgress) -> None:
        for number in numbers if progress.position.batch == 3 else ():
            os.kill(os.getpid(), number)

    with pytest.raises(TrainingStopped, match=r"Stopped at step 12; continue with --resume\."):
        train(config, tmp_path, watch=send)
    assert [path.name for path in tmp_path.iterdir()] == ["last"]
    load_model(tmp_path / "last")
    assert [signal.getsignal(number) for number in numbers] == handlers
    train(small_config(data, epochs=1), tmp_path, resume=True)


def test_the_command_stops_with_a_sentence(data: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "config.toml", tmp_path / "run"
    file.write_text(small_config(data, epochs=1000, checkpoint_minutes=1e-9).to_toml(), encoding="utf-8")

    def interrupt() -> None:
        while not (out / "last").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    done = boxscribe("train", file, "--out", out)
    thread.join()
    assert done.returncode == 130
    assert b"Stopped at step" in done.stderr and b"continue with --resume" in done.stderr
    assert b"Traceback" not in done.stderr
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []
