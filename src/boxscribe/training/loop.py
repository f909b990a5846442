"""The training loop: truncated back-propagation through time over batches of games (paper, sections 4 and 5)."""

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from boxscribe.batches.dataset import Dataset
from boxscribe.batches.loader import Batch, Batches, chunks
from boxscribe.config import Config
from boxscribe.errors import InputError
from boxscribe.files import whole_folder
from boxscribe.models.store import Model, load_model, new_model
from boxscribe.training.attention_supervision import supervision_loss, supervision_weight
from boxscribe.training.checkpoint import (
    CheckpointTimer,
    Position,
    RunState,
    averaged,
    load_checkpoint,
    save_best,
    save_checkpoint,
)
from boxscribe.training.corruption import Corruption
from boxscribe.training.distributed import join_process_group, select_device
from boxscribe.training.metrics import MetricsLog
from boxscribe.training.optimise import make_optimiser, schedule_factor
from boxscribe.training.samples import sample_stories
from boxscribe.training.signals import StopRequest
from boxscribe.training.validate import Validation, validate

LAST, BEST = "last", "best"


class Diverged(InputError):
    """The loss is not a number any more; the last checkpoint was written before."""


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """What a run reports after a batch."""

    position: Position
    fraction: float  # of the whole run
    is_main: bool  # whether this process reports for all
    loss: float  # per word, of the batch
    words_per_second: float
    validation: Validation | None = None
    stopped: bool = False  # by a signal, after a checkpoint


