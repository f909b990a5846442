"""Training an extractor: tables with texts in, an ensemble out."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch.nn.utils import clip_grad_norm_

from boxscribe.batches.vocab import UNK
from boxscribe.facts.batches import NOTHING, PairBatch, collate, grouped
from boxscribe.facts.candidates import Candidates
from boxscribe.facts.config import ClassifierConfig, ExtractorConfig, TrainingConfig
from boxscribe.facts.examples import Examples, read_examples
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.match_prior import loss_of, weights
from boxscribe.facts.network import RelationClassifier
from boxscribe.facts.score import ExtractionScore, score_sentences
from boxscribe.facts.store import ABOUT, save_extractor
from boxscribe.files import atomic_folder
from boxscribe.progress import Progress, no_progress

_POOL = 2000  # sentences that are sorted by length together, so that batches stay mixed


@dataclass(frozen=True, slots=True)
class ExtractorProgress:
    """How far the training is."""

    member: int  # counted from 1
    epoch: int  # counted from 1
    pairs: int  # seen so far
    fraction: float  # of all work
    loss: float
    score: ExtractionScore | None = None  # after an epoch, of this member; after the last one, of all members so far


def train_extractor(
    config: ExtractorConfig, out: Path, progress: Progress = no_progress
) -> Iterator[ExtractorProgress]:
    """Train each member and write the ensemble to the folder `out`, which appears when all is done."""
    torch.set_num_threads(config.training.threads)
    with atomic_folder(out, ABOUT) as folder:
        examples = read_examples(config.data, progress)
        members: list[RelationClassifier] = []
        for number, member_config in enumerate(config.classifiers):
            for event in _train_member(member_config, examples, config.training, members):
                yield replace(event, member=number + 1, fraction=(number + event.fraction) / len(config.classifiers))
        save_extractor(_ensemble(members, config.classifiers, examples), folder)


def _train_member(
    config: ClassifierConfig, examples: Examples, training: TrainingConfig, members: list[RelationClassifier]
) -> Iterator[ExtractorProgress]:
    """Train one more member and append it to `members`."""
    torch.manual_seed(config.seed)
    shuffle = random.Random(config.seed)
    labels = {label: number for number, label in enumerate(examples.labels)}
    member = RelationClassifier(config, len(examples.vocabulary), len(labels))
    optimiser = torch.optim.Adam(member.parameters(), lr=training.learning_rate)
    all_pairs = training.epochs * sum(len(found.pairs) for found in examples.train)
    seen, loss = 0, 0.0
    for epoch in range(1, training.epochs + 1):
        for group in _mixed(examples.train, training.batch_size, shuffle):
            batch = _hide(collate(group, examples.vocabulary), training.mention_dropout)
            for part in optimiser.param_groups:
                part["lr"] = training.learning_rate * (1 - seen / all_pairs)
            # Who doubts before they know anything learns that nothing is ever meant.
            none_weight = training.none_weight * min(1.0, 2 * seen / all_pairs)
            error = _step(
                member, optimiser, batch, weights(group, labels, examples.chances, none_weight), training.max_grad_norm
            )
            loss = 0.99 * loss + 0.01 * error if seen else error
            seen += len(batch.pairs)
            yield ExtractorProgress(0, epoch, seen, seen / all_pairs, loss)
        member.eval()
        if epoch == training.epochs:
            with torch.no_grad():
                member.labels.bias[0] += math.log(training.none_bias)
            members.append(member.half().float())  # as it is stored
        tried = members if epoch == training.epochs else [member]
        score = score_sentences(_ensemble(tried, (), examples), examples.valid)
        yield ExtractorProgress(0, epoch, seen, seen / all_pairs, loss, score)
        member.train(epoch < training.epochs)


def _step(
    member: RelationClassifier, optimiser: torch.optim.Optimizer, batch: PairBatch, weights: torch.Tensor, clip: float
) -> float:
    """Take one step down; the loss before it."""
    loss = loss_of(member(batch), weights)
    optimiser.zero_grad()
    loss.backward()
    clip_grad_norm_(member.parameters(), clip)
    optimiser.step()
    return loss.item()


def _mixed(sentences: Sequence[Candidates], budget: int, shuffle: random.Random) -> list[list[Candidates]]:
    """All sentences in batches of like length, in a new order."""
    order = shuffle.sample(sentences, len(sentences))
    pools = (order[start : start + _POOL] for start in range(0, len(order), _POOL))
    batches = [[pool[number] for number in group] for pool in pools for group in grouped(pool, budget)]
    shuffle.shuffle(batches)
    return batches


def _hide(batch: PairBatch, share: float) -> PairBatch:
    hidden = (torch.rand(batch.words.shape) < share) & (batch.marks != NOTHING)
    batch.words[hidden] = UNK
    return batch


def _ensemble(
    members: Sequence[RelationClassifier], configs: Sequence[ClassifierConfig], examples: Examples
) -> Extractor:
    return Extractor(
        tuple(members), tuple(configs), examples.vocabulary, examples.labels, examples.names, examples.domain
    )
