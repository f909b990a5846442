"""CSV files are read by every verb; what is wrong or missing is one sentence, whatever the file holds."""

import gzip
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxscribe.errors import InputError, Problem
from boxscribe.tables import Entity, Table
from boxscribe.tables.csv.format import read_csv
from boxscribe.tables.csv.text import MAX_BYTES
from boxscribe.tables.read import read_tables
from helpers import WEATHER, boxscribe, games
from tables.csv import csv_games as layouts
from tables.csv.csv_games import AWAY, HOME, cells, of_name, simulated_csv

GAME = """\
date = 2019-01-05

[home]
name = "Atlanta Hawks"
quarters = [25, 30, 22, 28, 10]
wins = 12
losses = 26

[away]
city = "Miami"
name = "Heat"
TEAM-PTS = 90
W = 20
"""


def write(folder: Path, text: str | bytes, name: str = "box.csv", game: str = "") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    if game:
        (folder / "box.toml").write_text(game, encoding="utf-8")
    return path


def with_ids_of(made: Table, table: Table) -> Table:
    """The entities of a table under the ids that those of another have."""
    ids = {(entity.name, entity.features["side"]): entity.id for entity in table.entities}
    entities = tuple(replace(entity, id=ids[entity.name, entity.features["side"]]) for entity in made.entities)
    return replace(made, entities=entities)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_simulated_game_comes_back(seed: int, separator: str) -> None:
    table = games(1, seed=seed, texts=False)[0]
    home, away = table.of_kind("team")
    text = simulated_csv(table, separator)
    made = read_csv([io.StringIO(text)], names=(home.name, away.name), day=table.meta["day"]).table
    assert made.id == table.id
    assert with_ids_of(made, table).entities == table.entities
    assert made.meta["day"] == table.meta["day"]


def test_the_file_about_the_game_gives_the_rest(tmp_path: Path) -> None:
    path = write(tmp_path, layouts.ESPN, game=GAME)
    found: list[Problem] = []
    (table,) = read_tables(path, report=found.append)
    assert (table.id, dict(table.meta)) == ("2019-01-05-Heat-Hawks", {"day": "2019-01-05"})
    quarters = [f"TEAM-PTS_QTR{number}" for number in range(1, 5)]
    assert cells(of_name(table, HOME), *quarters, "TEAM-WINS", "TEAM-LOSSES") == ["25", "30", "22", "28", "12", "26"]
    assert cells(of_name(table, AWAY), "TEAM-PTS", "TEAM-CITY", "TEAM-NAME", "TEAM-WINS", "TEAM-LOSSES") == (
        ["90", "Miami", "Heat", "20", None]
    )
    assert all(problem.warning and problem.field == "guess" for problem in found)
    assert any("home.quarters: only the first 4 of 5 values" in problem.message for problem in found)


def test_every_verb_reads_it(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(layouts.ESPN.encode()), "box.csv.gz", GAME)
    assert b"Collins" in boxscribe("data", "show", path).stdout
    assert boxscribe("write", path, "--model", "template").stdout.startswith(b"The ")
    checked = boxscribe("data", "check", path)
    assert checked.returncode == 0
    assert b"guess: the column 'FG' holds FGM and FGA" in checked.stdout


def test_a_domain_of_your_own_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER, encoding="utf-8")
    path = write(tmp_path, "place,high,low\nRome,31,20\nOslo,20.5,11\n", "weather.csv")
    assert [entity.name for table in read_tables(path) for entity in table.entities] == ["Rome", "Oslo"]
    path = write(tmp_path, "place,high,low\nRome,31,20\n", game='domain = "weather"')
    assert next(iter(read_tables(path))).domain == "weather"


