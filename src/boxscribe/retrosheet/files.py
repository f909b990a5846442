"""Event files, rosters and team lists of Retrosheet → the records of a season's games; only their shape is checked."""

import csv
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from boxscribe.errors import InputError, Problem
from boxscribe.progress import Progress, no_progress
from boxscribe.retrosheet.sources import ROSTER, TEAMS, find_files, read_files

GAME_ID = re.compile(r"[A-Z0-9]{3}\d{9}")
PARTS = {"play": 7, "start": 6, "sub": 6, "radj": 3, "presadj": 3, "data": 4}  # of a record, with its kind
NEEDED = ("visteam", "hometeam", "date")  # of info records


class FileRecord(NamedTuple):
    """One line of an event file. A season has some 300,000, so that they are split when they are needed."""

    line: int  # counted from 1
    kind: str
    text: str

    @property
    def parts(self) -> list[str]:
        """The kind and the fields."""
        return self.text.split(",") if '"' not in self.text else next(csv.reader([self.text]))


@dataclass(slots=True)
class GameRecords:
    """The records of one game."""

    id: str
    file: str
    line: int
    info: dict[str, str] = field(default_factory=dict)
    records: list[FileRecord] = field(default_factory=list)

    @property
    def date(self) -> str:
        """The day as 20180405: the one of the id, on which a suspended game began."""
        return self.id[3:11]

    def error(self, message: str, line: int = 0) -> InputError:
        """Why the game cannot be converted."""
        return InputError(str(self.problem(message, line)))

    def problem(self, message: str, line: int = 0, warning: bool = False) -> Problem:
        return Problem(message, f"game {self.id}", file=f"{self.file}, line {line or self.line}", warning=warning)


class RosterEntry(NamedTuple):
    """The name of a player, as a roster has it."""

    first_name: str
    last_name: str

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}"


@dataclass(slots=True)
class SeasonFiles:
    """What the files have of one season."""

    year: str
    games: dict[str, GameRecords] = field(default_factory=dict)  # by id
    rosters: dict[str, dict[str, RosterEntry]] = field(default_factory=dict)  # team → player → name
    teams: dict[str, tuple[str, str]] = field(default_factory=dict)  # team → city and name
    problems: list[Problem] = field(default_factory=list)


def read_seasons(
    sources: Iterable[str | Path], rosters: Iterable[str | Path] = (), progress: Progress = no_progress
) -> Iterator[SeasonFiles]:
    """The seasons of files, folders and archives, in order. One season is held in memory at a time."""
    found = find_files([*sources, *rosters])
    if not any(file.has_events for files in found.values() for file in files):
        raise InputError("no event file such as 2018BOS.EVA is among the files; give files of Retrosheet or an archive")
    for year, files in found.items():
        season = SeasonFiles(year)
        for file, text in progress(read_files(files), f"reading {year}", len(files), "files"):
            if roster := ROSTER.fullmatch(file.name):
                season.rosters[roster[1].upper()] = _roster(text)
            elif TEAMS.fullmatch(file.name):
                season.teams = _teams(text)
            else:
                _add_games(season, str(file), text)
        if season.games or season.problems:
            yield season


def _roster(text: str) -> dict[str, RosterEntry]:
    """`bettm001,Betts,Mookie,R,R,BOS,OF`: a player a line."""
    rows = (row for row in csv.reader(text.splitlines()) if len(row) >= 3)
    return {row[0]: RosterEntry(row[2].strip(), row[1].strip()) for row in rows}


def _teams(text: str) -> dict[str, tuple[str, str]]:
    """`BOS,A,Boston,Red Sox`: a team a line."""
    rows = (row for row in csv.reader(text.splitlines()) if len(row) >= 4)
    return {row[0]: (row[2].strip(), row[3].strip()) for row in rows}


def _add_games(season: SeasonFiles, file: str, text: str) -> None:
    """Add the games of an event file. A record of a wrong shape makes its game unusable, and no other."""
    game, broken = None, False
    for line, row in enumerate(text.splitlines(), 1):
        kind, _, rest = row.partition(",")
        if kind == "id":
            id = rest.strip()
            game, broken = GameRecords(id, file, line), False
            if not GAME_ID.fullmatch(id):
                season.problems.append(game.problem("the id must be like BOS201804050; correct it"))
                broken = True
            elif id in season.games:
                season.problems.append(game.problem(f"is in {season.games[id].file}, too", warning=True))
                broken = True
            else:
                season.games[id] = game
        elif game is None or broken:
            continue
        elif kind == "info":
            key, _, value = rest.partition(",")
            game.info[key] = value.strip().strip('"')
        elif kind in PARTS:
            record = FileRecord(line, sys.intern(kind), row)
            count = len(record.parts)
            if count < PARTS[kind] or (kind == "play" and count > PARTS[kind]):
                message = f"'{row:.60}' is no complete '{kind}' record; fetch the file again"
                season.problems.append(game.problem(message, line))
                broken = season.games.pop(game.id, None) is not None
            else:
                game.records.append(record)
