"""Export a trained model: weights in half precision, decoding settings and a model card in one folder."""

from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.files import atomic_folder
from boxscribe.models.store import CONFIG, load_model, save_model
from boxscribe.toml import read_toml, validated
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_folder import DECODING, find_model

CARD = "README.md"


def export(source: str | Path, out: Path, decoding: Path | None = None, card: Path | None = None) -> int:
    """Write the model in the folder `source` into the folder `out`, and return the size of `out` in bytes.

    `decoding` is a TOML file with the settings that the model writes with by default, `card` a Markdown file. Rounding
    the weights to half precision can change a story where two words are about equally probable.
    """
    settings = validated(Decoding, read_toml(decoding, "file of decoding settings"), decoding) if decoding else None
    try:
        text = card.read_text(encoding="utf-8") if card else ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{card}: cannot read this model card: {error}") from None
    model = load_model(find_model(source))
    with atomic_folder(out, CONFIG) as folder:
        save_model(model, folder, half=True)
        if settings is not None:
            (folder / DECODING).write_text(settings.model_dump_json(indent=1) + "\n", encoding="utf-8")
        if text:
            (folder / CARD).write_text(text, encoding="utf-8")
    return sum(file.stat().st_size for file in out.iterdir())
