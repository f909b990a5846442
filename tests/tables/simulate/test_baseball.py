"""The simulated baseball games: do they add up, and do they look like baseball?"""

import re
from collections import Counter
from statistics import mean

import pytest

from boxscribe.tables.cells import cells_of
from boxscribe.tables.domain import load_domain
from boxscribe.tables.simulate.baseball import PLAYERS
from boxscribe.tables.table import Table
from tables.simulate.baseball_tables import (
    OTHER,
    count,
    games,
    innings,
    lines,
    outs,
    players,
    side_of,
    total,
    with_value,
)

# --- the table


def test_entities_stand_in_the_reference_order(baseball_games: list[Table]) -> None:
    order = [("player", "home"), ("player", "away"), ("team", "home"), ("team", "away")]
    for table in baseball_games:
        assert table.domain == "mlb"
        blocks = list(dict.fromkeys((entity.kind, side_of(entity)) for entity in table.entities))
        assert blocks[:4] == order
        assert all(kind == "play" for kind, _ in blocks[4:])
        ids = [entity.id for entity in table.entities]
        assert len(set(ids)) == len(ids)
        assert ids[:1] == ["0"]
        assert players(table, "away")[0].id == "46"
        plays = table.of_kind("play")
        assert [play.id for play in plays] == [f"play-{number}" for number in range(len(plays))]
        halves = [(count(play, "inning"), side_of(play) == "home") for play in plays]
        assert halves == sorted(halves)


