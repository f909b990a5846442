"""Roles: who led whom in what ("paced the bench with 12 points", "a team - high 11 rebounds"), and who came next."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from boxscribe.checking.counting import Count, find_counts, units
from boxscribe.checking.discourse import Reference
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.subjects import NamedSoFar, find_link, is_this_game, names_joined, subject_of
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.world import World
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import all_hold, parse_condition
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import is_number

_TOGETHER = frozenset(["duo", "trio", "tandem", "pair"])
_ARTICLES = frozenset(["the", "all", "a", "bench", "-"])
REACH = 14  # tokens after a phrase in which a count says what is ranked


class Leaders:
    """Who is first, or second, among the entities of a side or of the table."""

    family = "leader"

    def __init__(self, domain: Domain) -> None:
        leaders, texts = domain.cues.leaders, domain.text_types
        self._leaders = leaders
        self._phrases = PhraseIndex({word: name for name, leader in leaders.items() for word in leader.words})
        self._verbs = PhraseIndex({word: name for name, leader in leaders.items() for word in leader.verbs})
        self._highs = PhraseIndex({word: name for name, leader in leaders.items() for word in leader.highs})
        self._context = PhraseIndex({word: name for name, leader in leaders.items() for word in leader.context})
        self._where = {name: [parse_condition(c, texts) for c in leader.where] for name, leader in leaders.items()}
        self._topics = PhraseIndex(domain.cues.topics)
        self._denied = frozenset(domain.cues.denied)
        self._counted = frozenset(word for kind in domain.kinds for words in units(domain, kind) for word in words)
        self._domain = domain

    def read(self, reading: Reading) -> Iterator[Verdict]:
        lower = reading.text.lower
        counts = RankedCounts(reading, self._domain)
        for clause in reading.clauses:
            if not is_this_game(clause):
                continue
            for found in self._phrases.find(lower, clause.start, clause.end):
                yield from self._phrase(reading, counts, found)
            for found in self._highs.find(lower, clause.start, clause.end):
                yield from self._high(reading, counts, found)
            for found in self._verbs.find(lower, clause.start, clause.end):
                yield from self._verb(reading, counts, found)

    def _phrase(self, reading: Reading, counts: "RankedCounts", found: Found) -> Iterator[Verdict]:
        """ "Ann led the team in assists", "Ann led the way with 20 points"."""
        lower, leader = reading.text.lower, self._leaders[found.value]
        before = counts.ending(leader.kind, found.start)  # "her 20 points led all scorers"
        type = counts.type(leader.kind, before) or self._type(reading, counts, found)
        if type is None and lower[found.end : found.end + 1] != ("in",) and not is_number(lower[found.start - 1]):
            type = leader.type
        subject = subject_of(reading, found.start, found.end, leader.kind)
        if subject is not None and subject.is_name and len(names_joined(reading, subject)) > 1:
            return
        yield from self._ranked(reading, found, subject, type)

    def _high(self, reading: Reading, counts: "RankedCounts", found: Found) -> Iterator[Verdict]:
        """ "a team - high 11 rebounds", "a game - high of 20 points", "a team - high scoring total"."""
        leader = self._leaders[found.value]
        topic = self._topics.first(reading.text.lower, found.end, found.end + 2)
        count = counts.first(leader.kind, found.end, found.end + 3)
        if topic is None and count is None:
            return
        end = count.unit if count else found.end
        source = next(iter(reading.text.within(end, end + 4)), None)
        if source and source.kind == leader.kind and reading.text.lower[source.start - 1] in ("from", "by"):
            subject: Reference | None = source
        else:
            subject = subject_of(reading, found.start, found.end, leader.kind)
        type = topic.value if topic else counts.type(leader.kind, count)
        if subject is not None and subject.entity is not None and type is not None:
            yield self._judge(reading, found, subject.entity, type)

    def _verb(self, reading: Reading, counts: "RankedCounts", found: Found) -> Iterator[Verdict]:
        """ "Ann led the Hawks with 20 points", "the Hawks were led by Ann 's 20 points"."""
        leader = self._leaders[found.value]
        link = find_link(reading, found, leader.kind)
        between = reading.text.lower[found.end : link.members[0].start] if link is not None else ()
        if link is not None and len(link.members) > 1 and found.value == "team" and not _TOGETHER.isdisjoint(between):
            yield from self._several(reading, found, link.members)
        if link is None or len(link.members) != 1:
            return
        member = link.members[0]
        if member.start > found.end + 1:  # "led by a strong performance from Ann"
            return
        count = counts.first(leader.kind, min(member.start, found.start), found.start)
        type = counts.type(leader.kind, count) or self._type(reading, counts, found)
        yield from self._ranked(reading, found, member, type)

    def _several(self, reading: Reading, found: Found, members: Sequence[Reference]) -> Iterator[Verdict]:
        """ "The Hawks were led by the duo of Ann and Bea": the best of their side; nothing is said if they are."""
        world, type = reading.world, self._leaders[found.value].type
        entities = [member.entity for member in members if member.entity is not None]
        if len({world.side(entity) for entity in entities}) != 1 or len({*entities}) < len(members):
            return
        side = world.of_kind(self._leaders[found.value].kind, world.side(entities[0]))
        values = sorted((world.number(other, type) or 0 for other in side), reverse=True)
        least = min(entities, key=lambda entity: world.number(entity, type) or 0)
        if (world.number(least, type) or 0) < values[len(entities) - 1]:
            yield self._judge(reading, found, least, type)

    def _ranked(self, reading: Reading, found: Found, subject: Reference | None, type: str | None) -> Iterator[Verdict]:
        if subject is None or subject.entity is None or type is None:
            return
        if not self._leaders[found.value].where:
            group = self._group(reading, found) or self._group_before(reading, found)
            if group is not None:
                if not all_hold(self._where[group], reading.world.condition_cells(subject.entity)):
                    yield from self._outside(reading, subject, group)
                    return
                found = found._replace(value=group)
        if self._where[found.value] and self._is_outside(reading, found, subject.entity):
            yield from self._parts(reading, found, subject.entity, type)
        else:
            yield self._judge(reading, found, subject.entity, type)

    def _is_outside(self, reading: Reading, found: Found, entity: int) -> bool:
        """Whether an entity does not belong to the group of a phrase: "led the bench" of a starter."""
        return all_hold(self._where[found.value], reading.world.condition_cells(entity)) is False

    def _parts(self, reading: Reading, found: Found, entity: int, type: str) -> Iterator[Verdict]:
        """The verdicts on "led" and on "bench", if the phrase names the group: one can be true without the other."""
        group = next(self._context.find(reading.text.lower, found.start, found.end), None)
        verdict = self._judge(reading, found, entity, type)
        if group is None or group.start == found.start:
            yield verdict
            return
        words = " ".join(reading.text.tokens[group.start : group.end])
        holds = ", ".join(self._leaders[found.value].where)
        yield replace(verdict, start=group.start, end=group.end, said=words, expected=f"not: {holds}")
        world, own = reading.world, reading.world.number(entity, type) or 0
        others = world.of_kind(self._leaders[found.value].kind, world.side(entity))
        members = [other for other in others if all_hold(self._where[found.value], world.condition_cells(other))]
        if any((world.number(other, type) or 0) > own for other in members):
            end = next(at for at in range(found.start + 1, group.start + 1) if reading.text.lower[at] in _ARTICLES)
            yield replace(verdict, end=end, said=" ".join(reading.text.tokens[found.start : end]))

    def _outside(self, reading: Reading, subject: Reference, group: str) -> Iterator[Verdict]:
        """The name of one who does not belong to the group that the text speaks of: "The bench was strong . Ann …"."""
        if subject.is_name and subject.entity is not None:
            used: list[Cell] = []
            all_hold(self._where[group], reading.world.condition_cells(subject.entity), used)
            name, holds = reading.world.name(subject.entity), ", ".join(self._leaders[group].where)
            yield Verdict(
                subject.start, subject.end, self.family, ErrorType.CONTEXT, VerdictStatus.CONTRADICTED, name, name,
                f"not: {holds}", tuple(used),
            )  # fmt: skip

    def _group(self, reading: Reading, found: Found) -> str | None:
        """The group that a clause names: "Ann paced the Hawks bench", "the bench was led by Ann"."""
        lower = reading.text.lower
        if lower[found.end : found.end + 1] == ("by",):
            start, end = reading.clause(found.start).start, found.start
        else:
            start, end = found.end, min(found.end + 6, len(lower))
        for group in self._context.find(lower, start, end):
            if "off" not in lower[max(start, group.start - 3) : group.start]:
                return group.value
        return None

    def _group_before(self, reading: Reading, found: Found) -> str | None:
        """The group that the sentence before is about, if it names nobody: "The bench was strong . Ann led the way"."""
        text = reading.text
        sentence = text.sentence(found.start)
        if sentence.start == 0:
            return None
        before = text.sentence(sentence.start - 1)
        group = self._context.first(text.lower, *before)
        if group is None or any(r.kind == self._leaders[group.value].kind for r in text.within(*before)):
            return None
        sides = {*reading.world.competitors.values()}
        named = any(r.entity in sides and r.is_name for r in text.within(*sentence))
        denied = not self._denied.isdisjoint(text.lower[before.start : before.end])  # "the bench did not help"
        return None if named or denied or text.lower[group.end] in self._counted else group.value

    def _judge(self, reading: Reading, found: Found, entity: int, type: str) -> Verdict:
        world, leader = reading.world, self._leaders[found.value]
        others = list(world.of_kind(leader.kind, world.side(entity) if leader.among == "side" else None))
        conditions = self._where[found.value]
        others = [other for other in others if all_hold(conditions, world.condition_cells(other))]
        own = world.number(entity, type) or 0
        better = sum((world.number(other, type) or 0) > own for other in others if other != entity)
        equal = sum((world.number(other, type) or 0) == own for other in others if other != entity)
        right = better < leader.rank <= better + equal + 1 and (not conditions or entity in others)
        best = max(others, key=lambda other: world.number(other, type) or 0, default=entity)
        label = world.domain.kinds[leader.kind].types[type].label
        return Verdict(
            found.start, found.end, self.family, ErrorType.WORD,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
            world.name(entity), " ".join(reading.text.tokens[found.start : found.end]),
            f"{world.name(best)} has the most {label}", (*world.cells(entity, type), *world.cells(best, type)),
        )  # fmt: skip

    def _type(self, reading: Reading, counts: "RankedCounts", found: Found) -> str | None:
        """What is ranked: the topic or the first count after the phrase."""
        end = min(reading.text.sentence(found.start).end, found.end + REACH)
        topic = self._topics.first(reading.text.lower, found.end, min(end, found.end + 6))
        if topic:
            return topic.value
        kind = self._leaders[found.value].kind
        count = counts.first(kind, found.end, end)
        return counts.type(kind, count) if count else None


class Followers:
    """Who came next in a list of entities: "was next with 15 points", "was right behind him"."""

    family = "next in rank"

    def __init__(self, domain: Domain) -> None:
        self._cues = domain.cues.followers
        self._phrases = PhraseIndex.of(self._cues.words) if self._cues else None
        leaders, texts = domain.cues.leaders.values(), domain.text_types
        self._groups = PhraseIndex.of(
            word for leader in leaders for word in (*leader.context, *leader.highs) if leader.where
        )
        groups = [leader for leader in leaders if leader.where]
        self._groups = PhraseIndex.of(word for leader in groups for word in (*leader.context, *leader.highs))
        self._lineups = [[parse_condition(c, texts) for c in leader.where] for leader in groups]
        self._domain = domain

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._cues is None or self._phrases is None:
            return
        kind, lower, world = self._cues.kind, reading.text.lower, reading.world
        counts, named = RankedCounts(reading, self._domain), NamedSoFar(reading, kind)
        # Those who are in a list too early, or take no part: "started for Ann ( knee )".
        aside = {entity for entity in world.of_kind(kind) if world.number(entity, self._cues.type) is None}
        for clause in reading.clauses:
            if not is_this_game(clause):
                continue
            for found in self._phrases.find(lower, clause.start, clause.end):
                subject = subject_of(reading, found.start, found.end, kind)
                count = counts.first(kind, found.end, min(found.end + REACH, reading.text.sentence(found.start).end))
                if subject is None or subject.entity is None or not subject.is_name or count is None:
                    continue
                before = named.last_before(subject.start, aside)
                if before is None or before == subject.entity or world.side(before) != world.side(subject.entity):
                    continue
                verdict = self._judge(reading, found, subject, before, counts.type(kind, count), named)
                if verdict:
                    yield verdict
                if verdict and verdict.status is VerdictStatus.CONTRADICTED:
                    aside.add(subject.entity)

    def _judge(
        self, reading: Reading, found: Found, subject: Reference, before: int, type: str | None, named: NamedSoFar
    ) -> Verdict | None:
        """Wrong after a lower value, and where somebody lies between those who were named and the subject."""
        world, entity = reading.world, subject.entity
        assert entity is not None and self._cues is not None
        if type != self._cues.type:
            return None
        side = list(world.of_kind(self._cues.kind, world.side(entity)))
        value = {other: world.number(other, type) or 0 for other in side}
        missing = [o for o in side if value[o] > value[entity] and not named.is_before(o, subject.start)]
        lineup = self._lineup(world, entity)  # "next" may be meant among the starters
        missing = [o for o in missing if self._lineup(world, o) == lineup or not self._is_apart(reading, named, o)]
        best = max(side, key=lambda other: value[other])
        behind = "behind" in reading.text.lower[found.start : found.end]
        if value[entity] > value[before] or (behind and value[entity] == value[before]):
            status, expected = VerdictStatus.CONTRADICTED, f"{world.name(before)} has {value[before]:g}"
        elif not missing:
            status, expected = VerdictStatus.SUPPORTED, ""
        elif value[before] == value[best] or self._is_chain(value, named, subject.start):
            status, expected = VerdictStatus.CONTRADICTED, f"{world.name(missing[0])} has {value[missing[0]]:g}"
        else:
            return None
        cells = (*world.cells(entity, type), *(c for o in (before, *missing[:1]) for c in world.cells(o, type)))
        words = " ".join(reading.text.tokens[found.start : found.end])
        return Verdict(
            found.start, found.end, self.family, ErrorType.WORD, status, world.name(entity), words, expected, cells
        )

    def _lineup(self, world: World, entity: int) -> list[bool | None]:
        """Whether an entity starts or comes from the bench."""
        return [all_hold(conditions, world.condition_cells(entity)) for conditions in self._lineups]

    def _is_apart(self, reading: Reading, named: NamedSoFar, entity: int) -> bool:
        """Whether the text names an entity first among those of a line-up: "Dot paced the reserves"."""
        at = named.first_of(entity)
        return at is not None and self._groups.first(reading.text.lower, *reading.text.sentence(at)) is not None

    def _is_chain(self, value: dict[int, float], named: NamedSoFar, at: int) -> bool:
        """Whether those named so far are the best of their side, in this order of rank."""
        before = [other for other in value if named.is_before(other, at)]
        least = min((value[other] for other in before), default=0)
        return all(named.is_before(other, at) for other in value if value[other] > least)


class RankedCounts:
    """The counts of a text, by the kind of entity that has them."""

    def __init__(self, reading: Reading, domain: Domain) -> None:
        self._reading, self._domain = reading, domain
        self._found: dict[str, tuple[dict[tuple[str, ...], str], Sequence[Count]]] = {}

    def first(self, kind: str, start: int, end: int) -> Count | None:
        """The first count that begins in `tokens[start:end]`."""
        counts = self._of(kind)[1]
        number = bisect_left(counts, start, key=lambda count: count.start)
        return counts[number] if number < len(counts) and counts[number].start < end else None

    def ending(self, kind: str, at: int) -> Count | None:
        """The count whose unit ends at a position."""
        counts = self._of(kind)[1]
        number = bisect_left(counts, at, key=lambda count: count.start) - 1
        return counts[number] if number >= 0 and counts[number].unit == at else None

    def type(self, kind: str, count: Count | None) -> str | None:
        return self._of(kind)[0].get(count.words) if count else None

    def _of(self, kind: str) -> tuple[dict[tuple[str, ...], str], Sequence[Count]]:
        if kind not in self._found:
            words = units(self._domain, kind)
            counts = sorted(find_counts(self._reading.text, words), key=lambda count: count.start)
            self._found[kind] = words, counts
        return self._found[kind]
