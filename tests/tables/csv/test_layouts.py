"""Box scores of the usual sites and of spreadsheets become tables, and every guess is reported."""

import io

import pytest

from boxscribe.foreign import parse_toml
from boxscribe.tables.csv.format import CsvTable, read_csv
from boxscribe.tables.domain import Domain
from helpers import WEATHER
from tables.csv import csv_games as layouts
from tables.csv.csv_games import AWAY, HOME, cells, of_name


def read(*texts: str | bytes, home: str = HOME, away: str = AWAY, score: str = "", **more: object) -> CsvTable:
    files = [io.BytesIO(text if isinstance(text, bytes) else text.encode()) for text in texts]
    return read_csv(files, names=(home, away), score=score, **more)  # type: ignore[arg-type]


def test_basketball_reference_one_file_per_team() -> None:
    away = layouts.BASKETBALL_REFERENCE.replace("Trae", "Ray").replace("John", "Jon")
    table, guesses = (found := read(layouts.BASKETBALL_REFERENCE, away)).table, found.guesses
    collins = of_name(table, "John Collins")
    assert cells(collins, "MIN", "FGM", "FG_PCT", "FG3_PCT", "FT_PCT", "REB", "TO", "PTS") == (
        ["35", "9", "60", "33", "75", "11", "2", "22"]
    )
    assert collins.features == {"side": "home"}
    assert of_name(table, "Jon Collins").features == {"side": "away"}
    assert cells(of_name(table, "Ray Young"), "MIN", "FT_PCT") == ["34", "100"]
    dedmon = next(entity for entity in table.entities if entity.name == "Dewayne Dedmon")
    assert cells(dedmon, "FTA", "FT_PCT", "START_POSITION") == ["0", "0", None]
    assert [record.type for record in table.entities[6].records] == ["FIRST_NAME", "SECOND_NAME"]
    team = of_name(table, HOME)
    assert cells(team, "TEAM-PTS", "TEAM-FG_PCT", "TEAM-REB", "TEAM-TOV") == ["92", "51", "34", "9"]
    assert cells(team, "TEAM-CITY", "TEAM-NAME", "TEAM-WINS", "TEAM-PTS_QTR1") == ["Atlanta", "Hawks", None, None]
    text = "\n".join(guesses)
    assert "the first file is the home team, the second the away team" in text
    assert "'TRB' is REB" in text
    assert "columns that are ignored: '+/-'" in text
    assert "'MP' 35:12 is 35" in text
    assert "computed from other cells: FT_PCT" in text
    assert "Vince Carter (Did Not Play)" in text
    assert "the title 'Basic Box Score Stats' is ignored" in text
    assert "home: no START_POSITION of the starters" in text


def test_espn_with_positions_pairs_and_a_bench() -> None:
    table, guesses = (found := read(layouts.ESPN)).table, found.guesses
    wanted = ["START_POSITION", "FGM", "FGA", "FG_PCT", "FG3M", "FG3A", "FTM", "FTA"]
    assert cells(of_name(table, "B. Adebayo"), *wanted) == ["C", "9", "15", "60", "0", "1", "3", "4"]
    assert cells(of_name(table, "G. Dragic"), "START_POSITION", "SECOND_NAME") == ["G", "Dragic"]
    assert cells(of_name(table, "D. Wade"), "START_POSITION", "PTS") == [None, "16"]
    assert cells(of_name(table, "U. Haslem"), "PTS", "FIRST_NAME") == [None, "U."]
    assert cells(of_name(table, AWAY), "TEAM-PTS", "TEAM-FG_PCT", "TEAM-AST") == ["59", "55", "11"]
    assert of_name(table, "J. Collins").features == {"side": "home"}
    text = "\n".join(guesses)
    assert "the column '3PT' holds FG3M and FG3A" in text
    assert "'B. Adebayo C' is B. Adebayo, C" in text
    assert "row 9 is left out" in text
    assert "U. Haslem (DNP-COACH'S DECISION)" in text
    assert "positions of players who did not start" in text


