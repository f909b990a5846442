"""A model in a folder: weights, configuration, vocabularies and the description of its domain.

`config.json`, `vocabulary.json`, `domain.json`, `layout.json` and `model.safetensors`: whoever has the folder has the
whole model.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save

from boxscribe.batches.dataset import Layout
from boxscribe.batches.vocab import Vocabularies, vocabularies_from_json, vocabularies_to_json
from boxscribe.config import ModelConfig
from boxscribe.errors import InputError
from boxscribe.models.writer import Writer
from boxscribe.tables.domain import Domain

CONFIG, VOCABULARY, DOMAIN, LAYOUT = "config.json", "vocabulary.json", "domain.json", "layout.json"
WEIGHTS = "model.safetensors"


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
    (folder / DOMAIN).write_text(model.domain.model_dump_json(indent=1), encoding="utf-8")
    (folder / LAYOUT).write_text(json.dumps(asdict(model.layout)), encoding="utf-8")
    state = model.writer.state_dict()
    write_tensors(folder / WEIGHTS, {name: value.half() for name, value in state.items()} if half else state)


def write_tensors(path: Path, tensors: dict[str, torch.Tensor]) -> None:
    """A safetensors file. Python writes it, so that a full disk raises the same error as for any other file."""
    path.write_bytes(save({name: value.detach().contiguous().cpu() for name, value in tensors.items()}))


def load_model(folder: str | Path, device: str | torch.device = "cpu") -> Model:
    folder = Path(folder)
    try:
        config = ModelConfig.model_validate_json((folder / CONFIG).read_text(encoding="utf-8"))
        domain = Domain.model_validate_json((folder / DOMAIN).read_text(encoding="utf-8"))
        words = vocabularies_from_json(json.loads((folder / VOCABULARY).read_text(encoding="utf-8")))
        layout = Layout(**json.loads((folder / LAYOUT).read_text(encoding="utf-8")))
        model = new_model(config, words, domain, layout)
        model.writer.load_state_dict(load_file(folder / WEIGHTS))  # whatever the precision of the file
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"{folder}: is no model, or a damaged one ({reason}); a model has {CONFIG} and {WEIGHTS}"
        ) from None
    model.writer.to(device)
    return model