class TrainingLoop:
    """A run from its start, or from its last checkpoint, to its end."""

    def __init__(self, config: Config, train_set: Dataset, valid_set: Dataset, out: Path, resume: bool) -> None:
        if not _compatible(train_set, valid_set):
            raise InputError(
                f"{valid_set.folder}: has other vocabularies or another layout than {train_set.folder}; prepare it "
                f"with --vocab {train_set.folder}, and both or neither with --reference"
            )
        self.valid_set, self.out = valid_set, out
        self.corrupted = Corruption(config.data, train_set.domain, train_set.vocabularies)
        if config.training.threads:
            torch.set_num_threads(config.training.threads)
        self.device = select_device(config.training.device)
        self.group = group = join_process_group(self.device)
        torch.manual_seed(config.training.seed)  # the same initial parameters in every process
        model = _initial_model(config, train_set)
        if config.training.init_from:
            config = config.model_copy(update={"model": model.config})
        self.config, self.model = config, model
        self.writer = model.writer.to(self.device)
        self.optimiser = make_optimiser(config.optimiser, self.writer.parameters())
        self.batches = Batches(train_set, config.data.batch_size, config.training.seed, group.rank, group.world_size)
        self.state = RunState(model, config, self.optimiser)
        self.metrics = MetricsLog(out, f"{config.model.composition} on {config.data.train}")
        if resume:
            load_checkpoint(out / LAST, self.state, group)
        elif whole_folder(out / LAST).exists():
            raise InputError(f"{out}: holds a run already; continue it with --resume, or choose another --out")
        else:
            torch.manual_seed(config.training.seed + group.rank)  # different dropout in every process
        out.mkdir(parents=True, exist_ok=True)
        if group.is_main:
            self.metrics.truncate(self.state.position.step)

    def run(self, stop: StopRequest) -> Iterator[TrainingProgress]:
        """Train to the end of the last epoch, or until a stop is requested; report after every batch."""
        config, position = self.config.training, self.state.position
        parts = config.validations_per_epoch
        validate_at = {math.ceil(len(self.batches) * part / parts) for part in range(1, parts + 1)}
        timer = CheckpointTimer(config.checkpoint_minutes)
        while position.epoch < config.epochs:
            for batch in self.batches.epoch(position.epoch, position.batch):
                start = time.monotonic()
                loss_sum = self._train_batch(batch)
                save = self.group.is_main and timer.is_due()
                # One exchange per batch, by which all processes agree on what comes next.
                own = loss_sum, int(batch.target_mask.sum()), stop.requested, save
                loss_sum, words, stopping, saving = self.group.sum(own)
                position.batch += 1
                position.words += int(words)
                position.seconds += time.monotonic() - start
                validating = position.batch in validate_at
                progress = loss_sum / words, words / (time.monotonic() - start)
                yield self._progress(*progress, self._validate() if validating else None)
                if stopping or validating or saving:
                    self._save()
                    timer.restart()
                if stopping:
                    yield self._progress(*progress, stopped=True)
                    return
            position.epoch, position.batch = position.epoch + 1, 0
        self._save()

    def _progress(
        self, loss: float, speed: float, validation: Validation | None = None, stopped: bool = False
    ) -> TrainingProgress:
        is_main = self.group.is_main
        return TrainingProgress(self.state.position, self._fraction(), is_main, loss, speed, validation, stopped)

    def _fraction(self) -> float:
        done = self.state.position.epoch + self.state.position.batch / len(self.batches)
        return done / self.config.training.epochs

    def _train_batch(self, batch: Batch) -> float:
        """Train on all chunks of a batch; the decoder's state is carried over, detached. Returns the summed loss."""
        config, writer, loss_sum = self.config, self.writer, 0.0
        writer.train()
        batch = self.corrupted(batch)
        batch, inputs = writer.encoder.training_inputs(batch, self.device)
        state, divisor = None, 0.0
        pieces = list(chunks(batch, config.training.tbptt_steps, config.model.copy_forms))
        # Divided by its own words, a short last chunk would weigh its words, <eos> among them, more than others.
        words_per_chunk = int(batch.target_mask.sum()) / len(pieces)
        chunk_divisor = len(batch) if config.optimiser.loss_normalisation == "summary" else words_per_chunk
        for number, chunk in enumerate(pieces, 1):
            if len(batch):
                with torch.autocast(self.device.type, torch.bfloat16, config.training.precision == "bfloat16"):
                    encoded = writer.encode(inputs)
                    scores = writer.log_likelihood(encoded, writer.start(encoded) if state is None else state, chunk)
                    weight = supervision_weight(config.attention_supervision, self._fraction())
                    auxiliary = weight * supervision_loss(scores.output, writer.generator, chunk) if weight else 0.0
                state = scores.output.state
                smoothing = config.training.label_smoothing
                loss = -(1 - smoothing) * scores.log_likelihood.sum() - smoothing * scores.log_mean.sum() + auxiliary
                loss = loss - encoded.log_plan.sum() / len(pieces)  # once for each text
                loss.backward()
                loss_sum -= float(scores.log_likelihood.detach().sum())
            divisor += chunk_divisor
            if number % config.optimiser.gradient_accumulation == 0 or number == len(pieces):
                self._optimiser_step(divisor)
                divisor = 0.0
        return loss_sum

    def _optimiser_step(self, divisor: float) -> None:
        parameters, position = list(self.writer.parameters()), self.state.position
        self.group.sum_gradients(parameters, divisor)
        norm = torch.nn.utils.clip_grad_norm_(parameters, self.config.optimiser.max_grad_norm)
        if not torch.isfinite(norm):
            raise Diverged(
                f"the gradient is not a number at step {position.step}; the last checkpoint is in {self.out / LAST}; "
                "try a lower optimiser.learning_rate or optimiser.max_grad_norm"
            )
        factor = schedule_factor(
            self.config.schedule, position.step, position.epoch, self._fraction(), position.first_increase
        )
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.optimiser.learning_rate * factor
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        position.step += 1

    def _validate(self) -> Validation:
        """Measure the model, averaged over recent checkpoints if so configured, and save it if it is the best."""
        state, position, config = self.state, self.state.position, self.config
        parameters = {name: value.detach().cpu().clone() for name, value in self.writer.state_dict().items()}
        state.recent = [*state.recent, parameters][-config.training.average_checkpoints :]
        with averaged(state):
            result = validate(self.model, self.valid_set, config.data.batch_size, self.group)
            loss = result.loss + result.plan_loss
            if position.first_increase is None and loss > position.latest_loss:
                position.first_increase = position.epoch + 1
            position.latest_loss = loss
            is_best, position.best_loss = loss < position.best_loss, min(loss, position.best_loss)
            if self.group.is_main:
                if is_best:
                    save_best(self.out / BEST, self.model)
                stories, repeats = sample_stories(self.model, self.valid_set)
                record = {"epoch": self._fraction() * config.training.epochs, "step": position.step}
                record |= {"words": position.words, "seconds": round(position.seconds, 1)}
                record |= asdict(result) | {"perplexity": result.perplexity, "repeats": repeats, "samples": stories}
                self.metrics.append(record)
        return result

    def _save(self) -> None:
        save_checkpoint(self.out / LAST, self.state, self.group)


def _initial_model(config: Config, train_set: Dataset) -> Model:
    """A model with initial parameters, or the one to fine-tune."""
    folder = config.training.init_from
    if not folder:
        return new_model(config.model, *train_set.described())
    model = load_model(folder)
    if not _compatible(model, train_set):
        raise InputError(
            f"{train_set.folder}: has other vocabularies or another layout than the model {folder}; prepare it with "
            "--vocab and the dataset that the model was trained on"
        )
    return model


def _compatible(one: Dataset | Model, other: Dataset | Model) -> bool:
    """Whether their words have the same ids and their tables the same layout."""
    words, others = (each.vocabularies.map(lambda vocabulary: vocabulary.words) for each in (one, other))
    return words == others and one.layout == other.layout
