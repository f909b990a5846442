"""Properties of derived records on any numbers, and a second computation of some types on real games."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.derived import derive, ranks
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.validate import MAX_ENTITIES
from derived.declared import described
from helpers import games

ROTOWIRE = load_domain("rotowire")
NUMBERS = st.none() | st.integers(-50, 200)


@given(st.lists(st.integers(0, 30) | st.floats(0, 30), max_size=15), st.booleans())
def test_a_rank_is_one_more_than_the_number_of_those_before(numbers: list[float], lowest: bool) -> None:
    def before(one: float, other: float) -> bool:
        return one < other if lowest else one > other

    found = ranks(numbers, lowest)
    assert found == [1 + sum(before(other, number) for other in numbers) for number in numbers]
    if len(set(numbers)) == len(numbers):
        assert sorted(found) == list(range(1, len(numbers) + 1)), "without ties a permutation"


@given(st.lists(st.tuples(st.sampled_from(["home", "away"]), NUMBERS), min_size=1, max_size=12))
def test_parts_add_up_and_missing_cells_make_no_record(players: list[tuple[str, int | None]]) -> None:
    domain = described(
        ALL={"compute": "sum", "kind": "team", "of": ["player.PTS"]},
        FEW={"compute": "sum", "kind": "team", "of": ["player.PTS"], "where": ["PTS < 10"]},
        MANY={"compute": "sum", "kind": "team", "of": ["player.PTS"], "where": ["PTS >= 10"]},
        COUNT={"compute": "count", "kind": "team", "of": ["player"], "where": ["PTS >= 10"]},
        DIFFERENCE={"compute": "sum", "kind": "team", "of": ["ALL - opponent.ALL"]},
        RANK={"compute": "rank", "kind": "player", "of": ["PTS"], "among": "side"},
        TWICE={"compute": "sum", "kind": "player", "of": ["2 PTS"]},
    )
    entities = [
        Entity.of(str(i), str(i), "player", [] if points is None else [("PTS", str(points))], {"side": side})
        for i, (side, points) in enumerate(players)
    ]
    teams = [Entity.of(side, side, "team", [], {"side": side}) for side in ("home", "away")]
    derived = derive(Table("games", "1", (*entities, *teams)), domain).entities
    values = [{record.type: int(record.value) for record in entity.derived} for entity in derived]
    known = {side: [p for s, p in players if s == side and p is not None] for side in ("home", "away")}
    for team, of_team in zip(teams, values[len(players) :], strict=True):
        points = known[team.name]
        expected = {} if not points else {
            "ALL": sum(points),
            "FEW": sum(p for p in points if p < 10),
            "MANY": sum(p for p in points if p >= 10),
            "COUNT": sum(p >= 10 for p in points),
        }  # fmt: skip
        if known["home"] and known["away"]:
            other = known["away" if team.name == "home" else "home"]
            expected["DIFFERENCE"] = sum(points) - sum(other)
        assert of_team == expected
    for (side, number), of_player in zip(players, values, strict=False):
        assert of_player == (
            {} if number is None else {"RANK": 1 + sum(p > number for p in known[side]), "TWICE": 2 * number}
        )


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_the_sources_of_a_derived_record_are_cells_of_the_table(domain: str) -> None:
    (table,) = games(1, domain)
    description = load_domain(domain)
    derived = derive(table, description)
    cells = {(entity.id, record.type) for entity in table.entities for record in entity.records}
    types = set()
    for entity in derived.entities:
        assert len({record.type for record in entity.derived}) == len(entity.derived)
        for record in entity.derived:
            types.add(record.type)
            assert record.sources and cells.issuperset(record.sources.cells), record
            assert record.sources.cells or description.derived[record.type].compute == "weekday", record
    assert derive(derived, description) == derived
    assert len(types) >= 20


def test_the_largest_table_is_derived_in_seconds() -> None:
    domain = described(
        TOTAL={"compute": "sum", "kind": "player", "of": ["player.PTS - PTS"], "where": ["no POS"]},
        BENCH={"compute": "count", "kind": "player", "of": ["player"], "where": ["PTS > 5", "no POS"]},
        RANK={"compute": "rank", "kind": "player", "of": ["PTS"], "where": ["no POS"]},
    )
    players = [
        Entity.of(str(i), str(i), "player", [("PTS", str(i % 30)), *([("POS", "G")] if i == 7 else [])])
        for i in range(MAX_ENTITIES)
    ]
    start = time.process_time()
    derived = derive(Table("games", "1", tuple(players)), domain)
    assert time.process_time() - start < 10, "in proportion to the square of the entities it would take minutes"
    assert {record.type: record.value for record in derived.entities[9].derived} == {
        "TOTAL": str(sum(i % 30 for i in range(MAX_ENTITIES)) - 7 - 9),
        "BENCH": str(sum(i % 30 > 5 for i in range(MAX_ENTITIES)) - 1),
        "RANK": str(1 + sum(i % 30 > 9 for i in range(MAX_ENTITIES))),
    }


# --- a second computation


def number(entity: Entity, type: str) -> int | None:
    value = entity.value(type)
    return int(value) if value is not None and value.lstrip("-").isdigit() else None


def same_side(table: Table, entity: Entity, same: bool = True) -> list[Entity]:
    return [p for p in table.of_kind("player") if (p.features["side"] == entity.features["side"]) == same]


def total(table: Table, team: Entity, type: str, started: bool | None = None) -> int:
    players = [p for p in same_side(table, team) if started in (None, p.value("START_POSITION") is not None)]
    return sum(number(player, type) or 0 for player in players)


def halves(table: Table, team: Entity) -> list[int]:
    quarters = [number(team, f"TEAM-PTS_QTR{n}") or 0 for n in (1, 2, 3, 4)]
    return [quarters[0] + quarters[1], quarters[2] + quarters[3]]


def other(table: Table, team: Entity) -> Entity:
    return next(entity for entity in table.of_kind("team") if entity is not team)


def lead(table: Table, team: Entity) -> int | None:
    difference = halves(table, team)[0] - halves(table, other(table, team))[0]
    return difference if difference > 0 else None


def overtime(table: Table, team: Entity) -> int | None:
    points = {
        entity: (number(entity, "TEAM-PTS") or 0) - sum(halves(table, entity)) for entity in table.of_kind("team")
    }
    return points[team] if any(points.values()) else None


def categories(table: Table, player: Entity) -> int | None:
    reached = [type for type in ("PTS", "REB", "AST", "STL", "BLK") if (number(player, type) or 0) >= 10]
    return len(reached) if len(reached) >= 2 else None


def scoring_rank(table: Table, player: Entity) -> int | None:
    points = number(player, "PTS")
    ahead = sum((number(mate, "PTS") or 0) > (points or 0) for mate in same_side(table, player))
    return ahead + 1 if points and ahead < 3 else None


AGAIN: dict[str, Callable[[Table, Entity], object]] = {
    "RESULT": lambda table, team: (
        "win" if (number(team, "TEAM-PTS") or 0) > (number(other(table, team), "TEAM-PTS") or 0) else "loss"
    ),
    "FIRST-HALF": lambda table, team: halves(table, team)[0],
    "SECOND-HALF": lambda table, team: halves(table, team)[1],
    "HALFTIME-LEAD": lead,
    "OVERTIME": overtime,
    "TEAM-FTA": lambda table, team: total(table, team, "FTA"),
    "BENCH-PTS": lambda table, team: total(table, team, "PTS", started=False),
    "STARTERS-PTS": lambda table, team: total(table, team, "PTS", started=True),
    "DOUBLE-FIGURES": lambda table, team: sum((number(p, "PTS") or 0) >= 10 for p in same_side(table, team)),
    "DOUBLE-DOUBLE": categories,
    "PTS-RANK": scoring_rank,
}


def real_games(data_dir: Path) -> Iterator[Table]:
    path = data_dir / "rotowire" / "valid.json.gz"
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    return islice(read_tables(path), 200)


def test_real_games_have_the_values_of_a_second_computation(data_dir: Path) -> None:
    for table in real_games(data_dir):
        for entity in derive(table, ROTOWIRE).entities:
            found = {record.type: record.value for record in entity.derived}
            original = next(e for e in table.entities if e.id == entity.id)
            for type, again in AGAIN.items():
                if ROTOWIRE.derived[type].kind == entity.kind:
                    expected = again(table, original)
                    assert found.get(type) == (None if expected is None else str(expected)), (table.id, entity, type)
