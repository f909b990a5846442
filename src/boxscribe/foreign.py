"""The boundary of foreign input: JSON, TOML and numbers that others wrote become plain data within known limits.

Everything that is read from a file, a stream or a request passes through here once; code behind it may trust that

- numbers are finite and integers have at most `MAX_DIGITS` digits, so that they can be printed, compared and divided,
- strings are Unicode text that can be written as UTF-8 (no lone surrogates),
- values are nested at most `MAX_DEPTH` levels deep, so that recursion over them ends.

What does not fit raises `ForeignError`, whose message continues a sentence that begins with the place:

    try:
        answers = parse_json(body)
    except ForeignError as error:
        raise InputError(f"{path}: line {number}: {error}") from None
"""

import json
import math
import re
import tomllib
from typing import Any

MAX_DEPTH = 50  # levels of lists and objects in one value
MAX_DIGITS = 100  # of an integer in JSON or TOML: more than any id, time stamp or random state has
MAX_TABLE_DIGITS = 15  # of a number in a cell of a table: such a number is exact as a float, too
MAX_SETTINGS = 1 << 20  # characters of a TOML file

TOO_DEEP = f"is nested more than {MAX_DEPTH} levels deep; make it flatter"
NOT_FINITE = "holds NaN or Infinity, which is no number of JSON; leave it out or write null"
TOO_MANY_DIGITS = f"holds a number of more than {MAX_DIGITS} digits; write it as a string or correct it"
SURROGATE = r"holds half of a surrogate pair (\ud800 to \udfff), which is no character; write the character itself"


class ForeignError(ValueError):
    """Foreign input cannot be taken over; the message says why and what to do, without the place."""


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text, within the limits."""
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
        return checked(json.loads(decoded, parse_int=_integer, parse_constant=_refuse_constant))
    except ForeignError:
        raise
    except UnicodeDecodeError as error:
        raise ForeignError(f"is not UTF-8 text (byte {error.start})") from None
    except (ValueError, RecursionError) as error:
        raise ForeignError(json_reason(error)) from None


def parse_toml(text: str) -> dict[str, Any]:
    """The contents of a TOML file, within the limits."""
    if len(text) > MAX_SETTINGS:
        raise ForeignError(f"is longer than {MAX_SETTINGS >> 20} MB, which is no TOML file of settings")
    try:
        contents = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ForeignError(f"not valid TOML: {error}") from None
    except RecursionError:
        raise ForeignError(TOO_DEEP) from None
    except ValueError:  # Python's own limit for the digits of an integer
        raise ForeignError(TOO_MANY_DIGITS) from None
    checked(contents)
    return contents


def checked(value: Any) -> Any:
    """The same value, parsed elsewhere, if it is within the limits."""
    level: list[Any] = [[value]]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for container in level for inner in _containers(container)]
        if not level:
            return value
    raise ForeignError(TOO_DEEP)


def decoder() -> json.JSONDecoder:
    """A JSON decoder for `raw_decode`, which refuses numbers beyond the limits; its values need `checked`."""
    return json.JSONDecoder(parse_int=_integer, parse_constant=_refuse_constant)


def json_reason(error: Exception) -> str:
    """Why a text is no JSON, in words."""
    if isinstance(error, json.JSONDecodeError):
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        return f"is not JSON: {error.msg} at {line}column {error.colno}"
    return TOO_DEEP if isinstance(error, RecursionError) else str(error)


def whole_number(text: str) -> int | None:
    """The number that a string of digits stands for; None for all else and for more than `MAX_TABLE_DIGITS` digits."""
    return int(text) if len(text) <= MAX_TABLE_DIGITS and text.isdecimal() else None


def is_text(value: str) -> bool:
    """Whether a string can be written as UTF-8: it holds no lone surrogate."""
    return not _LONE.search(value)


def _containers(container: Any) -> list[Any]:
    """The lists and objects in a list or object; all else in it is checked. Large files consist of such values."""
    inner = []
    values = container
    if isinstance(container, dict):
        _check_text("".join(container))
        values = container.values()
    for value in values:
        if isinstance(value, str):
            if not value.isascii():
                _check_text(value)
        elif isinstance(value, dict | list):
            inner.append(value)
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise ForeignError(NOT_FINITE)
        elif isinstance(value, int) and not -_BOUND < value < _BOUND:
            raise ForeignError(TOO_MANY_DIGITS)
    return inner


def _check_text(text: str) -> None:
    if not (text.isascii() or is_text(text)):
        raise ForeignError(SURROGATE)


_BOUND = 10**MAX_DIGITS
_LONE = re.compile("[\ud800-\udfff]")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1:  # with the sign
        raise ForeignError(TOO_MANY_DIGITS)
    return int(digits)


def _refuse_constant(_: str) -> Any:
    raise ForeignError(NOT_FINITE)
