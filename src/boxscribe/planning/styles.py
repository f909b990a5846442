"""Styles: names for people in place of a planner's writers. `styles.toml` in the folder of a planner declares them.

[brief]
writer = "13"
about = "260 words; the result, and few players"
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxscribe.errors import InputError, did_you_mean
from boxscribe.toml import read_toml, validated

STYLES = "styles.toml"


class PlannerStyle(BaseModel):
    """A writer of the planner whose plans and texts have this style."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    writer: str
    about: str  # one line for people


def read_styles(folder: Path) -> dict[str, PlannerStyle]:
    """The styles of a planner by their names; none without a file."""
    path = folder / STYLES
    if not path.is_file():
        return {}
    data: dict[str, Any] = read_toml(path, "file of styles")
    return {name: validated(PlannerStyle, value, f"{STYLES}: {name:.40}") for name, value in data.items()}


def print_styles(styles: Mapping[str, PlannerStyle]) -> str:
    """The contents of `styles.toml`."""
    sections = []
    for name, style in styles.items():
        lines = (f"{key} = {json.dumps(value)}\n" for key, value in style.model_dump().items())
        sections.append(f"[{json.dumps(name)}]\n{''.join(lines)}")
    return "\n".join(sections)


def writer_of(style: str | None, writer: str | None, styles: Mapping[str, PlannerStyle]) -> str | None:
    """The writer of a style, or the one who is given; None without either."""
    if style is None:
        return writer
    if writer is not None:
        raise InputError("--style and --writer both say how to write; give one of them")
    if style not in styles:
        hint = did_you_mean(style, styles) if styles else "its folder declares none"
        raise InputError(f"--style: the planner has no style '{style:.40}'; {hint}")
    return styles[style].writer
