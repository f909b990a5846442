"""Structure-aware mutation: a valid value, text or file in, nearly valid bytes out, by a seeded random generator.

Most changes are gentle, so that most inputs pass the parser and reach the code behind it: a value is replaced by
another one of its type, left out, repeated or exchanged. The others are rough: values of another type, damaged bytes.
"""

import csv
import io
import json
import pickle
import struct
import tomllib
from collections.abc import Callable
from datetime import date
from functools import cache
from random import Random
from typing import Any

BIG = "@an integer that Python cannot print@"  # json.dumps cannot write it either
STRINGS = [
    "", " ", " a", "a\n", "\ud800", "\x00", "\x1b[31m", "\u2028", "\u202e", "1" * 5_000, "a" * 3_000, "Ann " * 1_600,
    "../x", "x.toml", "0x10", "NaN", "1_000", "9" * 16, "{{ x }}", "%s",
]  # fmt: skip
NASTY: list[Any] = [
    None, True, False, 0, -1, 1e300, float("inf"), float("nan"), BIG, [], {}, [[]], {"": ""}, [None], 2**70, 0.1,
    *STRINGS,
]  # fmt: skip
WORDS = [
    "N/A", "home", "away", "<unk>", "<b>&amp;", "</script>", "[bold]", "[/]", "Jr.", ".", "'", "'s", "C.J.", "ﬁ",
    "½", "²", "٣", "👩‍👩‍👧", "e\u0301", "twenty - one", "Ann Lee", "O'Neal", "-", "|", "Mr. X", "İ", "ß",
    "\u200b", "a\u00a0b",
]  # fmt: skip
NUMBERS = ["0", "1", "7", "12", "48", "103", "9" * 15, "-5", "-0", "007", "1.5", "1e5", "two", "N/A"]
BYTES = [*(bytes([byte]) for byte in b"\x00\xff\n[]{},='\"|\t"), b"", b"\xef\xbb\xbf", b"\\ud800", b"9" * 5_000]
ROUGH = 0.3  # the share of changes that are not gentle

Place = tuple[Any, Any]
"""A list or object, and a position or key in it."""
Mutator = Callable[[Random], bytes]
"""Makes the content of a file."""


def mutated(value: Any, random: Random) -> Any:
    """A copy of a JSON value with one to three changes."""
    holder = [pickle.loads(pickle.dumps(value))]  # the fastest copy of plain values
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(_ROUGH if random.random() < ROUGH else _GENTLE)(holder, random)
    return holder[0]


def json_bytes(value: Any, indent: int | None = None) -> bytes:
    """A value as JSON, also with what `json.dumps` cannot write."""
    return json.dumps(value, indent=indent).replace(f'"{BIG}"', "7" * 5_000).encode()


def mutated_json(value: Any, random: Random) -> bytes:
    """A changed value as JSON, sometimes with damaged bytes."""
    content = json_bytes(mutated(value, random), indent=random.choice((None, None, 1)))
    return damaged(content, random) if random.random() < 0.05 else content


def mutated_lines(values: list[Any], random: Random) -> bytes:
    """JSON lines: a changed line, or lines left out, repeated or in another order."""
    if random.random() < 0.2:
        values = random.choices(values, k=random.randint(0, len(values) + 1))
    else:
        at = random.randrange(len(values))
        values = [*values[:at], mutated(values[at], random), *values[at + 1 :]]
    content = b"\n".join(map(json_bytes, values)) + b"\n"
    return damaged(content, random) if random.random() < 0.1 else content


def mutated_toml(text: str, random: Random) -> bytes:
    """A TOML file with changed values, or with changed lines."""
    if random.random() < ROUGH:
        return mutated_text(text, random)
    return to_toml(mutated(_parsed_toml(text), random)).encode("utf-8", "surrogatepass")


@cache
def _parsed_toml(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def mutated_csv(text: str, random: Random) -> bytes:
    """A CSV file with changed cells or rows."""
    rows = mutated(list(csv.reader(io.StringIO(text))), random)
    stream = io.StringIO()
    cells = [row if isinstance(row, list) else [row] for row in rows] if isinstance(rows, list) else [[rows]]
    csv.writer(stream, lineterminator="\n").writerows([str(cell) for cell in row] for row in cells)
    content = stream.getvalue().encode("utf-8", "surrogatepass")
    return damaged(content, random) if random.random() < 0.1 else content


def mutated_tensors(content: bytes, random: Random) -> bytes:
    """A safetensors file with a changed header, with other numbers, or with damaged bytes."""
    how = random.random()
    (length,) = struct.unpack("<Q", content[:8])
    header, data = content[8 : 8 + length], bytearray(content[8 + length :])
    if how < 0.4:
        header = json_bytes(mutated(json.loads(header), random))
    elif how < 0.8:
        for _ in range(random.choice((1, 1, 5))):
            at = random.randrange(0, len(data) - 4, 4)
            number = struct.pack(random.choice("fe"), random.gauss(0, 5))
            data[at : at + len(number)] = random.choice((number, number, number, random.randbytes(len(number))))
    else:
        return damaged(content, random)
    return struct.pack("<Q", len(header)) + header + bytes(data)


def mutated_parquet(content: bytes, random: Random) -> bytes:
    """A parquet file with other cells, columns or rows, or with damaged bytes."""
    import pyarrow
    import pyarrow.parquet

    if random.random() < ROUGH:
        return damaged(content, random)
    columns = pyarrow.parquet.read_table(io.BytesIO(content), use_threads=False).to_pydict()
    rows = max(map(len, columns.values()))
    made = {}
    for name, changed in mutated(columns, random).items():
        cells = ((changed if isinstance(changed, list) else [changed]) + [None] * rows)[:rows]
        try:
            if any(isinstance(cell, dict | list) for cell in cells):
                raise TypeError
            made[_unicode(name)] = pyarrow.array(cells)
        except (pyarrow.ArrowException, TypeError, OverflowError, UnicodeError):  # cells of several types
            made[_unicode(name)] = pyarrow.array([_unicode(cell) for cell in cells])
    stream = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(made), stream)
    return stream.getvalue()


