"""The engine of the baseball simulator: what its plays do to runners, runs and pitchers."""

from collections.abc import Iterator
from random import Random

import pytest

from boxscribe.tables.simulate.baseball import PLAYERS, BaseballGame
from boxscribe.tables.simulate.baseball_clubs import club_of
from boxscribe.tables.simulate.baseball_plays import Runner
from boxscribe.tables.simulate.baseball_table import Play
from boxscribe.tables.simulate.rosters import invent_league


def played_games(seed: int, number: int) -> Iterator[BaseballGame]:
    """Games with all that the table does not show."""
    rng = Random(seed)
    home, away = (club_of(rng, team) for team in invent_league(rng, 2, PLAYERS))
    for _ in range(number):
        game = BaseballGame(rng, home, away)
        game.play()
        yield game


def started_game() -> BaseballGame:
    """The top of the first inning, nobody on, nobody out."""
    rng = Random(13)
    home, away = (club_of(rng, team) for team in invent_league(rng, 2, PLAYERS))
    game = BaseballGame(rng, home, away)
    game.inning = 1
    game.away.sheet.innings.append(0)
    return game


def test_the_batting_order_goes_round() -> None:
    for game in played_games(4, 100):
        for side in (game.home, game.away):
            for line in side.sheet.lines:
                if line.positions:
                    counts = line.counts
                    assert counts["pa"] == sum(counts[type] for type in ("ab", "bb", "hbp", "sf", "sh"))
            rounds, rest = divmod(side.sheet.total("pa"), 9)
            assert side.at_bat == rest
            for slot, line in enumerate(side.order):
                if line.positions[0] != "PH":
                    assert line.counts["pa"] == rounds + (slot < rest)


def test_wins_and_saves_follow_the_rules() -> None:
    saves = 0
    for game in played_games(14, 200):
        for side in (game.home, game.away):
            for line in side.sheet.lines:
                if line.decision == "p_win" and line.player is side.club.rotation[-1]:
                    assert line.counts["outs"] >= 15
                if line.decision == "p_save":
                    saves += 1
                    lead, tying_run_near = side.entry.lead, side.entry.on_base + 2
                    assert line is side.mound
                    assert 1 <= lead <= max(3, tying_run_near) or line.counts["outs"] >= 9
    assert saves > 60


def test_runs_are_charged_to_the_pitcher_who_let_the_runner_on() -> None:
    game = started_game()
    starter, batter = game.home.mound, game.away.order[0]
    game.bases[3] = Runner(batter, starter)
    game.home.mound = reliever = game.home.bullpen[0].enter("P")
    play = Play("", "", "Groundout")
    game.advance(play, 1)
    assert (starter.counts["p_r"], reliever.counts["p_r"]) == (1, 0)
    assert (batter.counts["r"], play.rbi, play.scorers) == (1, 1, [batter.player.name])


@pytest.mark.parametrize(
    ("outs_made", "misplays", "reached_by_error", "scores_by_error", "earned"),
    [
        (1, 0, False, False, 1),
        (1, 1, False, False, 1),
        (1, 2, False, False, 0),  # without the errors the inning would have been over
        (0, 1, True, False, 0),
        (0, 0, False, True, 0),
    ],
)
def test_earned_runs(outs_made: int, misplays: int, reached_by_error: bool, scores_by_error: bool, earned: int) -> None:
    game = started_game()
    game.outs, game.misplays = outs_made, misplays
    runner = Runner(game.away.order[0], game.home.mound, earned=not reached_by_error)
    game.score(Play("", "", "Single"), runner, error=scores_by_error)
    assert (game.home.mound.counts["p_r"], game.home.mound.counts["p_er"]) == (1, earned)


@pytest.mark.parametrize(
    ("hit", "on_third", "on_second", "credited"),
    [("Double", True, True, "Single"), ("Triple", False, True, "Double"), ("Home Run", True, True, "Home Run")],
)
def test_a_winning_hit_counts_as_many_bases_as_it_needs(
    hit: str, on_third: bool, on_second: bool, credited: str
) -> None:
    game = started_game()
    game.batting, game.fielding, game.inning = game.home, game.away, 9
    game.home.sheet.innings.append(0)
    batter, second, third = (Runner(line, game.away.mound) for line in game.home.order[:3])
    game.bases = [None, None, second if on_second else None, third if on_third else None]
    play = Play(batter.line.player.name, "", hit)
    game.hit(play, batter)
    assert play.event == credited
    assert game.home.runs == (3 if hit == "Home Run" else 1)
