"""Scores and win-loss records: pairs of numbers that belong to the two competitors, or to one of them in brackets."""

from collections.abc import Iterator

from boxscribe.check.pairs import Pair, find_pairs
from boxscribe.check.reading import Reading
from boxscribe.check.scope import Time
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

DASH = ("-",)


class Records:
    """Win-loss records after a name: "the Hawks ( 41 - 9 )", and "improved to 41 - 9"."""

    family = "record"

    def __init__(self, domain: Domain) -> None:
        self._types = domain.cues.record
        self._verbs = frozenset(domain.cues.record_verbs)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if not self._types:
            return
        text = reading.text
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                if pair.joint != DASH or reading.clause(pair.first).time is Time.AHEAD:
                    continue
                entity = self._owner(reading, pair)
                if entity is not None:
                    yield from self._judge(reading, pair, entity)

    def _owner(self, reading: Reading, pair: Pair) -> int | None:
        text, world = reading.text, reading.world
        before = text.lower[max(0, pair.first - 4) : pair.first]
        if text.lower[pair.first - 1 : pair.first] == ("(",):
            if not _closes(text.lower, pair.second + 1):
                return None
            names = [r for r in text.references if r.end == pair.first - 1 and r.is_name]
            entity = names[0].entity if names else None
        elif before and before[-1] in ("to", "at") and any(word in self._verbs for word in before):
            subject = text.subject(pair.first, kinds={world.entity(e).kind for e in world.competitors.values()})
            entity = subject.entity if subject else None
        else:
            return None
        return entity if entity in world.competitors.values() else None

    def _judge(self, reading: Reading, pair: Pair, entity: int) -> Iterator[Verdict]:
        world = reading.world
        true = [world.number(entity, type) for type in self._types]
        if None in true:
            return
        for at, said, now, type in zip((pair.first, pair.second), pair.numbers, true, self._types, strict=True):
            status = VerdictStatus.SUPPORTED if now == said else VerdictStatus.CONTRADICTED
            yield Verdict(
                at,
                at + 1,
                self.family,
                ErrorType.NUMBER,
                status,
                world.name(entity),
                f"{pair.numbers[0]} - {pair.numbers[1]}",
                f"{now:g}",
                world.cells(entity, type),
                repair="" if now == said else f"{now:g}",
            )


def _closes(lower: tuple[str, ...], at: int) -> bool:
    return lower[at : at + 1] in ((")",), (",",))


class FinalScores:
    """The final score: "113 - 107"."""

    family = "score"

    def __init__(self, domain: Domain) -> None:
        self._score = {name: kind.score for name, kind in domain.kinds.items() if kind.score}
        self._verbs = frozenset((*domain.cues.win, *domain.cues.lose))

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = sorted(world.competitors.values())
        true = {team: world.number(team, self._score[world.entity(team).kind]) for team in teams}
        numbers = [number for number in true.values() if number is not None]
        if len(numbers) != 2:
            return
        low = 0.6 * min(numbers)
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                clause = reading.clause(pair.first)
                if pair.joint != DASH or clause.time in (Time.AHEAD, Time.SEVERAL) or text.lower[pair.first - 1] == "(":
                    continue
                near = text.lower[sentence.start : sentence.end]
                exact = sorted(pair.numbers) == sorted(numbers)
                if not exact and (
                    max(pair.numbers) < low
                    or not self._verbs.intersection(near)
                    or (clause.time is Time.PART and clause.part != "part")
                ):
                    continue
                expected = (
                    (max(numbers), min(numbers)) if pair.numbers[0] >= pair.numbers[1] else (min(numbers), max(numbers))
                )
                for at, said, now in zip((pair.first, pair.second), pair.numbers, expected, strict=True):
                    status = VerdictStatus.SUPPORTED if said == now else VerdictStatus.CONTRADICTED
                    team = next(team for team in teams if true[team] == now)
                    yield Verdict(
                        at,
                        at + 1,
                        self.family,
                        ErrorType.NUMBER,
                        status,
                        world.name(team),
                        f"{pair.numbers[0]} - {pair.numbers[1]}",
                        f"{now:g}",
                        world.cells(team, self._score[world.entity(team).kind]),
                        repair="" if said == now else f"{now:g}",
                    )


class Results:
    """Who won: "the Hawks defeated the Bulls", "a loss to the Bulls"."""

    family = "result"

    def __init__(self, domain: Domain) -> None:
        self._win, self._lose = frozenset(domain.cues.win), frozenset(domain.cues.lose)
        self._score = {name: kind.score for name, kind in domain.kinds.items() if kind.score}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = list(world.competitors.values())
        scores = {team: world.number(team, self._score[world.entity(team).kind]) or 0 for team in teams}
        if len(teams) != 2 or len(set(scores.values())) != 2:
            return
        winner = max(teams, key=lambda team: scores[team])
        for at, word in enumerate(text.lower):
            if word not in self._win and word not in self._lose:
                continue
            clause = reading.clause(at)
            if clause.time in (Time.AHEAD, Time.SEVERAL, Time.OTHER) or (
                clause.time is Time.PART and clause.part != "part"
            ):
                continue
            sentence = text.sentence(at)
            subject = next((r for r in reversed(text.within(sentence.start, at)) if r.entity in teams), None)
            object = next((r for r in text.within(at + 1, min(at + 7, sentence.end)) if r.entity in teams), None)
            if subject is None or object is None or subject.entity == object.entity:
                continue
            claims_win = word in self._win
            if text.lower[at - 1] in ("were", "was", "been") and text.lower[at + 1 : at + 2] == ("by",):
                claims_win = not claims_win
            right = claims_win == (subject.entity == winner)
            yield Verdict(
                at,
                at + 1,
                self.family,
                ErrorType.WORD,
                VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
                subject.name,
                f"{subject.name} {word} {object.name}",
                f"{world.name(winner)} won",
                tuple(c for team in teams for c in world.cells(team, self._score[world.entity(team).kind])),
            )
