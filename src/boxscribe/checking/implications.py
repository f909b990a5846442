"""Words that imply how the game went for a side: "bounce back" after a loss, "in the win", "in front of their home
crowd". They are judged by the conditions that the description declares."""

from collections.abc import Iterator, Sequence

from boxscribe.checking.discourse import Reference, Role
from boxscribe.checking.grammar import COPULAS, Phrase, is_verb
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import all_hold, parse_condition
from boxscribe.tables.table import Cell

OTHER_GAMES = (Time.OTHER, Time.SEVERAL)
GIVE = frozenset(["gave", "give", "gives", "giving"])
NEGATIONS = frozenset(["n't", "unable", "preventing", "prevented", "chances", "hopes"])
PARTIAL = frozenset("from with to on at of offensively defensively shooting offense defense offenses".split())
BEFORE = 6  # tokens before a phrase in which a word can take it back: "unable to come away with the win"


class Implications:
    """The reader of implications; what cannot be computed is no claim."""

    family = "implication"

    def __init__(self, domain: Domain) -> None:
        self._implications = domain.cues.implications
        texts = {*domain.text_types, domain.side}
        self._conditions = {
            name: [parse_condition(condition, texts) for condition in implication.holds]
            for name, implication in self._implications.items()
        }
        self._phrases = {
            when: PhraseIndex(
                {w: name for name, one in self._implications.items() if one.when == when for w in one.words}
            )
            for when in ("ahead", "game", "any")
        }
        self._denied = frozenset(domain.cues.denied)
        self._nouns, self._enters = frozenset(domain.cues.nouns), PhraseIndex.of(domain.cues.enters)
        result = domain.cues.result
        self._of_result = {n for n, one in self._implications.items() if any(result in c.split() for c in one.holds)}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        for clause in reading.clauses:
            for when, phrases in self._phrases.items():
                if when == "any" or (clause.time is Time.AHEAD if when == "ahead" else clause.time not in OTHER_GAMES):
                    yield from self._of_clause(reading, clause, phrases)

    def _of_clause(self, reading: Reading, clause: Clause, phrases: PhraseIndex) -> Iterator[Verdict]:
        lower = reading.text.lower
        for found in phrases.find(lower, clause.start, clause.end):
            passive = found.start > clause.start and lower[found.start - 1] in COPULAS and is_verb(lower[found.start])
            if not passive and not self._is_denied(lower, clause.start, found):
                of_side = self._implications[found.value].of_side
                team = self._side(reading, found) if of_side else self._team(reading, found)
                if team is not None:
                    yield from self._judge(reading, found, team)

    def _is_denied(self, lower: Sequence[str], start: int, found: Found) -> bool:
        """Whether the words before a phrase take it back: "unable to come away with the win"; a result is taken back by
        any negation of its clause: "did n't have enough offense late to prevail with the win"."""
        if not self._denied.isdisjoint(lower[max(start, found.start - BEFORE) : found.start]):
            return True
        if "after" in (lower[start], lower[max(start, found.start - 1)]):  # of the game before: "after a tough loss"
            return True
        if found.value in self._of_result and self._enters.first(
            lower, start, found.start
        ):  # "came in with a bad loss"
            return True
        if lower[found.start - 1 : found.start] == ("that",) or lower[found.end : found.end + 2] == ("before", "this"):
            return True  # "makes that road win look better", "had a few days off before this game"
        negated = any(word in NEGATIONS or word.endswith("n’t") for word in lower[start : found.start])
        return negated and found.value in self._of_result

    def _judge(self, reading: Reading, found: Found, team: int) -> Iterator[Verdict]:
        world, tokens = reading.world, reading.text.tokens
        used: list[Cell] = []
        right = all_hold(self._conditions[found.value], world.condition_cells(team), used)
        if right is not None:
            status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
            words, expected = " ".join(tokens[found.start : found.end]), self._implications[found.value].holds
            yield Verdict(
                found.start, found.end, self.family, ErrorType.WORD, status, world.name(team), words,
                "" if right else f"not: {', '.join(expected)}", tuple(used),
            )  # fmt: skip

    def _team(self, reading: Reading, found: Found) -> int | None:
        """The side that the phrase is about: that of the nearest name before it, or of the first one after it."""
        text, world = reading.text, reading.world
        sentence = text.sentence(found.start)
        receiver = self._receiver(reading, found)
        if receiver is not None:
            return receiver
        before = [r for r in text.within(sentence.start, found.start) if r.entity is not None]
        if before and self._is_unclear(reading, found, before):
            return None
        if before and "for" in text.lower[sentence.start : sentence.start + 2]:  # "As for the Bulls , their effort"
            before = before[:1]
        subjects = [r for r in before if r.role is not Role.OBJECT] or before
        after = [r for r in text.within(found.end, sentence.end) if r.entity is not None and r.role is not Role.OBJECT]
        reference = subjects[-1] if subjects else after[0] if after else text.subject(found.start)
        if reference is None or reference.entity is None:
            return None
        return world.competitors.get(world.side(reference.entity))

    def _is_unclear(self, reading: Reading, found: Found, before: Sequence[Reference]) -> bool:
        """Whether "their" may be the other side: "beat the Bulls on their home court"; or a player is meant alone: "he
        will look to bounce back"."""
        lower, last = reading.text.lower, before[-1]
        if lower[found.start] in ("their", "its"):
            here = last.start >= reading.clause(found.start).start and "on" in lower[last.end : found.start]
            return here and last.role is Role.OBJECT and last.is_name
        return self._implications[found.value].when == "ahead" and lower[last.start] in ("he", "she")

    def _side(self, reading: Reading, found: Found) -> int | None:
        """The side that the phrase describes: "the struggling Bulls", "the Bulls have been struggling"."""
        text, world = reading.text, reading.world
        sentence = text.sentence(found.start)
        named = next(iter(text.within(found.end, min(sentence.end, found.end + 1))), None)
        if named is not None:
            return named.entity if named.entity in world.competitors.values() else None
        if found.end < sentence.end and (text.lower[found.end] in PARTIAL or text.lower[found.end] in self._nouns):
            return None
        before = [r for r in text.within(sentence.start, found.start) if r.role is not Role.OBJECT]
        last = before[-1] if before else None
        outside = any(r.entity is None for r in text.within(sentence.start, found.start))
        return last.entity if last and not outside and last.entity in world.competitors.values() else None

    def _receiver(self, reading: Reading, found: Found) -> int | None:
        """The side of "a big win for the Bulls" and "gave the Bulls a big win"."""
        text, teams = reading.text, {*reading.world.competitors.values()}
        sentence = text.sentence(found.start)
        after = next(iter(text.within(found.end, min(sentence.end, found.end + 3))), None)
        if after is not None and after.entity in teams and text.lower[found.end] == "for":
            return after.entity
        nearest = next(iter(reversed(text.within(sentence.start, found.start))), None)
        if nearest is None or nearest.entity not in teams:
            return None
        at = Phrase(text.lower, nearest.start, nearest.end, *sentence).governor(())
        aside = text.lower[nearest.end : found.start] == (",",) and at >= sentence.start
        if aside and text.lower[at] == "for" and at > sentence.start:  # "but unfortunately for the Bulls , it was"
            return nearest.entity
        return nearest.entity if at >= sentence.start and text.lower[at] in GIVE else None
