"""Simulated basketball: the tables add up and look like basketball."""

import re
from collections import Counter
from statistics import correlation, fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxscribe.tables.domain import load_domain
from boxscribe.tables.simulate import basketball as simulator
from boxscribe.tables.table import Table
from tables.simulate.basketball_tables import Numbers, check_overtime, games, numbers, sides, total


def test_entities_stand_in_the_reference_order(basketball_games: list[Table]) -> None:
    description = load_domain("rotowire").kinds
    for table in basketball_games:
        order = [(entity.kind, entity.features["side"]) for entity in table.entities]
        home, away = order.count(("player", "home")), order.count(("player", "away"))
        assert order == [("player", "home")] * home + [("player", "away")] * away + [("team", "home"), ("team", "away")]
        assert [entity.id for entity in table.entities] == [
            *map(str, range(away, away + home)), *map(str, range(away)), "home", "vis"
        ]  # fmt: skip
        for entity in table.entities:
            types = [record.type for record in entity.records]
            assert types == [type for type in description[entity.kind].types if type in types]
        for team in table.of_kind("team"):
            assert len(team.records) == 15
        visitors, hosts = (table.of_kind("team")[i].value("TEAM-NAME") for i in (1, 0))
        assert re.fullmatch(r"\d\d_\d\d_\d\d", table.meta["day"])
        assert (table.domain, table.id) == ("rotowire", f"{table.meta['day']}-{visitors}-{hosts}")


