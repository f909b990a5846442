"""Claims about several games name the games that prove them."""

import boxscribe

SEASON = list(boxscribe.simulate("rotowire", seed=1, games=200))
GAME = SEASON[98]


def test_last_games_and_averages_name_the_games() -> None:
    text = "The Anchors have won two of their last four games. T.J. Novak is averaging 30 points over his last three."
    results, window, mean, games = boxscribe.check(text, GAME, SEASON)
    assert (results.status, results.expected, results.repair) == ("contradicted", "3 of the last 4", "three")
    assert results.games[0] == "2015-10-29 against Sharks: loss" and len(results.games) == 3  # and this one
    assert (mean.status, mean.expected) == ("contradicted", "12.3")
    assert mean.games == ("2015-10-30 against Kestrels: 8", "2015-10-31 against Miners: 5")
    assert window.status == games.status == "supported", "there are so many games"
    assert all(verdict.is_linked for verdict in (results, window, mean, games))
