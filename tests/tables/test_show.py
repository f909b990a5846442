"""The box score as people read it."""

import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from rich.console import Console

from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.show import as_html, on_terminal, sheets
from helpers import games


@pytest.mark.parametrize("width", [60, 80, 400])
@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_every_value_of_the_table_is_shown_on_any_terminal(domain: str, width: int) -> None:
    table = games(1, domain)[0]
    console = Console(width=width, record=True, file=StringIO())
    console.print(on_terminal(table, load_domain(domain), width))
    printed, page = console.export_text(), as_html(table, load_domain(domain))
    assert "…" not in printed
    words = set(re.findall(r"[^\s,]+", printed))
    for record in table.records:
        assert words.issuperset(record.value.split())
    for entity in table.entities:
        assert words.issuperset(entity.name.split())
        assert entity.name.replace("'", "&#39;") in page


def test_the_line_score_comes_first_and_innings_are_in_order() -> None:
    table = games(1, "mlb")[0]
    first, *others = sheets(table, load_domain("mlb"))
    assert [row[0] for row in first.rows] == [entity.name for entity in table.of_kind("team")]
    heads = [head for head, _ in first.columns]
    assert heads[:9] == [str(inning) for inning in range(1, 10)]
    assert heads[-4:] == ["R", "H", "E", "result"]
    titles = [sheet.title for sheet in others if "without figures" not in sheet.title]
    assert titles == ["Batting, home", "Pitching, home", "Batting, away", "Pitching, away", "Scoring plays"]


class Cells(HTMLParser):
    """The cells of a page, and a check that its tags are balanced."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)


def test_the_page_is_whole_and_nothing_in_a_table_can_break_it() -> None:
    name = '<script>alert("x")</script> & "Co" 🏀'
    player = Entity.of("0", name, "player", [("PTS", "7")], {"side": "home"})
    page = as_html(Table("rotowire", name, (player,), ("Too", "<b>", "good", ".")), load_domain("rotowire"))
    parser = Cells()
    parser.feed(page)
    assert parser.open == []
    assert name in parser.cells
    assert "<script" not in page
    assert "://" not in page, "the page needs no network"


def test_a_table_of_any_domain_can_be_shown() -> None:
    from boxscribe.tables.domain import Domain, Kind
    from boxscribe.tables.record_type import RecordType

    domain = Domain(name="d", title="D", kinds={"k": Kind(label="Things", types={"size": RecordType(label="size")})})
    table = Table("d", "1", tuple(Entity.of(str(n), f"thing {n}", "k", [("size", str(n))]) for n in range(3)))
    (sheet,) = sheets(table, domain)
    assert sheet.rows == (("thing 0", "0"), ("thing 1", "1"), ("thing 2", "2"))


def test_the_line_score_comes_first_even_where_a_side_has_two_pitchers() -> None:
    players = [Entity.of(name, name, "player", [("p_h", "3")], {"side": "home"}) for name in ("Ann", "Bea")]
    teams = [Entity.of(side, side, "team", [("team_runs", "5")], {"side": side}) for side in ("home", "away")]
    titles = [sheet.title for sheet in sheets(Table("mlb", "1", (*players, *teams)), load_domain("mlb"))]
    assert titles == ["Teams", "Pitching, home"]


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_every_cell_knows_its_entity_and_its_type(domain: str) -> None:
    table = games(1, domain)[0]
    shown: set[int] = set()
    for sheet in sheets(table, load_domain(domain)):
        for number, (name, *cells) in zip(sheet.entities, sheet.rows, strict=True):
            entity = table.entities[number]
            assert name == entity.name
            assert cells == [", ".join(entity.values(type)) for type in sheet.types]
            shown.add(number)
    assert shown == set(range(len(table.entities)))


def test_entities_without_figures_are_listed_though_they_share_a_name() -> None:
    players = [Entity.of(id, "Chris Johnson", "player", [], {"side": "home"}) for id in ("0", "1")]
    table = Table("rotowire", "1", tuple(players))
    (sheet,) = sheets(table, load_domain("rotowire"))
    assert sheet.entities == (0, 1)
    assert as_html(table, load_domain("rotowire")).count("Chris Johnson") == 2
