"""An extractor in a folder: `extractor.json`, `domain.json` and `extractor.safetensors` (half precision)."""

import hashlib
import json
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load, save

from boxscribe.batches.vocab import SPECIALS, Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.network import RelationClassifier
from boxscribe.files import is_folder, whole_folder
from boxscribe.shipped import shipped, suggestion
from boxscribe.tables.domain import Domain

DESCRIPTION, DOMAIN, WEIGHTS = "extractor.json", "domain.json", "extractor.safetensors"


def save_extractor(extractor: Extractor, folder: Path) -> None:
    """Write an extractor into an existing folder."""
    description = {
        "classifiers": [config.model_dump() for config in extractor.configs],
        "labels": extractor.labels,
        "names": extractor.names,
        "words": extractor.vocabulary.words[len(SPECIALS) :],
    }
    (folder / DESCRIPTION).write_text(json.dumps(description, ensure_ascii=False, indent=0), encoding="utf-8")
    (folder / DOMAIN).write_text(extractor.domain.model_dump_json(indent=1, exclude_defaults=True), encoding="utf-8")
    weights = {
        f"{number}.{name}": value.half().contiguous()
        for number, classifier in enumerate(extractor.classifiers)
        for name, value in classifier.state_dict().items()
    }
    (folder / WEIGHTS).write_bytes(save(weights))


def load_extractor(name_or_folder: str | Path, published_names: bool = False) -> Extractor:
    """Load an extractor: a folder made by `boxscribe extractor train`, or the shipped one of a domain.

    It finds the names of its training games and of the table at hand; with `published_names` it finds names as the
    published extraction system does, which knows those of its training games only.

    >>> extractor = boxscribe.load_extractor("rotowire")
    >>> story = boxscribe.load("template").write(next(boxscribe.simulate("rotowire", seed=1)))
    >>> extractor.relations(story.tokens, story.table)[0]
    Relation(entity='Tucson Surveyors', value='1', type='TEAM-WINS', correct=True)
    >>> len(extractor.extract([(story.text, story.table), (story.tokens, story.table)]))
    2
    """
    folder = whole_folder(name_or_folder)
    if not is_folder(folder) or not (folder / DESCRIPTION).is_file():
        folder = shipped("extractors", str(name_or_folder)) or folder
    if not is_folder(folder):
        hint = suggestion("extractors", str(name_or_folder))
        raise InputError(
            f"{name_or_folder}: no such folder, and no extractor of this name is shipped ({hint}); "
            "train one with: boxscribe extractor train"
        )
    try:
        return _read(folder, published_names)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError, SafetensorError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"{folder}: is no extractor, or a damaged one ({reason}); "
            f"an extractor has {DESCRIPTION}, {DOMAIN} and {WEIGHTS}"
        ) from None


def _read(folder: Path, published_names: bool) -> Extractor:
    parts = {file: (folder / file).read_bytes() for file in (DESCRIPTION, DOMAIN, WEIGHTS)}
    description = json.loads(parts[DESCRIPTION])
    configs = tuple(ClassifierConfig.model_validate(config) for config in description["classifiers"])
    vocabulary = Vocabulary(description["words"])
    weights = load(parts[WEIGHTS])
    classifiers = []
    for number, config in enumerate(configs):
        classifier = RelationClassifier(config, len(vocabulary), len(description["labels"]))
        own = (name for name in weights if name.startswith(f"{number}."))
        classifier.load_state_dict({name.partition(".")[2]: weights[name].float() for name in own})
        classifiers.append(classifier.eval())
    return Extractor(
        tuple(classifiers),
        configs,
        vocabulary,
        tuple(description["labels"]),
        {kind: tuple(names) for kind, names in description["names"].items()},
        Domain.model_validate_json(parts[DOMAIN]),
        hashlib.sha256(b"".join(parts.values())).hexdigest(),
        published_names,
    )
