"""A planner in a folder: `planner.json`, `domain.json`, `planner.safetensors` (half precision), and perhaps
`styles.toml`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator
from safetensors import SafetensorError
from safetensors.numpy import load, save

from boxscribe.errors import InputError
from boxscribe.files import atomic_folder
from boxscribe.foreign import parse_json
from boxscribe.planning.factless import Gap
from boxscribe.planning.features import FeatureSpace, Floats
from boxscribe.planning.length import SentenceLength
from boxscribe.planning.ordering import FactOrder
from boxscribe.planning.planner import LogisticPlanner
from boxscribe.planning.selection import FactSelector
from boxscribe.planning.styles import STYLES, PlannerStyle, print_styles, read_styles
from boxscribe.shipped import trained_or_shipped
from boxscribe.tables.domain import MAX_LENGTH, Domain
from boxscribe.toml import validated

DESCRIPTION, DOMAIN, WEIGHTS = "planner.json", "domain.json", "planner.safetensors"
_SELECTOR, _ORDER = ("weights", "bias", "adjustment", "prior"), ("before", "runs", "breaks", "mention")
_LARGEST_WEIGHT = 1000.0  # in magnitude
_MOST_FACTLESS = 20.0  # sentences without facts between two sentences that have some


class _SavedPlanner(BaseModel):
    """What `planner.json` holds."""

    model_config = ConfigDict(extra="forbid")

    space: FeatureSpace
    facts_per_word: Annotated[float, Field(gt=0, le=1)]
    threshold: Annotated[float, Field(ge=0, le=1)]
    length: SentenceLength = SentenceLength()
    factless: dict[str, dict[Gap, Annotated[float, Field(ge=0, le=_MOST_FACTLESS)]]] = {}

    @model_validator(mode="after")
    def _is_consistent(self) -> "_SavedPlanner":
        space = self.space
        if not 0 < space.n_planned <= len(space.types) == len(space.bounds) or not space.kinds:
            raise ValueError("space: kinds, types, n_planned and bounds do not belong together")
        if any(not 0 <= type < space.n_planned for pair in space.companions for type in pair):
            raise ValueError("space: companions are no planned types")
        if not (0 <= self.length.words < MAX_LENGTH and 0 <= self.length.words_per_fact < MAX_LENGTH):
            raise ValueError("length: words and words_per_fact are no numbers of words")
        if self.length.shortest < 1:
            raise ValueError("length: a sentence has at least one word")
        return self


def save_planner(planner: LogisticPlanner, path: str | Path) -> None:
    """Write a planner as a folder, which replaces a planner that is there. A planner without styles keeps those of the
    replaced one whose writers it knows."""
    description = {
        "space": asdict(planner.selector.space),
        "facts_per_word": planner.facts_per_word,
        "threshold": planner.threshold,
        "length": planner.length._asdict(),
        "factless": planner.factless,
    }
    of_selector = {name: getattr(planner.selector, name) for name in _SELECTOR}
    weights = of_selector | {name: getattr(planner.order, name) for name in _ORDER}
    styles = planner.styles or _known(read_styles(Path(path)), planner.selector.space)
    with atomic_folder(path, DESCRIPTION) as folder:
        (folder / DESCRIPTION).write_text(json.dumps(description, ensure_ascii=False), encoding="utf-8")
        domain = planner.domain.without_cues().model_dump_json(indent=1, exclude_defaults=True)
        (folder / DOMAIN).write_text(domain, encoding="utf-8")
        (folder / WEIGHTS).write_bytes(save({name: value.astype(np.float16) for name, value in weights.items()}))
        if styles:
            (folder / STYLES).write_text(print_styles(styles), encoding="utf-8")


def _known(styles: dict[str, PlannerStyle], space: FeatureSpace) -> dict[str, PlannerStyle]:
    return {name: style for name, style in styles.items() if style.writer in space.writers}


def load_planner(name_or_folder: str | Path) -> LogisticPlanner:
    """Load a planner: a folder made by `boxscribe planner train`, or the shipped one of a domain.

    >>> from boxscribe.planning.store import load_planner
    >>> game = next(boxscribe.simulate("rotowire", seed=1))
    >>> [fact.type for fact in load_planner("rotowire").plan(game).sentences[0]][:3]
    ['TEAM-WINS', 'TEAM-LOSSES', 'TEAM-PTS']
    """
    folder = trained_or_shipped("planners", name_or_folder, DESCRIPTION)
    try:
        return _read(folder)
    except (OSError, ValueError, TypeError, SafetensorError, InputError) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise InputError(
            f"{folder}: is no planner, or a damaged one ({reason}); a planner has {DESCRIPTION}, {DOMAIN} and {WEIGHTS}"
        ) from None


def load_own_planner(folder: str | Path) -> LogisticPlanner:
    """Load the planner of a folder, to be changed there; an InputError for the name of a shipped one."""
    if not Path(folder).is_dir():
        raise InputError(f"{folder}: no such folder; give that of a planner, for shipped ones are not changed")
    return load_planner(folder)


def _read(folder: Path) -> LogisticPlanner:
    description = validated(_SavedPlanner, parse_json((folder / DESCRIPTION).read_bytes()), DESCRIPTION)
    domain = validated(Domain, parse_json((folder / DOMAIN).read_bytes()), DOMAIN)
    weights: dict[str, Floats] = {
        name: value.astype(np.float64) for name, value in load((folder / WEIGHTS).read_bytes()).items()
    }
    space = description.space
    shapes = FactSelector.shapes(space) | FactOrder.shapes(space)
    for name, shape in shapes.items():
        if name not in weights:
            raise ValueError(f"{WEIGHTS} lacks '{name}'")
        if weights[name].shape != shape:
            raise ValueError(f"{name} in {WEIGHTS} does not fit {DESCRIPTION}")
        if not (np.abs(weights[name]) <= _LARGEST_WEIGHT).all():  # false for NaN, too
            raise ValueError(f"{name} in {WEIGHTS} has weights that are not finite or beyond ±{_LARGEST_WEIGHT:.0f}")
    selector = FactSelector(space, *(weights[name] for name in _SELECTOR))
    order = FactOrder(space, *(weights[name] for name in _ORDER))
    styles = read_styles(folder)
    for name in styles.keys() - _known(styles, space).keys():
        raise ValueError(f"{STYLES}: {name:.40}: the planner knows no writer '{styles[name].writer:.40}'")
    saved = description.facts_per_word, description.threshold, description.length
    return LogisticPlanner(domain, selector, order, *saved, styles, description.factless)
