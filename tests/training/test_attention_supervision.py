"""Attention supervision draws attention and the copy gate to the aligned records."""

from pathlib import Path

import numpy as np
import pytest
import torch

from boxscribe.batches import Dataset, chunks, collate, encode, prepare
from boxscribe.batches.dataset import Layout
from boxscribe.config import (
    AttentionSupervisionConfig,
    Config,
    DataConfig,
    ModelConfig,
    OptimiserConfig,
    TrainingConfig,
)
from boxscribe.models.inputs import inputs_of
from boxscribe.models.store import load_model, new_model
from boxscribe.models.writer import Writer
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.training.attention_supervision import supervision_loss, supervision_weight
from boxscribe.training.distributed import ProcessGroup
from boxscribe.training.train import training_steps
from boxscribe.training.validate import validate
from helpers import games


@pytest.mark.parametrize(("progress", "weight"), [(0.0, 2.0), (0.1, 1.5), (0.2, 1.0), (0.4, 0.0), (0.9, 0.0)])
def test_its_weight_decreases_to_zero(progress: float, weight: float) -> None:
    assert supervision_weight(AttentionSupervisionConfig(weight=2, until=0.4), progress) == pytest.approx(weight)


def test_a_chunk_knows_which_rows_a_word_verbalises(tmp_path: Path) -> None:
    ann = Entity.of(
        "0", "Ann Lee", "player", [("PTS", "6"), ("AST", "6"), ("FIRST_NAME", "Ann"), ("SECOND_NAME", "Lee")]
    )
    bo = Entity.of("1", "Bo Ray", "player", [("PTS", "6"), ("AST", "6"), ("FIRST_NAME", "Bo"), ("SECOND_NAME", "Ray")])
    table = Table("rotowire", "x", (ann, bo), tuple("Ann Lee had six assists . Bo Ray had 6 .".split()))
    domain = load_domain("rotowire")
    made = prepare([table], domain, tmp_path / "set")
    (chunk,) = chunks(collate([encode(table, domain, made.vocabularies)]), 100)
    known = {table.tokens[t]: np.nonzero(chunk.known[0, t])[0].tolist() for t in range(len(table.tokens))}
    assert known["Ann"] == [2]
    assert known["Lee"] == [3]
    assert known["six"] == [1], "of Ann, and assists"
    assert known["6"] == [4, 5], "of Bo, whichever of the two"
    assert known["Bo"] == [6]
    assert known["had"] == []


@torch.no_grad()
def test_it_is_the_log_of_the_attention_to_the_records_and_of_the_copy_gate(tmp_path: Path) -> None:
    domain, tables = load_domain("rotowire"), games(2)
    words = prepare(tables, domain, tmp_path / "set").vocabularies
    torch.manual_seed(0)
    writer = Writer(ModelConfig(embedding=8, hidden=12, memory=6), words.map(len)).double().eval()
    batch = collate([encode(table, domain, words) for table in tables])
    encoded = writer.encode(inputs_of(batch))
    chunk = next(chunks(batch, 60))
    output = writer.log_likelihood(encoded, writer.start(encoded), chunk).output
    expected = 0.0
    gates = torch.sigmoid(writer.generator.gate(output.att))
    for b in range(2):
        for t in range(60):
            rows = np.nonzero(chunk.known[b, t])[0]
            if len(rows):
                expected -= float(output.records[t, b, rows].sum().log())
                if chunk.copyable[b, t, rows].any():
                    expected -= float(gates[t, b].log())
    assert float(supervision_loss(output, writer.generator, chunk)) == pytest.approx(expected, rel=1e-9)


@torch.no_grad()
def test_validation_measures_the_attention_to_the_right_entity_and_record(tmp_path: Path) -> None:
    domain = load_domain("rotowire")
    dataset = prepare(games(3), domain, tmp_path / "set")
    torch.manual_seed(0)
    config = ModelConfig(embedding=8, hidden=12, memory=6)
    model = new_model(config, dataset.vocabularies, domain, Layout())
    writer = model.writer.eval()
    entity, record = [], []
    for game in range(len(dataset)):
        batch = collate([dataset[game]])
        encoded = writer.encode(inputs_of(batch))
        (chunk,) = chunks(batch, 2000)
        output = writer.log_likelihood(encoded, writer.start(encoded), chunk).output
        for t, rows in enumerate(chunk.known[0]):
            if rows.any():
                record.append(float(output.records[t, 0, rows].sum()))
                entity.append(float(output.entities[t, 0, np.unique(dataset[game].entity[rows])].sum()))
    found = validate(model, dataset, 2, ProcessGroup())
    assert (found.right_entity, found.right_record) == pytest.approx((np.mean(entity), np.mean(record)), rel=1e-4)


def test_a_supervised_model_copies_sooner_and_attends_to_the_right_records(tmp_path: Path) -> None:
    train_set = prepare(games(40, seed=1), load_domain("rotowire"), tmp_path / "train")
    valid_set = prepare(games(4, seed=2), load_domain("rotowire"), tmp_path / "valid", train_set.vocabularies)
    gates, losses = {}, {}
    for weight in (0.0, 1.0):
        config = Config(
            data=DataConfig(root=str(tmp_path), train="train", valid="valid", batch_size=8),
            model=ModelConfig(embedding=16, hidden=24, memory=12, layers=1, dropout=0),
            optimiser=OptimiserConfig(learning_rate=5e-3),
            attention_supervision=AttentionSupervisionConfig(weight=weight, until=1),
            training=TrainingConfig(epochs=3),
        )
        *_, last = (event.validation for event in training_steps(config, tmp_path / str(weight)) if event.validation)
        writer = load_model(tmp_path / str(weight) / "last").writer.eval()
        gates[weight], losses[weight] = last.copy_gate, development_loss(writer, valid_set)
    assert gates[1.0] > gates[0.0] + 0.1
    assert losses[1.0] < 0.8 * losses[0.0]


@torch.no_grad()
def development_loss(writer: Writer, dataset: Dataset) -> float:
    """The supervision loss over all words of a dataset."""
    batch = collate([dataset[game] for game in range(len(dataset))])
    encoded = writer.encode(inputs_of(batch))
    (chunk,) = chunks(batch, 2000)
    output = writer.log_likelihood(encoded, writer.start(encoded), chunk).output
    return float(supervision_loss(output, writer.generator, chunk))
