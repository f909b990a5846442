"""What comes with the package: a folder each in `assets/models`, `assets/extractors` and `assets/planners`.

Each folder names its domain itself, in `domain.json`.
"""

import json
from importlib import resources
from pathlib import Path
from typing import Literal

from boxscribe.errors import InputError, did_you_mean
from boxscribe.files import is_folder, whole_folder

FOLDER = Path(str(resources.files("boxscribe"))) / "assets"
Sort = Literal["models", "extractors", "planners"]


def shipped(sort: Sort, name: str) -> Path | None:
    """The folder of a shipped model, extractor or planner, or None if there is none of this name."""
    folder = FOLDER / sort / name
    return folder if Path(name).name == name and is_folder(folder) else None


def trained_or_shipped(sort: Literal["extractors", "planners"], name_or_folder: str | Path, marker: str) -> Path:
    """The folder of a trained extractor or planner, which holds the file `marker`, or else of the shipped one of this
    name."""
    folder = whole_folder(name_or_folder)
    if not is_folder(folder) or not (folder / marker).is_file():
        folder = shipped(sort, str(name_or_folder)) or folder
    if not is_folder(folder):
        one = sort.removesuffix("s")
        raise InputError(
            f"{name_or_folder}: no such folder, and no {one} of this name is shipped "
            f"({suggestion(sort, str(name_or_folder))}); train one with: boxscribe {one} train"
        )
    return folder


def shipped_folders(sort: Sort) -> list[Path]:
    """The folders of all that is shipped of a sort, by name."""
    return sorted(path for path in (FOLDER / sort).iterdir() if path.is_dir())


def domain_of(folder: Path) -> str:
    """The name of the domain that a model, an extractor or a planner is for."""
    name: str = json.loads((folder / "domain.json").read_text(encoding="utf-8"))["name"]
    return name


def suggestion(sort: Sort, name: str) -> str:
    """A hint for a wrong name: the closest shipped one, or else all of them."""
    return did_you_mean(name, (folder.name for folder in shipped_folders(sort)))
