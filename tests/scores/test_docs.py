"""What docs/metrics.md says is true: its example prints what stands below it, its options exist."""

import re
import subprocess
import sys

from helpers import ROOT, boxscribe

DOCS = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_example_prints_what_stands_below_it() -> None:
    done = subprocess.run([sys.executable, "-c", block("python")], capture_output=True, text=True, check=True)
    assert done.stdout == block("text")


def test_the_options_exist() -> None:
    explained = "".join(boxscribe(verb, "--help").stdout.decode() for verb in ("evaluate", "write"))
    for option in set(re.findall(r"--[a-z][a-z-]+", DOCS)):
        assert option in explained, option
