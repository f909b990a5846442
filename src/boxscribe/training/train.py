"""Train a model, as one function."""

from collections.abc import Callable, Iterator
from pathlib import Path

from boxscribe.batches.dataset import Dataset
from boxscribe.config import Config, load_config
from boxscribe.errors import InputError
from boxscribe.training.loop import BEST, TrainingLoop, TrainingProgress
from boxscribe.training.signals import stop_on_signals


class TrainingStopped(KeyboardInterrupt):
    """A signal ended the run; its checkpoint has been written, so that it can be resumed."""


def train(
    config: Config | str | Path,
    out: str | Path,
    resume: bool = False,
    *,
    train_set: Dataset | str | Path | None = None,
    valid_set: Dataset | str | Path | None = None,
    watch: Callable[[TrainingProgress], object] = lambda progress: None,
) -> Path:
    """Train a model to the end of its last epoch and return the folder of the best one, for `boxscribe.load`.

    >>> from itertools import islice
    >>> tables, domain = boxscribe.simulate("rotowire", seed=1, texts=True), boxscribe.load_domain("rotowire")
    >>> train_set = boxscribe.prepare(islice(tables, 8), domain, "train")
    >>> valid_set = boxscribe.prepare(islice(tables, 2), domain, "valid", train_set.vocabularies)
    >>> config = boxscribe.Config(model={"hidden": 8, "embedding": 8, "memory": 8}, training={"epochs": 1})
    >>> best = boxscribe.train(config, "runs/small", train_set=train_set, valid_set=valid_set)
    >>> best.as_posix()
    'runs/small/best'

    config: the settings, or a TOML file with them.
    out: the folder for the run: `best/` and `last/` (models), `metrics.jsonl` and `curve.html`.
    resume: continue the run in `out` from its last checkpoint.
    train_set, valid_set: prepared datasets; by default the folders that `config.data` names.
    watch: called after every batch; a validation is in `progress.validation`.

    Ctrl-C and SIGTERM write a checkpoint and raise `TrainingStopped`. Under a launcher of several processes, such as
    `torchrun`, every process calls this function, and the main one writes the files.
    """
    for progress in training_steps(config, out, resume, train_set=train_set, valid_set=valid_set):
        watch(progress)
        if progress.stopped:
            raise TrainingStopped(f"Stopped at step {progress.position.step:,}; continue with --resume.")
    return Path(out, BEST)


def training_steps(
    config: Config | str | Path,
    out: str | Path,
    resume: bool = False,
    *,
    train_set: Dataset | str | Path | None = None,
    valid_set: Dataset | str | Path | None = None,
) -> Iterator[TrainingProgress]:
    """The same as an iterator, for callers with a loop of their own: training advances by a batch with each item."""
    config = config if isinstance(config, Config) else load_config(config)
    given = {"train": train_set, "valid": valid_set}
    datasets = {part: _dataset(config, part, each) for part, each in given.items()}
    folders = {part: str(datasets[part].folder.resolve()) for part, each in given.items() if each is not None}
    config = config.model_copy(update={"data": config.data.model_copy(update=folders)})
    loop = TrainingLoop(config, datasets["train"], datasets["valid"], Path(out), resume)
    with stop_on_signals() as stop:
        yield from loop.run(stop)


def _dataset(config: Config, part: str, given: Dataset | str | Path | None) -> Dataset:
    if isinstance(given, Dataset):
        return given
    if given is not None:
        return Dataset(given)
    name: str = getattr(config.data, part)
    if not name:
        raise InputError(f"data.{part}: is not set; give the folder of a dataset made by 'boxscribe data prepare'")
    return Dataset(config.data.path(name))