def _unicode(value: Any) -> str:
    return str(value).encode("utf-8", "replace").decode()


def damaged(content: bytes, random: Random) -> bytes:
    """One to three pieces of a file cut out, doubled or replaced."""
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(content) + 1)
        end = min(len(content), start + random.choice((0, 1, 3, 20, len(content))))
        middle = random.choice((*BYTES, content[start:end] * 2))
        content = content[:start] + middle + content[end:]
    return content


def overwritten(content: bytes, random: Random) -> bytes:
    """A file of the same size with one to five other bytes, where it is not empty."""
    changed = bytearray(content)
    used = [at for at, byte in enumerate(content) if byte]
    for _ in range(random.randint(1, 5)):
        changed[random.choice(used)] = random.choice((0, 65, 255, random.randrange(256)))
    return bytes(changed)


def mutated_text(text: str, random: Random) -> bytes:
    """A text of lines with one to three changes of lines or words, sometimes with damaged bytes."""
    for _ in range(random.choice((1, 1, 2, 3))):
        lines = text.split("\n")
        at = random.randrange(len(lines))
        words = lines[at].split(" ")
        words[random.randrange(len(words))] = _string(random.choice(NASTY if random.random() < ROUGH else WORDS))
        lines[at] = random.choice(
            (" ".join(words), " ".join(words), lines[random.randrange(len(lines))], "", lines[at] * 2)
        )
        text = "\n".join(lines)
    content = text.encode("utf-8", "surrogatepass")
    return damaged(content, random) if random.random() < 0.1 else content


def _string(value: Any) -> str:
    return str(value).replace(BIG, "7" * 5_000)


def to_toml(value: dict[str, Any]) -> str:
    """A TOML file with a line for each key."""
    return "\n".join(f"{_key(key)} = {_toml(inner)}" for key, inner in value.items())


def _toml(value: Any) -> str:
    """A value on one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, date):
        return value.isoformat()
    return "7" * 5_000 if value == BIG else json.dumps(value, ensure_ascii=isinstance(value, str) and "\ud800" in value)


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _place(holder: list[Any], random: Random) -> Place:
    """A place in the value; two of three steps go into a list or object, if there is one."""
    place: Place = holder, 0
    for _ in range(random.randint(1, 8)):
        inner = place[0][place[1]]
        if not isinstance(inner, dict | list) or not inner:
            break
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        deeper = [key for key in keys if isinstance(inner[key], dict | list)]
        place = inner, random.choice(deeper if deeper and random.random() < 0.67 else keys)
    return place


def _leaf(holder: list[Any], random: Random) -> Place:
    """The place of a value that is no list or object, unless one of them is empty."""
    container, key = _place(holder, random)
    while isinstance(container[key], dict | list) and container[key]:
        container = container[key]
        key = random.choice(list(container)) if isinstance(container, dict) else random.randrange(len(container))
    return container, key


def _reword(holder: list[Any], random: Random) -> None:
    """Replace a value by another one of its type."""
    container, key = _leaf(holder, random)
    value = container[key]
    if isinstance(value, str):
        other, at = _leaf(holder, random)
        own = str(other[at])
        container[key] = random.choice((random.choice(NUMBERS if value.isdecimal() else WORDS), own, f"{value} {own}"))
    elif isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int):
        container[key] = random.choice((0, 1, 2, 3, 40, value + 1, value - 1, -value, 10 * value))
    elif isinstance(value, float):
        container[key] = random.choice((0.0, 1.0, 0.5, 1e-9, -value, 10 * value))


def _edit(holder: list[Any], random: Random) -> None:
    """Change a character of a string."""
    container, key = _leaf(holder, random)
    value = container[key]
    if isinstance(value, str):
        at = random.randrange(len(value) + 1)
        container[key] = value[:at] + random.choice("aZ09.,-' \t%|#\"é’–½²٣\u00a0") + value[at + 1 :]


def _delete(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    if container is not holder:
        del container[key]


def _exchange_siblings(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    other = random.choice(list(container)) if isinstance(container, dict) else random.randrange(len(container))
    container[key], container[other] = container[other], container[key]


def _repeat(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    value = pickle.loads(pickle.dumps(container[key]))
    if isinstance(container, dict):
        container[random.choice((f"{key}2", *container))] = value
    elif container is not holder:
        container[key:key] = [value] * random.choice((1, 1, 2, 40))


def _replace(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    container[key] = pickle.loads(pickle.dumps(random.choice(NASTY)))


def _rename(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    if isinstance(container, dict):
        container[random.choice((random.choice(STRINGS + WORDS), *container))] = container.pop(key)


def _exchange(holder: list[Any], random: Random) -> None:
    (one, at), (other, there) = _place(holder, random), _place(holder, random)
    values = pickle.loads(pickle.dumps((other[there], one[at])))
    one[at], other[there] = values


def _nest(holder: list[Any], random: Random) -> None:
    container, key = _place(holder, random)
    for _ in range(random.choice((1, 2, 60))):
        container[key] = [container[key]] if random.random() < 0.5 else {"a": container[key]}


Change = Callable[[list[Any], Random], None]
_GENTLE: list[Change] = [_reword, _reword, _reword, _edit, _delete, _exchange_siblings, _repeat]
_ROUGH: list[Change] = [_replace, _replace, _rename, _exchange, _nest, _edit]
