"""English wording for the values of a record type, derived from its description alone.

A type whose label counts something is worded as an amount, "12 points", "1 offensive rebound"; any other as a
statement, "the highest temperature was 31 degrees", "the colour was red".
"""

from dataclasses import dataclass
from itertools import takewhile

from boxscribe.tables.domain import Kind
from boxscribe.tables.record_type import RecordType

_PREPOSITIONS = frozenset("in of per by as at to from on for with after before".split())


@dataclass(frozen=True, slots=True)
class Wording:
    """The words for the values of one type."""

    label: str
    unit: str  # follows the value of a statement
    counts: str = ""  # the part of the label that is counted: "points" in "points in the first quarter"

    @property
    def before(self) -> str:
        """The words before the value; none before an amount."""
        return "" if self.counts else f"the {self.label} {'were' if _is_plural(_head(self.label)) else 'was'}"

    def after(self, value: str) -> str:
        """The words after the value: "points" or "degrees", in the singular after 1."""
        words = self.label if self.counts else self.unit
        plural = self.counts or self.unit
        return words.replace(plural, _singular(plural), 1) if value == "1" else words


def wording_of(type: str, kind: Kind | None) -> Wording:
    """The wording of a type. A type without a description is called by its name."""
    about = kind.type(type) if kind else None
    if about is None or not about.label:
        return Wording(type.replace("_", " ").strip() or type, about.unit if about else "")
    label = about.label.replace("#", type[len(type.rstrip("0123456789")) :])
    counts = _counted_part(label, about)
    has_unit = f" {about.unit} " in f" {label} "  # "price in euros" needs no second "euros"
    return Wording(label, "" if has_unit else about.unit, counts)


def _counted_part(label: str, about: RecordType) -> str:
    """The part of a label that is counted, if any: the unit, or a noun in the plural."""
    if about.value == "text":
        return ""
    if not about.unit:
        return _head(label) if _is_plural(_head(label)) else ""
    before, found, _ = f" {label} ".partition(f" {about.unit} ")
    measures = not _PREPOSITIONS.isdisjoint(before.split()[-1:])  # "price in euros"
    return about.unit if found and not measures else ""


def _head(label: str) -> str:
    """The words before the first preposition: "worth" in "worth in euros"."""
    return " ".join(takewhile(lambda word: word not in _PREPOSITIONS, label.split()))


def _is_plural(words: str) -> bool:
    return words.endswith("s") and not words.endswith(("ss", "us", "is"))


def _singular(words: str) -> str:
    """ "points" → "point", "stolen bases" → "stolen base", "inches" → "inch", "flies" → "fly"."""
    if not _is_plural(words):
        return words
    if words.endswith("ies"):
        return f"{words[:-3]}y"
    return words[:-2] if words.endswith(("sses", "xes", "ches", "shes")) else words[:-1]
