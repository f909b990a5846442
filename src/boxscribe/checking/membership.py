"""Who belongs to which side: "Ann led the Hawks", "the Hawks ' backcourt of Ann and Bea", and lists of members of one
side that a member of the other side continues ("Cleo added 12 points")."""

from collections.abc import Container, Iterator
from itertools import pairwise

from boxscribe.checking.discourse import Reference, Role
from boxscribe.checking.grammar import DETERMINERS, is_verb
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.subjects import Link, NamedSoFar, find_link, list_of_names, names_joined, subject_of
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

REACH = 14  # tokens from a member to "for" and its side
NEAR = 4  # tokens between a side that owns and the member: "the Hawks ' backcourt duo of"
EARLIER = ("former", "ex", "longtime")  # "former Hawks guard Ann"
OWNED = frozenset(["'s", "'", "’s", "’"])


class Membership:
    """The side that a text states for a member."""

    family = "membership"

    def __init__(self, domain: Domain) -> None:
        leaders = domain.cues.leaders.values()
        self._kinds = dict.fromkeys(leader.kind for leader in leaders)
        self._verbs = PhraseIndex.of(word for leader in leaders for word in (*leader.words, *leader.verbs))
        reached = domain.cues.reached
        self._nouns = frozenset(domain.cues.nouns)
        self._only = PhraseIndex.of(reached.only_other if reached else ())
        self._opposed = frozenset(domain.cues.opposed)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        for kind in self._kinds:
            for clause in reading.clauses:
                if clause.time in (Time.AHEAD, Time.OTHER):
                    continue
                for verb in self._verbs.find(reading.text.lower, clause.start, clause.end):
                    link = find_link(reading, verb, kind)
                    if link is not None:
                        yield from self._judge(reading, link)
                for only in self._only.find(reading.text.lower, clause.start, clause.end):
                    yield from self._only_other(reading, only.start, only.end, kind)
            yield from self._owned(reading, kind)
            yield from self._beside(reading, kind)

    def _judge(self, reading: Reading, link: Link) -> Iterator[Verdict]:
        """The name of the side is wrong if it fits no member; otherwise the members that do not fit it are."""
        world = reading.world
        known = next((member for member in link.members if member.entity is not None), None)
        if link.side is None or not link.side.is_name or known is None:
            return
        if link.side.entity is None:  # a side that does not play here
            known_side = known.entity is not None and reading.world.side(known.entity) in reading.world.competitors
            here = reading.clause(link.side.start).time in (Time.GAME, Time.PART)
            if here and known_side and link.side.kind == reading.text.group:
                yield self._verdict(reading, link.side, known, ErrorType.NAME, False)
            return
        wrong = [member for member in link.members if link.is_other(world, member)]
        if len(wrong) < len(link.members):
            for member in wrong:
                yield self._context(reading, member, link.side)
            yield self._verdict(reading, link.side, known, ErrorType.NAME, True)
        else:
            yield self._verdict(reading, link.side, known, ErrorType.NAME, False)

    def _only_other(self, reading: Reading, start: int, end: int, kind: str) -> Iterator[Verdict]:
        """ "Ann was the only other Hawks player"."""
        side = next((r for r in reading.text.within(end, end + 2) if r.entity is not None and r.kind != kind), None)
        member = subject_of(reading, start, end, kind)
        if side is not None and member is not None and member.is_name:
            link = Link([member], side)
            if link.is_wrong(reading.world):
                yield self._context(reading, member, side)

    def _owned(self, reading: Reading, kind: str) -> Iterator[Verdict]:
        """ "the Hawks ' backcourt of Ann and Bea", "Hawks guard Ann"."""
        text, world = reading.text, reading.world
        sides = {*world.competitors.values()}
        for side in text.references:
            if side.entity not in sides or not side.is_name or reading.clause(side.start).time is Time.AHEAD:
                continue
            if side.start and text.lower[side.start - 1] in EARLIER:
                continue
            owns = side.end < len(text.lower) and text.lower[side.end] in OWNED
            end = side.end + NEAR if owns else side.end + 2
            members = list_of_names(reading, side.end, min(end, text.sentence(side.start).end), kind)
            if not members or members[0].start == side.end:
                continue
            between = text.lower[side.end + owns : members[0].start]
            if not all(word.isalpha() for word in between) or not (owns or between[0] in self._nouns):
                continue
            link = Link(members, side)
            for member in members:
                if link.is_other(world, member):
                    yield self._context(reading, member, side)

    def _beside(self, reading: Reading, kind: str) -> Iterator[Verdict]:
        """ "Ann scored 20 points for the Hawks", "the Hawks got 20 points from Ann", "For the Hawks , Ann led"."""
        text, sides = reading.text, {*reading.world.competitors.values()}
        named = [r for r in text.references if r.is_name]
        for one, other in pairwise(named):
            clause, sentence = reading.clause(other.start), text.sentence(one.start)
            if other.start >= sentence.end or clause.time not in (Time.GAME, Time.PART):
                continue
            between = [word for word in text.lower[one.end : other.start] if word not in DETERMINERS]
            if one.kind == kind and other.entity in sides and between[-1:] == ["for"]:
                near = len(between) <= REACH and self._opposed.isdisjoint(between)
                near = near and not between[-2:][0].endswith("ly")  # "unfortunately for the Hawks"
                if near and one.role is not Role.OBJECT and len(names_joined(reading, one)) == 1:
                    yield from self._judge(reading, Link([one], other))
            elif other.kind == kind and one.entity in sides:
                opening = between == [","] and text.lower[sentence.start] == "for" and one.start <= sentence.start + 2
                if opening or (between[-1:] == ["from"] and one.role is not Role.OBJECT):
                    members = list_of_names(reading, other.start, sentence.end, kind)
                    yield from self._judge(reading, Link(members, one))

    def _context(self, reading: Reading, member: Reference, side: Reference) -> Verdict:
        return self._verdict(reading, member, member, ErrorType.CONTEXT, False, side)

    def _verdict(
        self,
        reading: Reading,
        marked: Reference,
        member: Reference,
        type: ErrorType,
        right: bool,
        side: Reference | None = None,
    ) -> Verdict:
        world = reading.world
        assert member.entity is not None
        team = world.competitors.get(world.side(member.entity))
        true = world.name(team) if team is not None else ""
        said = f"{world.name(member.entity)} of {side.name if side else marked.name}"
        repair = "" if right or type is not ErrorType.NAME else true
        status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
        name = world.name(member.entity)
        cells = world.name_cells(member.entity, team)
        return Verdict(marked.start, marked.end, self.family, type, status, name, said, true, cells, repair=repair)