def test_starters_come_first_and_who_did_not_play_has_only_a_name(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        for side in ("home", "away"):
            players = [player for player in table.of_kind("player") if player.features["side"] == side]
            assert [player.value("START_POSITION") for player in players[:6]] == [*"FFCGG", None]
            playing = [player for player in players if player.value("MIN")]
            assert 9 <= len(players) <= 13 and 8 <= len(playing) <= 12
            assert players[: len(playing)] == playing
            for player in players[len(playing) :]:
                assert [record.type for record in player.records] == ["FIRST_NAME", "SECOND_NAME"]
            for player in players:
                assert player.name.split()[:2] == [player.value("FIRST_NAME"), player.value("SECOND_NAME")]


def test_every_player_line_adds_up(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        for _, team, lines in sides(table):
            for n in lines:
                assert n["PTS"] == 2 * n["FGM"] + n["FG3M"] + n["FTM"]
                assert n["REB"] == n["OREB"] + n["DREB"]
                assert n["FG3M"] <= n["FGM"] <= n["FGA"] and n["FG3M"] <= n["FG3A"] <= n["FGA"] and n["FTM"] <= n["FTA"]
                assert n["PF"] <= 6
                assert n["AST"] <= total(lines, "FGM") - n["FGM"]
                for kind in ("FG", "FG3", "FT"):
                    attempts = n[f"{kind}A"]
                    exact = 100 * n[f"{kind}M"] / attempts if attempts else 0
                    assert abs(n[f"{kind}_PCT"] - exact) <= 0.5
            assert team["PTS"] == total(lines, "PTS")


def test_every_team_line_adds_up(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        for _, team, lines in sides(table):
            for type, counted in (("PTS", "PTS"), ("REB", "REB"), ("AST", "AST"), ("TOV", "TO")):
                assert team[type] == total(lines, counted)
            for kind in ("FG", "FG3", "FT"):
                exact = 100 * total(lines, f"{kind}M") / max(1, total(lines, f"{kind}A"))
                assert abs(team[f"{kind}_PCT"] - exact) <= 0.5


def test_tied_games_go_into_overtime(basketball_games: list[Table]) -> None:
    overtimes = Counter(map(check_overtime, basketball_games))
    assert overtimes[1] > 10 and overtimes[2] > 0 and max(overtimes) <= 4
    assert 0.02 < 1 - overtimes[0] / len(basketball_games) < 0.10


def test_the_last_overtime_has_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "MAX_OVERTIMES", 1)
    assert Counter(map(check_overtime, games(0, 200)))[1] > 5


@pytest.mark.parametrize("teams", [4, 5])
def test_records_follow_from_the_results_of_the_season(teams: int) -> None:
    wins: Counter[str] = Counter()
    losses: Counter[str] = Counter()
    opening = ""
    for table in games(1, 340, teams=teams):
        if table.meta["day"].startswith("10_25") and table.meta["day"] != opening:
            opening = table.meta["day"]
            wins.clear()
            losses.clear()
        winner, loser = sorted(table.of_kind("team"), key=lambda team: -numbers(team)["PTS"])
        wins[winner.name] += 1
        losses[loser.name] += 1
        for team in (winner, loser):
            assert (numbers(team)["WINS"], numbers(team)["LOSSES"]) == (wins[team.name], losses[team.name])
    assert opening == "10_25_17"  # the third season


def test_the_games_look_like_basketball(basketball_games: list[Table]) -> None:
    teams = [(team, lines) for table in basketball_games for _, team, lines in sides(table)]
    for type, mean, tolerance in (
        *(("PTS", 103.6, 3), ("FG_PCT", 45.6, 1.5), ("FG3_PCT", 35.9, 1.5), ("FT_PCT", 76, 2)),
        *(("REB", 43.3, 2), ("AST", 22.5, 1.5), ("TOV", 13.6, 1.5)),
    ):
        assert fmean(team[type] for team, _ in teams) == pytest.approx(mean, abs=tolerance)
    assert 10.5 < pstdev([team["PTS"] for team, _ in teams]) < 13.5
    assert 22 < fmean(max(line["PTS"] for line in lines) for _, lines in teams) < 29
    margins = [home["PTS"] - away["PTS"] for (_, home, _), (_, away, _) in map(sides, basketball_games)]
    assert 1 < fmean(margins) < 5
    assert 0.15 < fmean(abs(margin) <= 5 for margin in margins) < 0.4
    assert 0.08 < fmean(abs(margin) >= 20 for margin in margins) < 0.25
    marks = Counter(
        sum(line[type] >= 10 for type in ("PTS", "REB", "AST", "STL", "BLK")) for _, lines in teams for line in lines
    )
    assert 0.4 < marks[2] / len(teams) < 1.1 and marks[3] > 0


def test_guards_assist_and_centers_rebound_and_block(basketball_games: list[Table]) -> None:
    lines: dict[str, list[Numbers]] = {"G": [], "F": [], "C": []}
    for table in basketball_games:
        for player in table.of_kind("player"):
            if position := player.value("START_POSITION"):
                lines[position].append(numbers(player))

    def mean(position: str, type: str) -> float:
        return fmean(line[type] for line in lines[position])

    assert mean("G", "AST") > 1.5 * mean("F", "AST") and mean("G", "FG3A") > mean("F", "FG3A") > mean("C", "FG3A")
    assert mean("C", "REB") > mean("F", "REB") > mean("G", "REB") and mean("C", "BLK") > 1.5 * mean("F", "BLK")


def test_a_star_stays_a_star() -> None:
    early: dict[str, list[int]] = {}
    late: dict[str, list[int]] = {}
    for i, table in enumerate(games(7, 120, teams=4)):
        for player in table.of_kind("player"):
            if points := player.value("PTS"):
                (early if i < 60 else late).setdefault(player.name, []).append(int(points))
    both = sorted(early.keys() & late.keys())
    assert correlation([fmean(early[name]) for name in both], [fmean(late[name]) for name in both]) > 0.8


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), short=st.integers(0, 5))
def test_a_seed_fixes_the_games_however_many_are_taken_and_told(seed: int, short: int) -> None:
    stated = games(seed, 8, texts=True)
    assert games(seed, 8, texts=True) == stated
    assert games(seed, short, texts=True) == stated[:short]
    plain = games(seed, 8)
    assert [table.entities for table in plain] == [table.entities for table in stated]
    assert all(table.tokens == () for table in plain) and all(table.tokens for table in stated)


def test_different_seeds_give_different_games() -> None:
    assert games(1, 1) != games(2, 1)
