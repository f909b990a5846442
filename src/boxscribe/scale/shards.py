"""Shards: a few games that follow each other, in a form that can be sent to another machine.

In: tables in their order, each with what else is needed of its game; out: shards, which are made as they are needed.
The digest of a shard says whether a result that is there is that of the same games.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, islice
from typing import Any, NamedTuple

from boxscribe.errors import Problem
from boxscribe.tables import native_json
from boxscribe.tables.domain import Describe
from boxscribe.tables.table import Table
from boxscribe.tables.write import json_line


class WorkItem(NamedTuple):
    """A table, and what else the work needs of its game, such as its texts: anything that JSON can hold."""

    table: Table
    about: Any = None


class SentItem(NamedTuple):
    """A game whose table is a line of JSON, from which any machine reads an equal table."""

    table: str
    about: Any

    def received(self, describe: Describe) -> WorkItem:
        """The game. Its table was validated where it was read first."""
        table = native_json.parse(json.loads(self.table), describe=describe)
        assert table is not None
        return WorkItem(table, self.about)


class Shard(NamedTuple):
    """Games that are worked on together."""

    number: int  # in the order of the games, from 0
    games: tuple[SentItem, ...]
    digest: str  # of games and descriptions


class ShardResult(NamedTuple):
    """What a worker makes of a shard."""

    text: str  # its part of the output: whole lines
    documents: int  # that the text is about: stories, verdicts or counts of so many
    problems: list[Problem]  # of games that were left out


def shards_of(games: Iterable[WorkItem], size: int, describe: Describe) -> Iterator[Shard]:
    """Shards of `size` games; memory holds one."""

    @cache
    def description(domain: str) -> bytes:
        return describe(domain).model_dump_json().encode()

    stream = iter(games)
    for number in count():
        taken = list(islice(stream, size))
        if not taken:
            return
        sent = tuple(SentItem(json_line(game.table), game.about) for game in taken)
        digest = hashlib.sha256(json.dumps(sent).encode())
        for domain in sorted({game.table.domain for game in taken}):
            digest.update(description(domain))
        yield Shard(number, sent, digest.hexdigest())
