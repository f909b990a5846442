"""A table from the entries of a CSV file: players by side, starters, team lines.

What a team line has is, in this order: what the file about the game gives, a row of the file that names the team, the
row of totals, and the totals of the players.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from boxscribe.errors import InputError
from boxscribe.tables.csv.columns import Header, HeadingIndex
from boxscribe.tables.csv.compute import total, totals_of
from boxscribe.tables.csv.entries import CsvEntry, EntryReader
from boxscribe.tables.csv.game import GameInfo, name_of, sides_of, team_values
from boxscribe.tables.csv.lines import LineReader
from boxscribe.tables.csv.names import likeness, name_values
from boxscribe.tables.csv.sides import ADVICE, assign_sides
from boxscribe.tables.csv.text import Rows
from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.table import Entity, Table

AS_NAME = 2  # the likeness of a text that is a name, and no abbreviation


def build_table(files: Sequence[tuple[str, Rows]], game: GameInfo, domain: Domain) -> tuple[Table, list[str]]:
    """The table of the files of one game, and every guess that was made, as sentences."""
    builder = _Builder(HeadingIndex(domain), game)
    entries = builder.entries(files)
    return builder.table(entries), list(dict.fromkeys(builder.guesses))


@dataclass(slots=True)
class _Row:
    """An entity that is being made."""

    kind: str
    side: str
    entry: CsvEntry
    values: dict[str, str]


class _Builder:
    def __init__(self, index: HeadingIndex, game: GameInfo) -> None:
        self.index, self.domain, self.game = index, index.domain, game
        self.sides = sides_of(self.domain)
        self.guesses: list[str] = []
        if unknown := [side for side in game.sides if side not in self.sides]:
            expected = f"it may have {', '.join(self.sides)}" if self.sides else "its domain has no sides"
            raise InputError(f"{game.place}: [{unknown[0]:.60}] is no section of a file about this game; {expected}")

    def entries(self, files: Sequence[tuple[str, Rows]]) -> list[CsvEntry]:
        """The entries of all files."""
        names = [name for side in self.sides if (name := name_of(self.game, side))]
        reader = LineReader(self.index, lambda text: any(likeness(text, name) >= AS_NAME for name in names))
        made, found = EntryReader(self.domain), []
        for number, (file, rows) in enumerate(files):
            self.guesses += rows.guesses
            first = len(reader.lines)
            try:
                reader.read(rows, number)
                found += made.read(reader.lines[first:], rows.separator)
            except InputError as error:
                raise InputError(f"{file}: {error}" if len(files) > 1 else str(error)) from None
        self.guesses += [sentence for header in reader.headers for sentence in _meanings(header)]
        self.guesses += [*reader.guesses, *made.guesses]
        return found

    def table(self, entries: Sequence[CsvEntry]) -> Table:
        assigned = assign_sides(entries, self.game, self.domain)
        self.guesses += assigned.guesses
        sided = list(zip(entries, assigned.of, strict=True))
        rows = self._rows(sided)
        for side in self.sides or ("",):
            self._mark_starters([row for row in rows if row.side == side], side)
        team = next((name for name, kind in self.domain.kinds.items() if kind.score), "") if self.sides else ""
        entities: list[Entity] = []
        names = []
        for name, kind in self.domain.kinds.items():
            for side in (*self.sides, ""):
                features = FrozenDict({self.domain.side: side} if side else {})
                if name == team and side:
                    own = [entry for entry, of in sided if of == side]
                    if own or self.game.sides.get(side):
                        entity = self._team(name, side, assigned.names[side], own, rows, features)
                        names.append(entity.value(kind.name[-1]) if kind.name else entity.name)
                        entities.append(entity)
                    continue
                found = ((number, row) for number, row in enumerate(rows) if (row.kind, row.side) == (name, side))
                entities += [
                    self._entity(str(number), row.entry.name, name, {**row.values, **row.entry.parts}, features)
                    for number, row in found
                ]
        id = "-".join(filter(None, (self.game.date, *reversed(names))))
        return Table(self.domain.name, id, tuple(entities), meta={"day": self.game.date} if self.game.date else {})

    def _rows(self, sided: Iterable[tuple[CsvEntry, str]]) -> list[_Row]:
        """All entities but the teams; those whose name is in several parts of the file (batting, pitching) once."""
        rows: list[_Row] = []
        first: dict[tuple[str, str, str], _Row] = {}
        for entry, side in sided:
            kind = entry.line.header.kind
            if entry.line.is_total or (self.domain.kinds[kind].score and self.sides):
                continue
            row = first.setdefault((kind, side, entry.name), _Row(kind, side, entry, {}))
            if row.entry is not entry and not row.values.keys().isdisjoint(entry.values):
                row = _Row(kind, side, entry, {})  # another entity of the same name
            row.values |= entry.values
            if row.entry is entry:
                rows.append(row)
            else:
                self.guesses.append(f"rows {row.entry.line.row} and {entry.line.row} are one {kind}: {entry.name}")
        return rows

    def _mark_starters(self, rows: Sequence[_Row], side: str) -> None:
        """Give the starters their position; a position of others makes no record."""
        type, most = self.domain.csv.position, self.domain.csv.starters
        rows = [row for row in rows if type in self.domain.kinds[row.kind].types]
        if not type or not rows:
            return
        of = f"{side}: " if side else ""
        placed = [row for row in rows if row.entry.position and row.values]
        if not most:
            starters = placed
        elif any(row.entry.line.section for row in rows):
            starters = [row for row in rows if row.entry.line.section != "bench"]
        elif most and len(placed) > most:
            starters = placed[:most]
            self.guesses.append(f"{of}the first {most} with a position are the starters")
        else:
            starters = placed
        if not any(row.entry.position for row in starters) and most:
            self.guesses.append(f"{of}no {type} of the starters, for the file has no positions; a column can add them")
        elif len(placed) > len(starters):
            self.guesses.append(f"{of}positions of players who did not start make no {type}")
        for row in starters:
            if row in placed:
                row.values[type] = row.entry.position

    def _team(
        self,
        name: str,
        side: str,
        called: str,
        own: Sequence[CsvEntry],
        rows: Sequence[_Row],
        features: FrozenDict[str, str],
    ) -> Entity:
        kind = self.domain.kinds[name]
        given, left_out = team_values(self.game, side, name, self.index)
        self.guesses += left_out
        values: dict[str, str] = {}
        computed = []
        for type, (of_kind, of) in totals_of(name, kind, self.domain).items():
            players = [row.values for row in rows if (row.kind, row.side) == (of_kind, side)]
            sums = [entry.values[of] for entry in own if entry.line.is_total and of in entry.values]
            value = sums[-1] if sums else total(of, [one for one in players if one], self.domain)
            if value is not None:
                values[type] = value
                computed += [] if sums else [type]
        listed = [entry for entry in own if entry.line.header.kind == name]
        for entry in reversed(listed):
            given = {**entry.values, **entry.parts, **given}
        if sum(entry.line.is_total for entry in own) > 1:
            self.guesses.append(f"{side}: there are several rows of totals, and the last one counts")
        computed = [type for type in computed if type not in given]
        if computed:
            self.guesses.append(f"{side}: computed from the players: {', '.join(computed)}")
        values |= self._team_name(called, given, kind, side) | given
        full = " ".join(values[type] for type in kind.name if type in values) or called
        return self._entity(side, full, name, values, features)

    def _team_name(self, called: str, given: Mapping[str, str], kind: Kind, side: str) -> dict[str, str]:
        """The records of a team's name; what was given separately is not guessed."""
        rest = called
        for type in kind.name:
            rest = rest.removeprefix(given.get(type, "")).removesuffix(given.get(type, "")).strip()
        open_types = [type for type in kind.name if type not in given]
        if not called and open_types == list(kind.name):
            raise InputError(f"the {side} team has no name; {ADVICE}")
        if len(open_types) < len(kind.name):
            return {type: rest for type in open_types[-1:] if rest}
        made = name_values(called, kind, self.domain)
        if len(made) > 1:
            parts = ", ".join(f"{type} is '{value}'" for type, value in made.items())
            self.guesses.append(f"{side}: {parts}")
        return made

    def _entity(
        self, id: str, name: str, kind: str, values: Mapping[str, str], features: FrozenDict[str, str]
    ) -> Entity:
        """An entity with its records in the order of the description."""
        described = self.domain.kinds[kind]
        named = values if values.keys() & {*described.name} else {**values, **name_values(name, described, self.domain)}
        order = list(described.types)
        records = sorted(named.items(), key=lambda record: (_place(record[0], order), len(record[0]), record[0]))
        kept = [(type, value) for type, value in records if value not in _omitted(described, type)]
        return Entity.of(id, name, kind, kept, features)


def _place(type: str, order: Sequence[str]) -> int:
    """The place of a type in the description, which lists inn1, inn2, … as `inn#`."""
    listed = type if type in order else type.rstrip("0123456789") + "#"
    return order.index(listed) if listed in order else len(order)


def _omitted(kind: Kind, type: str) -> tuple[str, ...]:
    described = kind.type(type)
    return described.omit if described is not None else ()


def _meanings(header: Header) -> Iterable[str]:
    """How columns were read."""
    read = [column for column in header.columns if column.role not in _UNREAD]
    meanings = (one.type if one.heading == one.type else f"'{one.heading}' is {one.meaning}" for one in read)
    yield f"columns ({header.kind}): {', '.join(meanings)}"
    ignored = [f"'{column.heading}'" for column in header.columns if column.role in _UNREAD and column.heading]
    if ignored:
        yield f"columns that are ignored: {', '.join(ignored)}"


_UNREAD = ("ignored", "unknown")
