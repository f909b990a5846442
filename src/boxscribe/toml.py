"""Typed settings in TOML files: read, checked with a one-sentence error, written with their documentation."""

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from boxscribe.errors import InputError, did_you_mean
from boxscribe.foreign import MAX_SETTINGS, ForeignError, parse_toml

M = TypeVar("M", bound=BaseModel)
LINE = 110  # characters in a line of documentation


def load_settings(model: type[M], path: str | Path, what: str, changes: Iterable[str] = ()) -> M:
    """The settings in a TOML file with the changes of `--set section.key=value`; `what` names the file in errors."""
    data = read_toml(path, what)
    for change in changes:
        _apply(data, change)
    return validated(model, data, path)


def read_toml(path: str | Path, what: str) -> dict[str, Any]:
    """The contents of a TOML file; `what` names it in the error if it cannot be read."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            return parse_toml(file.read(MAX_SETTINGS + 1))
    except ForeignError as error:
        raise InputError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or a path that no file can have
        raise InputError(f"{path}: cannot read this {what}: {error}") from None


def _apply(data: dict[str, Any], change: str) -> None:
    """Apply one `section.key=value` to the contents of a file."""
    place, equals, value = change.partition("=")
    section, dot, key = place.strip().partition(".")
    if not (equals and dot and isinstance(data.setdefault(section, {}), dict)):
        raise InputError(f"--set {change}: write section.key=value, such as training.epochs=3")
    try:
        data[section][key] = parse_toml(f"value = {value}")["value"]
    except ForeignError:
        data[section][key] = value.strip()  # a string needs no quotes on the command line


def validated(model: type[M], data: Any, path: str | Path) -> M:
    """The data as a model, or an `InputError` with the first problem and its place."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{path}: {sentence(error, model)}") from None


def sentence(error: ValidationError, model: type[BaseModel]) -> str:
    """The first problem of a validation error, with a suggestion if a key is unknown."""
    first = error.errors()[0]
    *section, key = first["loc"] or ("",)
    where = ".".join(map(str, (*section, key)))[:200]
    if first["type"] == "extra_forbidden":
        return f"{where}: unknown key; {did_you_mean(str(key), _section(model, section).model_fields)}"
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}: {message[0].lower()}{message[1:]}" if where else message


def _section(model: type[BaseModel], path: Iterable[int | str]) -> type[BaseModel]:
    """The model of a section. Parts of the path that are no field (positions in a list, keys of a dict) are skipped."""
    for part in path:
        field = model.model_fields.get(str(part))
        model = (_model_in(field.annotation) if field else None) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _model_in(inner))), None)


def to_toml(settings: BaseModel, left_out: Mapping[str, str] = {}) -> str:
    """Settings as a TOML file: a table per section, an array of tables per list of sections, the documentation of each
    key above it. Keys without a value (None) and the sections `left_out` (name → reason) are comments."""
    lines: list[str] = []
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        sections = value if isinstance(value, tuple) else (value,)
        for section in sections:
            head = f"[[{name}]]" if isinstance(value, tuple) else f"[{name}]"
            body = [head, *_comment(type(section).__doc__ or ""), *_keys(section)]
            if name in left_out:
                body = [f"# [{name}]: {left_out[name]}"]
            lines += [*body, ""]
    return "\n".join(lines)


def _keys(section: BaseModel) -> Iterator[str]:
    for key, field in type(section).model_fields.items():
        yield ""
        yield from _comment(field.description or "")
        value = getattr(section, key)
        yield f"# {key} is not set" if value is None else f"{key} = {_literal(value)}"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(" ".join(text.split()), LINE)]


def _literal(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):  # a JSON string is a TOML string but for the control character DEL
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_literal(key)} = {_literal(one)}' for key, one in value.items())}}}"
    return f"[{', '.join(map(_literal, value))}]"
