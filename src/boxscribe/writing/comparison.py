"""Texts of several systems about the same games: files of texts and tables → stories, game by game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.tables.read import Tables
from boxscribe.writing.assignment import assign
from boxscribe.writing.outputs import Outputs
from boxscribe.writing.story import NO_ATTENTION, Story, Trace

GOLD = "Gold"  # the column of the tables' own texts


class ComparedGames(NamedTuple):
    """What `page.comparison` shows."""

    games: list[dict[str, Story]]  # for each shown game: system → story
    total: int  # games of the tables


def compare_outputs(
    systems: Mapping[str, Outputs],
    tables: Tables,
    numbers: Sequence[int] = (),
    limit: int | None = None,
    gold: bool = True,
) -> ComparedGames:
    """The stories of each system about some games.

    numbers: which games, counted from 1; empty: the first `limit`, or all if there is no limit.
    gold: whether to show the text of a table, where there is one, as that of a system called Gold.
    """
    games = list(tables)
    texts = dict(zip(systems, assign(list(systems.values()), games, tables.name), strict=True))
    total = len(games)
    for number in numbers:
        if not 1 <= number <= total:
            raise InputError(f"{tables.name}: has no game {number}; it has {total:,}")
    untraced = Trace((), NO_ATTENTION, NO_ATTENTION)
    shown = []
    for number in numbers or range(1, min(total, limit or total) + 1):
        table = games[number - 1]
        domain = tables.domain(table.domain)
        tokens = {GOLD: list(table.tokens)} if gold and table.tokens else {}
        tokens |= {name: assigned.tokens(number - 1, domain) for name, assigned in texts.items()}
        shown.append({name: Story(table, domain, own, untraced) for name, own in tokens.items()})
    return ComparedGames(shown, total)
