"""Training an extractor: tables with texts in, an ensemble of relation classifiers out."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.utils import clip_grad_norm_

from boxscribe.batches.vocab import UNK
from boxscribe.errors import InputError
from boxscribe.facts.batches import OUTSIDE, PairBatch, collate, length_batches
from boxscribe.facts.candidates import CandidateSentence
from boxscribe.facts.config import ClassifierConfig, ExtractorConfig, ExtractorTrainingConfig
from boxscribe.facts.examples import Examples, read_examples
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.match_prior import label_weights, negative_log_likelihood
from boxscribe.facts.network import RelationClassifier
from boxscribe.facts.score import ExtractionScore, score_sentences
from boxscribe.facts.store import DESCRIPTION, save_extractor
from boxscribe.files import atomic_folder, whole_folder
from boxscribe.progress import Progress, no_progress

_POOL = 2000  # sentences that are sorted by length together, so that the order of batches stays random


@dataclass(frozen=True, slots=True)
class ExtractorProgress:
    """Progress of a training run."""

    classifier: int  # counted from 1
    epoch: int  # counted from 1
    pairs: int  # processed by this classifier
    fraction: float  # of the whole run
    loss: float  # moving average
    score: ExtractionScore | None = None  # after an epoch: of this classifier; after its last: of the ensemble so far


def train_extractor(
    config: ExtractorConfig, out: str | Path, overwrite: bool = False, progress: Progress = no_progress
) -> Iterator[ExtractorProgress]:
    """Train each classifier and write the ensemble to the folder `out`, which appears at the end of the run.

    An extractor that is there already is replaced only with `overwrite`.
    """
    if (whole_folder(out) / DESCRIPTION).is_file() and not overwrite:
        raise InputError(f"{out}: there is an extractor already; choose another --out, or replace it with --overwrite")
    torch.set_num_threads(config.training.threads)
    with atomic_folder(out, DESCRIPTION) as folder:
        examples = read_examples(config.data, progress)
        ensemble: list[RelationClassifier] = []
        for number, settings in enumerate(config.classifiers):
            for event in _train_classifier(settings, examples, config.training, ensemble):
                fraction = (number + event.fraction) / len(config.classifiers)
                yield replace(event, classifier=number + 1, fraction=fraction)
        save_extractor(_extractor(ensemble, config.classifiers, examples), folder)


def _train_classifier(
    config: ClassifierConfig, examples: Examples, training: ExtractorTrainingConfig, ensemble: list[RelationClassifier]
) -> Iterator[ExtractorProgress]:
    """Train one more classifier and append it to `ensemble`."""
    torch.manual_seed(config.seed)
    shuffle = random.Random(config.seed)
    classifier = RelationClassifier(config, len(examples.vocabulary), len(examples.labels))
    optimiser = torch.optim.Adam(classifier.parameters(), lr=training.learning_rate)
    all_pairs = training.epochs * sum(len(sentence.pairs) for sentence in examples.train)
    seen, loss = 0, 0.0
    for epoch in range(1, training.epochs + 1):
        for sentences in _shuffled_batches(examples.train, training.batch_size, shuffle):
            batch = collate(sentences, examples.vocabulary, examples.labels)
            _drop_mention_words(batch, training.mention_dropout)
            for group in optimiser.param_groups:
                group["lr"] = training.learning_rate * (1 - seen / all_pairs)
            # With its full weight from the start, NONE would become the only label that is ever predicted.
            none_weight = training.none_weight * min(1.0, 2 * seen / all_pairs)
            weights = label_weights(sentences, examples.labels.index, examples.prior, none_weight)
            batch_loss = _step(classifier, optimiser, batch, weights, training.max_grad_norm)
            loss = 0.99 * loss + 0.01 * batch_loss if seen else batch_loss
            seen += len(batch.pairs)
            yield ExtractorProgress(0, epoch, seen, seen / all_pairs, loss)
        classifier.eval()
        last = epoch == training.epochs
        if last:
            with torch.no_grad():
                classifier.labels.bias[0] += math.log(training.none_bias)
            ensemble.append(classifier.half().float())  # the precision in which it is stored
        scored = _extractor(ensemble if last else [classifier], (), examples)
        yield ExtractorProgress(0, epoch, seen, seen / all_pairs, loss, score_sentences(scored, examples.valid))
        classifier.train(not last)


def _step(
    classifier: RelationClassifier,
    optimiser: torch.optim.Optimizer,
    batch: PairBatch,
    weights: Tensor,
    max_grad_norm: float,
) -> float:
    """One update; the loss before it."""
    loss = negative_log_likelihood(classifier(batch), weights)
    optimiser.zero_grad()
    loss.backward()
    clip_grad_norm_(classifier.parameters(), max_grad_norm)
    optimiser.step()
    return loss.item()


def _shuffled_batches(
    sentences: Sequence[CandidateSentence], budget: int, shuffle: random.Random
) -> list[list[CandidateSentence]]:
    """All sentences in batches of similar length, in random order."""
    order = shuffle.sample(sentences, len(sentences))
    pools = (order[start : start + _POOL] for start in range(0, len(order), _POOL))
    batches = [[pool[index] for index in indices] for pool in pools for indices in length_batches(pool, budget)]
    shuffle.shuffle(batches)
    return batches


def _drop_mention_words(batch: PairBatch, probability: float) -> None:
    """Replace some words of mentions by the unknown word, in place."""
    dropped = (torch.rand(batch.words.shape) < probability) & (batch.tags != OUTSIDE)
    batch.words[dropped] = UNK


def _extractor(
    ensemble: Sequence[RelationClassifier], configs: Sequence[ClassifierConfig], examples: Examples
) -> Extractor:
    return Extractor(
        tuple(ensemble),
        tuple(configs),
        examples.vocabulary,
        examples.labels.names,
        examples.names,
        examples.domain,
        examples.rules,
    )
