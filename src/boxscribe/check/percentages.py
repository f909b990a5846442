"""Percentages: "48 percent from the field", against the cell of the area that is named."""

from collections.abc import Iterator

from boxscribe.check.phrases import PhraseIndex
from boxscribe.check.reading import Reading
from boxscribe.check.scope import Time
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

REACH = 8
SLACK = 1.0  # that a percentage with decimals may differ by


class Percentages:
    """The reader of percentages that the description declares as `cues.percentages`."""

    family = "percentage"

    def __init__(self, domain: Domain) -> None:
        self._types = {name: area.types for name, area in domain.cues.percentages.items()}
        self._words = PhraseIndex({word: name for name, area in domain.cues.percentages.items() for word in area.words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        for at, token in enumerate(text.lower[:-1]):
            if text.lower[at + 1] not in ("percent", "%"):
                continue
            try:
                said = float(token)
            except ValueError:
                continue
            clause = reading.clause(at)
            if clause.time in (Time.SEVERAL, Time.AHEAD, Time.OTHER):
                continue
            sentence = text.sentence(at)
            following = next(
                (i for i in range(at + 2, sentence.end) if text.lower[i] in ("percent", "%")), sentence.end
            )
            area = self._words.first(text.lower, at + 2, min(following, at + 2 + REACH))
            subject = text.subject(at)
            if area is None or subject is None or subject.entity is None:
                continue
            entity = self._shooter(reading, at, subject.entity)
            (type,) = self._types[area.value].get(world.entity(entity).kind, ("",))
            true = world.number(entity, type)
            if true is None:
                continue
            right = true == said or ("." in token and abs(true - said) < SLACK)
            status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
            yield Verdict(
                at,
                at + 1,
                self.family,
                ErrorType.NUMBER,
                status,
                world.name(entity),
                f"{token} percent",
                f"{true:g}",
                world.cells(entity, type),
                repair="" if right else f"{true:g}",
            )

    def _shooter(self, reading: Reading, at: int, entity: int) -> int:
        """Who shot: the subject, or the opponent if it was held to the percentage."""
        text, world = reading.text, reading.world
        clause = reading.clause(at)
        sentence = text.sentence(at)
        before = text.lower[max(sentence.start, clause.start - 12) : at]
        if any(word in reading.world.domain.cues.hold for word in before) and entity in world.competitors.values():
            objects = [r for r in text.within(sentence.start, at) if r.entity in world.competitors.values()]
            last = objects[-1].entity if objects else None
            if last is not None and last != entity:
                return last
            opponent = world.opponent(entity)
            return entity if opponent is None else opponent
        return entity
