"""Comparisons of the two sides in a count: "won the rebounding battle , 43 - 34", "outrebounded the Bulls by nine"."""

from collections.abc import Iterator

from boxscribe.checking.counting import units
from boxscribe.checking.discourse import Reference, Role
from boxscribe.checking.grammar import is_passive
from boxscribe.checking.pairs import Pair, find_pairs
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.scores import DASH, number_verdict
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import to_number

_SIGNS = {"more": 1, "less": -1, "fewer": -1}
_STOPS = frozenset([".", ",", "and", "while", ";"])
BEFORE = 9  # tokens before a pair in which a word says that the sides are compared


class Comparisons:
    """The reader of comparisons."""

    family = "comparison"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.comparisons
        self._topics = PhraseIndex(cues.topics)
        self._better = PhraseIndex.of(cues.better)
        self._verbs = PhraseIndex(cues.verbs)
        sides = [name for name, kind in domain.kinds.items() if kind.score]
        self._units = units(domain, sides[0]) if sides else {}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        if len(reading.world.competitors) != 2:
            return
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                if pair.joint != DASH or reading.clause(pair.first).time in (Time.AHEAD, Time.SEVERAL):
                    continue
                if text.lower[pair.first - 1] == "(":  # "15 points ( 7 - 12 FG ) and 19 rebounds"
                    continue
                start = max(sentence.start, pair.first - BEFORE)
                verb = self._verbs.first(text.lower, start, pair.first)
                better = verb or self._better.first(text.lower, start, min(sentence.end, pair.second + 4))
                type = verb.value if verb else self._topic(reading, sentence.start, pair)
                if better is not None and type is not None:
                    subject = self._subject(reading, sentence.start, better.start)
                    if verb and is_passive(text.lower, sentence.start, verb.start):
                        yield from self._passive(reading, verb, subject)
                        subject = None
                    yield from self._judge(reading, pair, type, subject)
            for verb in self._verbs.find(text.lower, *sentence):
                yield from self._margin(reading, verb.start, verb.end, sentence.end, verb.value)
            for at in range(sentence.start, sentence.end - 2):
                if text.lower[at + 1] in _SIGNS:
                    yield from self._more(reading, at, sentence.end)

    def _passive(self, reading: Reading, verb: Found, subject: Reference | None) -> Iterator[Verdict]:
        """ "were outrebounded": the subject has less."""
        world = reading.world
        other = world.opponent(subject.entity) if subject is not None and subject.entity is not None else None
        if subject is None or subject.entity is None or other is None:
            return
        own, theirs = world.number(subject.entity, verb.value), world.number(other, verb.value)
        if own is None or theirs is None:
            return
        cells = (*world.cells(subject.entity, verb.value), *world.cells(other, verb.value))
        yield Verdict(
            verb.start, verb.end, self.family, ErrorType.WORD,
            VerdictStatus.SUPPORTED if own < theirs else VerdictStatus.CONTRADICTED, world.name(subject.entity),
            " ".join(reading.text.tokens[verb.start : verb.end]), f"{own:g} - {theirs:g}", cells,
        )  # fmt: skip

    def _more(self, reading: Reading, at: int, end: int) -> Iterator[Verdict]:
        """ "recording ten more assists than the Bulls , while committing six less turnovers"."""
        text, world = reading.text, reading.world
        number = to_number([text.lower[at]])
        lengths = (length for length in (3, 2, 1) if text.lower[at + 2 : at + 2 + length] in self._units)
        length = next(lengths, None)
        if number is None or length is None or reading.clause(at).time in (Time.AHEAD, Time.SEVERAL):
            return
        than = next((i for i in range(at + 2 + length, min(end, at + 4 + length)) if text.lower[i] == "than"), None)
        named = next(iter(text.within(than, min(end, than + 4))), None) if than is not None else None
        teams = {*world.competitors.values()}
        if (than is None and text.lower[at + 2 + length] not in _STOPS) or (named and named.entity not in teams):
            return
        subject = self._subject(reading, text.sentence(at).start, at)
        other = world.opponent(subject.entity) if subject is not None and subject.entity is not None else None
        if subject is None or subject.entity is None or other is None or (than is not None and named is None):
            return
        type = self._units[text.lower[at + 2 : at + 2 + length]]
        own, theirs = world.number(subject.entity, type), world.number(other, type)
        if own is not None and theirs is not None:
            true = own - theirs if _SIGNS[text.lower[at + 1]] > 0 else theirs - own
            cells = (*world.cells(subject.entity, type), *world.cells(other, type))
            said = " ".join(text.tokens[at : at + 2 + length])
            yield number_verdict(reading, at, at + 1, self.family, number, true, subject.entity, said, cells)

    def _topic(self, reading: Reading, start: int, pair: Pair) -> str | None:
        """The last topic before the pair, or right after it."""
        lower = reading.text.lower
        before = [found.value for found in self._topics.find(lower, start, pair.first)]
        after = self._topics.first(lower, pair.second + 1, pair.second + 6)
        return before[-1] if before else after.value if after else None

    def _subject(self, reading: Reading, start: int, before: int) -> Reference | None:
        teams = {*reading.world.competitors.values()}
        named = [r for r in reading.text.within(start, before) if r.entity in teams and r.role is not Role.OBJECT]
        return named[-1] if named else None

    def _judge(self, reading: Reading, pair: Pair, type: str, subject: Reference | None) -> Iterator[Verdict]:
        """The numbers in the order of their size; if they are right, the better side has the higher one."""
        world = reading.world
        numbers = {team: world.number(team, type) for team in world.competitors.values()}
        true = {team: number for team, number in numbers.items() if number is not None}
        if len(true) != 2:
            return
        order = sorted(true, key=lambda team: true[team], reverse=pair.numbers[0] >= pair.numbers[1])
        said = f"{pair.numbers[0]} - {pair.numbers[1]}"
        for at, number, team in zip((pair.first, pair.second), pair.numbers, order, strict=True):
            cells = world.cells(team, type)
            yield number_verdict(reading, at, at + 1, self.family, number, true[team], team, said, cells)
        best = max(true, key=lambda team: true[team])
        if subject is not None and subject.is_name and sorted(pair.numbers) == sorted(true.values()):
            right = true[best] == true.get(subject.entity if subject.entity is not None else -1)
            cells = tuple(c for team in true for c in world.cells(team, type))
            yield Verdict(
                subject.start, subject.end, self.family, ErrorType.NAME,
                VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, world.name(best),
                " ".join(reading.text.tokens[subject.start : subject.end]), world.name(best), cells,
                repair="" if right else world.name(best),
            )  # fmt: skip

    def _margin(self, reading: Reading, start: int, end: int, stop: int, type: str) -> Iterator[Verdict]:
        """ "outrebounded the Bulls by nine"."""
        text, world = reading.text, reading.world
        subject = self._subject(reading, text.sentence(start).start, start)
        by = next((at + 1 for at in range(end, min(end + 6, stop - 1)) if text.lower[at] == "by"), None)
        number = to_number([text.lower[by]]) if by is not None else None
        if by is None or number is None or subject is None or subject.entity is None:
            return
        opponent = world.opponent(subject.entity)
        own, theirs = world.number(subject.entity, type), world.number(opponent, type) if opponent is not None else None
        if own is not None and theirs is not None and opponent is not None:
            cells = (*world.cells(subject.entity, type), *world.cells(opponent, type))
            said = " ".join(text.tokens[start : by + 1])
            true = theirs - own if is_passive(text.lower, text.sentence(start).start, start) else own - theirs
            yield number_verdict(reading, by, by + 1, self.family, number, true, subject.entity, said, cells)
