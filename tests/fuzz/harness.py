"""Running one input: what went wrong, and the smallest input with which the same goes wrong."""

import json
import resource
import signal
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from fuzz.targets import TARGETS
from helpers import WEATHER

SECONDS = 20  # that an input may take
MEMORY = 1 << 20  # kilobytes that the process may grow by with one input


class _TooSlow(Exception):
    pass


def failure(name: str, content: bytes, folder: Path) -> str:
    """Where and why an input fails, "" if it does not. `folder` holds its files meanwhile."""
    (folder / "weather.toml").write_text(WEATHER, encoding="utf-8")
    path = folder / f"input{TARGETS[name].suffix}"
    path.write_bytes(content)
    before = signal.signal(signal.SIGALRM, _raise_too_slow)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    signal.alarm(SECONDS)
    try:
        TARGETS[name].run(path)
    except InputError as error:
        return "" if "\n" not in str(error) else f"a message of several lines: {error!r:.200}"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} in {Path(place.filename).name}, {place.name}"
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used
    return f"more than {MEMORY >> 10} MB" if grown > MEMORY else ""


def minimal(content: bytes, fails: Callable[[bytes], bool], trials: int = 2_000) -> bytes:
    """A small input that still fails: parts are left out as long as it does, at most `trials` times."""
    left = trials
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in _smaller(content):
            left -= 1
            if left < 0:
                return content
            if fails(smaller):
                content, shrunk = smaller, True
                break
    return content


def _smaller(content: bytes) -> Iterator[bytes]:
    """Inputs with a part left out, the largest parts first: parts of the JSON value, or else bytes."""
    try:
        value = json.loads(content.decode())
    except (ValueError, RecursionError):
        size = len(content) // 2
        while size:
            yield from (content[:start] + content[start + size :] for start in range(0, len(content), size))
            size //= 2
        return
    for path in sorted(_paths(value), key=len):
        yield json.dumps(_without(value, path)).encode()


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        if len(path) < SECONDS:
            yield from _paths(inner, (*path, key))


def _without(value: Any, path: tuple[Any, ...]) -> Any:
    key, *rest = path
    if isinstance(value, dict):
        return {k: _without(v, tuple(rest)) if k == key else v for k, v in value.items() if rest or k != key}
    return [_without(v, tuple(rest)) if k == key else v for k, v in enumerate(value) if rest or k != key]


def _raise_too_slow(*_: object) -> None:
    raise _TooSlow
