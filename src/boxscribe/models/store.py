"""A model in a folder: weights, configuration, vocabularies and the description of its domain.

`config.json`, `vocabulary.json`, `domain.json`, `layout.json` and `model.safetensors`: whoever has the folder has the
whole model.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save
from torch import nn
from torch.overrides import TorchFunctionMode

from boxscribe.batches.dataset import Layout, layout_from_json
from boxscribe.batches.vocab import Vocabularies, vocabularies_from_json, vocabularies_to_json
from boxscribe.config import ModelConfig
from boxscribe.errors import InputError
from boxscribe.files import whole_folder
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.models.writer import Writer
from boxscribe.tables.domain import Domain
from boxscribe.toml import validated

CONFIG, VOCABULARY, DOMAIN, LAYOUT = "config.json", "vocabulary.json", "domain.json", "layout.json"
WEIGHTS = "model.safetensors"
LARGEST_WEIGHT = 1000.0  # in magnitude; those of trained models stay below 10


@dataclass(frozen=True, slots=True)
class Model:
    """A writer and all that it needs to read tables and write words."""

    writer: Writer
    config: ModelConfig
    vocabularies: Vocabularies
    domain: Domain
    layout: Layout  # how the tables that it learned from were laid out in rows


def new_model(config: ModelConfig, vocabularies: Vocabularies, domain: Domain, layout: Layout) -> Model:
    """A model with fresh parameters; where the configuration is silent about the encoder, the domain decides."""
    config = config.model_copy(update={"encoder": config.encoder or domain.encoder})
    writer = Writer(config, vocabularies.map(len), vocabularies.target.n_generated)
    return Model(writer, config, vocabularies, domain, layout)


def save_model(model: Model, folder: Path, half: bool = False) -> None:
    """Write the model into an existing folder, in half precision (half as large) if asked for."""
    (folder / CONFIG).write_text(model.config.model_dump_json(indent=1), encoding="utf-8")
    words = json.dumps(vocabularies_to_json(model.vocabularies), ensure_ascii=False)
    (folder / VOCABULARY).write_text(words, encoding="utf-8")
    (folder / DOMAIN).write_text(model.domain.without_cues().model_dump_json(indent=1), encoding="utf-8")
    (folder / LAYOUT).write_text(json.dumps(asdict(model.layout)), encoding="utf-8")
    state = model.writer.state_dict()
    write_tensors(folder / WEIGHTS, {name: value.half() for name, value in state.items()} if half else state)


def write_tensors(path: Path, tensors: dict[str, torch.Tensor]) -> None:
    """A safetensors file. Python writes it, so that a full disk raises the same error as for any other file."""
    path.write_bytes(save({name: value.detach().contiguous().cpu() for name, value in tensors.items()}))


def digest(model: Model) -> str:
    """A digest of the weights and of all else that a model's stories depend on."""
    parts = [model.config.model_dump_json(), json.dumps(vocabularies_to_json(model.vocabularies))]
    parts += [model.domain.without_cues().model_dump_json(), json.dumps(asdict(model.layout))]
    state = {name: value.contiguous().cpu() for name, value in model.writer.state_dict().items()}
    return hashlib.sha256("\n".join(parts).encode() + save(state)).hexdigest()


def load_model(folder: str | Path, device: str | torch.device = "cpu") -> Model:
    """A saved model; an InputError for a folder whose files are absent, damaged, or not of one model."""
    folder = whole_folder(folder)
    try:
        config = validated(ModelConfig, read_json(folder / CONFIG), folder / CONFIG)
        domain = validated(Domain, read_json(folder / DOMAIN), folder / DOMAIN)
        vocabularies = vocabularies_from_json(read_json(folder / VOCABULARY), folder / VOCABULARY)
        layout = layout_from_json(read_json(folder / LAYOUT), folder / LAYOUT)
        if len(vocabularies.features) != len(domain.features):
            raise ValueError(f"{VOCABULARY} and {DOMAIN} have different numbers of features")
        state = load_file(folder / WEIGHTS)  # mapped, not read
        shapes = shapes_of(lambda: new_model(config, vocabularies, domain, layout).writer)
        check_weights(state, shapes, WEIGHTS, f"{CONFIG} and {VOCABULARY} need")
        model = new_model(config, vocabularies, domain, layout)
        model.writer.load_state_dict(state)  # whatever the precision of the file
    except (OSError, ValueError, TypeError, RuntimeError, SafetensorError) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise InputError(
            f"{folder}: is no model, or a damaged one ({reason}); a model has {CONFIG} and {WEIGHTS}"
        ) from None
    model.writer.to(device)
    return model


def read_json(path: Path) -> Any:
    """A JSON file of a model's folder; an InputError if it holds anything else."""
    try:
        return parse_json(path.read_bytes())
    except ForeignError as error:
        raise InputError(f"{path}: {error}") from None


class _WithoutSampling(TorchFunctionMode):
    """Parameters stay as they are allocated. On the device "meta" sampling has no effect, but takes a second, in which
    torch imports its compiler."""

    functions = frozenset({"normal_", "uniform_", "xavier_uniform_", "kaiming_uniform_"})

    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if function.__name__ in self.functions:
            return args[0] if args else kwargs["tensor"]
        return function(*args, **(kwargs or {}))


def shapes_of(make: Callable[[], nn.Module]) -> dict[str, torch.Tensor]:
    """The parameters of a module, with shapes but without memory, however large the sizes are."""
    with torch.device("meta"), _WithoutSampling():
        return make().state_dict()


def check_weights(
    state: Mapping[str, torch.Tensor], shapes: Mapping[str, torch.Tensor], file: str, needed_by: str
) -> None:
    """Raise a ValueError for weights of another model, and for weights that are no result of training.

    file: what the messages call the file of the weights; needed_by: which files give the shapes, "config.json needs".
    """
    if state.keys() != shapes.keys():
        name = min(state.keys() ^ shapes.keys())
        raise ValueError(f"{file} {'lacks' if name in shapes else 'has an unknown'} '{name}'")
    for name, weights in state.items():
        if weights.shape != shapes[name].shape:
            found, needed = (" × ".join(map(str, one.shape)) for one in (weights, shapes[name]))
            raise ValueError(f"{name} in {file} is {found}, and {needed_by} {needed}")
        low, high = weights.aminmax()
        if not (low >= -LARGEST_WEIGHT and high <= LARGEST_WEIGHT):  # false for NaN, too
            raise ValueError(f"{name} in {file} has weights that are not finite or beyond ±{LARGEST_WEIGHT:.0f}")
