"""What is unusual in a game is suggested for its plan, with why, and with the games behind it."""

from datetime import timedelta

import pytest

from boxscribe.planning.plan import PlannedFact
from boxscribe.planning.suggestions import Suggestion, suggestions
from boxscribe.season.enrich import Enricher
from boxscribe.season.from_tables import seasons_of
from boxscribe.season.ranks import Rank, SeasonRanks
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Table
from helpers import games
from season.games import day

DOMAIN = load_domain("rotowire")


@pytest.fixture(scope="module")
def season() -> list[Table]:
    return games(100, texts=False)


def suggested(table: Table, season: list[Table]) -> list[Suggestion]:
    enricher = Enricher(season, load_domain)
    enriched = enricher(table)
    return suggestions(enriched, DOMAIN, enricher.ranks(enriched))


def test_a_streak_comes_with_its_games_and_no_fact_twice(season: list[Table]) -> None:
    first, *others = suggested(season[98], season)
    assert first.facts == (PlannedFact("vis", "WIN-STREAK", "3"),)
    assert first.sources[:2] == (
        "2015-10-30 Prospectors 112 - 119 Anchors",
        "2015-10-31 Anchors 122 - 112 Lumberjacks",
    )
    facts = [fact for one in (first, *others) for fact in one.facts]
    assert len(facts) == len({*facts})


def test_what_few_have_reached_before_is_rare_and_a_lead_is_news_of_the_game(season: list[Table]) -> None:
    found = suggested(season[80], season)
    lead = next(one for one in found if one.facts[0].type == "SECOND-HALF")
    assert lead.why == "points more than the opponent in the second half: 23; result: win" and len(lead.facts) == 2
    (rare,) = (one for one in found if "games of players" in one.why)
    before = [table for table in season if day(table) < day(season[80])]
    lines = [int(one.value("PTS") or 0) for table in before for one in table.of_kind("player") if one.value("PTS")]
    points = int(rare.facts[0].value)
    assert rare.facts[0].type == "PTS"
    assert rare.why.startswith(f"reached in {sum(one >= points for one in lines)} of the {len(lines):,} games")


def test_a_season_high_and_a_streak_of_a_player_are_given_as_sentences(season: list[Table]) -> None:
    found = suggested(season[60], season)
    texts = {one.text: one for one in found if one.text}
    high = texts["Ivan Ramsey had six rebounds, a season high."]
    assert high.facts == (PlannedFact(high.about, "REB", "6"),)
    streak = texts["Ian Hardin had three games in a row with 20 points or more."]
    assert streak.facts == () and len(streak.sources) == 3


def test_without_a_season_there_is_the_news_of_the_game_alone(season: list[Table]) -> None:
    enriched = Enricher(None, load_domain)(season[80])
    found = suggestions(enriched, DOMAIN)
    assert found and not any(one.text or "season" in one.why for one in found)


def test_ranks_count_the_values_of_days_before(season: list[Table]) -> None:
    (whole,) = seasons_of(season, DOMAIN)
    ranks = SeasonRanks(whole)
    first = day(season[0])
    assert ranks.rank("player", "PTS", 20, first) == Rank(0, 0) == ranks.rank("player", "NOTHING", 20, first)
    later = ranks.rank("player", "PTS", 20, first + timedelta(3))
    assert 0 < later.reached < later.total
