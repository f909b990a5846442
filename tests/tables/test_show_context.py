"""What a season says of a game, as people read it: values with the games and cells behind them."""

from dataclasses import replace

import numpy as np
import pytest

import boxscribe
from boxscribe.tables.show_context import context_view, sources_of
from boxscribe.tables.table import Record, Table
from boxscribe.writing.page import page
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word
from helpers import games

DOMAIN = boxscribe.load_domain("rotowire")
TABLES = games(200, texts=False)


@pytest.fixture(scope="module")
def table() -> Table:
    """The visitors' third win in a row."""
    [found] = boxscribe.enrich(TABLES[98], TABLES)
    return found


def streak(table: Table) -> Record:
    return next(record for record in table.of_kind("team")[1].derived if record.type == "WIN-STREAK")


def test_a_streak_is_its_games_and_the_score_of_this_one(table: Table) -> None:
    home, away = table.of_kind("team")
    assert sources_of(streak(table), table, DOMAIN) == (
        "2015-10-30 Prospectors 112 - 119 Anchors",
        "2015-10-31 Anchors 122 - 112 Lumberjacks",
        f"{away.name}, points: {away.value('TEAM-PTS')}",
        f"{home.name}, points: {home.value('TEAM-PTS')}",
    )


def test_both_teams_stand_side_by_side_and_notable_players_follow(table: Table) -> None:
    view = context_view(table, DOMAIN)
    assert view is not None
    assert view.teams == tuple(team.name for team in table.of_kind("team"))
    rows = {label: [value.value if value else "" for value in values] for label, values in view.rows}
    assert rows["wins in a row"] == ["", "3"]
    assert view.players and all(player.notable for player in view.players)
    assert context_view(TABLES[98], DOMAIN) is None


def test_a_word_of_a_story_names_the_games_behind_it(table: Table) -> None:
    at = table.entities.index(table.of_kind("team")[1])
    words = (Word(0.0, 0.0, ()), Word(0.9, 0.9, (Source(at, "WIN-STREAK", 1.0),)), Word(0.0, 0.0, ()))
    story = Story(table, DOMAIN, ("Won", "3", "straight"), Trace(words, NO_ATTENTION, np.zeros((0, 0), np.float32)))
    shown = page([story])
    assert "wins in a row (from 2015-10-30 Prospectors 112 - 119 Anchors; 2015-10-31 Anchors" in shown


@pytest.mark.parametrize("meta", [{}, {"season": "2015"}, {"season": {"games": 7}}, {"season": {"games": ["one"]}}])
def test_games_that_a_damaged_table_does_not_describe_are_left_out(table: Table, meta: dict[str, object]) -> None:
    damaged = replace(table, meta=meta)
    assert [source for source in sources_of(streak(table), damaged, DOMAIN) if "points" not in source] == []
    context_view(damaged, DOMAIN)
