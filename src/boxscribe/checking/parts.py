"""Counts of a part of the game ("24 points in the first quarter") and of a part of a side ("the bench scored 30")."""

from boxscribe.checking.counting import Count
from boxscribe.checking.discourse import DiscourseModel, Reference
from boxscribe.checking.grammar import PREPOSITIONS, is_verb
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.world import World
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import parse_sum
from boxscribe.tables.table import Cell

_DIRECTLY = 4  # tokens between a unit and the part of the game that it is about
_AFTER = 4  # tokens between a unit and the lineup: "from their bench"
_BEFORE = 4  # tokens between a lineup and its number: "bench contributed just"
_OTHERS = frozenset([",", "with", "and", "to", "by", "in", "on"])  # after which another one is the subject
_OWN = frozenset(["his", "their", "its", "her"])


class PartScores:
    """What a side scored in a part of the game, by `cues.periods.scores`."""

    def __init__(self, domain: Domain) -> None:
        parts = domain.cues.parts
        self._parts = PhraseIndex({phrase: name for name, phrases in parts.items() for phrase in phrases})
        self._scores = {part: parse_sum(cells) for part, cells in domain.cues.periods.scores.items()}
        self._type = {name: kind.score for name, kind in domain.kinds.items() if kind.score}

    def score(self, world: World, entity: int, type: str, part: str, used: list[Cell]) -> float | None:
        """The score of a side in a part; None for other types, entities and parts."""
        if self._type.get(world.entity(entity).kind) != type or part not in self._scores:
            return None
        return self._scores[part].value(world.condition_cells(entity), used)

    def direct(self, text: DiscourseModel, count: Count) -> str:
        """The part of the game that follows a count ("24 points in the first quarter"), or nothing."""
        end = min(text.sentence(count.start).end, count.unit + _DIRECTLY + 1)
        found = self._parts.first(text.lower, count.unit, end)
        if found is None or {",", "and", "but"}.intersection(text.lower[count.unit : found.start]):
            return ""
        return found.value

    def is_whole(self, text: DiscourseModel, count: Count) -> bool:
        """Whether a count is the total that a part is taken from: "12 of his 20 points in the third quarter"."""
        at = count.start
        return at > 1 and text.lower[at - 1] in _OWN and text.lower[at - 2] == "of"


class Lineups:
    """Parts of a side that have totals of their own, by `cues.lineups`: types whose label is "points of the bench"."""

    def __init__(self, domain: Domain) -> None:
        lineups = domain.cues.lineups
        self._words = PhraseIndex({word: name for name, words in lineups.items() for word in words})
        self._types = {
            (tuple(about.unit.split()), lineup): type
            for type, about in domain.derived.items()
            for lineup in lineups
            if about.label == f"{about.unit} of the {lineup}"
        }

    def type(self, reading: Reading, count: Count, bearer: Reference) -> tuple[int, str] | None:
        """The side and the type of its lineup that a count is about, if any."""
        text = reading.text
        lineup = self._before(text, count) or self._after(text, count)
        type = self._types.get((count.words, lineup)) if lineup else None
        if type is None or bearer.entity is None:
            return None
        side = reading.world.competitors.get(reading.world.side(bearer.entity))
        return None if side is None else (side, type)

    def _before(self, text: DiscourseModel, count: Count) -> str:
        """ "the bench 's 22 points", "the Hawks bench contributed only 22 points"."""
        start = max(text.sentence(count.start).start, count.start - _BEFORE - 1)
        for found in self._words.find(text.lower, start, count.start):
            between = text.lower[found.end : count.start]
            off = "off" in text.lower[max(start, found.start - 2) : found.start]  # "came off the bench"
            governor = text.lower[max(start, found.start - 2)]  # "led the bench"
            subject = not between or not (is_verb(governor) or governor in PREPOSITIONS)
            if text.lower[found.end : found.end + 1] == ("-",):  # "a bench - leading 15 points"
                continue
            if not off and subject and not _OTHERS.intersection(between):
                return found.value
        return ""

    def _after(self, text: DiscourseModel, count: Count) -> str:
        """ "49 points from their bench"."""
        end = min(text.sentence(count.start).end, count.unit + _AFTER)
        if text.lower[count.unit : count.unit + 1] != ("from",):
            return ""
        found = self._words.first(text.lower, count.unit + 1, end)
        return found.value if found else ""
