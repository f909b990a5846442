"""Whom each word of a text speaks of: names, pronouns, and subjects that are carried from sentence to sentence.

In: the tokens of a text and its table; out: `Reference`s in the order of the text, each with its grammatical role, and
for every position the entity that a statement there is about.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.checking.grammar import POSSESSIVES, PREPOSITIONS, RELATIVES, Phrase, Role, is_participle, is_verb
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.unlisted import extended, is_spelling, likeness, unlisted_names
from boxscribe.tables.cues import Cues
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import NO_NAMES, EntityLinker, Gazetteer, Mention
from boxscribe.tables.table import Table
from boxscribe.text.sentences import sentences

__all__ = ["DiscourseModel", "Reference", "Role", "Span"]

ONE = frozenset(["he", "his", "him", "himself"])
MANY = frozenset(["they", "their", "them", "themselves"])
GROUP = frozenset(["team", "squad", "club", "unit"])  # after "the" or "his"
_SENTENCE = 20  # references that are looked at as those of a sentence
_REACH = 100  # references before a statement among which its subject is looked for


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


class _Name(NamedTuple):
    """A name that begins at a known position."""

    end: int
    name: str
    entity: int | None
    kind: str


LONGEST_SENTENCE = 300  # tokens


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
        self._verbs, self._nouns = (
            frozenset((*cues.objects, *cues.hold, *cues.force, *cues.allow)),
            frozenset(cues.nouns),
        )
        self._sides = PhraseIndex({word: side for side, words in cues.sides.items() for word in words})
        self.single = next((name for name, kind in domain.kinds.items() if not kind.score), "")
        self.group = next((name for name, kind in domain.kinds.items() if kind.score), "")
        self.sentences: list[Span] = []
        self.references: list[Reference] = []
        self._focus: dict[str, Reference] = {}
        self._unlisted: set[str] = set()
        self._named: dict[int, None] = {}  # entities
        self._name_words = {word for entity in table.entities for word in entity.name.split()}
        parts = [part for sentence in sentences(tokens) for part in _short(sentence)]
        start = 0
        for part, mentions in zip(parts, EntityLinker(table, domain, gazetteer).link(parts), strict=True):
            span = Span(start, start + len(part))
            named = {}
            for mention in mentions:
                entity = self._whole_name(mention)
                kind = table.entities[entity].kind if entity is not None else min(mention.kinds, default="")
                named[start + mention.start] = _Name(start + mention.end, mention.name, entity, kind)
            self._add_unlisted(span, named)
            self.sentences.append(span)
            for reference in self._references(span, named):
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
        """Whom a statement at a position is about: the nearest reference before it that is no object, in the sentence
        or in those before."""
        last = bisect_left(self._starts, at) - 1
        for number in range(last, max(-1, last - _REACH), -1):
            reference = self.references[number]
            if reference.role is not Role.OBJECT and (not kinds or reference.kind in kinds):
                return reference
        return None

    def _whole_name(self, mention: Mention) -> int | None:
        """The entity of a mention; "Moss" after "Bea Lee-Moss" is rather her than an Ann Moss who was not named yet."""
        entity = mention.likeliest
        if entity is None or mention.end - mention.start > 1:
            return entity
        if entity in self._named:
            return entity
        ending = "-" + mention.name.split()[-1]
        return next((other for other in self._named if self.table.entities[other].name.endswith(ending)), entity)

    def _add_unlisted(self, span: Span, named: dict[int, _Name]) -> None:
        inside = {at for start, name in named.items() for at in range(start, name.end)}
        for start, part in [*named.items()]:
            if part.kind != self.single or part.entity is None or part.end - start > 1:
                continue
            first, end = extended(self.tokens, start, part.end, span.start, inside)
            whole, others = " ".join(self.tokens[first:end]), {*self.tokens[first:end]} - {self.tokens[start]}
            if others and self._name_words.isdisjoint(others):  # "LeBron James" is not James Harden
                del named[start]
                named[first] = _Name(end, whole, self._spelled(whole, self.tokens[start]), self.single)
                inside.update(range(first, end))
        for name in unlisted_names(self.tokens, inside, span.start, span.end, self._unlisted):
            named[name.start] = _Name(name.end, name.name, None, self.single)

    def _spelled(self, name: str, part: str) -> int | None:
        """The entity that a name is likely another spelling of, among those whose names have a part of it."""
        names = {number: entity.name for number, entity in enumerate(self.table.entities)}
        alike = [n for n, other in names.items() if part in other.split() and is_spelling(name, other)]
        return max(alike, key=lambda number: likeness(name, names[number]), default=None)

    def _references(self, span: Span, named: Mapping[int, _Name]) -> Iterator[Reference]:
        at = span.start
        while at < span.end:
            if at in named:
                name = named[at]
                role = self._role(at, name.end, span, named)
                reference: Reference | None = Reference(at, name.end, name.name, name.entity, name.kind, role, True)
            else:
                reference = self._pronoun(at, span)
            if reference is None:
                at += 1
                continue
            yield reference
            at = reference.end
            if reference.is_name and reference.entity is not None:
                self._named[reference.entity] = None
            self._focus["nearest"] = reference
            self._focus[f"nearest {reference.kind}"] = reference
            if reference.role is not Role.OBJECT:
                self._focus[reference.kind] = reference
                if reference.entity is not None:
                    self._focus["any"] = reference

    def _pronoun(self, at: int, span: Span) -> Reference | None:
        word = self.lower[at]
        end = at + 1
        if word in RELATIVES:
            nearest = self._focus.get("nearest")
            if nearest is None or nearest.start < span.start:
                return None
            role = Role.OWNER if word == "whose" else Role.SUBJECT
            return nearest._replace(start=at, end=end, role=role, is_name=False)
        if word in ONE or self._is_noun(at, span):
            antecedent = self._single_before(span)
        elif word in ("former", "latter") and self.lower[max(at - 1, 0)] == "the" and self._stands_alone(end, span):
            antecedent = self._of_pair(first=word == "former")
        elif word in MANY or self._is_group(at, span):
            antecedent = self._affected(span) or self._group_of(self._focus.get("any"))
            antecedent = antecedent or self._focus.get(self.group)
        elif found := self._side(at, span):
            antecedent, end = self._group_on(found.value), found.end
        else:
            return None
        if antecedent is None:
            return None
        role = Role.OBJECT if word in ("him", "them") else self._role(at, end, span, {})
        if word in ("his", "their") and role is Role.SUBJECT:
            role = Role.OWNER
        return Reference(at, end, antecedent.name, antecedent.entity, antecedent.kind, role, False)

    def _single_before(self, span: Span) -> Reference | None:
        """The antecedent of "he": the last subject, or the last one named if no subject is near."""
        subject, nearest = self._focus.get(self.single), self._focus.get(f"nearest {self.single}")
        recent = self.sentences[-2].start if len(self.sentences) > 1 else span.start
        return nearest if subject is None or (nearest and subject.start < recent <= nearest.start) else subject

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
        return not following and not any(word in (",", "(", ")", "and", "of") for word in between)

    def _affected(self, span: Span) -> Reference | None:
        """The group of "a big win for the Hawks , as they", "turnovers killed the Hawks , as they": the only one of a
        sentence whose subject is a thing."""
        inside = [r for r in self.references[-_SENTENCE:] if r.start >= span.start]
        names = [r for r in inside if r.is_name and r.kind == self.group]
        if len(names) != 1 or any(r.role is not Role.OBJECT for r in inside):
            return None
        at = Phrase(self.lower, names[0].start, names[0].end, *span).governor(self._nouns)
        verb = self.lower[at] if at >= span.start else ""
        return names[0] if verb == "for" or (is_verb(verb) and not is_participle(verb)) else None

    def _is_group(self, at: int, span: Span) -> bool:
        if self.lower[at] not in GROUP or at == span.start or self.lower[at - 1] not in ("the", "his", "their"):
            return False
        return at + 1 == span.end or self.lower[at + 1] != "-"  # "his team - high 20 points"

    def _side(self, at: int, span: Span) -> Found | None:
        before = self.lower[at - 1] if at > span.start else ""
        return self._sides.at(self.lower, at, span.end) if before == "the" else None

    def _stands_alone(self, at: int, span: Span) -> bool:
        """Whether no noun follows "the former"."""
        word = self.lower[at] if at < span.end else ""
        return is_verb(word) or word.endswith("ly") or word in ("also", ",", "'s", "", "of", "with", "'", "a", "an")

    def _of_pair(self, first: bool) -> Reference | None:
        """The first or second of the two single entities that were named together last, or else last."""
        names = [r for r in self.references[-40:] if r.is_name and r.kind == self.single]
        for one, other in zip(reversed(names[:-1]), reversed(names[1:]), strict=True):
            between = self.lower[one.end : other.start]
            if "(" in between and ")" in between:
                close = len(between) - between[::-1].index(")")
                between = between[: between.index("(")] + between[close:]
            if "and" in between and not any(is_verb(word) for word in between):
                return one if first else other
        return names[-2 if first else -1] if len(names) > 1 else None

    def _group_of(self, reference: Reference | None) -> Reference | None:
        """The group that a reference belongs to: the only entity of another kind on its side."""
        if reference is None or reference.entity is None or reference.kind == self.group:
            return reference
        return self._group_on(self.table.entities[reference.entity].features.get(self.side, ""))

    def _group_on(self, side: str) -> Reference | None:
        for number, entity in enumerate(self.table.entities):
            if entity.kind == self.group and entity.features.get(self.side) == side:
                return Reference(0, 0, entity.name, number, entity.kind, Role.SUBJECT, False)
        return None

    def _role(self, start: int, end: int, span: Span, named: Mapping[int, _Name]) -> Role:
        coordinated = start - 1 if start > span.start and self.lower[start - 1] in ("and", "&") else None
        previous = self.references[-1] if self.references else None

        def after(at: int) -> int:
            while at < span.end - 1 and self.lower[at] in ("and", ",") and (at + 1) in named:
                at = named[at + 1].end
            return at

        if coordinated is not None and previous and previous.end == coordinated and previous.role is not Role.SUBJECT:
            following = self.lower[end] if end < span.end else ""
            if previous.role is not Role.OBJECT or not is_verb(following):
                return previous.role
        if end < span.end and self._is_attribute(start, end):
            return Role.OBJECT
        single = start in named and named[start].kind == self.single
        phrase = Phrase(self.lower, self._phrase_start(start, span) if single else start, end, *span)
        at = phrase.governor(self._nouns)
        if phrase.is_possessive and at > span.start and self.lower[at] == "," and previous and previous.end == at:
            return Role.OBJECT  # "Ann Lee , the Hawks ' leader ,"
        return phrase.role(self._nouns, self._verbs, after)

    def _phrase_start(self, start: int, span: Span) -> int:
        """Where the name of a side begins that belongs to the noun phrase of a name: "the foot of Hawks point guard
        Ann Lee", "a foul by the Bulls ' Cleo Nash"."""
        previous = self.references[-1] if self.references else None
        if previous is None or previous.kind != self.group or previous.start < span.start:
            return start
        at = Phrase(self.lower, start, start + 1, *span).governor(self._nouns)
        if at == previous.end and (self.lower[at] in POSSESSIVES or (at + 1 < start and self._is_plain(at))):
            at -= 1
        return previous.start if at == previous.end - 1 else start

    def _is_plain(self, at: int) -> bool:
        """Whether a word may stand between the name of a side and "guard": "Hawks point guard Ann Lee"."""
        word = self.lower[at]
        return word.isalpha() and word not in PREPOSITIONS and word != "and" and not is_verb(word)

    def _is_attribute(self, start: int, end: int) -> bool:
        """Whether a name only describes the noun after it: "the Jazz starter", "his Hawks teammates"."""
        word = self.lower[end]
        return (word in self._nouns or word.removesuffix("s") in self._nouns) and not is_verb(word)


def _short(sentence: Sequence[str]) -> Iterator[Sequence[str]]:
    """A sentence, in parts if it is longer than any sentence is, so that the cost stays linear in words."""
    for start in range(0, len(sentence), LONGEST_SENTENCE):
        yield sentence[start : start + LONGEST_SENTENCE]