def test_nba_com_with_a_team_column_of_abbreviations() -> None:
    table, guesses = (found := read(layouts.NBA_COM, score="60-21")).table, found.guesses
    assert [entity.features["side"] for entity in table.of_kind("player")] == ["home"] * 3 + ["away"] * 2
    assert cells(of_name(table, "Trae Young"), "START_POSITION", "FG_PCT", "FT_PCT") == ["G", "44", "100"]
    assert cells(of_name(table, "Bam Adebayo"), "FG3_PCT", "MIN") == ["0", "35"]
    assert cells(of_name(table, HOME), "TEAM-PTS", "TEAM-REB", "TEAM-FG_PCT") == ["60", "20", "55"]
    text = "\n".join(guesses)
    assert "'ATL' is the home team" in text
    assert "home: computed from the players: TEAM-AST, TEAM-FG_PCT" in text


def test_a_spreadsheet_with_semicolons_decimal_commas_and_family_names_first() -> None:
    found = read(("\ufeff" + layouts.SPREADSHEET).encode())
    assert cells(of_name(found.table, "John Collins"), "MIN", "FG_PCT", "FIRST_NAME") == ["36", "60", "John"]
    assert cells(of_name(found.table, "Trae Young"), "MIN", "PTS") == ["34", "1022"]
    assert "columns that are ignored: 'Spieler'" in found.guesses
    assert any("'PTS' 1.022 is 1022" in guess for guess in found.guesses)


def test_merged_headers_and_teams_between_the_rows() -> None:
    table = read(layouts.MERGED).table
    assert cells(of_name(table, "John Collins"), "FGM", "FGA", "FG_PCT", "FG3A", "FTA", "OREB", "REB", "AST") == (
        ["9", "15", "60", "3", "4", "4", "11", "2"]
    )
    assert cells(of_name(table, "Bam Adebayo"), "FTM", "PTS") == ["3", "21"]
    assert of_name(table, "Bam Adebayo").features == {"side": "away"}
    assert cells(of_name(table, HOME), "TEAM-PTS", "TEAM-FG_PCT", "TEAM-REB") == ["44", "52", "14"]
    assert cells(of_name(table, AWAY), "TEAM-PTS", "TEAM-FT_PCT") == ["21", "75"]


def test_pasted_text_with_blanks() -> None:
    table = read(layouts.PASTED.replace("\n", "\r\n")).table
    assert cells(of_name(table, "John Collins"), "START_POSITION", "FGM", "FGA", "FT_PCT") == ["F", "9", "15", "75"]
    assert cells(of_name(table, "Trae Young"), "START_POSITION", "FG3A") == ["G", "8"]
    assert cells(of_name(table, "Alex Len"), "START_POSITION", "AST", "REB") == [None, None, "6"]
    assert [record.type for record in of_name(table, "Vince Carter").records] == ["FIRST_NAME", "SECOND_NAME"]
    assert of_name(table, HOME).value("TEAM-AST") is None  # a cell is missing, so that the sum is not known
    assert of_name(table, HOME).value("TEAM-PTS") == "60"


def test_the_last_row_of_a_part_may_have_a_name_only() -> None:
    parts = layouts.LINE_SCORE.replace("\n\nHome\n", "\n").partition("44\n")[2]
    table = read(f"Home\n{parts}Nene\n\nTeam,1,2,3,4,T\nMiami Heat,10,20,5,24,59\n").table
    assert of_name(table, "Nene").features == {"side": "away"}
    assert of_name(table, AWAY).value("TEAM-PTS_QTR2") == "20"


def test_a_line_score_and_titles_that_are_sides() -> None:
    table = read(layouts.LINE_SCORE).table
    assert cells(of_name(table, HOME), "TEAM-PTS_QTR1", "TEAM-PTS_QTR4", "TEAM-PTS", "TEAM-AST") == (
        ["22", "1", "44", "11"]
    )
    assert of_name(table, "Goran Dragic").features == {"side": "away"}