_LONG_LIST = 6  # members of both sides, in any order


class Lists:
    """Members that continue a list: they belong to the side of the one before, unless a side is named between. One who
    is named again by one name alone takes up what the text said before."""

    family = "list of a side"

    def __init__(self, domain: Domain) -> None:
        self._cues = domain.cues.followers
        leaders = domain.cues.leaders.values()
        self._leads = PhraseIndex.of(word for leader in leaders for word in leader.words)
        self._words = PhraseIndex.of((*self._cues.words, *self._cues.continues) if self._cues else ())
        self._adds = PhraseIndex.of(self._cues.continues if self._cues else ())

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._cues is None:
            return
        named = NamedSoFar(reading, self._cues.kind)
        odd = {member.start: (member, side) for member, side in (*self._between(reading), *self._headings(reading))}
        odd = {at: found for at, found in odd.items() if not self._is_again(named, found[0])}
        for member, side in (*odd.values(), *self._continuing(reading, named, odd)):
            yield self._verdict(reading, member, side)

    def _is_again(self, named: NamedSoFar, member: Reference) -> bool:
        """Whether a member is named again by one name alone: "Lee added nine rebounds to her 20 points"."""
        return member.end - member.start == 1 and named.is_before(member.entity, member.start)

    def _continuing(
        self, reading: Reading, named: NamedSoFar, odd: Container[int]
    ) -> Iterator[tuple[Reference, int | None]]:
        """ "Ann had 20 points . Cleo added 31 points". Those of `odd` are known to belong elsewhere. Where another one
        of the other side follows, the text has turned to that side."""
        assert self._cues is not None
        world, kind = reading.world, self._cues.kind
        last: Reference | None = None
        turned: str | None = None  # the side of the last one who did not belong to the list
        for reference in reading.text.references:
            if reference.kind != kind:
                if reference.is_name:
                    last = None
                continue
            if reference.start in odd or (reference.role is Role.AGENT and self._is_aside(reading, reference)):
                continue
            if reference.entity is None or not reference.is_name or reference.role is Role.OBJECT:
                last = None if reference.entity is None else last
                continue
            if (
                last is not None
                and last.entity is not None
                and world.side(reference.entity) not in (world.side(last.entity), turned)
                and not self._is_again(named, reference)
                and self._continues(reading, reference)
            ):
                yield reference, world.competitors.get(world.side(last.entity))
                turned = world.side(reference.entity)
            else:
                last, turned = reference, None

    def _is_aside(self, reading: Reading, agent: Reference) -> bool:
        """Whether a sentence about another member names an agent: "Ann had 20 points before a foul by Cleo"."""
        before = reading.text.within(reading.text.sentence(agent.start).start, agent.start)
        return any(r.kind == agent.kind and r.role is Role.SUBJECT for r in before)

    def _between(self, reading: Reading) -> Iterator[tuple[Reference, int | None]]:
        """ "Ann had 20 points . Cleo had 31 points . Bea had nine points": one between two of the other side, with no
        side named. Where two follow each other, the text may have turned to the other side, and a long list of both may
        be one of the best of the game."""
        world = reading.world
        for run in self._runs(reading):
            sides = [world.side(member.entity) for member in run if member.entity is not None]
            if len(run) >= _LONG_LIST:
                continue
            for at in range(1, len(run) - 1):
                around = run[at - 1].entity != run[at + 1].entity and sides[at - 1] == sides[at + 1] != sides[at]
                if around and self._begins(reading, run[at]):
                    yield run[at], world.competitors.get(sides[at - 1])

    def _runs(self, reading: Reading) -> Iterator[list[Reference]]:
        """Members that sentences without a side are about, after the last one of a sentence with a side."""
        assert self._cues is not None
        run: list[Reference] = []
        for sentence in reading.text.sentences:
            named = [r for r in reading.text.within(*sentence) if r.is_name]
            members = [r for r in named if r.kind == self._cues.kind and r.role in (Role.SUBJECT, Role.AGENT)]
            members = [r for r in members if r.entity is not None]
            if any(r.kind != self._cues.kind for r in named):
                yield run
                run = members[-1:]
            else:
                run += members
        yield run

    def _begins(self, reading: Reading, member: Reference) -> bool:
        """Whether a sentence about this game, or its part after "while", begins with a name and its verb."""
        text = reading.text
        first = text.sentence(member.start).start == member.start or text.lower[member.start - 1] == "while"
        verb = member.end < len(text.lower) and is_verb(text.lower[member.end])
        return first and verb and reading.clause(member.start).time in (Time.GAME, Time.PART)

    def _headings(self, reading: Reading) -> Iterator[tuple[Reference, int | None]]:
        """ "The Hawks had six players in double figures . Cleo led the way": Cleo is a Hawk."""
        text, world = reading.text, reading.world
        sides = {*world.competitors.values()}
        for heading, sentence in pairwise(text.sentences):
            before, first = text.within(*heading), text.within(*sentence)[:1]
            if not first or not before or not first[0].is_name or first[0].start > sentence.start:
                continue
            member, entities = first[0], {r.entity for r in before}
            only = entities.pop() if len(entities) == 1 else None
            if only is None or only not in sides or before[0].role is Role.OBJECT or member.entity is None:
                continue
            leads = self._leads.at(text.lower, member.end, sentence.end)
            named = any(r.entity in sides for r in text.within(*sentence))
            if leads and not named and member.entity not in sides and world.side(member.entity) != world.side(only):
                yield member, only

    def _verdict(self, reading: Reading, member: Reference, side: int | None) -> Verdict:
        world = reading.world
        assert member.entity is not None
        name, own = world.name(member.entity), world.competitors.get(world.side(member.entity))
        return Verdict(
            member.start, member.end, self.family, ErrorType.CONTEXT, VerdictStatus.CONTRADICTED, name,
            f"{name} of {world.name(side)}" if side is not None else name, world.name(own) if own is not None else "",
            world.name_cells(member.entity, own),
        )  # fmt: skip

    def _continues(self, reading: Reading, reference: Reference) -> bool:
        """Whether a name is the subject of a verb that continues a list, with no side named in its clause."""
        text = reading.text
        clause = reading.clause(reference.start)
        if clause.time not in (Time.GAME, Time.PART):
            return False
        found = self._words.at(text.lower, reference.end, clause.end)
        if found is not None and found.end < clause.end and text.lower[found.end] == "to":  # "added to her total"
            return False
        if found is None and not self._is_joined(reading, reference):
            return False
        sides = {*reading.world.competitors.values()}
        return not any(r.entity in sides for r in text.within(*text.sentence(reference.start)))

    def _is_joined(self, reading: Reading, reference: Reference) -> bool:
        """Whether a name continues the list within its sentence: "Ann added 16 points , while Cleo went 1 - of - 7"."""
        text = reading.text
        start = text.sentence(reference.start).start
        if reference.end >= len(text.lower) or not is_verb(text.lower[reference.end]):
            return False
        before = [r for r in text.within(start, reference.start) if r.is_name and r.kind == reference.kind]
        joined = text.lower[reference.start - 1] == "while" and len(before) > 0
        return joined and self._adds.at(text.lower, before[-1].end, reference.start) is not None
