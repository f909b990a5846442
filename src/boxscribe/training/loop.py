"""The training loop: truncated back-propagation through time over batches of games (paper, section 4 and 5).

`train` yields what happened, an `TrainingProgress` at a time, and prints nothing; whoever runs it shows what it likes.
"""

import json
import math
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor

from boxscribe.batches.dataset import Dataset
from boxscribe.batches.loader import Batch, Batches, chunks
from boxscribe.config import Config
from boxscribe.errors import InputError
from boxscribe.files import atomic_write
from boxscribe.models.inputs import inputs_of
from boxscribe.models.store import Model, load_model, new_model
from boxscribe.training.attention_supervision import supervision_loss, weight_at
from boxscribe.training.checkpoint import Position, load_checkpoint, save_best, save_checkpoint
from boxscribe.training.curve import page
from boxscribe.training.distributed import join
from boxscribe.training.mask_names import mask_names
from boxscribe.training.optimise import make_optimiser, rate_at
from boxscribe.training.samples import samples
from boxscribe.training.validate import Validation, validate

METRICS, CURVE = "metrics.jsonl", "curve.html"


class Diverged(InputError):
    """The loss is no longer a number; the checkpoint before is still there."""


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """What just happened: a batch, or a validation."""

    position: Position
    fraction: float  # of the whole run
    leads: bool  # whether this process speaks for all
    loss: float  # per word, of the batch
    words_per_second: float
    validation: Validation | None = None
    stopped: bool = False  # by a signal; the checkpoint is written


def train(config: Config, out: str | Path, resume: bool = False) -> Iterator[TrainingProgress]:
    """Train a model into the folder `out`: `last/`, `best/`, `metrics.jsonl` and `curve.html`."""
    run = _Run(config, Path(out), resume)
    with _signals() as stop:
        yield from run.epochs(stop)


def _new_or_known(config: Config, data: Dataset) -> Model:
    """A new model, or the one that learns on."""
    folder = config.training.init_from
    if not folder:
        return new_model(config.model, *data.described())
    model = load_model(folder)
    if not _alike(model, data):
        raise InputError(
            f"{config.data.train}: has other vocabularies or another layout than the model {folder}; prepare it with "
            "--vocab and the dataset that the model has learned from"
        )
    return model


def _alike(one: Dataset | Model, other: Dataset | Model) -> bool:
    """Whether their words have the same ids, and their rows the same order."""
    words, others = (each.vocabularies.map(lambda vocabulary: vocabulary.words) for each in (one, other))
    return words == others and one.layout == other.layout


