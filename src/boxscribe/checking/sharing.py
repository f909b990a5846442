"""Counts of several entities: "Ann and Bea combined for 35 points", "each had five rebounds", "scored 12 apiece"."""

from collections.abc import Iterator, Sequence

from boxscribe.checking.bearers import joined_names
from boxscribe.checking.counting import Count, find_counts, like, units
from boxscribe.checking.discourse import DiscourseModel, Reference
from boxscribe.checking.grammar import is_verb
from boxscribe.checking.parts import Lineups
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.senses import Senses
from boxscribe.checking.subjects import list_of_names
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.windows import GameWindows
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import is_number

REACH = 25  # tokens from "combined" to the last count of its list
_BREAKS = frozenset(["while", "but", ";", "as", "after", "before", "who", "with"])
_GROUPS = frozenset(["pair", "trio", "duo", "couple"])
_EACH = frozenset(["each", "both"])
_EACH_AFTER = frozenset(["each", "apiece"])
_BEFORE_VERB = frozenset(["have", "had", ",", "all", "then", "also", "that", "both", "each", "to", "only", "just"])


class SharedCounts:
    """The reader of counts that several entities have together, or each."""

    family = "count"

    def __init__(self, domain: Domain) -> None:
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._words: dict[tuple[str, ...], str] = {}
        for words in self._units.values():
            self._words = words | self._words
        several = Senses(domain).words
        self._words = {words: type for words, type in self._words.items() if words not in several}
        self._together = PhraseIndex.of(domain.cues.together)
        self._windows = GameWindows(domain)
        self._lineups = Lineups(domain)
        self._season = PhraseIndex.of(domain.cues.windows.season)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        for count in find_counts(text, self._words):
            if self._is_equal(text, count):
                yield from self._equal(reading, count)
            if reading.clause(count.start).time is not Time.SEVERAL:
                continue
            sentence = text.sentence(count.start)
            if self._windows.last(text.lower, *sentence) or self._season.first(text.lower, *sentence):
                continue
            start = max(sentence.start, count.start - REACH)
            cues = list(self._together.find(text.lower, start, count.start))
            if cues and self._is_list(text, cues[-1].end, count.start):
                yield from self._sum(reading, count, cues[-1].start)
            elif not cues:
                yield from self._each(reading, count, start)

    def _is_equal(self, text: DiscourseModel, count: Count) -> bool:
        """Whether a count is the same of several: "matching 13 - point efforts", "a pair of 15 - point nights"."""
        before = text.lower[max(0, count.start - 2) : count.start]
        same = before[-1:] == ("matching",) or (before[-1:] == ("of",) and before[0] in _GROUPS)
        return same and text.lower[count.end : count.end + 1] == ("-",) and text.lower[count.unit].endswith("s")

    def _equal(self, reading: Reading, count: Count) -> Iterator[Verdict]:
        text = reading.text
        sentence = text.sentence(count.start)
        names = []
        if text.lower[count.unit + 1 : count.unit + 2] == ("from",):
            names = list_of_names(reading, count.unit + 2, count.unit + 5, text.single)
        if len(names) < 2:
            before = [r for r in text.within(sentence.start, count.start) if r.kind == text.single and r.is_name]
            names = joined_names(text, before[-1]) if before else []
        true = [self._true(reading, count, name) for name in names]
        if len(names) > 1 and None not in true and len({name.entity for name in names}) == len(names):
            wrong = next((value for value in true if value != count.number), count.number)
            yield self._verdict(reading, count, names, wrong or 0)

    def _is_list(self, text: DiscourseModel, start: int, end: int) -> bool:
        """Whether nothing but counts stands between "combined" and a count."""
        words = text.lower[start:end]
        verbs = any(is_verb(word) for word in words[2:])  # "combined to score"
        return not verbs and not text.within(start, end) and _BREAKS.isdisjoint(words)

    def _sum(self, reading: Reading, count: Count, cue: int) -> Iterator[Verdict]:
        text = reading.text
        names = list_of_names(reading, count.unit, count.unit + 3, text.single)
        if len(names) < 2 or text.lower[count.unit : count.unit + 1] != ("from",):
            names = self._partners(reading, cue)
        if names:
            true = [self._true(reading, count, name) for name in names]
            if None not in true:
                yield self._verdict(reading, count, names, sum(value or 0 for value in true))
            return
        subject = (
            text.subject(cue) if not any(is_number(w) or w == "other" for w in text.lower[cue - 4 : cue]) else None
        )
        found = self._lineups.type(reading, count, subject) if subject is not None else None
        number = reading.world.number(*found) if found else None
        if found is not None and number is not None and subject is not None:
            side = subject._replace(entity=found[0], name=reading.world.name(found[0]))
            yield self._verdict(reading, count, [side], number, reading.world.cells(*found))

    def _each(self, reading: Reading, count: Count, start: int) -> Iterator[Verdict]:
        """ "Ann and Bea each had five rebounds", "scored 12 points apiece"."""
        lower = reading.text.lower
        before = [at for at in range(start, count.start) if lower[at] in _EACH and lower[at + 1] != "of"]
        after = lower[count.unit : count.unit + 1]
        apiece = lower[count.unit : count.unit + 2] == ("a", "piece")
        if apiece or (after and after[0] in _EACH_AFTER and lower[count.unit + 1 : count.unit + 2] != ("of",)):
            verb = next((at for at in range(count.start - 1, start, -1) if is_verb(lower[at])), count.start)
            names = self._partners(reading, verb)
        elif before and self._is_list(reading.text, before[-1] + 1, count.start):
            names = self._partners(reading, before[-1])
        else:
            return
        true = [self._true(reading, count, name) for name in names]
        if names and None not in true:
            wrong = next((value for value in true if value != count.number), count.number)
            yield self._verdict(reading, count, names, wrong or 0)

    def _partners(self, reading: Reading, verb: int) -> list[Reference]:
        """The entities that a verb has as its subject: names that are joined, or "who" or "they" after such names."""
        text = reading.text
        sentence = text.sentence(verb)
        before = text.within(max(sentence.start, verb - REACH), verb)
        between = text.lower[before[-1].end : verb] if before else ()
        if between[:1] == ("(",) and ")" in between:  # "Ann ( 12 points ) and Bea ( 20 points ) combined"
            between = between[between.index(")") + 1 :]
        if not before or not _BEFORE_VERB.issuperset(_plain(between)):
            return []
        last = before[-1]
        if last.is_name or text.lower[last.start] == "who":
            names = joined_names(text, last)
            return names if len({name.entity for name in names}) == len(names) else []
        if text.lower[last.start] != "they" or sentence.start == 0:
            return []
        earlier = text.within(text.sentence(sentence.start - 1).start, last.start)
        groups = [joined_names(text, r) for r in earlier if r.is_name and r.kind == text.single]
        groups = [group for group in groups if group]
        return max(groups, key=len) if groups else []

    def _true(self, reading: Reading, count: Count, name: Reference) -> float | None:
        type = self._units.get(name.kind, {}).get(count.words)
        return None if type is None or name.entity is None else reading.world.number(name.entity, type)

    def _verdict(
        self, reading: Reading, count: Count, names: Sequence[Reference], true: float, cells: tuple[Cell, ...] = ()
    ) -> Verdict:
        types = [(name.entity or 0, self._units.get(name.kind, {}).get(count.words, "")) for name in names]
        cells = cells or tuple(cell for entity, type in types for cell in reading.world.cells(entity, type))
        right = true == count.number
        return Verdict(
            count.start, count.end, self.family, ErrorType.NUMBER,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, " and ".join(r.name for r in names),
            " ".join(reading.text.tokens[count.start : count.unit]), f"{true:g}", cells,
            repair="" if right else like(reading.text.tokens[count.start], f"{true:g}"),
        )  # fmt: skip


def _plain(words: Sequence[str]) -> list[str]:
    return [word for word in words if not word.endswith("ly")]
