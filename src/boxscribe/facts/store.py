"""An extractor in a folder: `extractor.json`, `domain.json` and `extractor.safetensors` (half precision)."""

import hashlib
import json
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load, save

from boxscribe.batches.vocab import SPECIALS, Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.extractor import Extractor, Names
from boxscribe.facts.network import RelationClassifier
from boxscribe.shipped import shipped, suggestion
from boxscribe.tables.domain import Domain

ABOUT, DOMAIN, WEIGHTS = "extractor.json", "domain.json", "extractor.safetensors"


def save_extractor(extractor: Extractor, folder: Path) -> None:
    """Write an extractor into an existing folder."""
    about = {
        "classifiers": [config.model_dump() for config in extractor.configs],
        "labels": extractor.labels,
        "names": extractor.names,
        "words": extractor.vocabulary.words[len(SPECIALS) :],
    }
    (folder / ABOUT).write_text(json.dumps(about, ensure_ascii=False, indent=0), encoding="utf-8")
    (folder / DOMAIN).write_text(extractor.domain.model_dump_json(indent=1, exclude_defaults=True), encoding="utf-8")
    weights = {
        f"{number}.{name}": value.half().contiguous()
        for number, member in enumerate(extractor.classifiers)
        for name, value in member.state_dict().items()
    }
    (folder / WEIGHTS).write_bytes(save(weights))


def load_extractor(name: str | Path, lexicon: Names = "game") -> Extractor:
    """The extractor in a folder, or the shipped one for a domain.

    >>> extractor = boxscribe.load_extractor("rotowire")
    >>> story = boxscribe.load("template").write(next(boxscribe.simulate("rotowire", seed=1)))
    >>> extractor.relations(story.tokens, story.table)[0]
    Relation(entity='Tucson Surveyors', value='1', type='TEAM-WINS', correct=True)
    """
    folder = Path(name)
    if not (folder / ABOUT).is_file():
        folder = shipped("extractors", str(name)) or folder
    if not folder.exists():
        hint = suggestion("extractors", str(name))
        raise InputError(
            f"{name}: no such folder, and no extractor of this name is shipped ({hint}); "
            "make one with: boxscribe extractor train"
        )
    try:
        return _read(folder, lexicon)
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"{folder}: is no extractor, or a damaged one ({reason}); an extractor has {ABOUT} and {WEIGHTS}"
        ) from None


def _read(folder: Path, lexicon: Names) -> Extractor:
    parts = {file: (folder / file).read_bytes() for file in (ABOUT, DOMAIN, WEIGHTS)}
    about = json.loads(parts[ABOUT])
    configs = tuple(ClassifierConfig.model_validate(config) for config in about["classifiers"])
    vocabulary = Vocabulary(about["words"])
    weights = load(parts[WEIGHTS])
    members = []
    for number, config in enumerate(configs):
        member = RelationClassifier(config, len(vocabulary), len(about["labels"]))
        own = (name for name in weights if name.startswith(f"{number}."))
        member.load_state_dict({name.partition(".")[2]: weights[name].float() for name in own})
        members.append(member.eval())
    return Extractor(
        tuple(members),
        configs,
        vocabulary,
        tuple(about["labels"]),
        tuple(about["names"]),
        Domain.model_validate_json(parts[DOMAIN]),
        hashlib.sha256(b"".join(parts.values())).hexdigest(),
        lexicon,
    )
