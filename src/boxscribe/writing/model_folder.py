"""The folder of a model: where it is, and the decoding settings that go with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from boxscribe.errors import InputError
from boxscribe.files import is_folder, whole_folder
from boxscribe.models.store import CONFIG, read_json
from boxscribe.shipped import domain_of, shipped, shipped_folders, suggestion
from boxscribe.tables.domain import Domain
from boxscribe.toml import sentence, validated
from boxscribe.writing.decoding import Decoding, Preset
from boxscribe.writing.decoding import preset as preset_of

DECODING = "decoding.json"
CHECKPOINTS = ("best", "last")  # the models in the folder of a training run, in order of preference


def find_model(name: str | Path | None = None, domain: str = "") -> Path:
    """The folder of a model.

    `name` is the folder of a model, the folder of a training run (its `best` model, or else its `last`), or the name of
    a shipped model. Without a name it is the shipped model of the domain, of several the first by name. Without a
    domain, too, it is the same of the only domain that models are shipped for.
    """
    if name is None:
        return _default(domain)
    folder = Path(name)
    if not is_folder(whole_folder(folder)):
        found = shipped("models", str(name))
        if found is None:
            raise InputError(
                f"{name}: there is no such model; give the folder of a model or of a training run, 'template', or "
                f"the name of a shipped model: {suggestion('models', str(name))}"
            )
        return found
    candidates = (folder, *(folder / one for one in CHECKPOINTS))
    return next((one for one in candidates if (whole_folder(one) / CONFIG).is_file()), folder)


def _default(domain: str) -> Path:
    known = {folder: domain_of(folder) for folder in shipped_folders("models")}
    listed = ", ".join(f"{folder.name} for '{about}'" for folder, about in known.items())
    fitting = [folder for folder, about in known.items() if domain in ("", about)]
    if not fitting:
        raise InputError(
            f"no model for the domain '{domain}' is shipped ({listed}); give the folder of a model with --model, or "
            "--model template, which writes every domain"
        )
    if len({known[folder] for folder in fitting}) > 1:
        raise InputError(f"models of several domains are shipped ({listed}); give the name of one, or a domain")
    return fitting[0]


def name_of(folder: Path) -> str:
    """What a model is called in outputs: its folder's name, for a checkpoint with that of its run, "ent/best"."""
    path = folder.resolve()
    return f"{path.parent.name}/{path.name}" if path.name in CHECKPOINTS else path.name


def decoding_of(folder: Path, domain: Domain, preset: Preset | None, changes: Mapping[str, Any]) -> Decoding:
    """The settings of a preset, or those saved with the model, or else those of the paper; with changes."""
    settings = preset_of(preset, domain) if preset else _saved(folder) or preset_of("paper", domain)
    if changes.get("temperature"):
        changes = {"beam": 1, **changes}  # sampling keeps one hypothesis
    try:
        return Decoding(**{**settings.model_dump(), **changes})
    except ValidationError as error:
        raise InputError(f"decoding: {sentence(error, Decoding)}") from None


def _saved(folder: Path) -> Decoding | None:
    path = whole_folder(folder) / DECODING
    if not path.is_file():
        return None
    try:
        return validated(Decoding, read_json(path), path)
    except OSError as error:
        raise InputError(f"{path}: cannot read these decoding settings: {error}") from None