def test_the_verb_reports_guesses_and_warnings(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    flags = ("--home", HOME, "--away", AWAY, "--date", "2019-01-05", "--score", "103-97")
    done = boxscribe("data", "csv", "-", *flags, "--out", out, input=layouts.ESPN.encode())
    assert (done.returncode, done.stdout) == (0, b"")
    lines = done.stderr.decode().splitlines()
    assert "guess: the column 'FG' holds FGM and FGA" in lines
    assert any(line.startswith(f"warning: {HOME}: lacks TEAM-WINS") for line in lines)
    (table,) = read_tables(out)
    assert of_name(table, HOME).value("TEAM-PTS") == "103"
    shown = json.loads(boxscribe("data", "csv", "-", *flags, "--json", input=layouts.ESPN.encode()).stdout)
    assert shown["table"]["id"] == "2019-01-05-Heat-Hawks"
    assert f"guess: {shown['guesses'][0]}" in lines
    assert f"warning: {shown['warnings'][0]}" in lines


def test_one_file_per_team_home_first(tmp_path: Path) -> None:
    home = write(tmp_path, layouts.BASKETBALL_REFERENCE, "a.csv")
    away = write(tmp_path, layouts.BASKETBALL_REFERENCE.replace("a", "e"), "b.csv")
    done = boxscribe("data", "csv", home, away, "--home", HOME, "--away", AWAY)
    table = json.loads(done.stdout)
    assert [entity["features"]["side"] for entity in table["entities"][:8]] == ["home"] * 7 + ["away"]


ERRORS: list[tuple[str | bytes, str]] = [
    (layouts.ESPN, "which team is home, 'Miami Heat' or 'Atlanta Hawks'? name the teams with --home"),
    ("Player,PTS,AST\nAnn Lee,3,4\n", "row 2: which team is this? write its name above the headings"),
    ("Ann Lee,3,4\nBo Cruz,5,6\n", "no row of headings was found"),
    ("Team,Player,PTS\nA,Ann,1\nB,Bo,2\nC,Cy,3\n", "has rows of 3 teams (A, B, C), and a game has 2"),
    ("side,Player,PTS\nhome,Ann,1\nnorth,Bo,2\n", "row 3: 'north' is no side; write home or away"),
    ("side,Player,PTS\nhome,Ann,1\naway,Bo,2\n", "the home team has no name; name the teams with --home"),
    ("Player,PTS,AST\nAnn Lee,3,x4\n", "row 2, AST: 'x4' is no number; correct it or leave the cell empty"),
    ("Player,PTS,AST\nAnn Lee,3,4.5\n", "row 2, AST: '4.5' is no number"),
    ("Player,REB,TOT,PTS\nAnn Lee,3,4,5\n", "row 1: the columns 'REB' and 'TOT' both mean REB; rename or remove one"),
    ("side,Team,Player,PTS\nhome,Hawks,Ann,1\naway,,Bo,2\n", "the away team has no name; name the teams"),
    ("PTS,AST,REB\n3,4,5\n", "row 1: no column has the names (Players); give it the heading 'Name'"),
    ("Player,PTS,AST\nAnn,Lee,3,4\n", "row 2: has 4 cells and the headings 3; is a quotation mark missing?"),
    ("Player  PTS  AST  REB\nAnn Lee  3  4\n", "row 2: has 3 cells and the headings 4; put a - into empty cells"),
    ('Player,PTS,AST\n"Ann Lee,3,4\n', "row 2: is not CSV: a quotation mark is not closed"),
    (b"PK\x03\x04...", "is a workbook or an archive; save the sheet as CSV"),
    (b"Player,PTS\n\x81\xff,3\n", "is neither UTF-8 nor Windows-1252 text; save it as CSV in UTF-8"),
    (b"Player,PTS,AST\n\0,3,4\n", "holds NUL characters"),
    (b"x" * (MAX_BYTES + 1), "is larger than 4 MB"),
    ("Player\n", "has no columns: separate the cells by commas"),
    ("Player,PTS,AST\n" + "Ann,1,2\n" * 2_300, "has more than 2,200 rows; one file is one game"),
    ("Player,PTS,AST" + ",x" * 400 + "\nAnn,1,2\n", "row 1: has 403 columns, and 300 are allowed"),
    ("Player,PTS,AST\n" + "A" * 3_000 + ",1,2\n", "row 2: a cell has more than 2,000 characters"),
]


@pytest.mark.parametrize(("content", "sentence"), ERRORS)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, content: str | bytes, sentence: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(InputError) as error:
        read_csv([path])
    assert str(error.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(error.value)
    found: list[Problem] = []
    assert list(read_tables(path, report=found.append)) == []
    assert any(sentence in problem.message for problem in found)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("[home]\nname = 'A B'\nrebunds = 3", "home.rebunds: unknown key; did you mean 'rebounds'?"),
        ("[north]\nname = 'A B'", "[north] is no section of a file about this game; it may have home, away"),
        ("data = 3", "data: unknown key; did you mean 'date'?"),
        ("date = 'yesterday'", "date: 'yesterday' is no date; write it as 2019-01-05"),
        ("domain = '../x'", "domain: must be the name of a domain"),
        ("[home]\nname = 'A B'\nquarters = 3", "home.quarters: must be a list of numbers"),
        ("[home]\nname = ['A']", "home.name: must be a number or a text"),
        ("[home]\nname = 'A B'\nwins = 'many'", "TEAM-WINS"),
        ("[home", "not valid TOML"),
    ],
)
def test_what_is_wrong_in_the_file_about_the_game(tmp_path: Path, game: str, sentence: str) -> None:
    path = write(tmp_path, "side,Team,Player,PTS\nhome,A B,Ann,1\naway,C D,Bo,2\n", game=game)
    with pytest.raises(InputError) as error:
        read_csv([path])
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--score", "112"), "--score 112: write the score of home and away as 112-97"),
        (("--date", "5 January"), "--date: '5 January' is no date"),
        (("--home", "Boston Celtics", "--away", "Utah Jazz"), "row 3: which team is this?"),
        (("--domain", "weather"), "no description of the domain 'weather'"),
    ],
)
def test_wrong_flags_are_one_sentence(flags: tuple[str, ...], sentence: str) -> None:
    done = boxscribe("data", "csv", "-", *flags, input=layouts.ESPN.encode())
    assert done.returncode == 2
    assert sentence in done.stderr.decode()


