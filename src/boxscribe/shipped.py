"""What is shipped with the package: `assets/models` and `assets/extractors`, a folder for each."""

from importlib import resources
from pathlib import Path
from typing import Literal

from boxscribe.errors import did_you_mean

FOLDER = Path(str(resources.files("boxscribe"))) / "assets"
MODEL = "rotowire-ent"  # what writes unless somebody says otherwise
Sort = Literal["models", "extractors"]


def shipped(sort: Sort, name: str) -> Path | None:
    """The folder of a shipped model or extractor."""
    folder = FOLDER / sort / name
    return folder if Path(name).name == name and folder.is_dir() else None


def suggestion(sort: Sort, name: str) -> str:
    """Which of the shipped ones may have been meant."""
    return did_you_mean(name, (folder.name for folder in (FOLDER / sort).glob("*")))