class _Run:
    """One sitting of a run."""

    def __init__(self, config: Config, out: Path, resume: bool) -> None:
        self.train_set, self.valid_set = Dataset(config.data.train), Dataset(config.data.valid)
        if not _alike(self.train_set, self.valid_set):
            raise InputError(
                f"{config.data.valid}: has other vocabularies or another layout than {config.data.train}; prepare it "
                f"with --vocab {config.data.train}, and both or neither with --reference"
            )
        if config.training.threads:
            torch.set_num_threads(config.training.threads)
        self.group = join()
        torch.manual_seed(config.training.seed)  # the same parameters in every process
        self.device = _device(config.training.device)
        self.model = _new_or_known(config, self.train_set)
        if config.training.init_from:  # then the settings are that model's, too
            config = config.model_copy(update={"model": self.model.config})
        self.config, self.out = config, out
        self.writer = self.model.writer.to(self.device)
        self.optimiser = make_optimiser(config.optimiser, self.writer.parameters())
        group = self.group
        self.batches = Batches(self.train_set, config.data.batch_size, config.training.seed, group.rank, group.world)
        self.position, self.latest = Position(), list[dict[str, Tensor]]()
        if resume:
            self.position, self.latest = load_checkpoint(out / "last", self.model, config, self.optimiser, group)
            self._forget_after(self.position.step)
        elif (out / "last").exists():
            raise InputError(f"{out}: holds a run already; go on with --resume, or choose another --out")
        else:
            torch.manual_seed(config.training.seed + group.rank)  # other dropout in every process
        out.mkdir(parents=True, exist_ok=True)

    def epochs(self, stop: "_Stop") -> Iterator[TrainingProgress]:
        position, parts = self.position, self.config.training.validations
        places = {math.ceil(len(self.batches) * part / parts) for part in range(1, parts + 1)}
        saved = time.monotonic()
        while position.epoch < self.config.training.epochs:
            for batch in self.batches.epoch(position.epoch, position.batch):
                start = time.monotonic()
                lost = self._learn(batch)
                late = time.monotonic() - saved > 60 * self.config.training.checkpoint_minutes
                # One exchange a batch: all processes must agree on what comes next.
                mine = (lost, int(batch.target_mask.sum()), stop.asked, late and self.group.leads)
                total, words, stopping, saving = self.group.total(mine)
                position.batch += 1
                position.words += int(words)
                position.seconds += time.monotonic() - start
                due = position.batch in places
                speed = words / (time.monotonic() - start)
                yield self._event(total / words, speed, self._validate() if due else None)
                if stopping or due or saving:
                    self._save()
                    saved = time.monotonic()
                if stopping:
                    yield self._event(total / words, speed, stopped=True)
                    return
            position.epoch, position.batch = position.epoch + 1, 0
        self._save()

    def _event(
        self, loss: float, speed: float, validation: Validation | None = None, stopped: bool = False
    ) -> TrainingProgress:
        return TrainingProgress(self.position, self._fraction(), self.group.leads, loss, speed, validation, stopped)

    def _fraction(self) -> float:
        done = self.position.epoch + self.position.batch / len(self.batches)
        return done / self.config.training.epochs

    def _learn(self, batch: Batch) -> float:
        """All chunks of a batch; the state is carried over, detached. Returns the sum of the words' losses."""
        config, writer, total = self.config, self.writer, 0.0
        writer.train()
        batch = mask_names(batch, config.data)
        inputs = inputs_of(batch, self.device)
        state = None
        divisor = 0.0
        pieces = list(chunks(batch, config.training.tbptt_steps))
        # Not the chunk's own words: then each word of a short last chunk, the end among them, would count for several.
        share = (
            len(batch)
            if config.optimiser.loss_normalisation == "summary"
            else int(batch.target_mask.sum()) / len(pieces)
        )
        for number, chunk in enumerate(pieces, 1):
            if len(batch):
                with torch.autocast(self.device.type, torch.bfloat16, config.training.precision == "bfloat16"):
                    encoded = writer.encode(inputs)
                    told = writer.log_likelihood(encoded, writer.start(encoded) if state is None else state, chunk)
                    guide = weight_at(config.attention_supervision, self._fraction())
                    guided = guide * supervision_loss(told.output, writer.generator, chunk) if guide else 0.0
                state = told.output.state
                smoothing = config.training.label_smoothing
                loss = -(1 - smoothing) * told.log_likelihood.sum() - smoothing * told.log_mean.sum() + guided
                loss.backward()
                total -= float(told.log_likelihood.detach().sum())
            divisor += share
            if number % config.optimiser.accumulate == 0 or number == len(pieces):
                self._step(divisor)
                divisor = 0.0
        return total

    def _step(self, divisor: float) -> None:
        parameters = list(self.writer.parameters())
        self.group.add_gradients(parameters, divisor)
        norm = torch.nn.utils.clip_grad_norm_(parameters, self.config.optimiser.max_grad_norm)
        if not torch.isfinite(norm):
            raise Diverged(
                f"the gradient is not a number at step {self.position.step}; the checkpoint before is in "
                f"{self.out / 'last'}; try a lower optimiser.learning_rate or optimiser.max_grad_norm"
            )
        position = self.position
        factor = rate_at(self.config.schedule, position.step, position.epoch, self._fraction(), position.rose)
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.optimiser.learning_rate * factor
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.position.step += 1

    def _validate(self) -> Validation:
        result = validate(self.model, self.valid_set, self.config.data.batch_size, self.group)
        weights = {name: value.detach().cpu().clone() for name, value in self.writer.state_dict().items()}
        self.latest = [*self.latest, weights][-self.config.training.average_checkpoints :]
        position = self.position
        if position.rose is None and result.loss > position.loss:
            position.rose = position.epoch + 1
        position.loss = result.loss
        better, self.position.best = result.loss < self.position.best, min(result.loss, self.position.best)
        if not self.group.leads:
            return result
        if better:
            save_best(self.out / "best", self.model, self.latest)
        record = {"epoch": self._fraction() * self.config.training.epochs, "step": self.position.step}
        record |= {"words": self.position.words, "seconds": round(self.position.seconds, 1)}
        stories, repeats = samples(self.model, self.valid_set)
        record |= asdict(result) | {"perplexity": result.perplexity, "repeats": repeats, "samples": stories}
        with (self.out / METRICS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        metrics = [json.loads(line) for line in (self.out / METRICS).read_text(encoding="utf-8").splitlines()]
        with atomic_write(self.out / CURVE) as file:
            file.write(page(metrics, f"{self.config.model.composition} on {self.config.data.train}"))
        return result

    def _forget_after(self, step: int) -> None:
        """Drop the metrics of what a killed run did after its last checkpoint."""
        path = self.out / METRICS
        if self.group.leads and path.exists():
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if json.loads(line)["step"] <= step]
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def _save(self) -> None:
        run = self.model, self.config, self.optimiser, self.position, self.latest
        save_checkpoint(self.out / "last", *run, self.group)


def _device(name: str) -> torch.device:
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        return torch.device(name)
    except RuntimeError:
        raise InputError(f"training.device: '{name}' is no device; write cpu, cuda or auto") from None


class _Stop:
    """Whether somebody has asked the run to end, and when."""

    asked = False
    since = 0.0


@contextmanager
def _signals() -> Iterator[_Stop]:
    """Ctrl-C and SIGTERM ask; a second one is obeyed at once.

    A launcher passes on to its processes what the terminal has sent them already: that is not a second one.
    """
    stop = _Stop()

    def ask(number: int, _: object) -> None:
        now = time.monotonic()
        if not stop.asked:
            stop.asked, stop.since = True, now
        elif now - stop.since > 1:
            os._exit(128 + number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
