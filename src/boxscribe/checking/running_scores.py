"""Scores while the game goes on ("made it 7 - 5", "tied it at 5"), against the scores after its plays."""

from collections.abc import Iterator

from boxscribe.checking.counting import like
from boxscribe.checking.pairs import Pair, find_pairs
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.scores import DASH
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import to_number

BEFORE = 6  # tokens before a score in which words for it stand
AFTER = 4  # tokens after it
PLAUSIBLE = 10  # above the highest score: a higher number is rather one of wins or losses

Scores = dict[tuple[int, int], tuple[Cell, ...]]
"""The scores after the plays, the higher number first → the cells of each."""


class RunningScores:
    """The reader of scores that the description declares as `cues.running`: true if some play led to them."""

    family = "running score"

    def __init__(self, domain: Domain) -> None:
        self._cues = domain.cues.running
        words = self._cues.words if self._cues else ()
        self._words, self._ties = PhraseIndex.of(words), PhraseIndex.of(self._cues.ties if self._cues else ())
        self._leads = {(word,) for word in self._cues.leads} if self._cues else set()
        self._results = frozenset(domain.cues.results)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        scores = self._scores(reading)
        if not scores:
            return
        text = reading.text
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                if pair.joint == DASH and self._is_score(reading, pair, sentence.start, sentence.end):
                    yield from self._judge(reading, pair, scores)
            for found in self._ties.find(text.lower, *sentence):
                number = to_number([text.lower[found.end]]) if found.end < sentence.end else None
                if number is not None and text.lower[found.end + 1 : found.end + 2] != ("-",):
                    pair = Pair(found.end, found.end, (number, number), DASH)
                    yield from self._judge(reading, pair, scores)

    def _scores(self, reading: Reading) -> Scores:
        found: Scores = {}
        world = reading.world
        for play in world.of_kind(self._cues.kind) if self._cues else ():
            types = self._cues.types if self._cues else ()
            numbers = [world.number(play, type) for type in types]
            if len(numbers) == 2 and None not in numbers:
                high, low = sorted((int(n) for n in numbers if n is not None), reverse=True)
                found.setdefault((high, low), tuple(c for type in types for c in world.cells(play, type)))
        return found

    def _is_score(self, reading: Reading, pair: Pair, start: int, end: int) -> bool:
        text = reading.text
        if reading.clause(pair.first).time not in (Time.GAME, Time.PART) or text.lower[pair.first - 1] == "(":
            return False
        after = text.lower[pair.second + 1 : min(end, pair.second + 1 + AFTER)]
        if not self._results.isdisjoint(after):
            return False
        first, last = max(start, pair.first - BEFORE), min(end, pair.second + 1 + AFTER)
        return bool(self._words.first(text.lower, first, last))

    def _judge(self, reading: Reading, pair: Pair, scores: Scores) -> Iterator[Verdict]:
        """Both numbers are right if a play led to them; or else the nearest score says which is wrong."""
        high, low = max(pair.numbers), min(pair.numbers)
        if reading.text.lower[pair.second + 1 : pair.second + 2] in self._leads:  # "a 5 - 3 lead": the leader's first
            high, low = pair.numbers
            scores = {score: cells for score, cells in scores.items() if score[0] > score[1]} or scores
        plausible = high <= PLAUSIBLE + max(score[0] for score in scores)
        if not plausible or reading.clause(pair.first).time not in (Time.GAME, Time.PART):
            return

        def distance(score: tuple[int, int]) -> tuple[int, int]:
            return (score[0] != high) + (score[1] != low), abs(score[0] - high) + abs(score[1] - low)

        true = min(scores, key=distance)
        said = " ".join(reading.text.tokens[pair.first : pair.second + 1])
        ordered = true if pair.numbers[0] == high else (true[1], true[0])
        places = [(pair.first, pair.numbers[0], ordered[0]), (pair.second, pair.numbers[1], ordered[1])]
        if pair.first == pair.second:
            places = places[:1] if high != ordered[0] else places[1:]
        for at, number, right in places:
            status = VerdictStatus.SUPPORTED if number == right else VerdictStatus.CONTRADICTED
            yield Verdict(
                at, at + 1, self.family, ErrorType.NUMBER, status, "", said, str(right), scores[true],
                repair="" if number == right else like(reading.text.tokens[at], str(right)),
            )  # fmt: skip
