"""What docs/checking.md says is true: its example prints what is shown below it, its families and options exist."""

import re
import subprocess
import sys

from boxscribe.checking.checker import READERS
from helpers import ROOT, boxscribe

DOCS = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_example_prints_what_stands_below_it() -> None:
    done = subprocess.run([sys.executable, "-c", block("python")], capture_output=True, text=True, check=True)
    assert [line.rstrip() for line in done.stdout.splitlines()] == block("text").splitlines()


def test_every_family_is_described() -> None:
    figures = r"(?:\d+ of \d+|–)"
    row = rf"^\| ([a-z ]+) \| [^|]+ \| [^|]+ \| {figures} \| {figures} \|$"
    described = set(re.findall(row, DOCS, re.MULTILINE))
    missing = {reader.family for reader in READERS} - described
    assert not missing, "describe these families in docs/checking.md"


def test_the_options_exist() -> None:
    explained = "".join(boxscribe(verb, "--help").stdout.decode() for verb in ("check", "evaluate"))
    without_benchmarks = re.sub(r"`python -m benchmarks[^`]*`", "", DOCS)
    for option in set(re.findall(r"--[a-z][a-z-]+", without_benchmarks)):
        assert option in explained, option
