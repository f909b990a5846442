"""Which text of a system belongs to which game.

Texts with ids are assigned by id. Texts without ids are assigned by order, and refused if many of them name more
entities of a neighbouring game than of their own: a missing line, another order or another split shows in that way.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.outputs import Outputs

_WORD = re.compile(r"[^\W\d_]{2,}")
# Texts are refused if more than this share of them, and at least two, name more of a neighbouring game. In the right
# order 0.3 % of the texts do at most (gold texts and systems on RotoWire and MLB), shuffled about half.
MISPLACED = 0.1
# Two tables with one id are of the same game if they have this share of the names of the smaller one in common.
SAME_GAME = 0.5


class AssignedTexts(NamedTuple):
    """The texts of a system by game."""

    outputs: Outputs
    positions: list[int]  # of the text of each game; −1 where a game has none

    def tokens(self, game: int, domain: Domain) -> list[str]:
        """The tokens of the text about a game (its number in the order of the tables, from 0)."""
        return self.outputs.tokens(self.positions[game], domain)


class Assignment:
    """Finds the text of each game. Games are added in their order; `result` is complete when all have been."""

    def __init__(self, outputs: Outputs) -> None:
        self._outputs = outputs
        self._ids: list[str] = []
        self._misplaced: list[bool] = []  # whether a text names more entities of the game before or after than its own
        self._last: tuple[set[str], set[str]] = set(), set()  # the last game's names, and the words of its text
        self._names: dict[str, frozenset[str]] = {}  # of the first game of each id
        self._shared: set[str] = set()  # ids that different games have

    def add(self, table: Table) -> None:
        number = len(self._ids)
        self._ids.append(table.id)
        if self._outputs.ids is not None:
            names = frozenset(entity.name for entity in table.entities)
            first = self._names.setdefault(table.id, names)
            if len(first & names) < SAME_GAME * min(len(first), len(names)):
                self._shared.add(table.id)
        elif number < len(self._outputs):
            self._compare_names(self._outputs.texts[number], table)

    def _compare_names(self, text: str, table: Table) -> None:
        names = {word for entity in table.entities for word in _WORD.findall(entity.name)}
        words = set(_WORD.findall(text))
        names_before, words_before = self._last
        if len(words_before & names) > len(words_before & names_before):
            self._misplaced[-1] = True
        self._misplaced.append(len(words & names_before) > len(words & names))
        self._last = names, words

    def result(self, tables: str, chosen: Sequence[bool] | None = None) -> AssignedTexts:
        """The text of each game; games that are not `chosen` may have none.

        Raises an InputError if the texts belong to other games than those of `tables` (the file, for the message).
        """
        positions = self._by_order(tables) if self._outputs.ids is None else self._by_id(self._outputs.ids, tables)
        for game, (position, id) in enumerate(zip(positions, self._ids, strict=True)):
            if position < 0 and (chosen is None or chosen[game]):
                raise InputError(
                    f"{self._outputs.name}: has no text for game {game + 1} ('{id}') of {tables}; write a line with "
                    "this id"
                )
        return AssignedTexts(self._outputs, positions)

    def _by_order(self, tables: str) -> list[int]:
        texts, games = len(self._outputs), len(self._ids)
        if texts != games:
            raise InputError(
                f"{self._outputs.name}: has {texts:,} {'text' if texts == 1 else 'texts'}, but {tables} has {games:,} "
                f"{'game' if games == 1 else 'games'}; write one text per line, in the order of the games"
            )
        misplaced = sum(self._misplaced)
        if misplaced > max(1, MISPLACED * texts):
            raise InputError(
                f"{self._outputs.name}: these texts seem to belong to other games than those of {tables}: "
                f"{misplaced:,} of {texts:,}, text {self._misplaced.index(True) + 1} first, name more entities of the "
                "game before or after than of their own; give the tables that they were written from, in the same "
                "order, or JSON lines with the id of each text's game"
            )
        return list(range(games))

    def _by_id(self, ids: Sequence[str], tables: str) -> list[int]:
        games = Counter(self._ids)
        strange = [number for number, id in enumerate(ids) if id not in games]
        if strange:
            raise InputError(
                f"{self._outputs.name}: text {strange[0] + 1}: {tables} has no game '{ids[strange[0]]}', so these "
                f"texts seem to belong to other games ({len(strange):,} of {len(ids):,}); give the tables that they "
                "were written from"
            )
        numbers: dict[str, list[int]] = {}
        for number, id in enumerate(ids):
            numbers.setdefault(id, []).append(number)
            if len(numbers[id]) > games[id]:
                raise InputError(
                    f"{self._outputs.name}: text {number + 1}: {tables} has the game '{id}' {games[id]} times, "
                    f"but this is text {games[id] + 1} with its id"
                )
        for id, (number, *more) in numbers.items():
            if id in self._shared and not more:
                raise InputError(
                    f"{self._outputs.name}: text {number + 1}: {tables} has {games[id]} different games with the id "
                    f"'{id}', and this is the only text with it; give every game an id of its own"
                )
        # A single text serves all tables of one game: a game with several gold texts.
        texts = {id: repeat(own[0]) if len(own) == 1 else iter(own) for id, own in numbers.items()}
        return [next(texts[id], -1) if id in texts else -1 for id in self._ids]


def assign(systems: Sequence[Outputs], games: Iterable[Table], tables: str) -> list[AssignedTexts]:
    """The texts of each system by game; `tables` is the file of the games, for messages."""
    assignments = [Assignment(outputs) for outputs in systems]
    for table in games:
        for assignment in assignments:
            assignment.add(table)
    return [assignment.result(tables) for assignment in assignments]
