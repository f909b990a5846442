"""Learning rates, hidden names, and the configuration."""

from pathlib import Path

import numpy as np
import pytest
import torch

from boxscribe.batches import chunks, collate, encode, prepare
from boxscribe.batches.vocab import UNK
from boxscribe.config import DataConfig, ScheduleConfig, load_config
from boxscribe.errors import InputError
from boxscribe.tables import load_domain
from boxscribe.training.mask_names import mask_names
from boxscribe.training.optimise import rate_at
from helpers import ROOT, boxscribe, games


@pytest.mark.parametrize(
    ("schedule", "step", "epoch", "progress", "factor"),
    [
        (ScheduleConfig(decay="none"), 0, 0, 0.0, 1.0),
        (ScheduleConfig(decay="none", warmup=10), 0, 0, 0.0, 0.1),
        (ScheduleConfig(decay="none", warmup=10), 9, 0, 0.0, 1.0),
        (ScheduleConfig(decay="epochs"), 99, 3, 0.5, 1.0),
        (ScheduleConfig(decay="epochs"), 99, 4, 0.5, 0.97),
        (ScheduleConfig(decay="epochs"), 99, 6, 0.5, 0.97**3),
        (ScheduleConfig(decay="cosine"), 99, 0, 0.0, 1.0),
        (ScheduleConfig(decay="cosine"), 99, 0, 0.5, 0.5),
        (ScheduleConfig(decay="cosine"), 99, 0, 1.0, 0.0),
    ],
)
def test_the_learning_rate(schedule: ScheduleConfig, step: int, epoch: int, progress: float, factor: float) -> None:
    assert rate_at(schedule, step, epoch, progress) == pytest.approx(factor)


def test_a_hidden_name_is_unknown_in_the_table_and_in_the_text_and_can_only_be_copied(tmp_path: Path) -> None:
    domain, tables = load_domain("rotowire"), games(3)
    made = prepare(tables, domain, tmp_path / "set")
    batch = collate([encode(table, domain, made.vocabularies) for table in tables])
    config = DataConfig(train="", valid="", name_dropout=1.0)
    torch.manual_seed(0)
    blind = mask_names(batch, config)
    types = made.vocabularies.type.ids([type for kind in domain.kinds.values() for type in kind.name])
    naming = np.isin(batch.type, types) & batch.row_mask
    assert (blind.name == UNK).all()
    assert (blind.value[naming] == UNK).all()
    assert (blind.value[~naming] == batch.value[~naming]).all()
    (chunk,) = chunks(blind, 1000)
    naming_types = {type for kind in domain.kinds.values() for type in kind.name}
    for b, table in enumerate(tables):
        names = {word for record in table.records if record.type in naming_types for word in record.value.split()}
        for step, word in enumerate(table.tokens):
            assert (chunk.target[b, step] == UNK) == (word in names)
            assert chunk.copyable[b, step].any() or word not in names
    assert mask_names(batch, DataConfig(train="", valid="", length_dropout=0)) is batch
    assert batch.length_known.all()
    assert not mask_names(batch, DataConfig(train="", valid="", length_dropout=1)).length_known.any()
    half = DataConfig(train="", valid="", length_dropout=0.5)
    some = [tuple(row) for _ in range(30) for row in mask_names(batch, half).length_known.tolist()]
    assert set(some) == {(True, True), (True, False), (False, True), (False, False)}  # one is asked without the other


GOOD = '[data]\ntrain = "a"\nvalid = "b"\n'


@pytest.mark.parametrize(
    ("text", "changes", "sentence"),
    [
        (GOOD + "[model]\nhiden = 5", [], "model.hiden: unknown key; did you mean 'hidden'?"),
        (GOOD + "[modle]\nhidden = 5", [], "modle: unknown key; did you mean 'model'?"),
        (GOOD + "[model]\nhidden = 0", [], "model.hidden: input should be greater than or equal to 1"),
        (GOOD + "[model]\nhidden = 'big'", [], "model.hidden: input should be a valid integer"),
        ('[data]\ntrain = "a"', [], "data.valid: field required"),
        ("[data", [], "not valid TOML"),
        (GOOD, ["model.hidden"], "--set model.hidden: write section.key=value"),
        (GOOD, ["hidden=5"], "--set hidden=5: write section.key=value"),
        (GOOD, ["model.composition=ned"], "model.composition: input should be 'edcc', 'hier', 'dyn' or 'ent'"),
    ],
)
def test_a_wrong_configuration_is_told_by_key(tmp_path: Path, text: str, changes: list[str], sentence: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        load_config(path, changes)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


CHANGES = ["model.hidden=384", "model.composition=edcc", "optimiser.betas=[0.8, 0.9]", "data.train=c"]


def test_changes_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(GOOD)
    config = load_config(path, CHANGES)
    assert (config.model.hidden, config.model.composition, config.data.train) == (384, "edcc", "c")
    assert config.optimiser.betas == (0.8, 0.9)


def test_the_configuration_explains_itself(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(GOOD)
    shown = boxscribe("config", "show", path, "--set", "model.hidden=384").stdout.decode()
    assert "[model]" in shown
    assert "hidden = 384" in shown
    assert all("# " in line and line.split("# ")[1] for line in shown.splitlines() if " = " in line)


OTHERS = ("extractor", "decoding")
WRITERS = sorted(file for file in (ROOT / "configs").glob("*.toml") if not file.stem.startswith(OTHERS))


@pytest.mark.parametrize("file", WRITERS, ids=lambda file: file.stem)
def test_the_shipped_configurations_are_valid(file: Path) -> None:
    config = load_config(file)
    if "paper" in file.stem:  # the paper's appendix
        optimiser, schedule = config.optimiser, config.schedule
        assert (config.model.hidden, config.model.memory, config.model.dropout) == (600, 300, 0.3)
        assert (optimiser.name, optimiser.learning_rate, schedule.factor, schedule.decay_from) == (
            "adagrad",
            0.15,
            0.97,
            4,
        )
        assert (config.training.epochs, config.training.tbptt_steps, config.attention_supervision.weight) == (
            25,
            100,
            0,
        )
        sizes = (config.model.embedding, config.model.layers, config.data.batch_size)
        assert sizes == ((600, 2, 5) if "rotowire" in file.stem else (300, 1, 12))
