"""Derived records of a season: equal to a recomputation from the tables, and blind to the future."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

import boxscribe
from boxscribe.tables import native_json
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.validate import validate
from helpers import games as simulated
from season.games import cited, day, derived, scheduled, scrambled, with_meta

SEASON = simulated(225, texts=False)  # 15 games of each team
SEED = 7


@pytest.fixture(scope="module")
def enriched() -> list[Table]:
    return list(boxscribe.enrich(SEASON, SEASON))


def number(entity: Entity, type: str) -> int:
    return int(entity.value(type) or "0")


def of_team(name: str, until: Table) -> Iterator[tuple[Table, Entity, Entity]]:
    """The games of a team up to a table's, each with the team and its opponent."""
    for table in SEASON:
        home, away = table.of_kind("team")
        if name in (home.name, away.name):
            yield (table, home, away) if home.name == name else (table, away, home)
        if table is until:
            return


def of_player(name: str, until: Table) -> Iterator[Entity]:
    """The games in which a player has played."""
    for table in SEASON:
        for player in table.of_kind("player"):
            if player.name == name and player.value("MIN"):
                yield player
        if table is until:
            return


def streak(flags: list[bool]) -> int:
    return next((at for at, flag in enumerate(reversed(flags)) if not flag), len(flags))


def mean(numbers: list[int]) -> str:
    """With one decimal, rounded half up in whole numbers."""
    tenths = (20 * sum(numbers) + len(numbers)) // (2 * len(numbers))
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def test_records_of_teams_equal_a_recomputation(enriched: list[Table]) -> None:
    for table, result in zip(SEASON[::7], enriched[::7], strict=True):
        found = derived(result)
        for team in table.of_kind("team"):
            played = list(of_team(team.name, table))
            opponents = [other.name for _, _, other in played]
            won = [number(own, "TEAM-PTS") > number(other, "TEAM-PTS") for _, own, other in played]
            home = [own.features["side"] == "home" for _, own, _ in played]
            expected = {
                "HOME-WINS": sum(win and at_home for win, at_home in zip(won, home, strict=True)),
                "ROAD-LOSSES": sum(not win and not at_home for win, at_home in zip(won, home, strict=True)),
                "MEETING-WINS": sum(win and other == opponents[-1] for win, other in zip(won, opponents, strict=True)),
                "LAST5-WINS": sum(won[-5:]) if len(won) >= 5 else None,
                "LAST10-LOSSES": 10 - sum(won[-10:]) if len(won) >= 10 else None,
                "WIN-STREAK": streak(won) if streak(won) > 1 else None,
                "LOSS-STREAK": streak([not win for win in won]) if streak([not win for win in won]) > 1 else None,
                "WIN-STREAK-BEFORE": streak(won[:-1]) if streak(won[:-1]) > 1 else None,
            }
            for type, value in expected.items():
                assert found.get((team.id, type)) == (None if value is None else str(value)), (table.id, type)


def test_records_of_players_equal_a_recomputation(enriched: list[Table]) -> None:
    for table, result in zip(SEASON[5::23], enriched[5::23], strict=True):
        found = derived(result)
        for player in table.of_kind("player"):
            played = list(of_player(player.name, table))
            if not player.value("MIN"):
                continue
            points = [number(one, "PTS") for one in played]
            doubles = [
                sum(number(one, type) >= 10 for type in ("PTS", "REB", "AST", "STL", "BLK")) > 1 for one in played
            ]
            expected = {
                "GAMES": str(len(played)),
                "AVG-PTS": mean(points),
                "AVG-PTS-BEFORE": mean(points[:-1]) if points[1:] else None,
                "LAST5-PTS": mean(points[-5:]) if len(points) >= 5 else None,
                "HIGH-PTS-BEFORE": str(max(points[:-1])) if points[1:] else None,
                "SEASON-HIGH-PTS": str(points[-1]) if points[1:] and points[-1] > max(9, *points[:-1]) else None,
                "STREAK-20PTS": str(streak([one >= 20 for one in points])),
                "STREAK-DOUBLE-DOUBLE": str(streak(doubles)),
                "SEASON-DOUBLE-DOUBLES": str(sum(doubles)) if any(doubles) else None,
            }
            for type, value in expected.items():
                wanted = None if type.startswith("STREAK") and value in ("0", "1") else value
                assert found.get((player.id, type)) == wanted, (table.id, player.name, type)


def test_the_next_game_and_the_days_off(enriched: list[Table]) -> None:
    for position in range(0, len(SEASON) - 60, 9):
        table, found = SEASON[position], derived(enriched[position])
        for team in table.of_kind("team"):
            later = [
                one for one in SEASON[position + 1 :] if team.name in [other.name for other in one.of_kind("team")]
            ]
            [own] = [one for one in later[0].of_kind("team") if one.name == team.name]
            [other] = [one for one in later[0].of_kind("team") if one.name != team.name]
            assert found[team.id, "NEXT-OPPONENT"] == other.value("TEAM-NAME")
            assert found[team.id, "NEXT-OPPONENT-CITY"] == other.value("TEAM-CITY")
            assert found[team.id, "NEXT-SIDE"] == own.features["side"]
            assert found[team.id, "NEXT-WEEKDAY"] == f"{day(later[0]):%A}"
            assert found[team.id, "NEXT-REST"] == str((day(later[0]) - day(table)).days - 1)


