"""What docs/metrics.md says is true: its examples print what is shown below them, its options exist."""

import re
import subprocess
import sys

from helpers import ROOT, boxscribe

DOCS = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")


def blocks(language: str) -> str:
    return "".join(re.findall(rf"^```{language}\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL))


def test_the_examples_print_what_stands_below_them() -> None:
    done = subprocess.run([sys.executable, "-c", blocks("python")], capture_output=True, text=True, check=True)
    assert done.stdout == blocks("text")


def test_the_options_exist() -> None:
    explained = "".join(boxscribe(verb, "--help").stdout.decode() for verb in ("evaluate", "write"))
    for option in set(re.findall(r"--[a-z][a-z-]+", DOCS)):
        assert option in explained, option
