"""Percentages: "48 percent from the field", against the cell of the area that is named."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.checking.bearers import Bearers
from boxscribe.checking.discourse import Reference
from boxscribe.checking.grammar import is_verb
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

REACH = 12  # tokens after a percentage in which its area is looked for
BEFORE = 8  # tokens before it
SLACK = 1.0  # by which texts differ from a table: they round or cut off
ROUGHLY = 3.0  # by which "nearly 50 percent" may differ
_PERCENT = frozenset(["percent", "%", "percentage"])
_STOPS = frozenset(["while", "whereas", "but", ";", "compared", "—", "--"])
_ROUGH = frozenset(["nearly", "almost", "about", "around", "roughly", "approximately"])
_MORE = frozenset(["over", "above", "than", "least"])
_LESS = frozenset(["under", "below", "sub", "sub-"])


class Percentage(NamedTuple):
    """A percentage of an area."""

    at: int  # position of the number
    number: float
    area: str


class Percentages:
    """The reader of percentages that the description declares as `cues.percentages`."""

    family = "percentage"

    def __init__(self, domain: Domain) -> None:
        self._types = {name: area.types for name, area in domain.cues.percentages.items()}
        self._words = PhraseIndex({word: name for name, area in domain.cues.percentages.items() for word in area.words})
        self._bearers = Bearers(domain.cues)
        self._shoot = frozenset(domain.cues.shoot)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        for found in self._find(reading):
            if reading.clause(found.at).time not in (Time.GAME, Time.PART):
                continue
            bearer = self._bearers.find(reading, found.at, found.at + 2)
            if bearer is None or bearer.reference.entity is None:
                continue
            reference = bearer.reference
            if tuple(reading.text.lower[max(0, found.at - 2) : found.at]) == ("percent", "to"):  # "43 percent to 38"
                other = reading.world.opponent(bearer.reference.entity)
                reference = reference._replace(entity=other) if other is not None else reference
            verdict = self._judge(reading, found, reference)
            if verdict is not None:
                yield verdict

    def _find(self, reading: Reading) -> Iterator[Percentage]:
        lower = reading.text.lower
        for sentence in reading.text.sentences:
            words = [at for at in range(sentence.start + 1, sentence.end) if lower[at] in _PERCENT]
            begin = sentence.start
            waiting: list[int] = []
            last = ""  # area in the sentence
            for number, word in enumerate(words):
                numbers = [*waiting, *_numbers(lower, begin, word)]
                end = words[number + 1] if number + 1 < len(words) else sentence.end
                end = min(end, word + 1 + REACH, _first(lower, _STOPS, word + 1, end))
                areas = self._words.areas(lower, word + 1, end)
                if not areas and number + 1 < len(words) and lower[word + 1] in ("and", "from"):
                    waiting, begin = numbers, word + 1  # "48 percent and 36 percent from the field and from three"
                    continue
                areas = areas or self._before(lower, max(begin, word - BEFORE), word) or [last] * bool(last)
                last = areas[0] if areas else ""
                for at, area in zip(numbers, areas, strict=False):
                    yield Percentage(at, float(lower[at]), area)
                waiting, begin = [], word + 1

    def _before(self, lower: Sequence[str], start: int, end: int) -> list[str]:
        """The area that is named last before a percentage, or the first that is declared after "shot"."""
        areas = self._words.areas(lower, start, end)
        return areas[-1:] or [*self._types][: bool(self._shoot.intersection(lower[start:end]))]

    def _judge(self, reading: Reading, found: Percentage, bearer: Reference) -> Verdict | None:
        world, tokens = reading.world, reading.text.tokens
        assert bearer.entity is not None
        types: Mapping[str, Sequence[str]] = self._types[found.area]
        (type,) = types.get(bearer.kind, ("",))
        true = world.number(bearer.entity, type)
        if true is None:
            return None
        right = _agrees(reading.text.lower[max(0, found.at - 2) : found.at], found.number, true)
        status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
        return Verdict(
            found.at, found.at + 1, self.family, ErrorType.NUMBER, status, world.name(bearer.entity),
            f"{tokens[found.at]} percent", f"{true:g}", world.cells(bearer.entity, type),
            repair="" if right else f"{true:g}",
        )  # fmt: skip


def _numbers(lower: Sequence[str], start: int, word: int) -> list[int]:
    """The numbers before "percent": one, or two with "and"."""
    if not _is_decimal(lower[word - 1]) or word - 1 < start:
        return []
    if word - 3 >= start and lower[word - 2] == "and" and _is_decimal(lower[word - 3]):
        return [word - 3, word - 1]
    if word - 5 >= start and tuple(lower[word - 4 : word - 1]) == ("-", "and", "-") and _is_decimal(lower[word - 5]):
        return [word - 5, word - 1]
    return [word - 1]


def _is_decimal(token: str) -> bool:
    return token.replace(".", "", 1).isdecimal()


def _first(lower: Sequence[str], words: frozenset[str], start: int, end: int) -> int:
    """The first of some words, or of an "and" with a verb: "shot 40 percent and made five threes"."""
    for at in range(start, end):
        if lower[at] in words or (lower[at] == "and" and any(is_verb(word) for word in lower[at + 1 : at + 3])):
            return at
    return end


def _agrees(before: Sequence[str], said: float, true: float) -> bool:
    """Whether a percentage agrees with the true one, given the two words before it."""
    if any(word in _ROUGH for word in before):
        return abs(true - said) <= ROUGHLY
    if any(word in _LESS for word in before):
        return true <= said + SLACK
    if any(word in _MORE for word in before):
        return true >= said - SLACK
    return abs(true - said) <= SLACK
