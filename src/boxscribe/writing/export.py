"""A trained model as it is handed on: weights in half precision, how it writes best, and a card that tells about it."""

from pathlib import Path

from boxscribe.files import atomic_folder
from boxscribe.models.store import CONFIG, load_model, save_model
from boxscribe.writing.decoding import Decoding

DECODING, CARD = "decoding.json", "README.md"


def export(source: Path, out: Path, decoding: Decoding | None = None, card: str = "") -> None:
    """Write the model of the folder `source` into the folder `out`; its stories may differ in a rounding, no more."""
    model = load_model(source)
    with atomic_folder(out, CONFIG) as folder:
        save_model(model, folder, half=True)
        if decoding is not None:
            (folder / DECODING).write_text(decoding.model_dump_json(indent=1) + "\n", encoding="utf-8")
        if card:
            (folder / CARD).write_text(card, encoding="utf-8")


def own_decoding(folder: Path) -> Decoding | None:
    """How the model in a folder writes unless told otherwise, where it says so."""
    path = folder / DECODING
    return Decoding.model_validate_json(path.read_text(encoding="utf-8")) if path.is_file() else None
