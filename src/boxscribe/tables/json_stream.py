"""JSON values one at a time: the elements of a list (`[{…}, {…}]`), JSON lines, or one object over many lines.

Memory holds one value, however long the file is. In place of what is not JSON comes a `Problem`: after a line of JSON
lines the next line is read, after anything else the stream ends.
"""

import json
from collections.abc import Iterator
from io import BufferedReader, TextIOWrapper
from typing import Any

from boxscribe.errors import Problem
from boxscribe.foreign import ForeignError, checked, decoder, json_reason, parse_json

CHUNK = 1 << 20
LONGEST = 24 << 20  # characters of one value; a game has a hundred thousand
BOM = b"\xef\xbb\xbf"
UNTERMINATED = "Unterminated string"  # the message of `json` for a string without its closing quote
MARGIN = len("-Infinity")  # no JSON literal is longer: an error closer to the end may be that of a cut literal
TOO_LONG = f"is longer than {LONGEST >> 20} MB, which is no table; is this the right file?"


def json_values(stream: BufferedReader) -> Iterator[Any]:
    """The values of a stream."""
    if stream.peek(len(BOM)).startswith(BOM):
        stream.read(len(BOM))
    while (start := stream.peek(1)[:1]).isspace():
        stream.read(1)
    if start == b"[":
        stream.read(1)
        text = TextIOWrapper(stream, encoding="utf-8")
        try:
            yield from _in_list(text)
        finally:
            text.detach()  # otherwise it closes the stream
    elif start == b"{":
        yield from _in_lines(stream)
    elif start:
        yield Problem("must be a JSON list of games, or JSON lines with one table each")


def _in_lines(stream: BufferedReader) -> Iterator[Any]:
    first = True
    while line := stream.readline(LONGEST):
        if len(line) == LONGEST:
            yield Problem(TOO_LONG)
            return
        if line.isspace():
            continue
        try:
            yield checked(decoder().decode(line.decode()))
        except UnicodeDecodeError as error:
            yield Problem(f"is not UTF-8 text (byte {error.start} of the line)")
        except ForeignError as error:
            yield Problem(str(error))
        except (json.JSONDecodeError, RecursionError) as error:
            if first and isinstance(error, json.JSONDecodeError) and _ends_early(error, error.doc.rstrip()):
                yield _one_object(line, stream)
                return
            yield Problem(json_reason(error))
        first = False


def _one_object(start: bytes, stream: BufferedReader) -> Any:
    """An object over several lines."""
    data = start + stream.read(LONGEST)
    if len(data) >= LONGEST:
        return Problem(TOO_LONG)
    try:
        return parse_json(data)
    except ForeignError as error:
        return Problem(str(error))


def _in_list(text: TextIOWrapper) -> Iterator[Any]:
    """The elements of a list whose opening bracket has been read."""
    decode = decoder().raw_decode
    buffer, at, ended = "", 0, False
    count = 0
    while True:
        at = _skip(buffer, at, ", \t\r\n" if count else " \t\r\n")
        if buffer[at : at + 1] == "]":
            return
        try:
            value, end = decode(buffer, at)
            if end > len(buffer) - MARGIN and not ended:
                raise json.JSONDecodeError("may go on", buffer, end)  # a number might have further digits
        except (RecursionError, ForeignError) as error:
            yield Problem(json_reason(error))
            return
        except json.JSONDecodeError as error:
            if ended or not _ends_early(error, buffer):
                cut = error.msg.startswith(UNTERMINATED) or error.pos >= len(buffer.rstrip())
                yield Problem("the file ends early: the list is not closed" if cut else json_reason(error))
                return
            if len(buffer) - at > LONGEST:
                yield Problem(TOO_LONG)
                return
            try:
                # Doubling keeps the cost of trying again linear in the length of the value.
                more = text.read(max(CHUNK, len(buffer) - at))
            except UnicodeDecodeError as problem:
                yield Problem(f"is not UTF-8 text ({problem.reason})")
                return
            buffer, at, ended = buffer[at:] + more, 0, not more
        else:
            at = end
            count += 1
            yield _checked(value)


def _checked(value: Any) -> Any:
    try:
        return checked(value)
    except ForeignError as error:
        return Problem(str(error))


def _skip(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] in characters:
        at += 1
    return at


def _ends_early(error: json.JSONDecodeError, text: str) -> bool:
    """Whether the text may be cut off rather than wrong."""
    return error.msg.startswith(UNTERMINATED) or error.pos >= len(text) - MARGIN
