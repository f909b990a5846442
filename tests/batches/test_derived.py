"""Derived features and records: ranks, slots, weekdays, origins."""

import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.batches import Dataset, encode
from boxscribe.batches.dataset import Layout
from boxscribe.batches.derived import LAST, feature_columns
from boxscribe.batches.vocab import UNK, Columns, VocabularyBuilder
from boxscribe.errors import InputError
from boxscribe.tables import Entity, Table, load_domain
from helpers import boxscribe, games

ROTOWIRE = load_domain("rotowire")


def derived(table: Table, *names: str) -> dict[str, list[str]]:
    domain = ROTOWIRE.extended(names)
    return dict(zip(domain.features, feature_columns(table, domain), strict=True))


def player(number: int, side: str, points: str) -> Entity:
    return Entity.of(f"{number}", f"P{number}", "player", [("PTS", points), ("FIRST_NAME", "P")], {"side": side})


def team(side: str, points: str) -> Entity:
    return Entity.of(side, side, "team", [("TEAM-PTS", points)], {"side": side})


def test_players_are_compared_within_their_team_and_teams_with_each_other() -> None:
    players = player(0, "home", "9"), player(1, "home", "21"), player(2, "home", "9"), player(3, "away", "2")
    table = Table("rotowire", "x", (*players, team("home", "99"), team("away", "101")))
    assert derived(table, "rank")["rank"] == ["2", "-1", "1", "-1", "2", "-1", "1", "-1", "2", "1"]


@given(st.lists(st.integers(0, 60), min_size=1, max_size=15))
def test_a_rank_counts_those_who_have_more(points: list[int]) -> None:
    table = Table("rotowire", "x", tuple(player(i, "home", str(n)) for i, n in enumerate(points)))
    expected = [str(min(LAST, 1 + len([m for m in points if m > n]))) for n in points]
    assert derived(table, "rank")["rank"][::2] == expected


@pytest.mark.parametrize(
    ("day", "weekday"),
    [("11_28_16", "Monday"), ("2016-11-28", "Monday"), ("11/27/2016", "Sunday"), ("soon", None), ("", None)],
)
def test_the_day_of_the_week_is_a_record_that_can_be_copied(day: str, weekday: str | None) -> None:
    text = ("The", "home", "won", "on", "Monday", ".")
    entities = team("home", "99"), team("away", "98"), player(0, "home", "9")
    table = Table("rotowire", "x", entities, text, meta={"day": day})
    domain = ROTOWIRE.extended(["WEEKDAY"])
    arranged = Layout().arranged(table, domain)
    assert [entity.value("WEEKDAY") for entity in arranged.entities] == [weekday, weekday, None]
    assert Layout().arranged(table, ROTOWIRE) == table
    counters = Columns.of(VocabularyBuilder, len(domain.features))
    example = encode(arranged, domain, counters)
    assert (example.source[4] >= 0) == (weekday == "Monday")


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("official", "official"),
        ("official_train_text; table official (same game, train)", "official"),
        ("official_train_text; table rebuilt", "rebuilt_table"),
        ("sportsett_valid2017+rebuilt_table", "later_season"),
        ("simulated", "official"),
        (None, "official"),
    ],
)
def test_the_origin_of_a_text_has_the_name_that_the_description_gives_it(source: str | None, value: str) -> None:
    table = Table("rotowire", "x", (team("home", "99"),), ("Home", "won"), {"source": source} if source else {})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert derived(table, "source")["source"] == [value]


def test_an_origin_that_the_description_does_not_name_is_the_default_with_a_warning() -> None:
    table = Table("rotowire", "x", (team("home", "99"),), ("Home", "won"), {"source": "rumours"})
    with pytest.warns(UserWarning, match="source 'rumours' is not in the description of 'rotowire' and counts as 'off"):
        assert derived(table, "source")["source"] == ["official"]


def test_the_standing_of_an_entity_is_a_feature_of_all_its_records() -> None:
    people = player(0, "home", "9"), player(1, "away", "21"), player(2, "home", "30")
    table = Table("rotowire", "x", (*people, team("home", "99"), team("away", "90")))
    found = derived(table, "standing")["standing"]
    assert found[:6] == ["2", "2", "1", "1", "1", "1"], "by points, among the own team"
    assert found[6:] == ["1", "2"], "who won, and who lost"


def test_every_entity_of_a_table_has_a_slot_of_its_own() -> None:
    for table in games(3):
        slots = dict.fromkeys(zip((r.entity for r in table.records), derived(table, "slot")["slot"], strict=True))
        assert len(slots) == len({slot for _, slot in slots}) == len(table.entities)
    players = player(0, "home", "9"), player(1, "away", "21"), player(2, "home", "9")
    table = Table("rotowire", "x", (*players, team("away", "99")))
    assert derived(table, "slot")["slot"][::2] == ["player home 0", "player away 0", "player home 1", "team away 0"]


def test_nothing_is_derived_by_default() -> None:
    assert list(derived(games(1)[0])) == ["side"]
    assert list(ROTOWIRE.features) == ["side"]


def test_what_the_domain_cannot_derive_is_refused() -> None:
    with pytest.raises(InputError, match=r"--derive rang: .* derives nothing of this name; did you mean 'rank'"):
        ROTOWIRE.extended(["rang"])


def test_a_second_split_has_the_features_of_the_first(tmp_path: Path) -> None:
    for name, seed in (("train", 1), ("valid", 2)):
        boxscribe("data", "simulate", "--games", 3, "--seed", seed, "--texts", "--out", tmp_path / f"{name}.jsonl")
    made = boxscribe("data", "prepare", tmp_path / "train.jsonl", "--out", tmp_path / "train", "--derive", "rank")
    assert made.returncode == 0, made.stderr
    boxscribe("data", "prepare", tmp_path / "valid.jsonl", "--out", tmp_path / "valid", "--vocab", tmp_path / "train")
    again = ("--out", tmp_path / "x", "--vocab", tmp_path / "train", "--derive", "slot")
    refused = boxscribe("data", "prepare", tmp_path / "valid.jsonl", *again)
    assert refused.returncode == 2 and b"leave them out with --vocab" in refused.stderr
    train, valid = (Dataset(tmp_path / name) for name in ("train", "valid"))
    assert [list(split.domain.features) for split in (train, valid)] == [["side", "rank"]] * 2
    assert valid[0].features.shape[0] == 2
    assert UNK not in valid[0].features
