"""Typed settings in TOML files: what is wrong in one sentence, with a suggestion where a key is unknown."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from boxscribe.errors import InputError, did_you_mean

M = TypeVar("M", bound=BaseModel)


def read_toml(path: str | Path, what: str) -> dict[str, Any]:
    """The contents of a file; `what` it is, for the sentence that says that it cannot be read."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot read this {what}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not valid TOML: {error}") from None


def validated(model: type[M], data: dict[str, Any], path: str | Path) -> M:
    """The data as a model; the first problem is told with its place."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{path}: {sentence(error, model)}") from None


def sentence(error: ValidationError, model: type[BaseModel]) -> str:
    """The first problem of an error."""
    first = error.errors()[0]
    *section, key = first["loc"] or ("",)
    where = ".".join(map(str, (*section, key)))
    if first["type"] == "extra_forbidden":
        return f"{where}: unknown key; {did_you_mean(str(key), _section(model, section).model_fields)}"
    message = first["msg"].removeprefix("Value error, ")
    return f"{where}: {message[0].lower()}{message[1:]}" if where else message


def _section(model: type[BaseModel], path: Iterable[int | str]) -> type[BaseModel]:
    """The model of a section; numbers and free names on the way (of a list, of a table) lead nowhere else."""
    for part in path:
        field = model.model_fields.get(str(part))
        model = (_model_in(field.annotation) if field else None) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _model_in(inner))), None)
