"""An extractor in a folder: `extractor.json`, `domain.json` and `extractor.safetensors` (half precision)."""

import hashlib
import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, model_validator
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import nn

from boxscribe.batches.vocab import SPECIALS, Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.labels import NONE
from boxscribe.facts.network import RelationClassifier
from boxscribe.facts.number_rules import NumberRules
from boxscribe.models.store import check_weights, read_json, shapes_of
from boxscribe.shipped import trained_or_shipped
from boxscribe.tables.domain import Domain
from boxscribe.toml import validated

DESCRIPTION, DOMAIN, WEIGHTS = "extractor.json", "domain.json", "extractor.safetensors"


def save_extractor(extractor: Extractor, folder: Path) -> None:
    """Write an extractor into an existing folder."""
    description = {
        "classifiers": [config.model_dump() for config in extractor.configs],
        "labels": extractor.labels,
        "names": extractor.names,
        "words": extractor.vocabulary.words[len(SPECIALS) :],
        "patterns": extractor.rules.patterns,
        "cues": extractor.rules.cues,
    }
    (folder / DESCRIPTION).write_text(json.dumps(description, ensure_ascii=False, indent=0), encoding="utf-8")
    domain = extractor.domain.without_cues().model_dump_json(indent=1, exclude_defaults=True)
    (folder / DOMAIN).write_text(domain, encoding="utf-8")
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
    folder = trained_or_shipped("extractors", name_or_folder, DESCRIPTION)
    try:
        return _read(folder, published_names)
    except (OSError, ValueError, TypeError, RuntimeError, SafetensorError) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise InputError(
            f"{folder}: is no extractor, or a damaged one ({reason}); "
            f"an extractor has {DESCRIPTION}, {DOMAIN} and {WEIGHTS}"
        ) from None


class _Description(BaseModel):
    """What `extractor.json` holds."""

    model_config = ConfigDict(extra="forbid")

    classifiers: list[ClassifierConfig] = Field(min_length=1)
    labels: list[str]
    names: dict[str, list[str]]
    words: list[str]
    patterns: dict[str, list[str]] = {}
    cues: dict[str, list[str]] = {}

    @model_validator(mode="after")
    def _is_consistent(self) -> "_Description":
        if self.labels[:1] != [NONE] or len({*self.labels}) != len(self.labels):
            raise ValueError(f"labels: must be {NONE} and then distinct record types")
        if len({*SPECIALS, *self.words}) != len(SPECIALS) + len(self.words):
            raise ValueError("words: a word stands twice")
        if not all(name.strip() for names in self.names.values() for name in names):
            raise ValueError("names: a name is empty")
        return self


def _read(folder: Path, published_names: bool) -> Extractor:
    parts = {file: (folder / file).read_bytes() for file in (DESCRIPTION, DOMAIN, WEIGHTS)}
    description = validated(_Description, read_json(folder / DESCRIPTION), folder / DESCRIPTION)
    domain = validated(Domain, read_json(folder / DOMAIN), folder / DOMAIN)
    if unknown := description.names.keys() - domain.kinds.keys():
        raise ValueError(f"{DESCRIPTION} has names of the kind '{min(unknown)}', which {DOMAIN} lacks")
    vocabulary = Vocabulary(description.words)
    weights = load(parts[WEIGHTS])
    shapes = shapes_of(lambda: _classifiers(description, vocabulary))
    check_weights(weights, shapes, WEIGHTS, f"{DESCRIPTION} needs")
    classifiers = _classifiers(description, vocabulary)
    classifiers.load_state_dict(weights)
    return Extractor(
        tuple(classifier.eval() for classifier in classifiers),  # type: ignore[misc]
        tuple(description.classifiers),
        vocabulary,
        tuple(description.labels),
        {kind: tuple(names) for kind, names in description.names.items()},
        domain,
        NumberRules(description.patterns, description.cues),
        hashlib.sha256(b"".join(parts.values())).hexdigest(),
        published_names,
    )


def _classifiers(description: _Description, vocabulary: Vocabulary) -> nn.ModuleList:
    sizes = len(vocabulary), len(description.labels)
    return nn.ModuleList(RelationClassifier(config, *sizes) for config in description.classifiers)
