"""Scores of parts of the game: "outscored the Bulls 29 - 18 in the first quarter", "a 31 - 22 lead after one"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.discourse import Reference
from boxscribe.checking.grammar import DETERMINERS, Role, is_passive
from boxscribe.checking.pairs import Pair, find_pairs
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.scores import DASH, number_verdict
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import parse_sum
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import to_number

NOT_SUMS = frozenset(["than", "least", "most", "as", "by", "his", "to"])  # "15 of his 29 points", "up to ten points"
STOPS = frozenset(["while", ";", "but"])
MOMENTS = frozenset(["halftime", "half", "the", "intermission"])  # first words of "the break" and the like
UNTIMED = frozenset(["mark", "since", "next"])  # with these, a score is not one of a whole part
TAKES = frozenset(["taking", "giving", "building", "gave", "took"])
AFTER = 9  # tokens after a score in which the part of the game is named
AROUND = 5  # tokens around a score in which a word says that it is a lead


class PeriodScore(NamedTuple):
    """What a side and its opponent scored in a part of the game."""

    side: int
    other: int
    own: float
    theirs: float
    cells: tuple[Cell, ...]


class Periods:
    """The reader of scores of parts of the game."""

    family = "period"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.periods
        self._outscore = PhraseIndex.of(cues.outscore)
        scores = {} if domain.cues.running else cues.scores  # a score is the one after a play, not that of a part
        self._scores = {part: parse_sum(cells) for part, cells in scores.items()}
        self._parts = PhraseIndex({w: part for part, words in domain.cues.parts.items() for w in words})
        self._until = PhraseIndex({w: part for part, words in cues.until.items() for w in words})
        self._leads = dict.fromkeys(cues.ahead, True) | dict.fromkeys(cues.behind, False)
        units = {kind.types[kind.score].unit for kind in domain.kinds.values() if kind.score}
        self._units = {form for unit in units for form in (unit, unit.removesuffix("s"))}
        self._wins = frozenset(cues.wins)
        self._no_sums, self._hold = frozenset(cues.other), frozenset(domain.cues.hold)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if not self._scores or len(reading.world.competitors) != 2:
            return
        text = reading.text
        for sentence in text.sentences:
            taken: list[tuple[int, int]] = []
            for verb in self._outscore.find(text.lower, *sentence):
                stop = next((at for at in range(verb.end, sentence.end) if text.lower[at] in STOPS), sentence.end)
                stop = self._next_lead(text.lower, verb.end, stop)
                taken.append((verb.start, stop))
                yield from self._outscored(reading, verb, stop)
            for pair in find_pairs(text.lower, *sentence):
                read = any(start <= pair.first < end for start, end in taken)
                if pair.joint == DASH and not read and reading.clause(pair.first).time in (Time.GAME, Time.PART):
                    yield from self._lead(reading, pair)
            for at in range(sentence.start, sentence.end - 3):
                if not any(start <= at < end for start, end in taken):
                    yield from self._points(reading, at)

    def _next_lead(self, lower: Sequence[str], start: int, end: int) -> int:
        """Where a lead that a score leads to begins: "29 - 18 in the first quarter , to take an 11 - point lead"."""
        part = next((found.end for found in self._parts.find(lower, start, end)), end)
        return next((at for at in range(part, end) if lower[at] == "to" or lower[at] in TAKES), end)

    def _score(self, reading: Reading, part: str, side: int | None) -> PeriodScore | None:
        teams = list(reading.world.competitors.values())
        if side not in teams or side is None:
            return None
        other = next(team for team in teams if team != side)
        used: list[Cell] = []
        own = self._scores[part].value(reading.world.condition_cells(side), used)
        theirs = self._scores[part].value(reading.world.condition_cells(other), used)
        return None if own is None or theirs is None else PeriodScore(side, other, own, theirs, tuple(used))

    def _subject(self, reading: Reading, start: int, before: int) -> Reference | None:
        """The side that a statement is about."""
        teams = {*reading.world.competitors.values()}
        named = [r for r in reading.text.within(start, before) if r.entity in teams]
        subjects = [r for r in named if r.role is not Role.OBJECT] or named
        return subjects[-1] if subjects else None

    def _side(self, reading: Reading, start: int, before: int) -> int | None:
        """The side that a score is about; any, where none is named: the numbers are in the order of their size."""
        subject = self._subject(reading, start, before)
        return subject.entity if subject else next(iter(reading.world.competitors.values()))

    def _outscored(self, reading: Reading, verb: Found, stop: int) -> Iterator[Verdict]:
        """ "outscored the Bulls 29 - 18 in the first quarter", "by 11 in the fourth"."""
        text = reading.text
        sentence = text.sentence(verb.start)
        following = self._parts.find(text.lower, verb.end, stop)
        parts = [*dict.fromkeys(found.value for found in following if found.value in self._scores)]
        if not parts:
            earlier = self._parts.find(text.lower, sentence.start, verb.start)
            parts = [f.value for f in earlier if f.value in self._scores and text.lower[f.start] not in MOMENTS][-1:]
        several = reading.clause(verb.start).time in (Time.SEVERAL, Time.AHEAD)
        if several or not UNTIMED.isdisjoint(text.lower[verb.end : stop]):  # "from the six - minute mark"
            return
        subject = self._subject(reading, sentence.start, verb.start)
        score = self._score(reading, parts[0], subject.entity) if len(parts) == 1 and subject else None
        if subject is None or score is None:
            return
        object = next(iter(text.within(verb.end, min(stop, verb.end + 5))), None)
        if object is not None and not all(word in DETERMINERS for word in text.lower[verb.end : object.start]):
            object = None
        if object is not None and object.entity == subject.entity and not subject.is_name:  # "they" are the others
            score = PeriodScore(score.other, score.side, score.theirs, score.own, score.cells)
            object = None
        if is_passive(text.lower, sentence.start, verb.start):  # "were outscored 29 - 18"
            score = PeriodScore(score.other, score.side, score.theirs, score.own, score.cells)
            object = None
        pairs = find_pairs(text.lower, verb.end, stop)
        pair = next((p for p in pairs if p.joint == DASH and text.lower[p.first - 1] != "("), None)
        by = next((at + 1 for at in range(verb.end, stop - 1) if text.lower[at] == "by"), stop)
        margin = to_number([text.lower[by]]) if by < stop else None
        names = self._wrong_names(reading, subject, object, score, pair)
        if names:
            yield from names
        elif score.own <= score.theirs:
            yield self._word(reading, verb.start, verb.end, False, score)
        else:
            yield self._word(reading, verb.start, verb.end, True, score)
        if margin is not None and (pair is None or by < pair.first):
            said = " ".join(text.tokens[verb.start : by + 1])
            true = abs(score.own - score.theirs)
            yield number_verdict(reading, by, by + 1, self.family, margin, true, score.side, said, score.cells)
        elif pair is not None:
            yield from self._pair(reading, pair, score)

    def _wrong_names(
        self, reading: Reading, subject: Reference, object: Reference | None, score: PeriodScore, pair: Pair | None
    ) -> list[Verdict]:
        """The names that a clause has to change: one of the same side twice, or both if that repairs the score."""
        if object is None or not object.is_name:
            return []
        if object.entity == subject.entity:
            wrong = [object] if score.own > score.theirs or not subject.is_name else [subject]
        elif object.entity == score.other and subject.is_name and score.own < score.theirs and pair is not None:
            fits = max(pair.numbers) == score.theirs and min(pair.numbers) == score.own
            wrong = [subject, object] if fits else []
        else:
            wrong = []
        found = []
        for reference in wrong:
            true = reading.world.name(score.other if reference.entity == score.side else score.side)
            said = " ".join(reading.text.tokens[reference.start : reference.end])
            name, wrong_status = ErrorType.NAME, VerdictStatus.CONTRADICTED
            start, end = reference.start, reference.end
            found.append(Verdict(start, end, "name", name, wrong_status, true, said, true, score.cells, repair=true))
        return found

    def _pair(self, reading: Reading, pair: Pair, score: PeriodScore) -> Iterator[Verdict]:
        """Two numbers in the order of the sides or of their size, whichever fits better."""
        orders = [((score.side, score.own), (score.other, score.theirs))]
        orders.append((orders[0][1], orders[0][0]))
        first_is_higher = pair.numbers[0] >= pair.numbers[1]
        orders.sort(key=lambda order: (order[0][1] >= order[1][1]) != first_is_higher)
        fits = [sum(n == true for n, (_, true) in zip(pair.numbers, order, strict=True)) for order in orders]
        order = orders[1] if fits[1] > fits[0] else orders[0]
        said = f"{pair.numbers[0]} - {pair.numbers[1]}"
        for at, number, (side, true) in zip((pair.first, pair.second), pair.numbers, order, strict=True):
            yield number_verdict(reading, at, at + 1, self.family, number, true, side, said, score.cells)

    def _lead(self, reading: Reading, pair: Pair) -> Iterator[Verdict]:
        """ "led 50 - 40 at halftime", "a 31 - 22 lead after one quarter", "a 28 - 27 first quarter"."""
        text = reading.text
        sentence = text.sentence(pair.first)
        end = min(sentence.end, pair.second + 1 + AFTER)
        direct = self._parts.at(text.lower, pair.second + 1, sentence.end) or self._won(reading, pair)
        if direct is not None and direct.value in self._scores:
            score = self._score(reading, direct.value, self._side(reading, sentence.start, pair.first))
            if score is not None:
                yield from self._pair(reading, pair, score)
            return
        start = max(sentence.start, pair.first - AROUND)
        near = range(start, min(sentence.end, pair.second + 1 + AROUND))
        cue = next((at for at in near if text.lower[at] in self._leads), None)
        if cue is None or text.lower[min(pair.second + 1, sentence.end - 1)] in self._no_sums:
            return
        until = self._until_near(reading, pair.first, pair.second + 1, end)
        side = self._side(reading, sentence.start, pair.first)
        score = self._score(reading, until, side) if until else None
        if score is None:
            return
        if sorted(pair.numbers) == sorted((score.own, score.theirs)) and score.own != score.theirs:
            right = self._leads[text.lower[cue]] == (score.own > score.theirs)
            if right:
                yield self._word(reading, cue, cue + 1, True, score)
        yield from self._pair(reading, pair, score)

    def _won(self, reading: Reading, pair: Pair) -> Found | None:
        """The part of "won the first quarter , 30 - 18"."""
        text = reading.text
        sentence = text.sentence(pair.first)
        parts = self._parts.find(text.lower, max(sentence.start, pair.first - AROUND), pair.first)
        for part in parts:
            verb = text.lower[max(sentence.start, part.start - 3) : part.start]
            if {*text.lower[part.end : pair.first]} <= {",", "by", "a"} and not self._wins.isdisjoint(verb):
                return part
        return None

    def _until_near(self, reading: Reading, first: int, start: int, end: int) -> str | None:
        """The point of time of a score: after it, or at the beginning of its clause."""
        lower = reading.text.lower
        following = list(find_pairs(lower, start, end))
        found = self._until.first(lower, start - 1, following[0].first if following else end)
        if found is None:
            found = self._until.first(lower, reading.clause(first).start, first)
        return found.value if found else None

    def _points(self, reading: Reading, at: int) -> Iterator[Verdict]:
        """ "a 38 - point first quarter", "30 points in the third quarter", "a 12 - point lead at halftime"."""
        text = reading.text
        number = to_number([text.lower[at]])
        hyphen = text.lower[at + 1] == "-"
        unit = at + 1 + hyphen
        if number is None or text.lower[unit] not in self._units:
            return
        sentence, time = text.sentence(at), reading.clause(at).time
        part = self._parts.at(text.lower, unit + 1 if hyphen else unit + 3, sentence.end)
        between = text.lower[unit + 1 : unit + 3]
        lead = hyphen and unit + 1 < sentence.end and text.lower[unit + 1] in self._leads
        if lead:
            until = self._until_near(reading, at, unit + 1, min(sentence.end, unit + 1 + AFTER))
        elif part and part.value in self._scores and (hyphen or between in (("in", "the"), ("during", "the"))):
            if text.lower[min(part.end, sentence.end - 1)] in self._leads:  # "a 10 - point first quarter lead"
                return
            until = part.value
        else:
            return
        subject = reading.text.subject(at)
        if subject is None or until is None or time is Time.SEVERAL or text.lower[at - 1] in NOT_SUMS:
            return
        side = subject.entity
        holds = [i for i in range(sentence.start, at) if text.lower[i] in self._hold]
        if side is not None and not lead and holds and not is_passive(text.lower, sentence.start, holds[-1]):
            side = reading.world.opponent(side) if subject.kind == text.group else None
        score = self._score(reading, until, side)
        if score is not None:
            true = abs(score.own - score.theirs) if lead else score.own
            said = " ".join(text.tokens[at : unit + 2])
            yield number_verdict(reading, at, at + 1, self.family, number, true, score.side, said, score.cells)

    def _word(self, reading: Reading, start: int, end: int, right: bool, score: PeriodScore) -> Verdict:
        status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
        words = " ".join(reading.text.tokens[start:end])
        return Verdict(
            start, end, self.family, ErrorType.WORD, status, reading.world.name(score.side), words,
            f"{score.own:g} - {score.theirs:g}", score.cells,
        )  # fmt: skip
