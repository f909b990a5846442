"""Counts whose unit or bearer is stated elsewhere: "14 turnovers , while committing just 12 of their own", "nine and
six points , respectively"."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence

from boxscribe.checking.counting import Count
from boxscribe.checking.discourse import DiscourseModel, Reference, Span
from boxscribe.checking.grammar import POSSESSIVES, Role
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.tables.cues import Cues
from boxscribe.text.numbers import Number, find_numbers

_OWN = frozenset(["their", "his", "its", "her"])
_STOPS = frozenset([",", ".", ";", "and", "while", "but", ")"])
_GOING_ON = frozenset(["in", "over", "without", "with", "batters", "hitters", "through", "--", "on", "during", "to"])
_JOINED = frozenset([",", "and"])
_RESPECTIVELY = 4  # tokens after a unit


class Ellipses:
    """Finds the counts of a text that leave their unit out."""

    def __init__(self, score: tuple[str, ...], units: Collection[tuple[str, ...]], cues: Cues) -> None:
        """`score`: the unit that a number has after a verb such as "scored", and after "with"; `units`: all units."""
        self._units = units
        self._verb_units = {verb: tuple(unit.split()) for verb, unit in cues.verb_units.items()}
        self._score, self._verbs = score, frozenset(cues.score)
        self._adds = PhraseIndex.of(cues.adds)
        self._rounded, self._topics = frozenset(cues.rounded), PhraseIndex(cues.topics)

    def find(self, text: DiscourseModel, counts: Sequence[Count]) -> Iterator[Count]:
        """The further counts of a text, given those with a unit."""
        taken = {at for count in counts for at in range(count.start, count.end)}
        numbers = [number for number in find_numbers(text.tokens) if number.start not in taken]
        following = {count.start: count for count in counts}
        before: Count | None = None
        position = 0
        for number in numbers:
            sentence = text.sentence(number.start)
            while position < len(counts) and counts[position].unit <= number.start:
                if counts[position].words[-1] not in self._rounded:
                    before = counts[position]
                position += 1
            same = before if before is not None and before.start >= sentence.start else None
            words = self._unit(text, sentence, number, same, following)
            if words:
                yield Count(number.start, number.end, number.value, number.end, words)

    def _unit(
        self, text: DiscourseModel, sentence: Span, number: Number, before: Count | None, counts: Mapping[int, Count]
    ) -> tuple[str, ...]:
        lower = text.lower
        after = lower[number.end : min(number.end + 3, sentence.end)]
        previous = lower[number.start - 1] if number.start > sentence.start else ""
        if self._verb_units and (not after or after[0] in _STOPS or after[0] in _GOING_ON):
            return self._of_verb(lower, sentence.start, number.start)
        listed = counts.get(number.end + 1)
        if after[:1] == ("and",) and listed and "respectively" in lower[listed.unit : listed.unit + _RESPECTIVELY]:
            return listed.words
        if before is not None:
            if number.value > 1 and after[:1] == ("of",) and after[1:2] and after[1] in _OWN and after[2:] == ("own",):
                return before.words
            name = text.tokens[number.end + 1][:1].isupper() if number.end + 1 < sentence.end else False
            if after[:1] == ("from",) and name:
                return before.words
            named = text.within(max(sentence.start, number.start - 6), number.start)[-1:]
            if previous == "(" and after[:1] == (")",):
                beside = bool(named) and named[0].end == number.start - 1
                return self._score if beside else self._unit_before(lower, sentence.start, number.start - 1)
            if named and named[0].end == number.start and lower[named[0].start - 1] in ("to", "the") and after[:1]:
                return before.words if after[0] in _STOPS else ()
            if previous in POSSESSIVES and after[:1] and after[0] in _STOPS:
                return before.words
        topic = self._topics.first(
            lower, max(sentence.start, number.start - 5), number.start
        )  # "in rebounding with 16"
        if previous == "with" and after[:1] and after[0] in _STOPS:  # "led the team in turnovers , with five"
            words = self._unit_before(lower, sentence.start, number.start - 2)
            if words and lower[number.start - 2] == "," and lower[number.start - 3 - len(words)] == "in":
                return words
        verb = previous in self._verbs or (previous == "with" and not before and not topic)
        listed_points = before is not None and before.words[-1:] == self._score[-1:]
        verb = verb or (
            listed_points and self._adds.first(lower, max(sentence.start, number.start - 2), number.start) is not None
        )
        if (
            verb
            and after[:1]
            and after[0] in _STOPS - {")"}
            and "respectively" not in lower[number.end : number.end + 8]
        ):
            return self._score
        return ()

    def _of_verb(self, lower: Sequence[str], start: int, end: int) -> tuple[str, ...]:
        """The unit that a verb before a number implies: "struck out six"."""
        if end - 1 > start and lower[end - 1] in ("just", "only"):
            end -= 1
        verbs = (" ".join(lower[max(start, end - length) : end]) for length in (2, 1))
        return next((self._verb_units[verb] for verb in verbs if verb in self._verb_units), ())

    def _unit_before(self, lower: Sequence[str], start: int, end: int) -> tuple[str, ...]:
        """The unit that ends at a position: "assists ( seven )"."""
        lengths = (length for length in (3, 2, 1) if end - length >= start)
        return next((u for length in lengths if (u := tuple(lower[end - length : end])) in self._units), ())


def respective(
    text: DiscourseModel, counts: Sequence[Count], start: int = 0, end: int | None = None
) -> dict[int, Reference]:
    """The start of a count → its bearer, of counts that "respectively" distributes over the names before them."""
    found: dict[int, Reference] = {}
    starts = [count.start for count in counts]
    for at in range(start, len(text.lower) if end is None else end):
        if text.lower[at] != "respectively":
            continue
        sentence = text.sentence(at)
        listed: list[Count] = []
        for count in reversed(counts[bisect_left(starts, sentence.start) : bisect_left(starts, at)]):
            if listed and not _JOINED.issuperset(text.lower[count.unit : listed[0].start]):
                break
            listed.insert(0, count)
        if len(listed) > 1:
            names = [r for r in text.within(sentence.start, listed[0].start) if r.is_name and r.role is not Role.OBJECT]
            if len(listed) <= len(names):
                found |= {c.start: name for c, name in zip(listed, names[-len(listed) :], strict=True)}
    return found
