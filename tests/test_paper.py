"""`make paper`: the tables of the paper from what is saved, with and without the data."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from benchmarks import paper, saved
from benchmarks.cached_table import PAGE
from benchmarks.paper import other_tables, system_tables
from benchmarks.paper.paper_table import EMPTY, PaperTable
from helpers import ROOT

SPECIFICATION = ROOT.parent / "shared" / "spec" / "published.json"
TEMPLATE = (
    "The Atlanta Hawks (44-30) defeated the Detroit Pistons (39-35) 112-95. Paul Millsap scored 23 points (8-13 FG"
)


@pytest.fixture
def without_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOXSCRIBE_DATA", str(tmp_path / "nowhere"))


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of results/rotowire that a test may change."""
    shutil.copytree(ROOT / "results" / "rotowire", tmp_path / "results" / "rotowire")
    monkeypatch.setattr(saved, "RESULTS", tmp_path / "results")
    return tmp_path / "results" / "rotowire"


def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "paper", *options])
    paper.main()
    return capsys.readouterr().out


def rows_of(table: PaperTable, data: str, system: str, figures: str = "ours") -> list[list[object]]:
    return [list(row[3:]) for row in table.rows if row[:3] == (data, system, figures)]


@pytest.mark.usefixtures("without_data")
def test_every_table_is_printed_without_data(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed(capsys, monkeypatch)
    assert re.findall(r"^## Table (\d)", text, re.MULTILINE) == list("12345678")
    assert f"{EMPTY} Table 9" in text
    assert TEMPLATE in text.replace("\n", " "), "word for word the template's text in the paper's Table 8"


@pytest.mark.usefixtures("without_data")
def test_one_table_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(printed(capsys, monkeypatch, "--table", "3", "--json"))
    (table,) = found["tables"]
    assert (table["table"], found["missing"]) == (3, {})
    first = table["rows"][0]
    assert (first["system"], first["figures"], first["RG P %"]) == ("ED+CC", "published", 79.40)
    assert any(row["figures"] == "ours" and row["RG #"] is None for row in table["rows"]) and table["reasons"]


@pytest.mark.skipif(not SPECIFICATION.is_file(), reason="the specification is not beside the repository")
def test_published_figures_are_those_of_the_specification() -> None:
    given = json.loads(SPECIFICATION.read_text(encoding="utf-8"))
    for part in ("columns", "rotowire", "mlb", "human_evaluation"):
        assert saved.published_figures()[part] == given[part]


def test_our_figures_are_those_of_the_results_page() -> None:
    """Nothing is computed or typed anew: each figure stands in the table that `make results` has written."""
    page = PAGE.read_text(encoding="utf-8")
    table = system_tables.results_on_development_splits()
    systems = [row for row in table.rows if row[2] != "published" and row[3] is not None]
    assert len(systems) >= 5
    for _, name, _, *figures in systems:
        line = page.partition(f"\n| {name} | ")[2].partition("\n")[0]
        assert re.findall(r"\*\*([\d.]+)\*\*", line) == [f"{figure:.2f}" for figure in figures], name


def test_a_further_system_has_a_row_by_itself(results: Path) -> None:
    """Without figures it is empty, with the reason; so it is with figures of other texts."""
    systems = (results / "systems.toml").read_text(encoding="utf-8")
    added = '[systems."a system of others"]\ntexts = "ent.txt.gz"\nmade_by = "boxscribe write"\n\n[published_texts]'
    (results / "systems.toml").write_text(systems.replace("[published_texts]", added), encoding="utf-8")

    def own_row() -> tuple[list[object], str]:
        table = system_tables.results_on_development_splits()
        (row,) = rows_of(table, "RotoWire", "a system of others")
        return row, " ".join(table.reasons)

    row, reasons = own_row()
    assert row == [None] * 6 and "a system of others: its texts have not been scored; run `make results`" in reasons
    figures = json.loads((results / "figures.json").read_text(encoding="utf-8"))
    scored = figures["ENT with attention supervision"]
    figures["a system of others"] = scored | {"texts": "those of another file"}
    (results / "figures.json").write_text(json.dumps(figures), encoding="utf-8")
    row, reasons = own_row()
    assert row == [None] * 6 and "a system of others: its texts have changed since they were scored" in reasons
    digest = saved.saved_results("rotowire").systems["a system of others"].digest
    figures["a system of others"] = scored | {"texts": digest}
    (results / "figures.json").write_text(json.dumps(figures), encoding="utf-8")
    row, reasons = own_row()
    assert row == [scored[metric] for metric in saved.METRICS] and "a system of others" not in reasons
    assert "a system of others" in [name for name, *_ in system_tables.examples().rows]


def test_a_row_of_the_paper_is_filled_if_it_has_texts(results: Path) -> None:
    scored = json.loads((results / "figures.json").read_text(encoding="utf-8"))["NCP+CC"]
    row = [scored[metric] for metric in saved.METRICS]
    for table in (system_tables.results_on_test_splits(), system_tables.results_on_development_splits()):
        assert rows_of(table, "RotoWire", "NCP+CC") == [row]
        assert not any("RotoWire: NCP+CC" in reason for reason in table.reasons)
    systems = (results / "systems.toml").read_text(encoding="utf-8")
    (results / "systems.toml").write_text(
        systems.replace('[systems."NCP+CC"]', '[systems."another"]'), encoding="utf-8"
    )
    table = system_tables.results_on_development_splits()
    assert rows_of(table, "RotoWire", "NCP+CC") == [[None] * len(row)]
    assert any("NCP+CC" in reason for reason in table.reasons)


def test_the_configurations_of_the_paper_have_its_hyperparameters() -> None:
    table = other_tables.hyperparameters()
    place = {name: at for at, name in enumerate(table.columns)}
    for row in table.rows:
        assert row[place["rotowire, published"]] == row[place["rotowire-paper.toml"]], row[0]
        assert row[place["mlb, published"]] == row[place["mlb-paper.toml"]], row[0]


def test_the_saved_size_of_the_data_is_that_of_the_data(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = other_tables.statistics()
    monkeypatch.setenv("BOXSCRIBE_DATA", str(data_dir / "nowhere"))
    at = counted.columns.index("RotoWire, ours")
    assert [row[at] for row in counted.rows] == [row[at] for row in other_tables.statistics().rows]


def test_random_answers_are_called_a_demonstration() -> None:
    table = other_tables.human_evaluation()
    assert {row[2] for row in table.rows if row[0] == "simulated"} == {"demonstration"}
    assert all(figure is None for row in table.rows if row[2] == "ours" for figure in row[3:])


def test_an_empty_cell_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="without a reason"):
        PaperTable(1, "", (), ("", "ours"), [("tokens", None)])
