"""The documents name what exists: files, modules, headings, targets of the Makefile."""

import re

import pytest

import boxscribe.models
from helpers import ROOT

PACKAGE = ROOT / "src" / "boxscribe"
DOCUMENTS = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    *(f"docs/{page.name}" for page in ROOT.glob("docs/*.md")),
]


def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files_and_headings(document: str) -> None:
    headings = re.findall(r"^#+ (.*)$", read(document), re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(([^)]+)\)", read(document)):
        file, _, anchor = target.partition("#")
        assert target.startswith("http") or ((ROOT / document).parent / file).exists(), target
        assert file or anchor in anchors, target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_targets_of_the_makefile_exist(document: str) -> None:
    for target in set(re.findall(r"`make (\w+)`|^make (\w+) +#", read(document), re.MULTILINE)):
        assert re.search(rf"^{''.join(target)}:", read("Makefile"), re.MULTILINE), target


def test_the_tests_of_the_promises_exist() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", read("docs/reliability.md"))
    assert len(named) > 20
    for file, test in named:
        assert f"\ndef {test}(" in read(f"tests/{file}"), f"{file}::{test}"


def test_the_files_of_the_architecture_exist() -> None:
    """A name without a folder is in the folder of the name before it, in the same paragraph or row."""
    for part in re.split(r"\n(?=\n|\|)", read("ARCHITECTURE.md")):
        folder = PACKAGE
        for name in re.findall(r"`([\w/]+\.(?:py|html))`", part):
            path = PACKAGE / name if "/" in name else folder / name
            assert path.is_file(), f"{name}: {part}"
            folder = path.parent


def test_the_folders_of_the_architecture_are_those_of_the_package() -> None:
    listed = set(re.findall(r"^\| `(\w+)/`", read("ARCHITECTURE.md"), re.MULTILINE))
    assert listed | {"assets"} == {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"__pycache__"}


def test_the_map_of_the_model_has_every_file() -> None:
    listed = set(re.findall(r"`(\w+)`", boxscribe.models.__doc__ or ""))
    assert {module.stem for module in (PACKAGE / "models").glob("*.py")} - {"__init__"} <= listed


def test_the_axes_mean_the_same_in_both_glossaries() -> None:
    def axes(text: str) -> dict[str, str]:
        rows = re.findall(r"^\| (\w) \| (.+?) \| (\w?) *\| ?(.*?) *\|$", text, re.MULTILINE)
        return dict(pair for a, b, c, d in rows for pair in ((a, b), (c, d)) if pair[0])

    assert axes(boxscribe.models.__doc__ or "") == axes(read("ARCHITECTURE.md"))
    assert len(axes(read("ARCHITECTURE.md"))) == 16
