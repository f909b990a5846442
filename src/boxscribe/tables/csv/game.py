"""What a CSV file does not say about a game: `game.toml`, or the flags of `boxscribe data csv`.

    domain = "rotowire"
    date = 2019-01-05

    [home]
    name = "Atlanta Hawks"
    score = 112
    quarters = [25, 30, 22, 35]
    wins = 10
    losses = 4

    [away]
    name = "Miami Heat"

The sections are the sides that the description of the domain names. Their keys are `name`, `score`, the domain's
series (`quarters`), and any record type of the team by its name, heading or label. What is not given is absent.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError, did_you_mean
from boxscribe.tables.csv.columns import HeadingIndex, heading_key
from boxscribe.tables.dates import to_date
from boxscribe.tables.domain import Domain
from boxscribe.tables.native_json import DOMAIN_NAME
from boxscribe.tables.validate import MAX_VALUE
from boxscribe.toml import read_toml

KEYS = ("domain", "date")


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game besides its box score."""

    domain: str = ""
    date: str = ""
    sides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # side → key → value
    place: str = ""  # where it was given, for messages

    def with_side(self, side: str, key: str, value: Any) -> "GameInfo":
        """The same with one more value."""
        return replace(self, sides={**self.sides, side: {**self.sides.get(side, {}), key: value}})


def load_game(path: str | Path) -> GameInfo:
    """The contents of a file about a game."""
    data = read_toml(path, "file about a game")
    sides = {key: value for key, value in data.items() if isinstance(value, dict)}
    for key in data.keys() - sides.keys() - set(KEYS):
        raise InputError(f"{path}: {key:.60}: unknown key; {did_you_mean(key, KEYS)}")
    name, day = data.get("domain", ""), data.get("date", "")
    if not isinstance(name, str) or (name and not DOMAIN_NAME.fullmatch(name)):
        raise InputError(f"{path}: domain: must be the name of a domain, such as 'rotowire'")
    day = day.isoformat()[:10] if isinstance(day, date) else day
    return GameInfo(name, checked_date(day, f"{path}: date"), sides, str(path))


def checked_date(text: Any, where: str) -> str:
    """A date in a form that is understood."""
    if text == "" or (isinstance(text, str) and to_date(text)):
        return str(text)
    raise InputError(f"{where}: '{text!s:.40}' is no date; write it as 2019-01-05")


def sides_of(domain: Domain) -> tuple[str, ...]:
    """The two sides of a domain, "home" and "away"; none where it has no two sides."""
    values = domain.features[domain.side].values if domain.side else ()
    return values if len(values) == 2 else ()


def from_flags(game: GameInfo, domain: Domain, names: tuple[str, str], score: str = "", day: str = "") -> GameInfo:
    """The information with that of the command line; names and score have the order of the domain's sides."""
    sides = sides_of(domain)
    if (any(names) or score) and not sides:
        raise InputError(f"the domain '{domain.name}' has no two sides; leave out --home, --away and --score")
    for side, name in zip(sides, names, strict=False):
        game = game.with_side(side, "name", name) if name else game
    if score:
        points = re.fullmatch(r"(\d{1,15})\s*[-:\u2013]\s*(\d{1,15})", score.strip(), re.ASCII)
        if points is None:
            raise InputError(f"--score {score:.40}: write the score of {sides[0]} and {sides[1]} as 112-97")
        for side, value in zip(sides, points.groups(), strict=True):
            game = game.with_side(side, "score", value)
    return replace(game, date=checked_date(day, "--date")) if day else game


def team_values(game: GameInfo, side: str, kind: str, index: HeadingIndex) -> tuple[dict[str, str], list[str]]:
    """The records that were given for the team of a side, without its name; and what was left out, as sentences."""
    values: dict[str, str] = {}
    left_out: list[str] = []
    described = index.domain.kinds[kind]
    for key, value in game.sides.get(side, {}).items():
        where = f"{game.place or 'the flags'}: {side}.{key:.60}"
        if key == "name":
            _text(value, where)
        elif key in index.domain.csv.series:
            if not isinstance(value, list):
                raise InputError(f"{where}: must be a list of numbers")
            types = index.domain.csv.series[key]
            if types and types[-1].endswith("#"):
                types = tuple(types[-1].removesuffix("#") + str(at) for at in range(1, len(value) + 1))
            values |= {type: _text(one, where) for type, one in zip(types, value, strict=False)}
            if len(value) > len(types):
                left_out.append(f"{where}: only the first {len(types)} of {len(value)} values have a record type")
        else:
            type = described.score if heading_key(key) == "score" else index.type_of(key, kind)
            if not type:
                raise InputError(f"{where}: unknown key; {index.suggestion(key, kind)}")
            values[type] = _text(value, where)
    return values, left_out


def name_of(game: GameInfo, side: str) -> str:
    """The name that was given for the team of a side; "" where none was."""
    return " ".join(str(game.sides.get(side, {}).get("name", "")).split())


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or len(str(value)) > MAX_VALUE:
        raise InputError(f"{where}: must be a number or a text")
    return " ".join(str(value).split())
