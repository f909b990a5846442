"""Percentages: "48 percent from the field", against the cell of the area that is named."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.checking.bearers import Bearers
from boxscribe.checking.discourse import DiscourseModel, Reference
from boxscribe.checking.grammar import is_verb
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.subjects import WHOLE
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.windows import GameWindows
from boxscribe.tables.domain import Domain

REACH = 12  # tokens after a percentage in which its area is looked for
BEFORE = 12  # tokens before it
NEAR = 8  # tokens before it in which a unit or a word that denies it stands
ADJECTIVE = 2  # tokens before a percentage in which a word says whether it is high
SLACK = 1.0  # by which texts differ from a table: they round or cut off
ROUGHLY = 3.0  # by which "nearly 50 percent" may differ
_PERCENT = frozenset(["percent", "%", "percentage"])
_STOPS = frozenset(["while", "whereas", "but", ";", "compared", "—", "--"])
_BREAKS = _STOPS | {"and"}
_ROUGH = frozenset(["nearly", "almost", "about", "around", "roughly", "approximately"])
_NOBODY = frozenset(["none", "nobody", "no", "opponents"])
_LEAD = frozenset(["lead", "led", "leading", "contributed"])
_MORE = frozenset(["over", "above", "than", "least"])
_LESS = frozenset(["under", "below", "sub", "sub-"])


class Percentage(NamedTuple):
    """A percentage of an area."""

    at: int  # position of the number
    number: float
    areas: tuple[str, ...]  # one, or several that it may be about


class Percentages:
    """The reader of percentages that the description declares as `cues.percentages`."""

    family = "percentage"

    def __init__(self, domain: Domain) -> None:
        self._types = {name: area.types for name, area in domain.cues.percentages.items()}
        self._words = PhraseIndex({word: name for name, area in domain.cues.percentages.items() for word in area.words})
        self._bearers = Bearers(domain.cues)
        self._adjectives = {word: a for a in domain.cues.adjectives.values() for word in a.words}
        self._shoot, self._windows = frozenset(domain.cues.shoot), GameWindows(domain)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        last: tuple[int, Reference] | None = None  # the percentage before: its position and its bearer
        for found in self._find(reading):
            clause = reading.clause(found.at)
            if clause.time not in (Time.GAME, Time.PART):
                continue
            bearer = self._bearers.find(reading, found.at, found.at + 2)
            if bearer is None or bearer.reference.entity is None:
                continue
            reference = bearer.reference
            if last and last[0] >= text.sentence(found.at).start and _continues(text, last[0], found.at):
                reference = last[1]
            reference = self._of_side(reading, found.at, reference)
            last = found.at, reference
            if tuple(reading.text.lower[max(0, found.at - 2) : found.at]) == ("percent", "to"):  # "43 percent to 38"
                other = reading.world.opponent(bearer.reference.entity)
                reference = reference._replace(entity=other) if other is not None else reference
            judged = [self._judge(reading, found, area, reference) for area in found.areas]
            verdicts = [verdict for verdict in judged if verdict is not None]
            right = [v for v in verdicts if v.status is VerdictStatus.SUPPORTED][:1]
            if right or not self._is_other(reading, clause, found.at):
                yield from right or verdicts[:1]
            if right:
                yield from self._adjective(reading, found, right[0])

    def _of_side(self, reading: Reading, at: int, bearer: Reference) -> Reference:
        """The side of a bearer whose game is the reason: "her efforts led to a 48 percent success rate"."""
        lower, world = reading.text.lower, reading.world
        side = world.competitors.get(world.side(bearer.entity)) if bearer.entity is not None else None
        reason = lower[max(0, at - 2)] == "to" and lower[at - 1] in ("a", "an") and lower[max(0, at - 3)] in _LEAD
        return bearer._replace(entity=side, kind=world.entity(side).kind) if reason and side is not None else bearer

    def _adjective(self, reading: Reading, found: Percentage, right: Verdict) -> Iterator[Verdict]:
        """A word before a percentage that says whether it is high or low: "a meager 42 percent from beyond the arc"."""
        lower = reading.text.lower
        for at in range(max(reading.text.sentence(found.at).start, found.at - ADJECTIVE), found.at):
            adjective = self._adjectives.get(lower[at])
            bound = adjective.areas.get(found.areas[0]) if adjective and len(found.areas) == 1 else None
            if adjective is None or bound is None:
                continue
            fits = found.number <= bound if adjective.is_low else found.number >= bound
            status = VerdictStatus.SUPPORTED if fits else VerdictStatus.CONTRADICTED
            word = reading.text.tokens[at]
            expected = "" if fits else f"{'at most' if adjective.is_low else 'at least'} {bound} percent"
            yield Verdict(
                at, at + 1, self.family, ErrorType.WORD, status, right.subject, word, expected, right.cells
            )  # fmt: skip

    def _is_other(self, reading: Reading, clause: Clause, at: int) -> bool:
        """Whether a percentage may be about a part of the game, about several games, or about nobody."""
        lower, sentence = reading.text.lower, reading.text.sentence(at)
        part = clause.time is Time.PART and clause.part != WHOLE
        nobody = not _NOBODY.isdisjoint(lower[max(clause.start, at - NEAR) : at])
        return part or nobody or self._windows.are_named(lower, *sentence)

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
                versus = number + 1 < len(words) and words[number + 1] == word + 3 and lower[word + 1] == "to"
                if versus and not areas:  # "a 25 percent to 22 percent edge from deep"
                    areas = self._words.areas(lower, word + 4, min(sentence.end, word + 4 + REACH))[:1]
                if not areas and number + 1 < len(words) and lower[word + 1] in ("and", "from"):
                    waiting, begin = numbers, word + 1  # "48 percent and 36 percent from the field and from three"
                    continue
                if self._is_on(lower, begin, word):  # "nine threes on 30 percent shooting"
                    areas = self._words.areas(lower, max(begin, word - NEAR), word)[-1:] or areas
                near = BEFORE if _BREAKS.isdisjoint(lower[max(begin, word - BEFORE) : word]) else NEAR
                areas = areas or self._words.areas(lower, max(begin, word - near), word)[-1:]
                if areas or last:
                    found = areas or [last]
                    others = () if areas else self._first_area(lower, max(begin, word - NEAR), word)
                else:
                    found, others = [*self._first_area(lower, max(begin, word - NEAR), word)], ()
                last = found[0] if found else ""
                if len(numbers) > len(found) == 1:  # "shot 40 percent and 25 percent from deep"
                    found = [*self._first_area(lower, sentence.start, numbers[0]), *found]
                for at, area in zip(numbers, found, strict=False):
                    yield Percentage(at, float(lower[at]), (area, *others))
                waiting, begin = [], word + 1

    def _is_on(self, lower: Sequence[str], begin: int, word: int) -> bool:
        """Whether "on 30 percent shooting" says how the shots before it went."""
        return "on" in lower[max(begin, word - 3) : word - 1] and lower[word + 1 : word + 2] == ("shooting",)

    def _first_area(self, lower: Sequence[str], start: int, end: int) -> tuple[str, ...]:
        """The first area that is declared, if a verb such as "shot" stands before a percentage."""
        return tuple(self._types)[: bool(self._shoot.intersection(lower[start:end]))]

    def _judge(self, reading: Reading, found: Percentage, area: str, bearer: Reference) -> Verdict | None:
        world, tokens = reading.world, reading.text.tokens
        assert bearer.entity is not None
        types: Mapping[str, Sequence[str]] = self._types[area]
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


def _continues(text: DiscourseModel, last: int, at: int) -> bool:
    """Whether a percentage continues a list: "48 percent from the field and 36 percent from deep"."""
    between = text.lower[last:at]
    return (
        "and" in between[-3:] and not text.within(last, at) and not any(is_verb(w) and w != "shooting" for w in between)
    )


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
