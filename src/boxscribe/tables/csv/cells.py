"""The cells of a CSV file as values of record types: "8-15", "35:12", ".452", "45,2 %", "1,234", "–".

Numbers are rounded half up where the type is a whole number of minutes or percent.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from boxscribe.foreign import MAX_TABLE_DIGITS
from boxscribe.tables.record_type import RecordType

EMPTY = frozenset(["", "-", "--", "---", "\u2013", "\u2014", "n/a", "na", "null", "none", "nan"])
PAIR = re.compile(r"(\d{1,15})\s*(?:-|\u2013|/|\bof\b)\s*(\d{1,15})", re.ASCII)
_TIME = re.compile(r"(\d{1,6}):([0-5]\d)(?:[:.]\d+)?", re.ASCII)
_THOUSANDS = re.compile(r"[-+]?\d{1,3}([.,'\u2019 ]\d{3})+", re.ASCII)
_NUMBER = re.compile(rf"([-+]?)(\d{{0,{MAX_TABLE_DIGITS}}})(?:[.,](\d{{0,{MAX_TABLE_DIGITS}}}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Style:
    """How the numbers of a column are written."""

    fraction: bool = False  # .452 for 45 percent
    decimal_comma: bool = True  # 1,234 is a little more than 1


def style_of(cells: Iterable[str], type: RecordType, separator: str) -> Style:
    """The style of a column with these cells."""
    numbers = [decimal for cell in cells if (decimal := _decimal(cell)) is not None]
    fraction = type.unit == "percent" and bool(numbers) and all(number <= 1 for number in numbers)
    written = any("%" in cell for cell in cells)
    return Style(fraction and not written and any(numbers), separator != ",")


def is_empty(cell: str, missing: Iterable[str]) -> bool:
    """Whether a cell stands for "no value"."""
    return cell.casefold() in EMPTY or cell in missing


def value_of(cell: str, type: RecordType, style: Style) -> str | None:
    """The value that a cell has as a record of this type; None where it is none."""
    if type.value == "text":
        return cell
    if type.unit == "minutes" and (time := _TIME.fullmatch(cell)):
        return half_up(Decimal(time[1]) + Decimal(time[2]) / 60)
    if _THOUSANDS.fullmatch(cell) and (type.value == "integer" or not style.decimal_comma) and type.unit != "percent":
        return re.sub(r"[^\d-]", "", cell)
    number = _decimal(cell)
    if number is None:
        return None
    if type.value == "decimal":
        return cell.replace("\u2212", "-").replace(",", ".").removeprefix("+").rstrip("% ")
    if type.unit == "percent":
        return half_up(number * 100 if style.fraction else number)
    if type.unit == "minutes" or number == number.to_integral_value():
        return half_up(number)
    return None


def percentage(made: str, attempted: str) -> str:
    """Rounded half up; 0 without an attempt."""
    return half_up(Decimal(100) * Decimal(made) / Decimal(attempted)) if int(attempted) else "0"


def half_up(number: Decimal) -> str:
    """The nearest whole number; of two, the larger one."""
    return str(int(number.quantize(Decimal(1), ROUND_HALF_UP)))


def _decimal(cell: str) -> Decimal | None:
    """The number that a cell stands for, with a decimal point or comma, a percent sign or none."""
    match = _NUMBER.fullmatch(cell.replace("\u2212", "-").removesuffix("%").strip())
    if match is None or not (match[2] or match[3]):
        return None
    return Decimal(f"{match[1]}{match[2] or 0}.{match[3] or 0}")
