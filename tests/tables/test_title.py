"""What a table is called, and how it shows itself in a notebook."""

from dataclasses import replace
from datetime import date

import pytest

from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.title import date_of, subtitle, title
from helpers import games


def game(day: str = "11_28_16") -> Table:
    teams = [
        Entity.of(id, name, "team", [("TEAM-PTS", points), ("TEAM-NAME", name.split()[1])], {"side": side})
        for id, name, points, side in (
            ("home", "Toronto Raptors", "122", "home"),
            ("vis", "Philadelphia 76ers", "95", "away"),
        )
    ]
    return Table("rotowire", f"{day}-76ers-Raptors", tuple(teams), meta={"day": day})


def weather() -> Table:
    rome = Entity.of("0", "Rome", "station", [("place", "Rome"), ("high", "<31>")])
    return Table("weather", "monday", (rome,))


def test_the_title_has_the_teams_and_the_score() -> None:
    assert title(game(), load_domain("rotowire")) == "Raptors 122 – 76ers 95"
    (table,) = games(1, "mlb")
    home, away = table.of_kind("team")
    winner, loser = sorted((home, away), key=lambda team: -int(team.value("team_runs") or 0))
    assert title(table, load_domain("mlb")) == " – ".join(
        f"{team.value('team_name')} {team.value('team_runs')}" for team in (winner, loser)
    )


def test_the_subtitle_names_the_collection_that_the_table_comes_from() -> None:
    domain = load_domain("rotowire")
    assert subtitle(game(), domain).replace("\u00a0", " ") == "NBA games (RotoWire) · 11_28_16-76ers-Raptors"
    credited = replace(game(), meta={"credit": "Data: a collection, CC BY 4.0"})
    assert subtitle(credited, domain).endswith("11_28_16-76ers-Raptors\u00a0· Data: a collection, CC BY 4.0")
    of_season = replace(game(), meta={"season": {"credit": "Data: a collection, CC BY 4.0"}})
    assert subtitle(of_season, domain) == subtitle(credited, domain)
    both = replace(game(), meta={**credited.meta, **of_season.meta})
    assert subtitle(both, domain) == subtitle(credited, domain)


def test_a_page_has_the_whole_names() -> None:
    whole = title(game(), load_domain("rotowire"), full=True)
    assert whole.replace("\u00a0", " ") == "Toronto Raptors 122 – Philadelphia 76ers 95"


def test_a_score_that_is_no_number_is_shown_as_it_is() -> None:
    teams = [Entity.of(name, name, "team", [("TEAM-PTS", points)]) for name, points in (("A", "9"), ("B", "<b>"))]
    assert title(Table("rotowire", "x", tuple(teams)), load_domain("rotowire")) == "A 9 – B <b>"


def test_a_table_without_scores_is_called_by_its_id() -> None:
    player = Entity.of("0", "Ann Lee", "player", [("PTS", "7")], {"side": "home"})
    assert title(Table("rotowire", "x", (player,)), load_domain("rotowire")) == "x"


@pytest.mark.parametrize(
    ("meta", "day"),
    [
        ({"day": "11_28_16"}, date(2016, 11, 28)),
        ({"date": "2016-11-28"}, date(2016, 11, 28)),
        ({"day": "soon", "date": "11/28/2016"}, date(2016, 11, 28)),
        ({"day": "soon"}, None),
        ({}, None),
    ],
)
def test_the_day_of_a_game(meta: dict[str, str], day: date | None) -> None:
    assert date_of(Table("rotowire", "x", (), meta=meta)) == day


def test_a_table_has_a_short_repr() -> None:
    assert repr(game()) == "<Table rotowire 2016-11-28 Raptors 122 – 76ers 95, 2 entities, 4 records>"
    assert repr(weather()) == "<Table weather monday, 1 entity, 2 records>"
    assert repr(game().entities[0]) == "<Entity Toronto Raptors (team, side=home), 2 records>"
    assert repr(weather().entities[0]) == "<Entity Rome (station), 2 records>"


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_a_notebook_shows_the_box_score(domain: str) -> None:
    (table,) = games(1, domain)
    shown = table._repr_html_()
    for entity in table.entities:
        assert entity.name.replace("'", "&#39;") in shown
    assert title(table, load_domain(domain), full=True) in shown
    assert "<script" not in shown


def test_a_notebook_shows_tables_of_a_domain_of_ones_own() -> None:
    assert "Rome" in weather()._repr_html_()
    for shown in (weather()._repr_html_(), weather().entities[0]._repr_html_()):
        assert "&lt;31&gt;" in shown and "<31>" not in shown
