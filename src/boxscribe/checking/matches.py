"""Two members with the same count: "Bea matched Ann 's scoring total", "equaled Ann 's point total"."""

from collections.abc import Iterator

from boxscribe.checking.counting import units
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.subjects import subject_of
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

_VERBS = frozenset(["matched", "matching", "equaled", "equaling", "equalled", "equalling"])
_OWNED = frozenset(["'s", "'", "’s", "’"])
_TOTALS = frozenset(["total", "totals", "output", "tally"])
REACH = 3  # tokens between the owner of a total and the word for it


class Matches:
    """The reader of totals that are said to be equal."""

    family = "comparison"

    def __init__(self, domain: Domain) -> None:
        kinds = [name for name, kind in domain.kinds.items() if not kind.score]
        topics = domain.cues.topics
        self._types = {}
        for kind in kinds:
            names = {" ".join(words): type for words, type in units(domain, kind).items()}
            singular = {name.removesuffix("s"): type for name, type in names.items()}
            self._types[kind] = PhraseIndex(singular | names | topics)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        for at, word in enumerate(text.lower):
            owner = next(iter(text.within(at + 1, at + 2)), None) if word in _VERBS else None
            if owner is None or owner.kind not in self._types or text.lower[owner.end : owner.end + 1] == ():
                continue
            named = owner.is_name and text.lower[owner.end] in _OWNED
            if named and reading.clause(at).time in (Time.GAME, Time.PART):
                yield from self._judge(reading, at, owner.end, owner.kind, owner.entity)

    def _judge(self, reading: Reading, at: int, end: int, kind: str, owner: int | None) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        last = min(text.sentence(at).end, end + 1 + REACH)
        total = next((i for i in range(end + 1, last) if text.lower[i] in _TOTALS), None)
        topic = self._types[kind].first(text.lower, end + 1, total) if total is not None else None
        subject = subject_of(reading, at, at + 1, kind)
        if topic is None or subject is None or subject.entity is None or owner is None:
            return
        mine, theirs = (world.number(entity, topic.value) for entity in (subject.entity, owner))
        if mine is None or theirs is None:
            return
        right = mine == theirs and subject.entity != owner
        same = "the same player" if subject.entity == owner else f"{mine:g} and {theirs:g}"
        yield Verdict(
            at, end, self.family, ErrorType.WORD, VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
            world.name(subject.entity), " ".join(text.tokens[at : (total or end) + 1]), "" if right else same,
            world.cells(subject.entity, topic.value) + world.cells(owner, topic.value),
        )  # fmt: skip
