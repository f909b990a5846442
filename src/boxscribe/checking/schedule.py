"""Days and places: the weekday and the venue of the game, and the next game of each side."""

from collections.abc import Iterator
from datetime import date

from boxscribe.checking.discourse import Reference
from boxscribe.checking.grammar import DETERMINERS, Role, is_participle
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

DAYS = {day.lower(): day for day in "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()}
RECENT = 1  # games of a side before this one that a text may speak of by their weekday
OBJECT_REACH = 3  # tokens of a verb before its object: "play host to"
ENTERS = 3  # tokens before a day in which a side enters the game: "came in to"
ELSEWHEN = frozenset(["last", "previous", "next", "until", "since", "after", "before", "earlier", "past", "this"])


class Weekdays:
    """The day of the game: "on Wednesday", "Friday 's contest"."""

    family = "weekday"

    def __init__(self, domain: Domain) -> None:
        self._type = domain.cues.weekday
        self._into = PhraseIndex.of(domain.cues.enters)
        self._next = domain.cues.next_game.weekday if domain.cues.next_game else ""

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        entity = next((e for e in world.competitors.values() if world.value(e, self._type)), None)
        if entity is None:
            return
        true, named = world.value(entity, self._type) or "", False  # named: the text has said the day of the game
        others = _other_days(reading, self._next)
        for clause in reading.clauses:
            this_game = clause.time in (Time.GAME, Time.PART)
            for at in range(clause.start, clause.end):
                day = DAYS.get(text.lower[at])
                if day is None or not (this_game or self._enters(reading, clause, at)):
                    continue
                if named and day != true and not self._enters(reading, clause, at) and day in (others or DAYS.values()):
                    continue  # that of another game
                if not ELSEWHEN.isdisjoint(text.lower[max(clause.start, at - 4) : at]):
                    continue
                named = named or day == true
                yield record_verdict(reading, at, at + 1, self.family, ErrorType.NAME, day == true, entity, self._type)

    def _enters(self, reading: Reading, clause: Clause, at: int) -> bool:
        """Whether a clause about several games says what a side brings to this one: "came into Friday 's game"."""
        before = reading.text.lower[max(clause.start, at - ENTERS) : at]
        return clause.time is not Time.AHEAD and self._into.first(before, 0, len(before)) is not None


def _other_days(reading: Reading, type: str) -> set[str]:
    """The weekdays of the games around this one, which a text may speak of, too; none if they are not known. `type` is
    that of the record with the weekday of the next game."""
    games = [game for side in reading.world.competitors.values() for game in reading.world.games(side)[:-1][-RECENT:]]
    dates = [game.text("date") for game in games]
    ahead = {reading.world.value(side, type) for side in reading.world.competitors.values()} if games else set()
    return {date.fromisoformat(day).strftime("%A") for day in dates if day} | {day for day in ahead if day}


class Venues:
    """Where the game was played."""

    family = "venue"

    def __init__(self, domain: Domain) -> None:
        self._type, self._names = domain.cues.venue, venue_names(domain)
        self._city_type, self._league = domain.cues.venue_city, domain.league

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        entity = next((e for e in world.competitors.values() if world.value(e, self._type)), None)
        if entity is None:
            return
        for clause in reading.clauses:
            if clause.time in (Time.AHEAD, Time.SEVERAL, Time.OTHER):
                continue
            for found in self._names.find(text.lower, clause.start, clause.end):
                if "from" in text.lower[max(0, found.start - 2) : found.start]:  # "away from the Palace"
                    continue
                right = found.value == world.value(entity, self._type)
                yield record_verdict(
                    reading, found.start, found.end, self.family, ErrorType.NAME, right, entity, self._type
                )
                yield from self._city(reading, found.end, entity)

    def _city(self, reading: Reading, at: int, home: int) -> Iterator[Verdict]:
        """ "at the United Center in Chicago": the city of the side that is at home."""
        text, world = reading.text, reading.world
        named = next(iter(text.within(at, at + 2)), None)
        if named is None or text.lower[at : named.start] != ("in",) or named.kind != text.group or not self._league:
            return
        own = {*self._league.called(world.name(home))}
        right = bool(own & {*self._league.called(named.name)}) or named.name == world.value(home, self._city_type)
        if world.value(home, self._city_type):
            span = named.start, named.end
            yield record_verdict(reading, *span, self.family, ErrorType.NAME, right, home, self._city_type)


def venue_names(domain: Domain) -> PhraseIndex:
    """The venues of a league by all spellings."""
    names = [name for dated in domain.league.venues.values() for name in dated] if domain.league else []
    spellings = {spelling: name.name for name in names for spelling in (name.name, *name.also)}
    return PhraseIndex({form: name for spelling, name in spellings.items() for form in _forms(spelling)})


def _forms(name: str) -> tuple[str, str]:
    """As a text has it, and as a table: "AT & T Center", "AT&T Center"."""
    return name.lower().replace("&", " & ").replace("-", " - "), name.lower()


class NextGames:
    """The next game of a side: opponent, day, home or away."""

    family = "next game"

    def __init__(self, domain: Domain) -> None:
        self._league, self._next = domain.league, domain.cues.next_game
        self._against = PhraseIndex.of(domain.cues.against)
        self._sides = PhraseIndex({w: side for side, words in domain.cues.next_sides.items() for w in words})
        self._home = next((side for side, words in domain.cues.next_sides.items() if "home" in words), "")
        self._hosts = frozenset(word for words in domain.cues.sides.values() for word in words)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._next is None or self._league is None:
            return
        for clause in reading.clauses:
            if clause.time is not Time.AHEAD:
                continue
            for start, end, entity in self._parts(reading, clause):
                part = clause._replace(start=start, end=end)
                if reading.world.has_season and not reading.world.value(entity, self._next.opponent):
                    yield from self._none(reading, part, entity)
                elif reading.world.value(entity, self._next.opponent):
                    yield from self._opponents(reading, part, entity)
                    yield from self._days(reading, part, entity)
                    yield from self._places(reading, part, entity)

    def _parts(self, reading: Reading, clause: Clause) -> Iterator[tuple[int, int, int]]:
        """The parts of a clause, each with the side whose next game it is about: "the Hawks will host the Bulls and the
        Heat will visit Utah" has two."""
        text, world = reading.text, reading.world
        teams = {*world.competitors.values()}
        inside = [r for r in text.within(clause.start, clause.end) if r.entity in teams]
        subjects = [r for r in inside if r.role is not Role.OBJECT or self._is_introduced(reading, r)]
        kinds = {world.entity(team).kind for team in teams}
        before = text.subject(clause.start, kinds)
        if not subjects:
            if before is not None and before.entity in teams and before.entity is not None:
                yield clause.start, clause.end, before.entity
            return
        bounds = [clause.start, *(r.start for r in subjects[1:] if r.role is Role.SUBJECT and r.is_name), clause.end]
        owners = [subjects[0], *(r for r in subjects[1:] if r.role is Role.SUBJECT and r.is_name)]
        for owner, start, end in zip(owners, bounds, bounds[1:], strict=False):
            if owner.entity is not None:
                yield start, end, owner.entity

    def _none(self, reading: Reading, clause: Clause, entity: int) -> Iterator[Verdict]:
        """The opponent of a game to come after the last game of a side: the season would state it."""
        for reference in reading.text.within(clause.start, clause.end):
            if reference.is_name and reference.entity != entity and self._is_team(reading, reference):
                words = " ".join(reading.text.tokens[reference.start : reference.end])
                yield Verdict(
                    reference.start, reference.end, self.family, ErrorType.NAME, VerdictStatus.UNSUPPORTED,
                    reading.world.name(entity), words, "no game to come",
                )  # fmt: skip

    def _is_introduced(self, reading: Reading, reference: Reference) -> bool:
        """Whether a name is what the clause is about: "on deck for Atlanta is"."""
        lower = reading.text.lower
        at = reference.start - 1
        while at > 0 and lower[at] in DETERMINERS:
            at -= 1
        return lower[at] == "for" and ("next" in lower[max(0, at - 3) : at] or "deck" in lower[max(0, at - 3) : at])

    def _opponents(self, reading: Reading, clause: Clause, entity: int) -> Iterator[Verdict]:
        world = reading.world
        assert self._next is not None and self._league is not None
        true = {*self._league.called(world.value(entity, self._next.opponent) or "")}
        own = {*self._league.called(world.name(entity))}
        for reference in reading.text.within(clause.start, clause.end):
            if not reference.is_name or not self._is_team(reading, reference):
                continue
            if reference.entity == entity and not self._is_opponent(reading, reference):
                continue
            meant = {*self._league.called(reference.name)}
            if reference.entity == entity:  # a side does not play itself
                span = reference.start, reference.end
                yield record_verdict(reading, *span, self.family, ErrorType.NAME, False, entity, self._next.opponent)
                continue
            if not meant or meant == own or (own & meant and not true & meant):  # "return to Atlanta"
                continue
            right = bool(true & meant) or reference.name == world.value(entity, self._next.city)
            if true & meant and reading.text.lower[max(0, reference.start - 1)] in ("at", "in"):  # "will be at Utah"
                right = world.value(entity, self._next.side) != self._home
            yield record_verdict(
                reading, reference.start, reference.end, self.family, ErrorType.NAME, right, entity, self._next.opponent
            )

    def _is_opponent(self, reading: Reading, reference: Reference) -> bool:
        """Whether a name stands where the opponent does: "against the Hawks", "take on the Hawks"."""
        lower, end = reading.text.lower, reference.start
        while end > 0 and lower[end - 1] == "the":
            end -= 1
        before = self._against.find(lower, max(0, end - OBJECT_REACH), end)
        return any(found.end == end for found in before)

    def _is_team(self, reading: Reading, reference: Reference) -> bool:
        kinds = {reading.world.entity(team).kind for team in reading.world.competitors.values()}
        return reference.kind in kinds

    def _days(self, reading: Reading, clause: Clause, entity: int) -> Iterator[Verdict]:
        assert self._next is not None
        true = reading.world.value(entity, self._next.weekday)
        for at in range(clause.start, clause.end):
            day = DAYS.get(reading.text.lower[at])
            if day and true:
                yield record_verdict(
                    reading, at, at + 1, self.family, ErrorType.NAME, day == true, entity, self._next.weekday
                )
                yield from self._same_day(reading, at + 1, entity)

    def _same_day(self, reading: Reading, at: int, entity: int) -> Iterator[Verdict]:
        """ "on Friday evening as well": the day of the other side's game, too."""
        assert self._next is not None
        lower, world = reading.text.lower, reading.world
        at += lower[at : at + 1] in (("night",), ("evening",), ("afternoon",))
        other = world.opponent(entity)
        dates = [world.value(side, self._next.date) for side in (entity, other) if side is not None]
        before = [day for day in lower[reading.text.sentence(at - 1).start : at - 2] if day in DAYS]
        if lower[at : at + 2] == ("as", "well") and before and len(dates) == 2 and None not in dates:
            right = dates[0] == dates[1]
            span = at, at + 2
            yield record_verdict(reading, *span, self.family, ErrorType.WORD, right, entity, self._next.weekday)

    def _places(self, reading: Reading, clause: Clause, entity: int) -> Iterator[Verdict]:
        assert self._next is not None
        true = reading.world.value(entity, self._next.side)
        for found in self._sides.find(reading.text.lower, clause.start, clause.end):
            if true and not self._returns(reading, found):
                right = found.value == true
                yield record_verdict(
                    reading, found.start, found.end, self.family, ErrorType.WORD, right, entity, self._next.side
                )

    def _returns(self, reading: Reading, found: Found) -> bool:
        """ "before returning home", "from a road trip", "travel home", "home - and - home", "their hosts": no statement
        about the next game."""
        lower = reading.text.lower
        around = lower[max(0, found.start - 4) : found.end + 4]
        homeward = found.value == "away" and "home" in lower[found.end : found.end + 2]
        returns = "from" in lower[max(0, found.start - 5) : found.start] or homeward
        article = lower[max(0, found.start - 1)] in ("the", "their")
        noun = article and (
            lower[found.start] in self._hosts or is_participle(lower[found.start])
        )  # "the visiting Heat"
        rested = "off" in lower[max(0, found.start - 3) : found.start]  # "a few days off before visiting"
        later = "before" in around and not rested
        won = lower[found.start - 1] in ("straight", "consecutive")  # "won four straight home games"
        return returns or noun or later or won or around.count(lower[found.start]) > 1


def record_verdict(
    reading: Reading, start: int, end: int, family: str, type: ErrorType, right: bool, entity: int, record: str
) -> Verdict:
    """The verdict on words that should be a record of an entity."""
    world = reading.world
    true = world.value(entity, record) or ""
    found = world.record(entity, record)
    games = found.sources.games if found and found.sources else ()
    titles = world.table.meta.get("season", {}).get("games", ())
    return Verdict(
        start, end, family, type, VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, world.name(entity),
        " ".join(reading.text.tokens[start:end]), true, world.cells(entity, record),
        tuple(titles[game] for game in games if game < len(titles)), "" if right else true,
    )  # fmt: skip
