"""Shards on disk: joined in their order, found again by their digest, and of one run at a time."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.errors import InputError, Problem
from boxscribe.scale.folder import ShardFolder
from boxscribe.scale.shards import Shard, ShardResult, WorkItem, shards_of
from boxscribe.tables import load_domain
from faults import KINDS, Kind, every_fault
from helpers import games

ITEMS = [WorkItem(table, f"text {number}") for number, table in enumerate(games(5))]
LEFT_OUT = Problem("has no winner", "entities", 3, "games.jsonl")


def shards(size: int = 2, items: list[WorkItem] = ITEMS) -> list[Shard]:
    return list(shards_of(items, size, load_domain))


def result(shard: Shard) -> ShardResult:
    return ShardResult(f"shard {shard.number}\n", len(shard.games), [LEFT_OUT] if shard.number == 1 else [])


def filled(path: Path, count: int = 3) -> None:
    with ShardFolder(path, "run", resume=False) as folder:
        for shard in shards()[:count]:
            folder.store(shard, result(shard))


def test_shards_hold_all_games_in_their_order() -> None:
    for size in (1, 2, 5, 9):
        made = shards(size)
        assert [shard.number for shard in made] == [*range(len(made))]
        assert all(len(shard.games) == size for shard in made[:-1])
        assert [game.received(load_domain) for shard in made for game in shard.games] == ITEMS


def test_the_digest_of_a_shard_is_that_of_all_it_holds() -> None:
    first = shards(5)[0].digest
    assert shards(5)[0].digest == first
    other_text = [ITEMS[0]._replace(about="other"), *ITEMS[1:]]
    other_table = [ITEMS[0]._replace(table=replace(ITEMS[0].table, id="other")), *ITEMS[1:]]
    described = load_domain("rotowire").model_copy(update={"title": "other"})
    (other_description,) = shards_of(ITEMS, 5, lambda name: described)
    digests = {shards(5, items)[0].digest for items in (other_text, other_table)} | {other_description.digest}
    assert len(digests | {first}) == 4


def test_shards_that_are_stored_in_any_order_are_joined_in_theirs(tmp_path: Path) -> None:
    with ShardFolder(tmp_path / "shards", "run", resume=False) as folder:
        for shard in reversed(shards()):
            folder.store(shard, result(shard))
        with (tmp_path / "out").open("w") as out:
            folder.write_to(out)
        assert (tmp_path / "out").read_text().splitlines(keepends=True) == list(folder.lines())
        assert list(folder.lines()) == [f"shard {number}\n" for number in range(3)]
        assert folder.documents == 5
        folder.remove()
    assert not (tmp_path / "shards").exists()


def test_finished_shards_are_found_by_a_resumed_run_only_and_only_for_the_same_games(tmp_path: Path) -> None:
    filled(tmp_path, count=2)
    with ShardFolder(tmp_path, "run", resume=True) as folder:
        found = [folder.find(shard) for shard in shards()]
        assert [one and (one.documents, one.problems) for one in found] == [(2, []), (2, [LEFT_OUT]), None]
        other = shards(items=[ITEMS[0]._replace(about="other"), *ITEMS[1:]])
        assert [folder.find(shard) is not None for shard in other] == [False, True, False]
    with ShardFolder(tmp_path, "run", resume=False) as folder:
        assert not any(map(folder.find, shards()))


@pytest.mark.parametrize("damage", [b"", b"{", b"no JSON\n", b'{"digest": 1}\n', None])
def test_a_damaged_shard_is_not_found(tmp_path: Path, damage: bytes | None) -> None:
    filled(tmp_path)
    file = tmp_path / "00000001"
    file.write_bytes(file.read_bytes()[:-3] + b"9\n" if damage is None else damage)
    with ShardFolder(tmp_path, "run", resume=True) as folder:
        assert [folder.find(shard) is not None for shard in shards()] == [True, False, True]


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    filled(tmp_path / "shards")
    with pytest.raises(InputError, match="belongs to a run with another model or other settings; resume it with those"):
        ShardFolder(tmp_path / "shards", "another", resume=True)
    with (
        ShardFolder(tmp_path / "shards", "run", resume=True),
        pytest.raises(InputError, match=r"another run \(process \d+\) is writing this output"),
    ):
        ShardFolder(tmp_path / "shards", "run", resume=False)
    with pytest.raises(InputError, match="is in the way and no folder of shards; move it"):
        ShardFolder(tmp_path, "run", resume=True)
    assert len(list((tmp_path / "shards").iterdir())) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_after_every_fault_a_run_is_resumed(tmp_path: Path, kind: Kind) -> None:
    """Every shard is whole or absent, also where the run is killed when it begins."""
    path = tmp_path / "shards"
    for _ in every_fault(kind, lambda: None, lambda: filled(path)):
        with ShardFolder(path, "run", resume=True) as folder:
            for shard in shards():
                if folder.find(shard) is None:
                    folder.store(shard, result(shard))
            assert list(folder.lines()) == [f"shard {number}\n" for number in range(3)]
        assert json.loads((path / "run").read_text())["run"] == "run"
