"""Scores and win-loss records: pairs of numbers that belong to the two competitors, or to one of them in brackets."""

from collections.abc import Iterator

from boxscribe.checking.grammar import POSSESSIVES
from boxscribe.checking.pairs import Pair, find_pairs
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import to_number, to_words

DASH = ("-",)
AROUND = 6  # tokens around a score in which a word says that it is no final one
FIRST_YEAR = 1900  # "the 2016 - 17 season"
LEAST = 0.6  # of the lower score: a pair below it is the score of a part of the game


class Records:
    """Win-loss records after a name: "the Hawks ( 41 - 9 )", and "improved to 41 - 9"."""

    family = "record"

    def __init__(self, domain: Domain) -> None:
        self._types, self._single_types = domain.cues.record, domain.cues.single_record
        self._verbs = frozenset(domain.cues.record_verbs)
        self._except, self._ahead = PhraseIndex.of(domain.cues.record_exceptions), PhraseIndex.of(domain.cues.ahead)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if not self._types and not self._single_types:
            return
        text = reading.text
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                if pair.joint != DASH or self._is_ahead(reading, pair):
                    continue
                entity = self._owner(reading, pair)
                if entity is not None:
                    yield from self._judge(reading, pair, entity)

    def _is_ahead(self, reading: Reading, pair: Pair) -> bool:
        """Whether a record is that of a game to come: "look to improve to 41 - 9"."""
        text, clause = reading.text, reading.clause(pair.first)
        bracket = text.lower[pair.first - 1] == "("
        return (
            clause.time is Time.AHEAD and not bracket and bool(self._ahead.first(text.lower, clause.start, pair.first))
        )

    def _owner(self, reading: Reading, pair: Pair) -> int | None:
        text, world = reading.text, reading.world
        before = text.lower[max(0, pair.first - 4) : pair.first]
        if text.lower[pair.first - 1 : pair.first] == ("(",):
            if text.lower[pair.second + 1 : pair.second + 2] not in ((")",), (",",)):
                return None
            names = [r for r in text.within(max(0, pair.first - 6), pair.first) if r.is_name]
            between = text.lower[names[-1].end : pair.first - 1] if names else ("",)
            entity = names[-1].entity if names and POSSESSIVES.issuperset(between) else None
        elif before and before[-1] in ("to", "at") and any(word in self._verbs for word in before):
            end = min(text.sentence(pair.first).end, pair.second + 8)
            end = next((at for at in range(pair.second, end) if text.lower[at] in (",", "and", "but")), end)
            if self._except.first(text.lower, pair.second, end):  # "14 - 13 on their home court"
                return None
            subject = text.subject(pair.first, kinds={world.entity(e).kind for e in world.competitors.values()})
            entity = subject.entity if subject else None
        else:
            return None
        single = bool(self._single_types) and text.lower[pair.first - 1] == "("
        return entity if single or entity in world.competitors.values() else None

    def _judge(self, reading: Reading, pair: Pair, entity: int) -> Iterator[Verdict]:
        world = reading.world
        types = self._types if entity in world.competitors.values() else self._single_types
        true = [world.number(entity, type) for type in types]
        said = f"{pair.numbers[0]} - {pair.numbers[1]}"
        for at, number, now, type in zip((pair.first, pair.second), pair.numbers, true, types, strict=False):
            if now is not None and None not in true:
                yield number_verdict(
                    reading, at, at + 1, self.family, number, now, entity, said, world.cells(entity, type)
                )