def test_a_score_needs_the_names_of_both_teams() -> None:
    done = boxscribe("data", "csv", "-", "--home", HOME, "--score", "3-2", input=b"Player,PTS,AST\nAnn Lee,3,4\n")
    assert done.returncode == 2
    assert b"the away team has no name; name the teams with --home and --away" in done.stderr


@pytest.mark.parametrize("count", [0, 3])
def test_a_game_is_one_file_or_two(count: int) -> None:
    with pytest.raises(InputError, match=f"a game is one CSV file, or one per team, not {count} files"):
        read_csv([io.StringIO(layouts.ESPN)] * count)


LAYOUTS = [
    layouts.BASKETBALL_REFERENCE,
    layouts.ESPN,
    layouts.NBA_COM,
    layouts.MERGED,
    layouts.PASTED,
    layouts.BASEBALL,
]


@settings(max_examples=150)
@given(
    layout=st.sampled_from(LAYOUTS),
    place=st.floats(0, 1),
    length=st.integers(0, 40),
    change=st.binary(max_size=12) | st.sampled_from([b",", b"\n", b'"', b"\t", b"Total", b"Player,PTS,AST\n", b"1"]),
)
def test_damaged_files_are_read_or_refused_in_one_sentence(
    layout: str, place: float, length: int, change: bytes
) -> None:
    data = layout.encode()
    at = int(place * len(data))
    damaged = data[:at] + change + data[at + length :]
    try:
        made = read_csv([io.BytesIO(damaged)], names=(HOME, AWAY), score="103-97")
    except InputError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert all(isinstance(entity, Entity) for entity in made.table.entities)


@given(st.binary(max_size=300) | st.text(alphabet="Player,PTS;AST\t\n 12-.:%\"'", max_size=300).map(str.encode))
def test_no_input_gives_a_traceback(data: bytes) -> None:
    found: list[Problem] = []
    list(read_tables(io.BytesIO(data), "csv", report=found.append))
    assert all(str(problem) for problem in found)


def test_reading_is_quick_for_the_largest_file() -> None:
    rows = "".join(f"Player {number},{number % 50},{number % 9}\n" for number in range(1_990))
    found = read_csv([io.StringIO("Name,PTS,AST\n" + rows)], names=(HOME, ""))
    assert len(found.table.entities) == 1_991
