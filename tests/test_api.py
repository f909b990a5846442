"""The Python interface: every public name can be imported and is documented with an example that runs."""

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boxscribe
from boxscribe.tables import rotowire
from helpers import games, write_json

NAMES = [name for name in boxscribe.__all__ if name != "__version__"]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(name: str) -> list[doctest.Example]:
    """The examples in the docstring of a public name."""
    found: Any = getattr(boxscribe, name)
    return doctest.DocTestParser().get_examples(found.__doc__ or "", name)


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_the_documentation_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_json(tmp_path / "games.json", [rotowire.dump(table) for table in games(2, texts=False)])
    found = examples(name)
    assert found, f"boxscribe.{name} has no example"
    test = doctest.DocTest(found, {"boxscribe": boxscribe}, name, None, None, None)
    failed = doctest.DocTestRunner(optionflags=FLAGS).run(test).failed
    assert not failed, capsys.readouterr().out


def test_the_module_lists_every_name() -> None:
    for name in NAMES:
        assert f"`{name}`" in (boxscribe.__doc__ or ""), name
    assert dir(boxscribe) == boxscribe.__all__
    with pytest.raises(AttributeError, match="module 'boxscribe' has no attribute 'raed'"):
        boxscribe.raed  # noqa: B018


def test_imports_are_lazy() -> None:
    """Neither the import nor a template's story needs torch."""
    code = (
        "import sys, boxscribe\n"
        "assert not {'torch', 'numpy', 'pydantic'} & {*sys.modules}, 'import boxscribe'\n"
        "print(repr(next(boxscribe.write(next(boxscribe.simulate('rotowire')), 'template'))))\n"
        "assert 'torch' not in sys.modules, 'template'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<Story ")
