"""Which text belongs to which game."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from boxscribe.errors import InputError
from boxscribe.tables import Entity, Table
from boxscribe.tables.read import read_tables
from boxscribe.writing.assignment import Assignment, assign
from boxscribe.writing.outputs import Outputs, read_outputs
from helpers import ROOT, games


def tables(ids: str) -> list[Table]:
    return [Table("rotowire", id, ()) for id in ids]


def outputs(texts: Sequence[str], ids: Sequence[str] | None = None) -> Outputs:
    return Outputs("texts.txt", texts, ids, tokenised=True)


def positions(system: Outputs, found: Sequence[Table]) -> list[int]:
    (assigned,) = assign([system], found, "games.json")
    return assigned.positions


def test_texts_without_ids_follow_the_order_of_the_games() -> None:
    assert positions(outputs(["A won .", "B won ."]), tables("ab")) == [0, 1]


@pytest.mark.parametrize(
    ("ids", "games", "expected"),
    [
        ("ba", "ab", [1, 0]),
        ("bab", "abb", [1, 0, 2]),  # of several games with one id the first takes the first text
        ("ab", "abb", [0, 1, 1]),  # a single text serves all
    ],
)
def test_texts_with_ids_are_found_by_id(ids: str, games: str, expected: list[int]) -> None:
    assert positions(outputs([f"{id} won ." for id in ids], ids), tables(games)) == expected


def test_a_single_text_serves_no_different_games_with_one_id() -> None:
    first, second = games(2, texts=False)
    again = replace(first, entities=first.entities[1:])  # another table of the same game
    assert positions(outputs(["A won ."], [first.id]), [first, again]) == [0, 0]
    other = replace(second, id=first.id)
    assert positions(outputs(["A won .", "B won ."], [first.id] * 2), [first, other]) == [0, 1]
    with pytest.raises(InputError, match=rf"text 1: games.json has 2 different games with the id '{first.id}', and"):
        positions(outputs(["A won ."], [first.id]), [first, other])


PROBLEMS = [  # ids of texts (None: two texts without ids), ids of games, sentence
    (None, "abc", r"has 2 texts, but games.json has 3 games; write one text per line, in the order of the games"),
    (None, "a", r"has 2 texts, but games.json has 1 game;"),
    ("ab", "abc", r"has no text for game 3 \('c'\) of games.json; write a line with this id"),
    ("bbb", "abb", r"text 3: games.json has the game 'b' 2 times, but this is text 3 with its id"),
    ("bb", "abbb", r"has no text for game 1 \('a'\)"),
    ("axy", "ab", r"text 2: games.json has no game 'x', so these texts seem to belong to other games \(2 of 3\); give"),
]


@pytest.mark.parametrize(("ids", "games", "sentence"), PROBLEMS)
def test_what_does_not_fit_is_explained(ids: str | None, games: str, sentence: str) -> None:
    texts = ["A won .", "B won ."] if ids is None else [f"{id} won ." for id in ids]
    with pytest.raises(InputError, match=f"^texts.txt: {sentence}"):
        positions(outputs(texts, ids), tables(games))


def test_games_that_are_not_chosen_need_no_text() -> None:
    assignment = Assignment(outputs(["B won ."], "b"))
    for table in tables("ab"):
        assignment.add(table)
    assert assignment.result("games.json", [False, True]).positions == [-1, 0]
    with pytest.raises(InputError, match="no text for game 1"):
        assignment.result("games.json", [True, True])


# ------------------------------------------------------------------------------------------ texts of other games


def shuffled(texts: list[str]) -> list[str]:
    return Random(1).sample(texts, len(texts))


def shifted(texts: list[str]) -> list[str]:
    return texts[1:] + texts[:1]


def without_one_line(texts: list[str]) -> list[str]:
    """A line is missing after a third of the file, and the last one is there twice."""
    return [*texts[: len(texts) // 3], *texts[len(texts) // 3 + 1 :], texts[-1]]


@pytest.mark.parametrize("damage", [shuffled, shifted, without_one_line])
@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_texts_of_other_games_are_recognised(damage: Callable[[list[str]], list[str]], domain: str) -> None:
    found = games(12, domain)
    texts = [" ".join(table.tokens) for table in found]
    assert positions(outputs(texts), found) == list(range(12))
    with pytest.raises(InputError, match=r"these texts seem to belong to other games than those of games\.json: "):
        positions(outputs(damage(texts)), found)


def test_texts_that_name_nobody_or_everybody_are_accepted() -> None:
    """Without evidence there is no alarm: no names in the texts, the same entities in all games, one game."""
    found = games(6)
    assert positions(outputs(["One side won ."] * 6), found) == list(range(6))
    stations = tuple(Entity.of(name, name, "station", []) for name in ("Oslo", "Rome"))
    days = [Table("weather", str(day), stations) for day in range(6)]
    assert positions(outputs(["Rome was hot .", "Oslo was cold ."] * 3), days) == list(range(6))
    assert positions(outputs([" ".join(found[0].tokens)]), found[1:2]) == [0]


def test_one_text_that_names_others_is_no_alarm() -> None:
    found = games(8)
    texts = [" ".join(table.tokens) for table in found]
    texts[3] = texts[4]
    assert positions(outputs(texts), found) == list(range(8))


def test_real_texts_are_accepted_and_recognised_when_shuffled(data_dir: Path) -> None:
    found = list(read_tables(data_dir / "rotowire" / "valid.json.gz"))
    files = [*(ROOT / "results" / "rotowire").glob("*.txt.gz"), *(data_dir / "rotowire").glob("*_valid*.txt.gz")]
    texts = [read_outputs(file) for file in files if "tuples" not in file.name]
    assert len(texts) > 10
    assert len(assign(texts, found, "valid.json.gz")) == len(texts)
    for damage in (shuffled, shifted):
        with pytest.raises(InputError, match="these texts seem to belong to other games"):
            positions(outputs(damage(list(texts[0].texts))), found)