@pytest.mark.parametrize("position", [0, 40, 130, 200])
def test_nothing_later_than_the_day_enters(position: int, enriched: list[Table]) -> None:
    """Whatever comes later, be it unplayed or played with any result, the records and their sources are the same."""
    table = SEASON[position]
    known = [one for one in SEASON if day(one) <= day(table)]
    ahead = SEASON[len(known) :]
    for future in (map(scheduled, ahead), (scrambled(one, SEED) for one in ahead)):
        [result] = boxscribe.enrich(table, [*known, *future])
        assert result == enriched[position]


def test_a_game_that_the_season_has_not_played_yet(enriched: list[Table]) -> None:
    """As for a game of today: its own cells count, the season has its schedule only."""
    table = SEASON[130]
    season = [one for one in SEASON if day(one) < day(table)]
    season += map(scheduled, (one for one in SEASON if day(one) >= day(table)))
    [result] = boxscribe.enrich(table, season)
    assert derived(result) == derived(enriched[130])


def test_a_record_cites_the_games_that_it_was_computed_from(enriched: list[Table]) -> None:
    found = 0
    for table, result in zip(SEASON, enriched, strict=True):
        for team in result.of_kind("team"):
            for record in team.derived:
                if record.type == "WIN-STREAK":
                    found += 1
                    before = [one for one, _, _ in of_team(team.name, table)][-int(record.value) : -1]
                    assert sorted(line[:10] for line in cited(result, team.id, "WIN-STREAK")) == [
                        str(day(one)) for one in before
                    ]
                    assert record.sources
                    assert {cell.type for cell in record.sources.cells} == {"TEAM-PTS"}
    assert found > 40


def test_the_schedule_is_cited_without_results(enriched: list[Table]) -> None:
    [line] = cited(enriched[100], "home", "NEXT-OPPONENT")
    home, away = (team.value("TEAM-NAME") for team in SEASON[100].of_kind("team"))
    assert not any(character.isdigit() for character in line[10:])
    assert str(home) in line and str(away) not in line
    [last] = cited(enriched[100], "home", "LAST-RESULT")
    assert sum(word.isdigit() for word in last.split()) == 2


def test_enriched_tables_are_valid_and_survive_their_file(enriched: list[Table]) -> None:
    domain = boxscribe.load_domain("rotowire")
    for table in enriched[::40]:
        validate(table, domain, lambda problem: pytest.fail(str(problem)))
        assert native_json.parse(json.loads(json.dumps(native_json.to_json(table)))) == table
    again = list(boxscribe.enrich(enriched[100], SEASON))
    assert again == [enriched[100]], "records are replaced, not added twice"


def test_a_season_counts_each_stage_by_itself() -> None:
    stages = [*SEASON[:150], *(with_meta(table, stage="playoffs") for table in SEASON[150:])]
    [result] = boxscribe.enrich(stages[-1], stages)
    table = stages[-1]
    found = derived(result)
    for team in table.of_kind("team"):
        played = [own for one, own, _ in of_team(team.name, SEASON[-1]) if SEASON.index(one) >= 150]
        assert int(found[team.id, "HOME-WINS"]) + int(found[team.id, "HOME-LOSSES"]) == sum(
            own.features["side"] == "home" for own in played
        )
        assert int(found[team.id, "SERIES-GAME"]) >= 1
        assert (team.id, "MEETING-WINS") not in found
        assert int(found[team.id, "SEASON-WINS"]) + int(found[team.id, "SEASON-LOSSES"]) == 15 - len(played)


def test_without_a_season_the_records_are_those_of_the_table() -> None:
    [result] = boxscribe.enrich(SEASON[100])
    types = {type for _, type in derived(result)}
    assert "RESULT" in types and "WIN-STREAK" not in types and "NEXT-OPPONENT" not in types
    assert "season" not in result.meta


def test_a_player_keeps_the_history_through_a_trade() -> None:
    """The player of the 100th game has played for another team until then."""
    [player] = [one for one in SEASON[100].of_kind("player") if one.value("START_POSITION")][:1]
    others = [one for one in SEASON[:100] if player.name not in [other.name for other in one.of_kind("player")]]
    borrowed = others[-1]
    moved = replace(
        borrowed, entities=(*borrowed.entities, replace(player, id="new", features=borrowed.entities[0].features))
    )
    season = [moved if one is borrowed else one for one in SEASON]
    before = derived(next(iter(boxscribe.enrich(SEASON[100], SEASON))))[player.id, "GAMES"]
    after = derived(next(iter(boxscribe.enrich(SEASON[100], season))))[player.id, "GAMES"]
    assert int(after) == int(before) + 1