def test_id_tells_the_day_the_teams_and_the_score(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        home, away = lines(table)["home"], lines(table)["away"]
        parts = (away.value("team_name"), home.value("team_name"), away.value("team_runs"), home.value("team_runs"))
        assert table.id == "-".join((table.meta["day"], *map(str, parts)))
        assert re.fullmatch(r"\d\d_\d\d_\d\d", table.meta["day"])


def test_records_follow_the_description(baseball_games: list[Table]) -> None:
    kinds = load_domain("mlb").kinds
    for entity in (entity for table in baseball_games for entity in table.entities):
        kind = kinds[entity.kind]
        types = [record.type for record in entity.records]
        for record in entity.records:
            about = kind.type(record.type)
            assert about is not None
            assert record.value not in about.omit
            assert about.value == "text" or re.fullmatch(r"\d+|\d*\.\d{2,3}", record.value), record
        if entity.kind == "player":
            assert types == [type for type in kind.types if type in types]
            assert f"{entity.value('first_name')} {entity.value('last_name')}" == entity.name
        if entity.kind == "team":
            sums = ["team_runs", "team_hits", "team_errors", "result", "team_name", "team_city"]
            assert types == sums + [f"inn{number}" for number in range(1, len(types) - len(sums) + 1)]


def test_bench_has_names_only_and_only_pitchers_pitch(baseball_games: list[Table]) -> None:
    benched = 0
    for player in (player for table in baseball_games for player in table.of_kind("player")):
        types = {record.type for record in player.records}
        if player.value("pos") is None:
            benched += 1
            assert types == {"first_name", "last_name"}
        else:
            assert {"ab", "h", "r", "rbi"} <= types
            assert ({"p_np", "p_ip1", "p_h"} <= types) == (player.value("pos") == "P")
            assert player.value("pos") == "P" or not any(type.startswith("p_") for type in types)
    assert benched


def test_every_rule_of_the_description_holds(baseball_games: list[Table]) -> None:
    kinds = load_domain("mlb").kinds
    for table in baseball_games:
        for cells in cells_of(table, "side"):
            for rule in kinds[cells.kind].parsed_rules():
                assert rule.broken_by(cells) is None, (table.id, cells.entity.name)


# --- the game


def test_pitchers_allow_what_the_others_achieve(baseball_games: list[Table]) -> None:
    pairs = {"p_r": "r", "p_h": "h", "p_bb": "bb", "p_so": "so", "p_hr": "hr"}
    for table in baseball_games:
        for side, other in OTHER.items():
            for allowed, achieved in pairs.items():
                assert total(table, side, allowed) == total(table, other, achieved), (table.id, allowed)
            if not total(table, side, "e"):
                assert total(table, side, "p_er") == total(table, side, "p_r"), table.id
    assert any(total(table, "home", "p_er") < total(table, "home", "p_r") for table in baseball_games)


def test_innings_end_as_the_rules_say(baseball_games: list[Table]) -> None:
    ends: Counter[str] = Counter()
    for table in baseball_games:
        home, away = innings(lines(table)["home"]), innings(lines(table)["away"])
        last = table.of_kind("play")[-1]
        assert sum(home) != sum(away)
        assert len(away) >= 9
        assert len(home) in (len(away), len(away) - 1)
        for played in range(9, len(away)):
            assert sum(home[:played]) == sum(away[:played])
        outs_of_home_batters = 3 * len(home)
        if len(home) < len(away):
            ends["ahead before the last bottom half"] += 1
            assert sum(home) > sum(away)
        elif sum(home) > sum(away):
            ends["walk-off"] += 1
            assert (side_of(last), count(last, "inning")) == ("home", len(away))
            margin = sum(home) - sum(away)
            assert margin == 1 or last.value("event") == "Home Run"
            outs_of_home_batters += count(last, "o") - 3
        ends["extra innings"] += len(away) > 9
        for side, made in (("home", 3 * len(away)), ("away", outs_of_home_batters)):
            assert sum(outs(pitcher) for pitcher in players(table, side)) == made
            assert total(table, side, "po") == made
    assert min(ends["walk-off"], ends["extra innings"], ends["ahead before the last bottom half"]) >= 10


def test_plays_produce_the_line_score_and_the_box_score(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        score = {"home": 0, "away": 0}
        by_inning: Counter[tuple[str, int]] = Counter()
        box: Counter[tuple[str, str]] = Counter()
        for play in table.of_kind("play"):
            side, batter, homer = side_of(play), str(play.value("batter")), play.value("event") == "Home Run"
            scorers = play.values("scorers")
            on_base = [runner for base in ("b1", "b2", "b3") for runner in play.values(base)]
            assert len({*on_base, *scorers}) == len(on_base) + len(scorers)
            assert count(play, "runs") == len(scorers) + homer >= 1
            assert count(play, "rbi") + count(play, "error_runs") <= count(play, "runs")
            score[side] += count(play, "runs")
            assert (count(play, "home_team_runs"), count(play, "away_team_runs")) == (score["home"], score["away"])
            by_inning[side, count(play, "inning")] += count(play, "runs")
            box.update({(batter, "rbi"): count(play, "rbi"), (batter, "hr"): int(homer), (batter, "r"): int(homer)})
            box.update((runner, "r") for runner in scorers)
        for side, team in lines(table).items():
            assert innings(team) == [by_inning[side, number] for number in range(1, len(innings(team)) + 1)]
        for player in table.of_kind("player"):
            assert [count(player, type) for type in ("r", "rbi", "hr")] == [
                box[player.name, type] for type in ("r", "rbi", "hr")
            ]


def test_errors_on_plays_are_charged(baseball_games: list[Table]) -> None:
    with_error = [
        (table, play) for table in baseball_games for play in table.of_kind("play") if play.value("fielder_error")
    ]
    assert {play.value("event2") for _, play in with_error} == {"Error", None}
    for table, play in with_error:
        fielder = next(p for p in table.of_kind("player") if p.name == play.value("fielder_error"))
        assert side_of(fielder) == OTHER[side_of(play)]
        assert count(fielder, "e") >= 1
        assert (play.value("event") == "Field Error") == (play.value("event2") is None)


def test_decisions(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        won = {str(team.value("result")): side_of(team) for team in table.of_kind("team")}
        (winner,), (loser,) = with_value(table, "p_win"), with_value(table, "p_loss")
        assert (side_of(winner), side_of(loser)) == (won["win"], won["loss"])
        savers = with_value(table, "p_save")
        assert len(savers) <= 1
        for saver in savers:
            assert side_of(saver) == won["win"]
            assert saver is not winner
            assert outs(saver) >= 1
    assert 0.4 < mean(len(with_value(table, "p_save")) for table in baseball_games) < 0.65


def test_the_loser_let_in_the_go_ahead_run(baseball_games: list[Table]) -> None:
    as_expected = []
    for table in baseball_games:
        (loser,) = with_value(table, "p_loss")
        assert count(loser, "p_r") >= 1
        sign = 1 if side_of(loser) == "away" else -1
        leads = [sign * (count(p, "home_team_runs") - count(p, "away_team_runs")) for p in table.of_kind("play")]
        decisive = max(at for at, lead in enumerate(leads) if lead > 0 and (at == 0 or leads[at - 1] <= 0))
        as_expected.append(table.of_kind("play")[decisive].value("pitcher") == loser.name)
    assert 0.8 < mean(as_expected) < 1  # the others let the runner on base and were relieved


def test_season_totals_follow_from_the_games() -> None:
    season: dict[str, Counter[str]] = {}
    for table in games(5, 160, texts=False, teams=4):
        for player in (player for player in table.of_kind("player") if player.value("pos")):
            so_far = season.setdefault(player.name, Counter())
            so_far.update({type: count(player, type) for type in ("ab", "h", "hr", "bb", "hbp", "sf", "p_er")})
            so_far.update(
                outs=outs(player), **{type: 1 for type in ("p_win", "p_loss", "p_save") if player.value(type)}
            )
            on_base = so_far["h"] + so_far["bb"] + so_far["hbp"]
            average = so_far["h"] / max(so_far["ab"], 1)
            assert float(player.value("avg") or 0) == pytest.approx(average, abs=0.00051)
            chances = on_base - so_far["h"] + so_far["ab"] + so_far["sf"]
            assert float(player.value("obp") or 0) == pytest.approx(on_base / max(chances, 1), abs=0.00051)
            at_least = (so_far["h"] + 3 * so_far["hr"]) / max(so_far["ab"], 1)
            assert float(player.value("slg") or 0) >= at_least - 0.00051
            if player.value("pos") == "P":
                totals = [count(player, type) for type in ("p_w", "p_l", "p_sv")]
                assert totals == [so_far[type] for type in ("p_win", "p_loss", "p_save")]
                if so_far["outs"]:
                    era = 27 * so_far["p_er"] / so_far["outs"]
                    assert float(player.value("p_era") or -1) == pytest.approx(era, abs=0.0051)


def test_a_season_starts_from_zero() -> None:
    two_seasons = games(6, 163, texts=False, teams=2)
    for table, games_played in ((two_seasons[161], 162), (two_seasons[162], 1)):
        assert table.meta["day"].startswith("03_29") == (games_played == 1)
        assert (max(count(player, "p_w") for player in table.of_kind("player")) > 1) == (games_played == 162)


def test_games_look_like_baseball() -> None:
    tables = games(7, 600, texts=False)
    sides = [(table, side) for table in tables for side in OTHER]
    pitchers = mean(len([p for p in players(table, side) if p.value("p_np")]) for table, side in sides)
    expected = {"r": (4.4, 0.4), "h": (8.6, 0.5), "e": (0.6, 0.12), "so": (8, 0.6), "bb": (3, 0.4), "hr": (1.05, 0.15)}
    for type, (usual, tolerance) in expected.items():
        assert mean(total(table, side, type) for table, side in sides) == pytest.approx(usual, abs=tolerance), type
    assert mean(total(table, side, "p_np") for table, side in sides) == pytest.approx(146, abs=6)
    assert 3 < pitchers < 5
    extra = mean(len(innings(lines(table)["away"])) > 9 for table in tables)
    assert 0.06 < extra < 0.14
    wins = Counter(team.name for table in tables for team in table.of_kind("team") if team.value("result") == "win")
    assert max(wins.values()) > 2 * min(wins.values())  # some teams are better, for as long as the league lasts


# --- the stream


def test_same_seed_same_games_and_a_prefix_stays_a_prefix() -> None:
    assert games(8, 30) == games(8, 60)[:30]
    assert games(8, 5) != games(9, 5)


def test_stories_do_not_change_the_tables() -> None:
    for table, plain in zip(games(10, 60), games(10, 60, texts=False), strict=True):
        assert table.tokens
        assert not plain.tokens
        assert table.entities == plain.entities
        assert table.id == plain.id


@pytest.mark.parametrize("squad", [PLAYERS, 30, 60])
def test_larger_squads_fill_at_most_the_rows_of_a_side(squad: int) -> None:
    for table in games(11, 10, teams=3, players=squad):
        assert [len(players(table, side)) for side in OTHER] == [min(squad, 46)] * 2
