"""Whom each word of a text speaks of: names, pronouns, and subjects that are carried from sentence to sentence.

In: the tokens of a text and its table; out: `Reference`s in the order of the text, each with its grammatical role, and
for every position the entity that a statement there is about.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from boxscribe.tables.cues import Cues
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import NO_NAMES, EntityLinker, Gazetteer
from boxscribe.tables.table import Table
from boxscribe.text.sentences import sentences

ONE = frozenset(["he", "his", "him", "himself"])
MANY = frozenset(["they", "their", "them", "themselves"])
GROUP = frozenset(["team", "squad", "club", "unit"])  # after "the" or "his"
DETERMINERS = frozenset(
    ["the", "a", "an", "host", "hosting", "visiting", "rival", "fellow", "-", "both", "their", "his"]
)
PREPOSITIONS = frozenset(
    """against over past than behind besides from to versus vs without at of in on for into around near like alongside
    after before until since between""".split()
)


class Role(Enum):
    """What a name is in its clause."""

    SUBJECT = auto()
    AGENT = auto()  # "led by Ann"
    OWNER = auto()  # "Ann 's 20 points"
    OBJECT = auto()  # "against the Bulls", "defeated the Bulls"


class Reference(NamedTuple):
    """`tokens[start:end]` refer to an entity: of the table, or (`entity` is None) to another one of this name."""

    start: int
    end: int
    name: str
    entity: int | None
    kind: str
    role: Role
    is_name: bool  # and no pronoun


class Span(NamedTuple):
    """`tokens[start:end]`."""

    start: int
    end: int


class DiscourseModel:
    """The references of a text."""

    def __init__(
        self,
        tokens: Sequence[str],
        table: Table,
        domain: Domain,
        gazetteer: Gazetteer = NO_NAMES,
        cues: Cues | None = None,
    ) -> None:
        self.tokens, self.table, self.side = tuple(tokens), table, domain.side
        self.lower = tuple(token.lower() for token in tokens)
        cues = cues or domain.cues
        self._verbs, self._nouns = frozenset(cues.objects), frozenset(cues.nouns)
        self._single = next((name for name, kind in domain.kinds.items() if not kind.score), "")
        self._group = next((name for name, kind in domain.kinds.items() if kind.score), "")
        parts = sentences(tokens)
        linked = EntityLinker(table, domain, gazetteer).link(parts)
        self.sentences: list[Span] = []
        self.references: list[Reference] = []
        focus: dict[str, Reference] = {}
        start = 0
        for part, mentions in zip(parts, linked, strict=True):
            span = Span(start, start + len(part))
            named = {
                start + mention.start: (start + mention.end, mention.name, mention.likeliest, sorted(mention.kinds))
                for mention in mentions
            }
            self.sentences.append(span)
            for reference in self._references(span, named, focus):
                self.references.append(reference)
            start = span.end
        self._starts = [reference.start for reference in self.references]
        self._sentence_starts = [span.start for span in self.sentences]

    def sentence(self, at: int) -> Span:
        """The sentence of a position."""
        return self.sentences[bisect_right(self._sentence_starts, at) - 1]

    def within(self, start: int, end: int) -> list[Reference]:
        """The references that begin in `tokens[start:end]`."""
        return self.references[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def subject(self, at: int, kinds: Collection[str] = ()) -> Reference | None:
        """Whom a statement at a position is about: the nearest reference before it in the sentence that is no object,
        or the subject of the sentences before."""
        sentence = self.sentence(at)
        for reference in reversed(self.within(sentence.start, at)):
            if reference.role is not Role.OBJECT and (not kinds or reference.kind in kinds):
                return reference
        earlier = self.references[: bisect_left(self._starts, sentence.start)]
        return next(
            (r for r in reversed(earlier) if r.role is not Role.OBJECT and (not kinds or r.kind in kinds)), None
        )

    def _references(
        self, span: Span, named: dict[int, tuple[int, str, int | None, list[str]]], focus: dict[str, Reference]
    ) -> Iterator[Reference]:
        at = span.start
        while at < span.end:
            reference = None
            if at in named:
                end, name, entity, kinds = named[at]
                kind = self.table.entities[entity].kind if entity is not None else (kinds or [""])[0]
                reference = Reference(at, end, name, entity, kind, self._role(at, end, span), True)
            else:
                reference = self._pronoun(at, span, focus)
            if reference is None:
                at += 1
                continue
            yield reference
            at = reference.end
            focus["nearest"] = reference
            if reference.role is not Role.OBJECT and reference.entity is not None:
                focus[reference.kind] = reference
                focus["any"] = reference

    def _pronoun(self, at: int, span: Span, focus: dict[str, Reference]) -> Reference | None:
        word = self.lower[at]
        if word in ("who", "whom", "whose", "which"):
            nearest = focus.get("nearest")
            if nearest is None or nearest.start < span.start:
                return None
            role = Role.OWNER if word == "whose" else Role.SUBJECT
            return nearest._replace(start=at, end=at + 1, role=role, is_name=False)
        if word in ONE or self._is_noun(at, span):
            antecedent = focus.get(self._single)
        elif word in ("former", "latter") and self.lower[max(at - 1, 0)] == "the":
            antecedent = self._of_pair(at, span, first=word == "former")
        elif word in MANY or (word in GROUP and at > span.start and self.lower[at - 1] in ("the", "his", "their")):
            antecedent = self._group_of(focus.get("any")) or focus.get(self._group)
        else:
            return None
        if antecedent is None:
            return None
        role = Role.OBJECT if word in ("him", "them") else self._role(at, at + 1, span)
        if word in ("his", "their") and role is Role.SUBJECT:
            role = Role.OWNER
        return Reference(at, at + 1, antecedent.name, antecedent.entity, antecedent.kind, role, False)

    def _is_noun(self, at: int, span: Span) -> bool:
        """Whether a word refers to a single entity by what it is: "the veteran", "the 33 - year - old"."""
        if self.lower[at] not in self._nouns:
            return False
        start = max(span.start, at - 6)
        before = [i for i in range(start, at) if self.lower[i] in ("the", "this")]
        if not before:
            return False
        following = at + 1 < span.end and self.tokens[at + 1][:1].isupper()  # "the veteran Ann Lee"
        between = self.tokens[before[-1] + 1 : at]
        return not following and not any(word in (",", "(", ")", "and", "of", "'s") for word in between)

    def _of_pair(self, at: int, span: Span, first: bool) -> Reference | None:
        """The first or second of the two names that were mentioned last."""
        names = [r for r in self.references if r.is_name and r.start < at]
        return names[-2 if first else -1] if len(names) > 1 else None

    def _group_of(self, reference: Reference | None) -> Reference | None:
        """The group that a reference belongs to: the only entity of another kind on its side."""
        if reference is None or reference.entity is None or reference.kind == self._group:
            return reference
        side = self.table.entities[reference.entity].features.get(self.side)
        for number, entity in enumerate(self.table.entities):
            if entity.kind == self._group and entity.features.get(self.side) == side:
                return Reference(
                    reference.start, reference.end, entity.name, number, entity.kind, reference.role, False
                )
        return None

    def _role(self, start: int, end: int, span: Span) -> Role:
        if end < span.end and self.lower[end] in ("'s", "'", "’s", "’"):
            return Role.OWNER
        at = start - 1
        while at >= span.start and self.lower[at] in DETERMINERS:
            at -= 1
        if at < span.start:
            return Role.SUBJECT
        before = self.lower[at]
        if before == "all" and at > span.start:
            before = self.lower[at - 1]
        if before == "by":
            return Role.AGENT
        return Role.OBJECT if before in PREPOSITIONS or before in self._verbs else Role.SUBJECT
