"""Sentences without facts: counted in texts, and planned for free ones as often."""

from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.factless import Gap, fit_factless, with_factless
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.planner import train_planner
from boxscribe.planning.store import load_planner, save_planner
from boxscribe.planning.train import fit_factless_file
from boxscribe.tables import Entity, Table
from boxscribe.tables.domain import load_domain
from boxscribe.tables.write import write_tables
from helpers import games

DOMAIN = load_domain("rotowire")
SIDES = {"a": "home", "b": "home", "c": "vis"}
TABLE = Table(
    "rotowire", "1", tuple(Entity.of(id, id, "player", [("PTS", "1")], {"side": side}) for id, side in SIDES.items())
)


def plan(*sentences: str) -> Plan:
    """A sentence about each player; "" is one without facts, "+" one about the next game."""
    types = {"+": ("a", "NEXT-OPPONENT", "Heat")}
    given = ((PlannedFact(*types.get(id, (id, "PTS", "1"))),) if id else () for id in sentences)
    return Plan(tuple(given))


def rates(*plans: Plan, writers: list[str] | None = None) -> dict[str, dict[Gap, float]]:
    found = fit_factless([TABLE] * len(plans), plans, writers or [""] * len(plans), DOMAIN)
    return {name: dict(own) for name, own in found.items()}


def test_gaps_are_told_apart() -> None:
    found = rates(plan("", "a", "", "", "b", "a", "", "c", "", "", ""))
    assert found[""] == {Gap.OPENING: 2, Gap.WITHIN: 0, Gap.TURN: 1, Gap.END: 3}


def test_what_only_a_season_knows_is_no_fact_of_the_table() -> None:
    assert rates(plan("a", "b", "+"))[""] == {Gap.OPENING: 0, Gap.END: 1}


def test_a_writer_of_many_texts_has_rates_of_his_own() -> None:
    short, long = plan("a"), plan("a", "", "")
    found = rates(*[short] * 30, *[long] * 10, writers=["1"] * 30 + ["2"] * 10)
    assert found == {"": {Gap.END: 0.5}, "1": {Gap.END: 0}}


def test_a_plan_gets_as_many_as_texts_have() -> None:
    means = {"": {Gap.WITHIN: 0.5, Gap.END: 2.0}, "1": {Gap.END: 1.0}}
    made = with_factless(plan("a", "b", "a", "b", "a", "b"), TABLE, DOMAIN, means)
    assert made == plan("a", "b", "", "a", "b", "", "a", "b", "", "")
    assert with_factless(plan("a", "b"), TABLE, DOMAIN, means, "1") == plan("a", "b", "")


def test_planned_sentences_of_the_season_take_the_place_of_others() -> None:
    assert with_factless(plan("+", "a", "+"), TABLE, DOMAIN, {"": {Gap.END: 2.0}}) == plan("+", "a", "", "+")
    assert with_factless(plan("+"), TABLE, DOMAIN, {"": {Gap.END: 2.0}}) == plan("+")


def test_a_planner_learns_and_keeps_them(tmp_path: Path) -> None:
    tables = games(40)
    planner = train_planner(tables, [found for _, found in plans_of(tables, lambda _: DOMAIN)])
    save_planner(planner, tmp_path / "planner")
    assert load_planner(tmp_path / "planner").factless == planner.factless != {}


def test_they_are_counted_again_for_a_planner_in_a_folder(tmp_path: Path) -> None:
    save_planner(load_planner("rotowire"), tmp_path / "planner")
    with (tmp_path / "games.jsonl").open("w") as stream:
        write_tables(games(3), stream)
    found = fit_factless_file(tmp_path / "planner", tmp_path / "games.jsonl", "alignment")
    assert load_planner(tmp_path / "planner").factless == found
    with pytest.raises(InputError, match="shipped ones are not changed"):
        fit_factless_file("rotowire", tmp_path)
