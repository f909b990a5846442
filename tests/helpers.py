"""Tables for tests: small ones written by hand, real-sized ones from the simulator, any table from hypothesis."""

import copy
import json
import os
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch
from warnings import catch_warnings, simplefilter

from hypothesis import strategies as st

from boxscribe.cli import main
from boxscribe.tables import Entity, Record, Table, rotowire
from boxscribe.tables.domain import Domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.simulate import simulate

ROOT = Path(__file__).parent.parent

WEATHER = """
name = "weather"
title = "The weather"

[features.hour]
label = "hour of the day"

[kinds.station]
label = "Stations"
name = ["place"]
rules = ["low <= high"]

[kinds.station.types]
place = { label = "place", value = "text" }
high = { label = "highest temperature", unit = "degrees", value = "decimal" }
low = { label = "lowest temperature", unit = "degrees", value = "decimal" }
rain = { label = "rain", unit = "millimetres" }
"""


def games(count: int, domain: str = "rotowire", seed: int = 1, texts: bool = True) -> list[Table]:
    return list(islice(simulate(domain, seed, texts), count))


def requiring_nothing(domain: Domain) -> Domain:
    """The description without what a complete table has, so that a model writes about any table."""
    nothing = {"required": (), "all_or_none": (), "min_per_side": 0, "has_winner": False}
    kinds = {name: kind.model_copy(update=nothing) for name, kind in domain.kinds.items()}
    return domain.model_copy(update={"kinds": kinds})


def raw_game(seed: int = 1) -> dict[str, Any]:
    """A game in RotoWire's format, to be spoiled at will."""
    game: dict[str, Any] = json.loads(json.dumps(rotowire.dump(games(1, seed=seed)[0])))
    return game


def spoiled(game: dict[str, Any], *path: str, value: Any = None, delete: bool = False) -> dict[str, Any]:
    """A copy of the game with one place changed or deleted."""
    result: dict[str, Any] = copy.deepcopy(game)
    place = result
    for step in path[:-1]:
        place = place[step]
    if delete:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return result


def write_json(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def boxscribe(*arguments: object, input: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """The command line as a user runs it, but in this process: importing torch takes longer than most commands."""
    command = ["boxscribe", *map(str, arguments)]
    stdout, stderr = BytesIO(), BytesIO()
    streams: dict[str, Any] = {
        "stdin": TextIOWrapper(BytesIO(input), encoding="utf-8"),
        "stdout": TextIOWrapper(stdout, encoding="utf-8", write_through=True),
        "stderr": TextIOWrapper(stderr, encoding="utf-8", write_through=True),
    }
    on_terminate = signal.getsignal(signal.SIGTERM)
    environment = {"COLUMNS": "80"}
    with patch.multiple(sys, argv=command, **streams), patch.dict(os.environ, environment), catch_warnings():
        simplefilter("ignore")
        simplefilter("default", UserWarning)  # what Python shows a user
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except Exception:
            traceback.print_exc()
            code = 1
        finally:
            signal.signal(signal.SIGTERM, on_terminate)
    return subprocess.CompletedProcess(command, code, stdout.getvalue(), stderr.getvalue())


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """No file of this process can grow beyond `size` bytes: it stands for a full disk, as both end a write half-way."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


# Any text that can be a word of a table: no surrogates (they are no text), no spaces, not empty.
words = st.text(st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=1, max_size=8).filter(
    lambda word: len(word.split()) == 1
)
names = st.lists(words, min_size=1, max_size=3).map(" ".join)
features = st.dictionaries(words, words, max_size=2)


@st.composite
def entities(draw: st.DrawFn, id: str) -> Entity:
    name, shared = draw(names), draw(features)
    cells = draw(st.lists(st.tuples(words, names, st.one_of(st.just({}), features)), max_size=6))
    records = tuple(Record(value, name, type, FrozenDict({**shared, **own})) for type, value, own in cells)
    return Entity(id, name, draw(words), records, FrozenDict(shared))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    count = draw(st.integers(0, 4))
    made = tuple(draw(entities(str(number))) for number in range(count))
    meta = draw(st.dictionaries(st.text(max_size=5), json_values, max_size=3))
    domain, tokens = draw(st.sampled_from(["rotowire", "mlb"])), tuple(draw(st.lists(words, max_size=9)))
    return Table(domain, draw(words), made, tokens, meta)
