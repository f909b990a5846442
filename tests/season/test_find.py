"""A table's game is found by day, teams and score, and whatever does not fit is one sentence."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import boxscribe
from boxscribe.errors import InputError, Problem
from boxscribe.season.find import GameFinder
from boxscribe.season.from_tables import seasons_of
from boxscribe.season.season import OmittedGame, Season
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.table import Table
from helpers import games as simulated
from season.games import changed, day, derived, scheduled, with_meta, with_team

DOMAIN = boxscribe.load_domain("rotowire")
TABLES = simulated(120, texts=False)
TABLE = TABLES[40]
HOME, AWAY = (team.name for team in TABLE.of_kind("team"))


def season(tables: list[Table] = TABLES) -> Season:
    [found] = seasons_of(tables, DOMAIN)
    return found


def moved(table: Table, days: int) -> Table:
    return with_meta(table, day=str(day(table) + timedelta(days=days)))


def problem(table: Table, of: Season | None = None) -> str:
    with pytest.raises(InputError) as error:
        GameFinder(of or season(), DOMAIN).find(table)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_game_is_found() -> None:
    finder = GameFinder(season(), DOMAIN)
    assert sorted(map(finder.find, TABLES)) == list(range(len(TABLES)))


def test_the_spelling_of_a_city_may_be_an_alias() -> None:
    season_of = season([with_team(TABLE, "home", "Los Angeles", "Clippers")])
    assert GameFinder(season_of, DOMAIN).find(with_team(TABLE, "home", "LA", "Clippers")) == 0


def test_a_season_that_lacks_the_game() -> None:
    others = [table for table in TABLES if table is not TABLE]
    message = problem(TABLE, season(others))
    assert message.startswith(f"{HOME} and {AWAY} have no game on {day(TABLE)} in the season 2015")
    with pytest.raises(InputError, match=r"the season has no season with games on 2031-01-05; it covers 2015-10-25 to"):
        list(boxscribe.enrich(with_meta(TABLE, day="2031-01-05"), TABLES))


def test_a_day_off_by_one_names_the_days_of_their_games() -> None:
    assert f"their games are on {day(TABLE)}" in problem(moved(TABLE, 1))


def test_two_games_of_the_same_teams_on_neighbouring_days() -> None:
    """The score decides which one is meant, and a wrong day is not corrected in silence."""
    next_day = changed(moved(TABLE, 1), lambda record: "140" if record.type == "TEAM-PTS" else record.value)
    next_day = replace(next_day, id="next day")
    others = [one for one in TABLES if not {HOME, AWAY} & {team.name for team in one.of_kind("team")}]
    both = season([*others, TABLE, next_day])
    finder = GameFinder(both, DOMAIN)
    assert both.games[finder.find(TABLE)].date == day(TABLE)
    assert both.games[finder.find(next_day)].date == day(next_day)
    assert f"it is that of {day(TABLE)}: correct the day" in problem(moved(TABLE, 1), both)


def test_two_games_on_one_day_are_told_apart_by_their_scores() -> None:
    second = replace(changed(TABLE, lambda record: "140" if record.type == "TEAM-PTS" else record.value), id="second")
    both = season([TABLE, second])
    finder = GameFinder(both, DOMAIN)
    assert {finder.find(TABLE), finder.find(second)} == {0, 1}
    assert "play 2 games on" in problem(scheduled(TABLE), both)


def test_another_score() -> None:
    other = changed(TABLE, lambda record: "150" if record.type == "TEAM-PTS" else record.value)
    assert "have the score 150 - 150 on" in problem(other)


def test_swapped_sides() -> None:
    sides = {"home": "away", "away": "home"}
    swapped = [replace(one, features=FrozenDict(side=sides[one.features["side"]])) for one in TABLE.entities]
    assert "with the sides swapped" in problem(replace(TABLE, entities=tuple(swapped)))


def test_a_postponed_game() -> None:
    """The season has later results, but this game is still to be played, or is left out of the schedule."""
    unplayed = season([scheduled(one) if one is TABLE else one for one in TABLES])
    assert "was it postponed?" in problem(TABLE, unplayed)
    names = tuple(str(team.value("TEAM-NAME")) for team in TABLE.of_kind("team"))
    omitted = OmittedGame(day(TABLE), (names[1], names[0]), "was postponed")
    without = replace(season([one for one in TABLES if one is not TABLE]), omitted=(omitted,))
    assert "it was postponed; correct the day" in problem(TABLE, without)


def test_a_team_that_moved_or_was_renamed() -> None:
    home = TABLE.of_kind("team")[0].value("TEAM-NAME")
    assert f"has {HOME} and no Seattle {home}" in problem(with_team(TABLE, "home", "Seattle", str(home)))
    bobcats = season([with_team(TABLE, "home", "Charlotte", "Hornets")])
    assert "has Charlotte Hornets and no Charlotte Bobcats" in problem(
        with_team(TABLE, "home", "Charlotte", "Bobcats"), bobcats
    )


def test_an_all_star_team() -> None:
    message = problem(with_team(TABLE, "home", "Team", "LeBron"))
    assert message.startswith(
        "Team LeBron is no team of the season 2015, in which All-Star and exhibition teams are not"
    )


def test_a_date_in_another_format() -> None:
    assert "the day '5. 11. 2016' is in no known format; write it as 2016-11-05" in problem(
        with_meta(TABLE, day="5. 11. 2016")
    )
    assert "meta has no day" in problem(replace(TABLE, meta={}))


def test_a_season_of_another_sport() -> None:
    [baseball] = boxscribe.simulate("mlb", seed=1, games=1)
    assert "the table is of the domain 'mlb', and the season 2015 of 'rotowire'" in problem(baseball)
    with pytest.raises(InputError, match="the season has games of the domain 'mlb', and the tables are of 'rotowire'"):
        list(boxscribe.enrich(TABLE, [baseball]))


def test_a_table_without_two_teams() -> None:
    assert "two teams" in problem(replace(TABLE, entities=TABLE.entities[:3]))


def test_problems_name_the_game_and_leave_the_others() -> None:
    problems: list[Problem] = []
    tables = [TABLES[10], with_meta(TABLES[20], day="soon"), TABLES[30]]
    found = list(boxscribe.enrich(tables, TABLES, report=problems.append))
    assert [table.id for table in found] == [TABLES[10].id, TABLES[30].id]
    assert [(one.game, one.warning) for one in problems] == [(2, False)]


def test_a_player_whom_the_game_does_not_have_is_reported_and_gets_no_records() -> None:
    """An average over one game would be wrong if the name is only spelled in another way."""
    player = TABLE.of_kind("player")[0]
    stranger = replace(player, name="Nobody Known")
    table = replace(TABLE, entities=tuple(stranger if one is player else one for one in TABLE.entities))
    problems: list[Problem] = []
    [found] = boxscribe.enrich(table, TABLES, report=problems.append)
    assert [(one.field, one.warning) for one in problems] == [("Nobody Known", True)]
    assert (player.id, "GAMES") not in derived(found)


def test_a_missing_path(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file or folder of a season"):
        list(boxscribe.enrich(TABLE, tmp_path / "nba"))
