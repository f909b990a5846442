"""Writing speed on real RotoWire tables: our search against a straightforward one over the same model, side by side."""

import os
import time
from itertools import islice

import torch

from benchmarks.data import DATA, line
from benchmarks.models import PAPER
from boxscribe.batches import collate, encode
from boxscribe.batches.dataset import Layout
from boxscribe.batches.vocab import BOS, EOS, Columns, VocabularyBuilder, finish
from boxscribe.models.extras import DecoderInput
from boxscribe.models.inputs import inputs_of
from boxscribe.models.store import Model, new_model
from boxscribe.tables import Table, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.extended_vocabulary import ExtendedVocabulary, words_in
from boxscribe.writing.model_author import ModelAuthor

BEAM, WORDS = 5, 350


def main() -> None:
    if not DATA.is_dir():
        line("real data", f"not at {DATA}: set BOXSCRIBE_DATA")
        return
    tables = list(islice(read_tables(DATA / "rotowire" / "valid.json.gz"), 32))
    model = paper_sized()
    ours = ModelAuthor(model, "bench", Decoding(beam=BEAM, min_length=WORDS, max_length=WORDS))
    simple, batched, alone = [], [], []
    ours.write(tables[0])
    for turn, threads in enumerate((1, os.cpu_count() or 1)):
        torch.set_num_threads(threads)  # whichever is faster for the straightforward search counts; ours takes one
        start = time.perf_counter()
        straightforward(model, tables[turn])
        simple.append(WORDS / (time.perf_counter() - start))
        start = time.perf_counter()
        list(ours.write_all(tables))
        batched.append(len(tables) * WORDS / (time.perf_counter() - start))
        start = time.perf_counter()
        ours.write(tables[turn])
        alone.append(time.perf_counter() - start)
    line(
        "writing, paper-sized ENT, beam 5: words/s of 32 games, of a straightforward search, ratio",
        f"{max(batched):.0f}, {max(simple):.0f}, {max(batched) / max(simple):.1f}",
    )
    line(f"writing one game of {WORDS} words", f"{min(alone):.2f} s")
    for count in (8, 16, 32):
        start = time.perf_counter()
        list(ours.write_all(tables[:count]))
        line(f"seconds per game, {count} games", f"{(time.perf_counter() - start) / count:.3f}")
    for words in (100, 200, 400):
        longer = ModelAuthor(model, "bench", Decoding(beam=BEAM, min_length=words, max_length=words))
        start = time.perf_counter()
        list(longer.write_all(tables[:16]))
        line(f"ms per word, stories of {words} words", f"{1000 * (time.perf_counter() - start) / 16 / words:.2f}")


def paper_sized() -> Model:
    """ENT with the paper's sizes and the vocabulary of the training set; what it says does not matter."""
    domain = load_domain("rotowire")
    counters = Columns.of(VocabularyBuilder, len(domain.features))
    for table in read_tables(DATA / "rotowire" / "train.json.gz"):
        encode(table, domain, counters)
    vocabularies, _ = finish(counters, domain.min_count)
    torch.manual_seed(0)
    return new_model(PAPER, vocabularies, domain, Layout())


@torch.inference_mode()
def straightforward(model: Model, table: Table) -> None:
    """Beam search for one game as one would write it first: the records copied for each hypothesis, eager steps."""
    writer = model.writer.eval()
    example = encode(table, model.domain, model.vocabularies)
    encoded = writer.encode(inputs_of(collate([example] * BEAM)))
    vocabulary = ExtendedVocabulary(
        [words_in(table, model.domain, model.vocabularies.target, True)] * BEAM,
        model.vocabularies.target,
        encoded.e.device,
    )
    state, ids = writer.start(encoded), torch.full((BEAM,), BOS)
    scores = torch.tensor([0.0] + [-torch.inf] * (BEAM - 1))
    for _ in range(WORDS):
        given = DecoderInput(
            vocabulary.embedded(ids), vocabulary.sources(ids), torch.full((BEAM, 2), -1), torch.zeros_like(ids)
        )
        state, distribution, _ = writer.step(encoded, state, given)
        log_p = vocabulary.log_probabilities(distribution)
        log_p[:, EOS] = -torch.inf
        best = (scores[:, None] + log_p).flatten().topk(BEAM)
        scores, parents, ids = best.values, best.indices // vocabulary.size, best.indices % vocabulary.size
        state = state.pick(parents)
