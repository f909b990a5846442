"""Wishes in words: "Jokic, Nuggets defence" → the facts of a table that a plan must have, and early.

A wish names an entity (a part of its name is enough), a subject that the description knows (`planning.subjects`), or
both. What a table cannot fulfil is an `InputError`: somebody who is not in it, somebody who did not play.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from boxscribe.errors import LONGEST_NAME, InputError
from boxscribe.planning.plan import PlannedFact, records_of
from boxscribe.planning.subjects import OPPONENT, SubjectWords, stem
from boxscribe.season.names import person_key
from boxscribe.tables.cells import to_number
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import NamePart, name_forms, name_types
from boxscribe.tables.table import Entity, Table

OPTION = "--focus"
_MOST_WISHES = 20
_MOST_FACTS = 6  # of a wish that names a subject
_FEWEST = 2  # of each entity, where a wish is about several


@dataclass(frozen=True, slots=True)
class Wish:
    """One part of what a user asks for."""

    phrase: str
    facts: tuple[PlannedFact, ...]  # the most important first
    best: bool = False  # whether the best of them will do, as for an entity without a subject


class _Bearer(NamedTuple):
    """A form of a name: how well it identifies entities (the smaller, the better), and these entities."""

    rank: tuple[bool, int, NamePart]
    entities: tuple[Entity, ...]


def find_focus(text: str, table: Table, domain: Domain) -> list[Wish]:
    """The wishes of a text, whose parts are separated by commas.

    >>> from boxscribe.planning.focus import find_focus
    >>> [game] = boxscribe.enrich(boxscribe.simulate("rotowire", seed=1, games=1))
    >>> osborne, shooting = find_focus("Osborne, Surveyors shooting", game, boxscribe.load_domain("rotowire"))
    >>> [(fact.type, fact.value) for fact in shooting.facts]
    [('TEAM-FG_PCT', '44'), ('TEAM-FG3_PCT', '36')]
    """
    parts = [" ".join(part.split()) for part in text.split(",") if part.strip()]
    if not parts:
        raise InputError(f'{OPTION}: names nothing; give names or subjects, such as "{_example(table)}"')
    if len(parts) > _MOST_WISHES:
        raise InputError(f"{OPTION}: has {len(parts):,} parts, and {_MOST_WISHES} are allowed; leave some out")
    reader = _WishReader(table, domain)
    return [reader.read(part) for part in parts]


class _WishReader:
    """Finds entities and subjects of one table."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._table, self._domain = table, domain
        self._subjects = SubjectWords(domain)
        self._names: dict[str, _Bearer] = {}
        known = domain.model_copy(update={"aliases": domain.aliases | domain.cues.aliases})
        size = Counter(entity.kind for entity in table.entities)
        for entity in table.entities:
            for form in name_forms(entity, known):
                # As in the entity linker: "Washington" is a team rather than a player.
                self._add(person_key(form.tokens), entity, (form.part > NamePart.FULL, size[entity.kind], form.part))

    def _add(self, key: str, entity: Entity, rank: tuple[bool, int, NamePart]) -> None:
        known = self._names.get(key)
        if known is None or rank < known.rank:
            self._names[key] = _Bearer(rank, (entity,))
        elif rank == known.rank and entity not in known.entities:
            self._names[key] = _Bearer(rank, (*known.entities, entity))

    def read(self, part: str) -> Wish:
        entity, subject = self._split(part)
        if entity is None:
            facts = self._of_subject(subject)
            if not facts:
                raise InputError(f"{OPTION}: {self._unknown(part)}")
            return Wish(part, tuple(_shared(facts)))
        if not self._played(entity):
            raise InputError(f"{OPTION}: {self._absent(entity)}")
        if not stem(subject):
            return Wish(part, tuple(self._figures(entity)), best=True)
        facts = self._of_entity(entity, subject) or self._of_members(entity, subject)
        if not facts:
            raise InputError(f"{OPTION}: {part:.60}: {self._unknown(subject, entity)}")
        return Wish(part, tuple(facts[:_MOST_FACTS]))

    def _split(self, part: str) -> tuple[Entity | None, str]:
        """The entity with the longest name in some words, and the words around the name."""
        words = part.split()
        for length in range(len(words), 0, -1):
            for start in range(len(words) - length + 1):
                found = self._named(words[start : start + length])
                if found is not None and len(found.entities) > 1:
                    names = " or ".join(f"'{entity.name}'" for entity in found.entities)
                    raise InputError(f"{OPTION}: '{part:.60}' names several; write {names}")
                if found is not None:
                    return found.entities[0], " ".join([*words[:start], *words[start + length :]])
        return None, part

    def _named(self, words: Sequence[str]) -> _Bearer | None:
        name = " ".join(words)
        for spelling in (name, *(name.removesuffix(end) for end in ("'s", "’s", "'", "’"))):
            if (found := self._names.get(person_key(spelling))) is not None:
                return found
        return None

    def _played(self, entity: Entity) -> bool:
        """Whether the table has a number of an entity; derived records can be about its absence."""
        return any(to_number(record.value) is not None for record in entity.records)

    def _figures(self, entity: Entity) -> Iterator[PlannedFact]:
        """The numbers of an entity, those of cells first."""
        names = name_types(entity, self._domain)
        for record in records_of(entity):
            if record.type not in names and to_number(record.value) is not None:
                yield PlannedFact(entity.id, record.type, record.value)

    def _of_entity(self, entity: Entity, subject: str) -> list[PlannedFact]:
        """The facts of an entity about a subject, those of its opponent among them; zeros only if there is no more."""
        found = []
        for type in self._subjects.types_of(subject, entity.kind):
            owners = self._opponents(entity) if type.startswith(OPPONENT) else [entity]
            found += [
                PlannedFact(owner.id, record.type, record.value)
                for owner in owners
                for record in records_of(owner)
                if record.type == type.removeprefix(OPPONENT)
            ]
        found = list(dict.fromkeys(found))
        return [fact for fact in found if to_number(fact.value) != 0] or found

    def _of_members(self, entity: Entity, subject: str) -> list[PlannedFact]:
        """The facts of the best of an entity's side, where the subject is none of the entity's own."""
        side = self._side(entity)
        kinds = [kind for kind in self._domain.kinds if kind != entity.kind]
        return [fact for kind in kinds if side for fact in self._of_leader(kind, side, subject)]

    def _of_subject(self, subject: str) -> list[PlannedFact]:
        """The facts of both sides about a subject, then those of the best of each side."""
        competitors = [kind for kind, about in self._domain.kinds.items() if about.score]
        found = [
            fact for kind in competitors for one in self._table.of_kind(kind) for fact in self._of_entity(one, subject)
        ]
        sides = dict.fromkeys(self._side(entity) for entity in self._table.entities)
        for kind, about in self._domain.kinds.items():
            if kind not in competitors and about.name:
                found += [fact for side in sides for fact in self._of_leader(kind, side, subject)]
        return list(dict.fromkeys(found))

    def _of_leader(self, kind: str, side: str, subject: str) -> list[PlannedFact]:
        """The facts of the one with the highest number about a subject, among those of a kind and side."""
        types = [type for type in self._subjects.types_of(subject, kind) if not type.startswith(OPPONENT)]
        own = [entity for entity in self._table.of_kind(kind) if self._side(entity) == side]
        for type in types:
            ranked = [(number, entity) for entity in own if (number := to_number(entity.value(type) or "")) is not None]
            if ranked:
                return self._of_entity(max(ranked, key=lambda pair: pair[0])[1], subject)
        return []

    def _opponents(self, entity: Entity) -> Iterable[Entity]:
        return (one for one in self._table.of_kind(entity.kind) if self._side(one) != self._side(entity))

    def _side(self, entity: Entity) -> str:
        return entity.features.get(self._domain.side, "")

    def _absent(self, entity: Entity) -> str:
        others = [one for one in self._table.of_kind(entity.kind) if self._played(one)]
        best = " or ".join(f"'{one.name}'" for one in others[:2])
        if self._domain.side:
            return f"{entity.name} did not play in this game; choose somebody who did, such as {best}"
        return f"the table has no figures of {entity.name}; choose another {entity.kind}, such as {best}"

    def _unknown(self, words: str, entity: Entity | None = None) -> str:
        """A sentence about words that mean nothing, or nothing in this table."""
        names = {} if entity is not None else {key: name.entities[0].name for key, name in self._names.items()}
        subjects = {stem(known): known for known in self._subjects.known()}
        if stem(words) in subjects:
            owner = "the table" if entity is None else entity.name
            return f"{owner} has no record about '{words:.40}'; choose another subject"
        known = names | subjects
        close = get_close_matches(person_key(words)[:LONGEST_NAME], known, n=1)
        if close:
            return f"nothing is known of '{words:.40}'; did you mean '{known[close[0]]}'?"
        declared = ", ".join(sorted(self._domain.subjects)) or ", ".join(sorted({*subjects.values()})[:10])
        if entity is not None:
            return f"'{words:.40}' is no subject; known: {declared}"
        what = "game" if self._domain.side else "table"
        kinds = " or ".join(kind for kind, about in self._domain.kinds.items() if about.name)
        return f"'{words:.40}' is not in this {what}; name a {kinds} of it, or a subject ({declared})"


def _shared(facts: Sequence[PlannedFact]) -> list[PlannedFact]:
    """The first facts of each entity, as many of one as of another."""
    each = max(_FEWEST, _MOST_FACTS // len({fact.entity for fact in facts}))
    seen: Counter[str] = Counter()
    found = []
    for fact in facts:
        seen[fact.entity] += 1
        if seen[fact.entity] <= each:
            found.append(fact)
    return found


def _example(table: Table) -> str:
    return ", ".join(entity.name for entity in table.entities[:2])
