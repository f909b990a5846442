"""A model in a folder: saved and loaded it is the same, and a damaged folder is refused with a sentence."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file

from boxscribe.errors import InputError
from boxscribe.models.store import CONFIG, DOMAIN, LAYOUT, VOCABULARY, WEIGHTS, load_model, save_model
from boxscribe.writing.author import load
from boxscribe.writing.model_folder import DECODING
from helpers import games, json_values
from writing.authors import model

FILES = (CONFIG, DOMAIN, LAYOUT, VOCABULARY, DECODING, WEIGHTS)
JSON = FILES[:-1]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small model with decoding settings."""
    folder = tmp_path_factory.mktemp("models") / "whole"
    folder.mkdir()
    save_model(model(), folder)
    (folder / DECODING).write_text('{"beam": 2, "max_length": 5}')
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "model"))


def test_a_loaded_model_is_the_saved_one(whole: Path) -> None:
    loaded, saved = load_model(whole), model()
    assert (loaded.config, loaded.layout) == (saved.config, saved.layout)
    assert loaded.domain == saved.domain.without_cues() != saved.domain, "cue words change without the models"
    assert loaded.vocabularies.map(lambda one: one.words) == saved.vocabularies.map(lambda one: one.words)
    for name, weights in saved.writer.state_dict().items():
        assert torch.equal(loaded.writer.state_dict()[name], weights)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 5e4])
def test_weights_that_no_training_gives_are_refused(folder: Path, value: float, half: bool) -> None:
    state = load_file(folder / WEIGHTS)
    state["generator.W_y.weight"][3, 2] = value
    save_file({name: weights.half() if half else weights for name, weights in state.items()}, folder / WEIGHTS)
    with pytest.raises(InputError, match=r"generator\.W_y\.weight in .* that are not finite"):
        load(folder)


def edited(name: str, edit: Callable[[Any], Any]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        data = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(edit(data)))

    return apply


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (edited(CONFIG, lambda data: data | {"hidden": 10**12}), "config.json: hidden: input should be less than"),
        (
            edited(CONFIG, lambda data: data | {"hidden": 90_000, "embedding": 90_000}),
            "config.json and vocabulary.json",
        ),
        (edited(CONFIG, lambda data: data | {"hidden": 20}), "config.json and vocabulary.json need 20"),
        (edited(CONFIG, lambda data: data | {"layers": 3}), "model.safetensors lacks 'decoder."),
        (edited(CONFIG, lambda data: data | {"hiden": 3}), "config.json: hiden: unknown key; did you mean 'hidden'?"),
        (edited(CONFIG, lambda data: [data]), "config.json: "),
        (
            edited(VOCABULARY, lambda data: data | {"target": data["target"][1:]}),
            "config.json and vocabulary.json need",
        ),
        (edited(VOCABULARY, lambda data: data | {"target": [1, *data["target"][1:]]}), "vocabulary.json: target.0: "),
        (edited(VOCABULARY, lambda data: data | {"value": data["value"][:1] * len(data["value"])}), "stands twice"),
        (edited(VOCABULARY, lambda data: data | {"features": []}), "different numbers of features"),
        (edited(VOCABULARY, lambda data: data["target"]), "vocabulary.json: "),
        (edited(LAYOUT, lambda data: {"split_values": "no"}), "layout.json: a layout has split_values and fixed_slots"),
        (edited(LAYOUT, lambda data: []), "layout.json: "),
        (edited(DOMAIN, lambda data: data | {"decoding": {"min_length": 9, "max_length": 3}}), "domain.json: decoding"),
        (edited(DOMAIN, lambda data: data | {"kinds": 3}), "domain.json: kinds"),
        (edited(DECODING, lambda data: {"beam": 10**6}), "decoding.json: beam: input should be less"),
        (edited(DECODING, lambda data: {"temperature": 1e-300, "beam": 1}), "is below 0.01"),
        (edited(DECODING, lambda data: {"words": 10**400}), "decoding.json: "),
        (lambda folder: (folder / CONFIG).write_text("[" * 100_000), "config.json: is nested more than"),
        (lambda folder: (folder / VOCABULARY).write_bytes(b"\xff\xfe"), "vocabulary.json: is not UTF-8 text"),
        (lambda folder: (folder / LAYOUT).unlink(), "No such file"),
    ],
)
def test_what_is_wrong_is_named(folder: Path, damage: Callable[[Path], None], reason: str) -> None:
    damage(folder)
    with pytest.raises(InputError) as error:
        load(folder)
    assert reason in str(error.value), str(error.value)
    assert str(folder) in str(error.value) and "\n" not in str(error.value)


def test_a_beam_of_a_million_is_refused(whole: Path) -> None:
    with pytest.raises(InputError, match="decoding: beam: input should be less than or equal to 200"):
        load(whole, {"beam": 10**6})


def _replaced(data: st.DataObject, value: Any) -> Any:
    """The JSON value with one of its parts replaced, renamed or removed, at any depth."""
    if isinstance(value, dict | list) and value and data.draw(st.integers(0, 3)):
        at = data.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        changed = value.copy()
        how = data.draw(st.sampled_from(["remove", "rename", "deeper", "deeper", "deeper"]))
        if how == "deeper":
            changed[at] = _replaced(data, value[at])
        else:
            part = changed.pop(at)
            if how == "rename" and isinstance(changed, dict):
                changed[data.draw(st.text(max_size=3))] = part
        return changed
    return data.draw(json_values | st.floats() | st.sampled_from([10**400, -1, 2**63, "\ud800", "x" * 5000]))


def _damage(data: st.DataObject, folder: Path) -> None:
    path = folder / data.draw(st.sampled_from(FILES))
    content = path.read_bytes()
    how = data.draw(st.sampled_from(["truncate", "flip", "swap", "remove", "folder", "value", "value", "value"]))
    if how == "truncate":
        path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    elif how == "flip":
        at = data.draw(st.integers(0, min(len(content), 4000) - 1))
        path.write_bytes(content[:at] + data.draw(st.binary(min_size=1, max_size=3)) + content[at + 1 :])
    elif how == "swap":
        path.write_bytes((folder / data.draw(st.sampled_from(FILES))).read_bytes())
    elif how in ("remove", "folder"):
        path.unlink()
        if how == "folder":
            path.mkdir()
    else:
        name = data.draw(st.sampled_from(JSON))
        (folder / name).write_text(json.dumps(_replaced(data, json.loads((folder / name).read_bytes()))))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_a_damaged_folder_is_refused_or_writes(whole: Path, tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    _damage(data, folder)
    try:
        author = load(folder, {"min_length": 0, "max_length": 3})
        author.write(games(1, texts=False)[0])
    except InputError as error:
        assert "\n" not in str(error)