class FinalScores:
    """The final score: "113 - 107", and the margin of victory: "a six - point win"."""

    family = "score"

    def __init__(self, domain: Domain) -> None:
        self._score = {name: kind.score for name, kind in domain.kinds.items() if kind.score}
        self._results = PhraseIndex.of((*domain.cues.win, *domain.cues.lose, *domain.cues.results))
        self._nouns, self._is_running = frozenset(domain.cues.results), domain.cues.running is not None
        self._partial = PhraseIndex.of(domain.cues.partial)
        self._leads = frozenset((*domain.cues.periods.ahead, *domain.cues.periods.behind, *domain.cues.periods.other))

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = sorted(world.competitors.values())
        scores = [world.number(team, self._score[world.entity(team).kind]) for team in teams]
        if len(teams) != 2 or None in scores:
            return
        true = {team: score for team, score in zip(teams, scores, strict=True) if score is not None}
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                if pair.joint == DASH and self._is_final(reading, pair, true):
                    yield from self._judge(reading, pair, true)
        for clause in reading.clauses:
            if clause.time in (Time.GAME, Time.PART) and (clause.time is Time.GAME or clause.part == "part"):
                yield from self._margin(reading, clause, true)

    def _is_final(self, reading: Reading, pair: Pair, true: dict[int, float]) -> bool:
        text, clause = reading.text, reading.clause(pair.first)
        if clause.time is Time.AHEAD or text.lower[pair.first - 1] == "(":
            return False
        if sorted(pair.numbers) == sorted(true.values()):
            return True
        if self._is_running:
            return clause.time is not Time.OTHER and self._is_stated(reading, pair, true)
        words = text.lower[max(0, pair.first - 1) : pair.second + 3]
        similar = min(pair.numbers) >= LEAST * min(true.values()) and len({*pair.numbers}) == 2
        similar = similar and max(pair.numbers) < FIRST_YEAR and self._leads.isdisjoint(words)
        if (
            similar
            and {*pair.numbers} & {*true.values()}
            and self._results.first(text.lower, *text.sentence(pair.first))
        ):
            return clause.time is not Time.OTHER  # one of two numbers is right: "98 - 94 for its second straight loss"
        if clause.time is Time.SEVERAL:
            return False
        if self._partial.first(
            text.lower, max(clause.start, pair.first - AROUND), min(clause.end, pair.second + AROUND)
        ):
            return False  # "58 - 26 in the paint"
        of_part = clause.time is Time.OTHER or (clause.time is Time.PART and clause.part != "part")
        sentence = text.sentence(pair.first)
        near = text.lower[max(sentence.start, pair.first - 2) : min(sentence.end, pair.second + 5)]
        return (
            not of_part
            and max(pair.numbers) < FIRST_YEAR
            and max(pair.numbers) >= LEAST * min(true.values())
            and min(pair.numbers) >= 0
            and self._leads.isdisjoint(near)
            and self._results.first(text.lower, *sentence) is not None
            and not self._is_earlier(reading, pair, true)
        )

    def _is_earlier(self, reading: Reading, pair: Pair, true: dict[int, float]) -> bool:
        """Whether a score is that of an earlier game of either side: "a 130 - 114 defeat on Thursday".

        The first sentence states the score of the game itself.
        """
        for team in true if reading.text.sentence(pair.first).start else ():
            kind = reading.world.entity(team).kind
            for game in reading.world.games(team):
                scores = [side.number(self._score[kind]) for side in (game, *game.of_kind(kind, opponent=True))]
                if sorted(score for score in scores if score is not None) == sorted(pair.numbers):
                    return True
        return False

    def _is_stated(self, reading: Reading, pair: Pair, true: dict[int, float]) -> bool:
        """Where texts state the score after plays, too, a final score is beside a word for the result, and one of its
        numbers is right: "beat the Tigers 5 - 1"."""
        text, sentence = reading.text, reading.text.sentence(pair.first)
        after = text.lower[pair.second + 1 : min(sentence.end, pair.second + 3)]
        before = self._results.first(text.lower, max(sentence.start, pair.first - AROUND), pair.first)
        noun = not self._nouns.isdisjoint(after)
        beside = noun or (before is not None and len({*pair.numbers}) == 2)
        return beside and not {*pair.numbers}.isdisjoint(true.values())

    def _judge(self, reading: Reading, pair: Pair, true: dict[int, float]) -> Iterator[Verdict]:
        """The higher of the two numbers is the winner's, whoever is named first."""
        world = reading.world
        order = sorted(true, key=lambda team: true[team], reverse=pair.numbers[0] >= pair.numbers[1])
        said = f"{pair.numbers[0]} - {pair.numbers[1]}"
        for at, number, team in zip((pair.first, pair.second), pair.numbers, order, strict=True):
            cells = world.cells(team, self._score[world.entity(team).kind])
            yield number_verdict(reading, at, at + 1, self.family, number, true[team], team, said, cells)

    def _margin(self, reading: Reading, clause: Clause, true: dict[int, float]) -> Iterator[Verdict]:
        """ "a six - point win"."""
        text, world = reading.text, reading.world
        for at in range(clause.start, clause.end - 3):
            if text.lower[at + 1] != "-" or text.lower[at + 2] not in ("point", "run"):
                continue
            number = to_number([text.lower[at]])
            if number is not None and text.lower[at + 3] in self._nouns:
                winner = max(true, key=lambda team: true[team])
                margin = abs(max(true.values()) - min(true.values()))
                cells = tuple(c for team in true for c in world.cells(team, self._score[world.entity(team).kind]))
                said = " ".join(text.tokens[at : at + 4])
                yield number_verdict(reading, at, at + 1, self.family, number, margin, winner, said, cells)


def number_verdict(
    reading: Reading,
    start: int,
    end: int,
    family: str,
    said: float,
    true: float,
    entity: int,
    words: str,
    cells: tuple[Cell, ...],
) -> Verdict:
    """The verdict on a number that should be another one."""
    right = said == true
    digits = reading.text.tokens[start][:1].isdigit() or true < 0 or true != int(true)
    return Verdict(
        start, end, family, ErrorType.NUMBER, VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
        reading.world.name(entity), words, f"{true:g}", cells,
        repair="" if right else f"{true:g}" if digits else to_words(int(true)),
    )  # fmt: skip
