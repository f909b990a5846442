"""Who won: "the Hawks defeated the Bulls", "a loss to the Bulls", and the sides that such a clause names."""

from collections.abc import Iterator

from boxscribe.checking.discourse import Reference
from boxscribe.checking.grammar import DETERMINERS, Role
from boxscribe.checking.pairs import find_pairs
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell

BEFORE = 6  # tokens before a verb in which a word can take it back
REACH = 8  # tokens after a verb in which the name of its object begins


class Results:
    """The reader of results."""

    family = "result"

    def __init__(self, domain: Domain) -> None:
        self._phrases = PhraseIndex(dict.fromkeys(domain.cues.win, "win") | dict.fromkeys(domain.cues.lose, "loss"))
        self._is_running = domain.cues.running is not None  # sentences about the result report plays, too
        self._denied = frozenset(domain.cues.denied)
        self._score = {name: kind.score for name, kind in domain.kinds.items() if kind.score}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = list(world.competitors.values())
        scores = {team: world.number(team, self._score[world.entity(team).kind]) or 0 for team in teams}
        if len(teams) != 2 or len(set(scores.values())) != 2:
            return
        winner = max(teams, key=lambda team: scores[team])
        cells = tuple(c for team in teams for c in world.cells(team, self._score[world.entity(team).kind]))
        for sentence in text.sentences:
            for found in self._phrases.find(text.lower, *sentence):
                if self._is_this_game(reading, found, sorted(scores.values())):
                    yield from self._judge(reading, found, winner, cells)

    def _is_this_game(self, reading: Reading, found: Found, scores: list[float]) -> bool:
        """By its clause, or by its score: then a side that does not play is a wrong name."""
        clause, text = reading.clause(found.start), reading.text
        if clause.time is Time.GAME or (clause.time is Time.PART and clause.part == "part"):
            return True
        pairs = find_pairs(text.lower, *text.sentence(found.start))
        times = (Time.OTHER, Time.SEVERAL, Time.PART) if self._is_running else (Time.OTHER,)
        return clause.time in times and any(sorted(pair.numbers) == scores for pair in pairs)

    def _judge(self, reading: Reading, found: Found, winner: int, cells: tuple[Cell, ...]) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        sentence = text.sentence(found.start)
        teams = {*world.competitors.values()}
        kinds = {world.entity(team).kind for team in teams}
        begin = max(reading.clause(found.start).start, found.start - BEFORE)
        if not self._denied.isdisjoint(text.lower[begin : found.start]):  # "did n't have enough to beat the Bulls"
            return
        subject = self._subject(reading, found, kinds)
        object = next(iter(text.within(found.end, min(found.end + REACH, sentence.end))), None)
        if subject is None or object is None or not self._follows(reading, found, object):
            return
        if object.kind not in kinds:
            yield from self._member(reading, found, subject, object, winner, cells)
            return
        claims_win = found.value == "win"
        if subject.entity in teams and object.entity in teams and subject.entity != object.entity:
            right = claims_win == (subject.entity == winner)
            yield Verdict(
                found.start, found.end, self.family, ErrorType.WORD,
                VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, subject.name,
                f"{subject.name} {' '.join(text.tokens[found.start : found.end])} {object.name}",
                f"{world.name(winner)} won", cells,
            )  # fmt: skip
            return
        loser = next(team for team in teams if team != winner)
        expected = (winner, loser) if claims_win else (loser, winner)
        for reference, other, true in zip((subject, object), (object, subject), expected, strict=True):
            if reference.is_name and reference.entity != true and other.entity == expected[expected[0] == true]:
                yield self._wrong_name(reading, reference, true, cells)

    def _member(
        self,
        reading: Reading,
        found: Found,
        subject: Reference,
        object: Reference,
        winner: int,
        cells: tuple[Cell, ...],
    ) -> Iterator[Verdict]:
        """The name of a member where that of a side stands: "defeated Ann Lee ( 5 - 12 )"."""
        lower = reading.text.lower
        loser = next(team for team in reading.world.competitors.values() if team != winner)
        true = loser if found.value == "win" else winner
        loses = subject.entity in (winner, loser) and subject.entity != true
        pairs = find_pairs(lower, object.end, min(len(lower), object.end + 5))
        if loses and lower[object.end : object.end + 1] == ("(",) and any(p.first == object.end + 1 for p in pairs):
            yield self._wrong_name(reading, object, true, cells)

    def _subject(self, reading: Reading, found: Found, kinds: set[str]) -> Reference | None:
        text = reading.text
        before = text.within(text.sentence(found.start).start, found.start)
        subjects = [r for r in before if r.kind in kinds and r.role in (Role.SUBJECT, Role.AGENT)]
        if not subjects and self._is_running:  # "led the Mets to a 4 - 2 victory over the Brewers"
            named = [r for r in before if r.kind in kinds and r.is_name]
            subjects = named if len({r.entity for r in named}) == 1 else []
        return subjects[-1] if subjects else None

    def _follows(self, reading: Reading, found: Found, object: Reference) -> bool:
        """Whether a name is the object of a verb, with nothing but determiners between."""
        between = reading.text.lower[found.end : object.start]
        return object.is_name and all(word in DETERMINERS or word == "defending" for word in between)

    def _wrong_name(self, reading: Reading, reference: Reference, true: int, cells: tuple[Cell, ...]) -> Verdict:
        world = reading.world
        said = " ".join(reading.text.tokens[reference.start : reference.end])
        return Verdict(
            reference.start, reference.end, "name", ErrorType.NAME, VerdictStatus.CONTRADICTED, world.name(true), said,
            world.name(true), cells, repair=world.name(true),
        )  # fmt: skip
