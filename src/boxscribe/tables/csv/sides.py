"""To which side the rows of a CSV file belong: by a column, by the title above them, by the file, or by the score.

In: entries and what is known of the game; out: the side of each entry, and the name of the team of each side.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boxscribe.errors import InputError
from boxscribe.tables.csv.columns import heading_key
from boxscribe.tables.csv.compute import total, totals_of
from boxscribe.tables.csv.entries import CsvEntry
from boxscribe.tables.csv.game import GameInfo, name_of, sides_of
from boxscribe.tables.csv.names import likeness, without_note
from boxscribe.tables.domain import Domain

ADVICE = "name the teams with --home and --away, or in a TOML file beside the CSV file ([home] name = …)"


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of entries, and the teams."""

    of: Sequence[str]  # for each entry; "" where it has none
    names: Mapping[str, str]  # side → the team's name
    guesses: Sequence[str]


def assign_sides(entries: Sequence[CsvEntry], game: GameInfo, domain: Domain) -> Sides:
    """The side of each entry; InputError where it cannot be known."""
    if not sides_of(domain):
        return Sides([""] * len(entries), {}, [])
    return _Assignment(entries, game, domain).result()


class _Assignment:
    def __init__(self, entries: Sequence[CsvEntry], game: GameInfo, domain: Domain) -> None:
        self.entries, self.game, self.domain = entries, game, domain
        self.values = sides_of(domain)
        self.names = {side: name_of(game, side) for side in self.values}
        self.guesses: list[str] = []
        self._titles = self._team_titles()

    def _team_titles(self) -> dict[str, str]:
        """Title → what it calls a team, for titles that name one."""
        titles = dict.fromkeys(entry.line.group.title for entry in self.entries)
        texts = {title: without_note(title) for title in titles if title and not self._names_side(title)}
        if all(self.names.values()):
            named = {title: text for title, text in texts.items() if self._best(text)}
        else:
            named = texts if len(texts) == len(self.values) else {}
        self.guesses += [f"the title '{title}' is ignored" for title in texts if title not in named]
        return named

    def result(self) -> Sides:
        unknown = [entry for entry in self.entries if not self._side_cell(entry)]
        texts = list(dict.fromkeys(filter(None, map(self._team_text, unknown))))
        by_text = self._by_text(texts)
        by_group = self._by_group([entry for entry in unknown if not self._team_text(entry)])
        sides = []
        for entry in self.entries:
            side = (
                self._side_cell(entry) or by_text.get(self._team_text(entry)) or by_group.get(entry.line.group.number)
            )
            sides.append(side or "")
        self._name_teams(by_text)
        return Sides(sides, self.names, self.guesses)

    def _side_cell(self, entry: CsvEntry) -> str:
        """The side that a cell or a title names."""
        cell = entry.line.cell("side")
        side = self._names_side(cell) or self._names_side(entry.line.group.title)
        if cell and not side:
            raise InputError(f"row {entry.line.row}: '{cell:.60}' is no side; write {' or '.join(self.values)}")
        return side

    def _names_side(self, text: str) -> str:
        """The side that a word stands for; "" where it stands for none."""
        words = {side: (side, *self.domain.csv.headings.get(side, ())) for side in self.values}
        key = heading_key(text)
        return next((side for side in self.values if key in map(heading_key, words[side])), "")

    def _team_text(self, entry: CsvEntry) -> str:
        """What the file says of the team of an entry."""
        if self.domain.kinds[entry.line.header.kind].score:
            return entry.name
        return entry.line.cell("team") or self._titles.get(entry.line.group.title, "")

    def _by_text(self, texts: Sequence[str]) -> dict[str, str]:
        """What the file calls a team → side."""
        found = {text: side for text in texts if (side := self._best(text))}
        rest = [text for text in texts if text not in found]
        if len(rest) == 1 and found and len(set(found.values())) == 1:
            (other,) = [side for side in self.values if side not in found.values()]
            if not self.names[other] or likeness(rest[0], self.names[other]):
                found[rest[0]] = other
                rest = []
        files = {self._team_text(entry): entry.line.group.file for entry in self.entries}
        if rest and not found and not any(self.names.values()) and sorted(map(files.__getitem__, rest)) == [0, 1]:
            self.guesses.append(self._by_order())
            return {text: self.values[files[text]] for text in rest}
        if rest:
            known = [name for name in self.names.values() if name]
            if len(texts) > len(self.values):
                message = f"has rows of {len(texts)} teams ({', '.join(texts):.100}), and a game has {len(self.values)}"
            elif known:
                message = f"'{rest[0]:.60}' is not {' or '.join(map(repr, known))}; write the same name"
            else:
                message = f"which team is {self.values[0]}, {' or '.join(map(repr, rest)):.100}? {ADVICE}"
            raise InputError(message)
        for text, side in found.items():
            if likeness(text, self.names[side]) < 3:
                self.guesses.append(f"'{text}' is the {side} team")
        return found

    def _best(self, text: str) -> str:
        """The side whose team a text names better than the other; "" where there is none."""
        scores = {side: likeness(text, name) for side, name in self.names.items()}
        best = max(scores.values())
        sides = [side for side, score in scores.items() if score == best]
        return sides[0] if best and len(sides) == 1 else ""

    def _by_group(self, entries: Sequence[CsvEntry]) -> dict[int, str]:
        """Group → side, for entries of which the file says nothing: by the order of the files, or by the scores."""
        needed = [entry for entry in entries if self._needs_side(entry)]
        groups = list(dict.fromkeys(entry.line.group.number for entry in needed))
        files = {entry.line.group.number: entry.line.group.file for entry in needed}
        if not groups:
            return {}
        if len({entry.line.group.file for entry in self.entries}) == len(self.values):
            self.guesses.append(self._by_order())
            return {group: self.values[file] for group, file in files.items()}
        given = [side for side, name in self.names.items() if name]
        if len(groups) == 1 and len(given) == 1:
            self.guesses.append(f"all rows are of the {given[0]} team")
            return {groups[0]: given[0]}
        found = self._by_score(entries, groups)
        if not found:
            first = next(entry.line.row for entry in needed)
            raise InputError(
                f"row {first}: which team is this? write its name above the headings or into a column 'Team', pass one "
                f"file per team, or give the score of both (--score)"
            )
        return found

    def _by_order(self) -> str:
        return f"the first file is the {self.values[0]} team, the second the {self.values[1]} team"

    def _needs_side(self, entry: CsvEntry) -> bool:
        kind = self.domain.kinds[entry.line.header.kind]
        return bool(kind.min_per_side or kind.has_winner or kind.score)

    def _by_score(self, entries: Sequence[CsvEntry], groups: Sequence[int]) -> dict[int, str]:
        """Group → side where the totals of the groups are the given scores."""
        scores = {side: str(self.game.sides.get(side, {}).get("score", "")) for side in self.values}
        team = next((name for name, kind in self.domain.kinds.items() if kind.score), None)
        if team is None or len(groups) != len(self.values) or len({*scores.values(), ""}) != len(self.values) + 1:
            return {}
        score = self.domain.kinds[team].score
        kind, type = totals_of(team, self.domain.kinds[team], self.domain).get(score, ("", ""))
        found = {}
        for group in groups:
            rows = [
                entry.values
                for entry in entries
                if entry.line.group.number == group and entry.line.header.kind == kind and not entry.line.is_total
            ]
            points = total(type, [row for row in rows if row], self.domain)
            found[group] = next((side for side, value in scores.items() if value == points), "")
        if sorted(found.values()) != sorted(self.values):
            return {}
        self.guesses.append("the parts of the file were assigned by the score")
        return found

    def _name_teams(self, by_text: Mapping[str, str]) -> None:
        """Names that were not given are those of the file."""
        for entry in self.entries:
            text = self._team_text(entry)
            side = self._side_cell(entry) or by_text.get(text, "")
            if side and text and not self.names[side] and not self._names_side(text):
                self.names[side] = text
                self.guesses.append(f"the {side} team is called '{text}'")
