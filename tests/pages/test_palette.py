"""The colours of all pages: contrast, and whether they can be distinguished."""

import re
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from boxscribe.pages.render import static
from boxscribe.writing.named import COLOURS

Colours = NDArray[np.float64]  # (n, 3) linear red, green, blue

# What readers who are blind to red, green or blue see of a linear colour: Machado, Oliveira and Fernandes (2009).
BLIND = {
    "red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_contrast_and_can_be_distinguished(scheme: str) -> None:
    found = _palette(scheme)
    entities = _linear([found[f"e{n}"] for n in range(COLOURS)])
    for background in ("paper", "lit"):
        texts = np.vstack([entities, _linear([found["ink"], found["soft"]])])
        assert _contrast(texts, _linear([found[background]])).min() >= 4.5, background
    assert _contrast(_linear([found["ink"], found["soft"]]), _linear([found["wash"]])).min() >= 4.5
    assert _nearest(entities) > 0.12
    for matrix in BLIND.values():
        assert _nearest(entities @ np.array(matrix).T) > 0.06


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((status, f"{status}-wash") for status in ("match", "extra", "wrong", "missed")),
        *((status, "paper") for status in ("match", "wrong", "accent")),
        ("on-accent", "accent"),
        *(("ink", ground) for ground in ("chosen", "lit", "match-wash")),
        ("soft", "chosen"),
        ("paper", "ink"),
    ],
)
def test_texts_have_contrast_on_their_ground(scheme: str, text: str, ground: str) -> None:
    found = _palette(scheme)
    assert _contrast(_linear([found[text]]), _linear([found[ground]])).min() >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_outline_of_what_has_the_focus_can_be_seen(scheme: str) -> None:
    found = _palette(scheme)
    for ground in ("paper", "wash"):
        assert _contrast(_linear([found["edge"]]), _linear([found[ground]])).min() >= 3, ground


def _palette(scheme: str) -> dict[str, str]:
    light, dark = static("palette.css").split("prefers-color-scheme:dark")
    return dict(re.findall(r"--([\w-]+):(#\w{6})", light if scheme == "light" else dark))


def _linear(colours: list[str]) -> Colours:
    values = np.array([[int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] for colour in colours])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _contrast(colours: Colours, background: Colours) -> Colours:
    """As the Web Content Accessibility Guidelines define it."""
    lights = [0.05 + colour @ np.array([0.2126, 0.7152, 0.0722]) for colour in (colours, background)]
    contrast: Colours = np.maximum(*lights) / np.minimum(*lights)
    return contrast


def _nearest(colours: Colours) -> float:
    """The smallest distance of two colours in Oklab, where black and white are 1 apart."""
    cones = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
    axes = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])
    lab = np.cbrt(np.clip(colours, 0, None) @ cones.T) @ axes.T
    return min(float(np.linalg.norm(a - b)) for a, b in combinations(lab, 2))