def test_parts_without_a_title_are_assigned_by_the_score() -> None:
    parts = layouts.LINE_SCORE.partition("\n\n")[2].replace("Home\n", "").replace("Visitors\n", "")
    found = read(parts, score="59-44")
    assert of_name(found.table, "Goran Dragic").features == {"side": "home"}
    assert "the parts of the file were assigned by the score" in found.guesses


def test_baseball_has_batting_pitching_and_innings() -> None:
    found = read(layouts.BASEBALL, home="Boston Red Sox", away="New York Yankees")
    table = found.table
    assert table.domain == "mlb"
    assert cells(of_name(table, "L. Severino"), "pos", "ab", "p_ip1", "p_ip2", "p_h", "h") == (
        ["P", "0", "5", "2/3", "5", "0"]
    )
    assert cells(of_name(table, "Boston Red Sox"), "team_city", "inn2", "inn9", "team_runs") == [
        "Boston",
        "2",
        None,
        "3",
    ]
    assert "rows 8 and 10 are one player: L. Severino" in found.guesses
    assert of_name(table, "M. Betts").features == {"side": "home"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_an_own_domain_in_any_encoding(encoding: str) -> None:
    weather = Domain.model_validate(parse_toml(WEATHER))
    text = "Place;highest temperature;Low;Rain\nRome;31,5;20,1;0\nKöln;21,0;12;–\n"
    found = read(text.encode(encoding), home="", away="", domain=weather)
    rome, cologne = found.table.entities
    assert cells(rome, "place", "high", "low", "rain") == ["Rome", "31.5", "20.1", "0"]
    assert (cologne.name, cologne.value("rain")) == ("Köln", None)
    assert any("Windows-1252" in guess for guess in found.guesses) == (encoding == "cp1252")


def test_the_first_rows_are_the_starters_where_all_have_a_position() -> None:
    rows = "".join(f"Player {number} G,{number},1\n" for number in range(8))
    found = read(f"Player,PTS,AST\n{rows}", away="")
    starters = [entity.value("START_POSITION") for entity in found.table.of_kind("player")]
    assert starters == ["G"] * 5 + [None] * 3
    assert "home: the first 5 with a position are the starters" in found.guesses
    assert "all rows are of the home team" in found.guesses


def test_rebounds_of_the_team_alone_are_no_totals() -> None:
    rows = "Player,REB,PTS\nAnn Lee,3,4\nBo Cruz,5,6\nTEAM,8,\nTOTALS,16,10\n"
    found = read(rows, away="")
    assert cells(of_name(found.table, HOME), "TEAM-REB", "TEAM-PTS") == ["16", "10"]
    assert "home: there are several rows of totals, and the last one counts" in found.guesses


def test_two_players_of_one_name_stay_two() -> None:
    table = read("Player,REB,PTS\nMarcus Morris,3,4\nBench,,\nMarcus Morris,5,6\n", away="").table
    assert [entity.value("PTS") for entity in table.of_kind("player")] == ["4", "6"]


def test_two_files_with_titles_need_no_names() -> None:
    first, second = ("Atlanta Hawks\nPlayer,PTS,AST\nAnn Lee,3,4\n", "Miami Heat\nPlayer,PTS,AST\nBo Cruz,5,6\n")
    found = read(first, second, home="", away="")
    assert of_name(found.table, "Bo Cruz").features == {"side": "away"}
    assert "the first file is the home team, the second the away team" in found.guesses
    assert "the home team is called 'Atlanta Hawks'" in found.guesses


def test_a_domain_with_a_side_of_any_value() -> None:
    text = WEATHER.replace("[kinds.station]", '[features.coast]\nlabel = "coast"\n\n[kinds.station]')
    domain = Domain.model_validate(parse_toml('side = "coast"\n' + text))
    assert len(read("place,high,low\nRome,31,20\n", home="", away="", domain=domain).table.entities) == 1
