"""What the values of a record type are: a part of the description of a domain."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Description(BaseModel):
    """Immutable; an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RecordType(Description):
    """What the values of a record type are."""

    label: str  # in words: "three-pointers made"
    unit: str = ""  # what is counted: "points", "percent", "minutes"
    words: tuple[str, ...] = ()  # other words of texts for the unit: "boards"
    short: str = ""  # the heading of its column in a box score; by default the type's name
    value: Literal["integer", "decimal", "text"] = "integer"
    omit: tuple[str, ...] = ()  # values that make no record, such as "0" stolen bases
    cues: tuple[str, ...] = ()  # if any: a number in a text states this type only if one of these words follows it
    extract: bool = True  # whether facts of this type are extracted from texts
