"""Structure-aware mutation: a valid JSON value or text in, nearly valid bytes out, by a seeded random generator."""

import copy
import json
import string
from collections.abc import Callable
from random import Random
from typing import Any

BIG = "@an integer that Python cannot print@"  # json.dumps cannot write it either
NASTY: list[Any] = [
    None, True, False, 0, -1, 1e300, float("inf"), float("nan"), BIG, [], {}, [[]], {"": ""}, [None], 2**70, 0.1,
    "", " ", " a", "a\n", "\ud800", "\x00", "\x1b[31m", "\u2028", "\u202e", "N/A", "-0", "-5", "1e5", "½", "٣", "²",
    "0x10", "NaN", "1_000", "9" * 15, "9" * 16, "1" * 5_000, "a" * 3_000, "Ann " * 1_600, "../x", "x.toml", "home",
    "<unk>", "<b>&amp;", "{{ x }}", "</script>", "[bold]", "[/]", "%s", "Jr.", ".", "'", "'s", "C.J.",
    "ﬁ", "👩‍👩‍👧", "e\u0301", "twenty - one",
]  # fmt: skip
BYTES = [*(bytes([byte]) for byte in b"\x00\xff\n[]{},='\""), b"", b"\xef\xbb\xbf", b"\\ud800", b"9" * 5_000]

Place = tuple[Any, Any]
"""A list or object, and a position or key in it."""


def mutated_json(value: Any, random: Random) -> bytes:
    """The value with one to five changes, as JSON in one of its layouts, sometimes with damaged bytes."""
    holder = [copy.deepcopy(value)]
    for _ in range(random.randint(1, 5)):
        random.choice(_CHANGES)(holder, random)
    layout = random.choice((lambda v: json.dumps([v]), json.dumps, lambda v: json.dumps(v, indent=1)))
    content = layout(holder[0]).replace(f'"{BIG}"', "7" * 5_000).encode()
    return damaged(content, random) if random.random() < 0.1 else content


def damaged(content: bytes, random: Random) -> bytes:
    """One to three pieces of a file cut out, doubled or replaced."""
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(content) + 1)
        end = min(len(content), start + random.choice((0, 1, 3, 20, len(content))))
        middle = random.choice((*BYTES, content[start:end] * 2))
        content = content[:start] + middle + content[end:]
    return content


def mutated_text(text: str, random: Random) -> bytes:
    """A text of lines with one to five changes of lines or words, sometimes with damaged bytes."""
    for _ in range(random.randint(1, 5)):
        lines = text.split("\n")
        at = random.randrange(len(lines))
        words = lines[at].split(" ")
        nasty = random.choice(NASTY)
        words[random.randrange(len(words))] = str(nasty).replace(BIG, "7" * 5_000)
        lines[at] = random.choice((" ".join(words), lines[random.randrange(len(lines))], "", lines[at] * 2))
        text = "\n".join(lines)
    content = text.encode("utf-8", "surrogatepass")
    return damaged(content, random) if random.random() < 0.2 else content


def _place(holder: list[Any], random: Random) -> Place:
    """A place in the value, deeper ones as likely as those near the root."""
    place: Place = holder, 0
    for _ in range(random.randint(0, 7)):
        inner = place[0][place[1]]
        if not isinstance(inner, dict | list) or not inner:
            break
        place = inner, random.choice(list(inner)) if isinstance(inner, dict) else random.randrange(len(inner))
    return place


def _replace(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    container[key] = copy.deepcopy(random.choice(NASTY))


def _delete(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    if container is not holder:
        del container[key]


def _rename(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    if isinstance(container, dict):
        nasty = random.choice([text for text in NASTY if isinstance(text, str)])
        container[random.choice((nasty, *container))] = container.pop(key)


def _exchange(holder: list[Any], random: Random) -> None:
    (one, at), (other, there) = _place(holder, random), _place(holder, random)
    one[at], other[there] = copy.deepcopy(other[there]), copy.deepcopy(one[at])


def _repeat(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    if isinstance(container, list) and container is not holder:
        container[key:key] = copy.deepcopy([container[key]] * random.choice((1, 2, 40)))
    elif isinstance(container[key], str):
        container[key] = " ".join([container[key]] * random.choice((2, 40)))


def _nest(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    for _ in range(random.choice((1, 2, 60))):
        container[key] = [container[key]] if random.random() < 0.5 else {"a": container[key]}


def _edit(holder: list[Any], random: Random) -> None:
    """Change a character of a string, or a number."""
    container, key = _place(holder, random)
    value = container[key]
    if isinstance(value, str):
        at = random.randrange(len(value) + 1)
        container[key] = value[:at] + random.choice(string.printable + "é’–½²٣\u00a0\ud800") + value[at + 1 :]
    elif isinstance(value, int | float):
        container[key] = random.choice((value + 1, -value, value * 1e200, str(value)))


Change = Callable[[list[Any], Random], None]
_CHANGES: list[Change] = [_replace, _replace, _delete, _rename, _exchange, _repeat, _nest, _edit]
