"""The configuration: wrong settings are refused by key, and every setting is documented in valid TOML."""

import re
import tempfile
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.config import Config, DataConfig, ModelConfig, OptimiserConfig, TrainingConfig, load_config
from boxscribe.errors import InputError
from helpers import ROOT, boxscribe

GOOD = '[data]\ntrain = "a"\nvalid = "b"\n'


@pytest.mark.parametrize(
    ("text", "changes", "sentence"),
    [
        (GOOD + "[model]\nhiden = 5", [], "model.hiden: unknown key; did you mean 'hidden'?"),
        (GOOD + "[modle]\nhidden = 5", [], "modle: unknown key; did you mean 'model'?"),
        (GOOD + "[model]\nhidden = 0", [], "model.hidden: input should be greater than or equal to 1"),
        (GOOD + "[model]\nhidden = 'big'", [], "model.hidden: input should be a valid integer"),
        ("[data]\ntrain = 1", [], "data.train: input should be a valid string"),
        (
            GOOD + "[training]\ninit_from = 'm'",
            ["model.hidden=8"],
            "[model]: training.init_from names a model",
        ),
        ("[data", [], "not valid TOML"),
        ("[training]\nseed = " + "1" * 5_000, [], "holds a number of more than 100 digits"),
        ("[training]\nseed = 0x" + "1" * 5_000, [], "holds a number of more than 100 digits"),
        ("[training]\nseed = " + "[" * 5_000, [], "is nested more than 50 levels deep"),
        ("[optimiser]\nlearning_rate = inf", [], "holds NaN or Infinity"),
        (GOOD, ["training.seed=" + "1" * 5_000], "training.seed: "),
        ("[model]\n" + "h" * 50_000 + " = 1", [], "unknown key"),
        (GOOD, ["model.hidden"], "--set model.hidden: write section.key=value"),
        (GOOD, ["hidden=5"], "--set hidden=5: write section.key=value"),
        (GOOD, ["model.composition=ned"], "model.composition: input should be 'edcc', 'hier', 'dyn', 'ent' or 'ncp'"),
    ],
)
def test_a_wrong_configuration_is_refused_by_key(tmp_path: Path, text: str, changes: list[str], sentence: str) -> None:
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


def test_paths_of_data_start_from_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOXSCRIBE_DATA", raising=False)
    assert DataConfig(train="a").path("a") == Path("data/a")
    monkeypatch.setenv("BOXSCRIBE_DATA", "/somewhere")
    assert DataConfig().path("a") == Path("/somewhere/a")
    assert DataConfig().path("/b") == Path("/b")
    (tmp_path / "config.toml").write_text(GOOD)
    assert load_config(tmp_path / "config.toml", ["data.root=/else"]).data.path("a") == Path("/else/a")


def test_shown_settings_are_a_documented_file_with_the_same_settings(tmp_path: Path) -> None:
    path, again = tmp_path / "config.toml", tmp_path / "again.toml"
    path.write_text(GOOD)
    shown = boxscribe("config", "show", path, "--set", "model.hidden=384").stdout.decode()
    assert tomllib.loads(shown)["model"]["hidden"] == 384
    assert "# encoder is not set" in shown.splitlines()
    for previous, line in pairwise(shown.splitlines()):
        assert previous.startswith("# ") or not re.match(r"\w+ = ", line), f"{line} is not documented"
    again.write_text(shown)
    assert load_config(again) == load_config(path, ["model.hidden=384"])


values = st.one_of(st.text(), st.text("\x00\x1f\x7f\\\"'\n😀"))
numbers = st.floats(0, exclude_min=True, allow_infinity=False)


@given(values, values, numbers, st.booleans())
def test_any_setting_is_written_as_valid_toml(name: str, device: str, number: float, flag: bool) -> None:
    config = Config(
        data=DataConfig(train=name),
        model=ModelConfig(normalise_memory=flag, encoder="bilstm" if flag else None),
        optimiser=OptimiserConfig(learning_rate=number),
        training=TrainingConfig(device=device, init_from="" if flag else "a model"),
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "config.toml")
        path.write_bytes(config.to_toml().encode())
        expected = config if flag else config.model_copy(update={"model": ModelConfig()})
        assert load_config(path) == expected, "a model to fine-tune brings its own [model] settings"


OTHERS = ("extractor", "decoding")
FILES = sorted(file for file in (ROOT / "configs").glob("*.toml") if not file.stem.startswith(OTHERS))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_shipped_configurations_are_valid(file: Path) -> None:
    config = load_config(file)
    assert load_config(file).to_toml()
    if "paper" in file.stem:  # the paper's appendix
        model, optimiser, schedule, training = config.model, config.optimiser, config.schedule, config.training
        assert (model.hidden, model.memory, model.dropout, model.initialisation) == (600, 300, 0.3, "uniform")
        assert (optimiser.name, optimiser.learning_rate) == ("adagrad", 0.15)
        assert (schedule.decay, schedule.decay_factor, schedule.decay_after) == ("epochs", 0.97, 4)
        assert (training.epochs, training.tbptt_steps, config.attention_supervision.weight) == (25, 100, 0)
        sizes = (model.embedding, model.layers, config.data.batch_size)
        assert sizes == ((600, 2, 5) if "rotowire" in file.stem else (300, 1, 12))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_commands_in_a_configuration_make_the_data_that_it_names(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOXSCRIBE_DATA", raising=False)
    config, comments = load_config(file), re.findall(r"^# ?(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    commands = re.findall(r"^ *boxscribe (.*)$", "\n".join(comments).replace("\\\n", " "), re.MULTILINE)
    made = set[Path]()
    for command in commands:
        verb = re.match(r"((?:data mlb|data|planner) \w+|train)", command)
        assert verb, command
        options = boxscribe(*verb[0].split(), "--help").stdout.decode()
        assert all(option in options for option in re.findall(r"--[a-z-]+", command)), command
        made |= {Path(out) for out in re.findall(r"--out (\S+)", command)}
    assert {config.data.path(config.data.train), config.data.path(config.data.valid)} <= made
    assert f"train configs/{file.name} --out" in commands[-1]
    if config.training.init_from:
        assert Path(config.training.init_from).parent in made
