"""Which games are scored."""

from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.scores.subset import ALL_GAMES, clean, listed
from boxscribe.tables.stats import statistics
from helpers import games


def test_the_games_of_a_list(tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("a\n\n b \n")
    subset = listed(tmp_path / "ids.txt")
    assert [id for id in "abc" if id in subset] == ["a", "b"]
    assert all(id in ALL_GAMES for id in "abc")


def test_clean_games_are_those_that_data_stats_does_not_count_as_shared() -> None:
    train, valid = games(6), [*games(3), *games(5, seed=2)]
    subset = clean(train, "train")
    overlap = statistics({"train": train, "valid": valid})["overlap"][0]
    shared = overlap["instances_of_shared_games"]
    assert shared == 3
    assert sum(table.id in subset for table in valid) == len(valid) - shared


def test_wrong_lists_are_told(tmp_path: Path) -> None:
    path = tmp_path / "ids.txt"
    path.write_text("\n")
    with pytest.raises(InputError, match=r"ids.txt: lists no game; write one id per line"):
        listed(path)
    path.write_text("a\nz\n")
    with pytest.raises(InputError, match=r"ids.txt: games.json has no game 'z'; its first game is 'a'"):
        listed(path).check(["a", "b"], "games.json")
    with pytest.raises(InputError, match=r"no game of games.json is left to score"):
        clean(games(1), "train").check([games(1)[0].id], "games.json")
