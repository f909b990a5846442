"""Any source of tables is recognised and streamed; bad input gets one clear sentence each."""

import gzip
import json
import subprocess
from dataclasses import replace
from io import BufferedReader, BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.errors import InputError, Problem
from boxscribe.tables import native_json
from boxscribe.tables.json_stream import json_values
from boxscribe.tables.read import read_tables
from helpers import WEATHER, boxscribe, games, raw_game, spoiled, write_json

GAME = raw_game()
OWN = [json.dumps(native_json.to_json(table)) for table in games(3)]


def problems_of(path: Path) -> list[str]:
    """What `data check` would report of a file."""
    found: list[Problem] = []
    list(read_tables(path, report=found.append))
    return [str(replace(problem, file=path.name)) for problem in found if not problem.warning]


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize(
    "content",
    [
        json.dumps([raw_game(seed) for seed in range(3)]),
        json.dumps([raw_game(seed) for seed in range(3)], indent=2),
        "\n".join(json.dumps(raw_game(seed)) for seed in range(3)),
        "\n".join(OWN),
        "\n\n" + "\n\n".join(OWN) + "\n\n",
        "\ufeff" + "\r\n".join(OWN),
        "[" + ",".join(OWN) + "]",
    ],
    ids=["list", "indented list", "raw lines", "own lines", "blank lines", "byte order mark", "own list"],
)
def test_every_layout_is_recognised(tmp_path: Path, content: str, zipped: bool) -> None:
    path = tmp_path / "games"
    path.write_bytes(gzip.compress(content.encode()) if zipped else content.encode())
    assert [table.domain for table in read_tables(path)] == ["rotowire"] * 3


def test_one_indented_game_is_a_file_of_one(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME, indent=2))
    assert len(list(read_tables(path))) == 1


def test_the_source_can_be_read_twice_and_tells_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(OWN * 40))
    tables = read_tables(path)
    fractions = [tables.fraction for _ in tables]
    assert fractions == sorted(fractions)  # type: ignore[type-var]
    assert 0 < fractions[0] < 1  # type: ignore[operator]
    assert fractions[-1] == 1
    assert len(list(tables)) == 120


BAD_GAMES = [
    (("box_score", "PTS"), "box_score.PTS: this column is missing"),
    (("box_score", "PTS", "3"), "box_score.PTS: row 3 is missing, though PLAYER_NAME has it"),
    (("box_score", "PLAYER_NAME"), "box_score.PLAYER_NAME: this column is missing"),
    (("home_line", "TEAM-PTS"), "home_line.TEAM-PTS: this column is missing"),
    (("vis_line",), "vis_line: is missing; it must be an object"),
    (("home_city",), "home_city: is missing; it must be a string"),
]


@pytest.mark.parametrize(("path", "sentence"), BAD_GAMES)
def test_missing_parts_are_reported_by_game_and_field(tmp_path: Path, path: tuple[str, ...], sentence: str) -> None:
    file = write_json(tmp_path / "bad.json", [GAME, spoiled(GAME, *path, delete=True)])
    assert f"bad.json: game 2: {sentence}" in problems_of(file)
    with pytest.raises(InputError, match=r"bad\.json: game 2: "):
        list(read_tables(file))


WRONG_VALUES: list[tuple[tuple[str, ...], Any, str]] = [
    (("box_score", "PTS", "0"), "many", "PTS: 'many' is not a whole number"),
    (("box_score", "PTS", "0"), "12.5", "PTS: '12.5' is not a whole number"),
    (("box_score", "PTS", "0"), "٣", "PTS: '٣' is not a whole number"),
    (("box_score", "PTS", "0"), None, "box_score.PTS, row 0: must be a string, not None"),
    (("box_score", "PTS", "0"), [1], "box_score.PTS, row 0: must be a string, not [1]"),
    (("box_score", "PLAYER_NAME", "0"), "N/A", "players, id 0: the entity has no name"),
    (("box_score", "TEAM_CITY", "0"), "Atlantis", "row 0: 'Atlantis' is neither home_city"),
    (("home_line", "TEAM-WINS"), "a few", "TEAM-WINS: 'a few' is not a whole number"),
    (("box_score",), [], "box_score: must be an object"),
    (("box_score", "PTS"), "12", "box_score.PTS: must be row → value"),
    (("summary",), "The Hawks won.", "summary: must be a list of words"),
    (("summary",), ["The", "", "won"], "text: word 1 is empty or holds a space: ''"),
    (("summary",), ["The", "Hawks won"], "text: word 1 is empty or holds a space: 'Hawks won'"),
]


@pytest.mark.parametrize(("path", "value", "sentence"), WRONG_VALUES)
def test_wrong_values_are_reported_by_game_and_field(
    tmp_path: Path, path: tuple[str, ...], value: Any, sentence: str
) -> None:
    file = write_json(tmp_path / "bad.json", [spoiled(GAME, *path, value=value)])
    assert any(sentence in problem and "bad.json: game 1: " in problem for problem in problems_of(file))


def test_all_problems_of_a_file_are_found_not_only_the_first(tmp_path: Path) -> None:
    bad = [spoiled(GAME, *path, value=value) for path, value, _ in WRONG_VALUES]
    file = write_json(tmp_path / "bad.json", [GAME, *bad, GAME])
    found = problems_of(file)
    assert {f"game {number}" for number in range(2, len(bad) + 2)} == {problem.split(": ")[1] for problem in found}
    assert len(list(read_tables(file, report=lambda _: None))) == 2, "the good games are kept"


BAD_FILES: list[tuple[bytes, str]] = [
    (b"", "holds no games"),
    (b"[]", "holds no games"),
    (b"   \n", "holds no games"),
    (b"The Hawks won.", "must be a JSON list of games"),
    (b'"games"', "must be a JSON list of games"),
    (b"[1, 2]", "must be an object, not 1"),
    (b'{"a": 1}', "is no table"),
    (b'{"a": ', "is not JSON"),
    (f'[{OWN[0]}, {{"b": }}]'.encode(), "game 2: is not JSON"),
    (b'[{"box_score": {}', "the file ends early"),
    (b"[" * 100_000, "nested more than 50 levels deep"),
    (b'{"entities": "\xff\xfe"}', "is not UTF-8 text"),
    (b'[{"entities": "\xff\xfe"}]', "is not UTF-8 text"),
    (gzip.compress(json.dumps([GAME] * 5).encode(), mtime=0)[:-2000], "the gzip data is cut off"),
    (gzip.compress(b"[]", mtime=0)[:12], "the gzip data is cut off"),
    (b"\x1f\x8bnonsense", "the gzip data is cut off or damaged"),
]


@pytest.mark.parametrize(("content", "sentence"), BAD_FILES, ids=[sentence for _, sentence in BAD_FILES])
def test_files_that_cannot_be_read_are_reported_in_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=sentence) as error:
        list(read_tables(path))
    assert "\n" not in str(error.value)
    assert "bad.json" in str(error.value)


def test_after_a_broken_line_the_next_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([OWN[0], OWN[1][:-20], "nothing", OWN[2]]))
    assert [problem.split(": ")[1] for problem in problems_of(path)] == ["game 2", "game 3"]
    assert len(list(read_tables(path, report=lambda _: None))) == 2


def test_a_line_of_20_megabytes_is_reported_or_read(tmp_path: Path) -> None:
    garbage, padded = tmp_path / "garbage.jsonl", tmp_path / "padded.jsonl"
    garbage.write_bytes(b'{"entities": ' + b"x" * 20_000_000)
    assert [problem[:30] for problem in problems_of(garbage)] == ["garbage.jsonl: game 1: is not "]
    padded.write_bytes(OWN[0].encode() + b" " * 20_000_000 + b"\n" + OWN[1].encode())
    assert len(list(read_tables(padded))) == 2


def test_a_missing_or_unreadable_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.json: cannot be read: No such file"):
        list(read_tables(tmp_path / "nowhere.json"))
    with pytest.raises(InputError, match="is a folder that is in no known format"):
        list(read_tables(tmp_path))


def test_an_unknown_format_is_reported() -> None:
    with pytest.raises(
        InputError, match="--input-format cricket: there is no such format; known: csv, json, mlb, native, nba, parquet"
    ):
        read_tables("-", format="cricket")


def test_a_given_format_overrides_what_would_be_recognised(tmp_path: Path) -> None:
    file = write_json(tmp_path / "game.json", [GAME])
    with pytest.raises(InputError, match="play_by_play: is missing"):
        list(read_tables(file, format="mlb"))


ODD_NAMES = ["word " * 200 + "end", "🏀 Émile Ōta-O'Neil 🏆", "محمد صلاح", "<b>&amp;", "N\u200dB", "\u202eRex"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_kept_to_the_letter(tmp_path: Path, name: str) -> None:
    game = spoiled(GAME, "box_score", "PLAYER_NAME", "0", value=name)
    table = next(iter(read_tables(write_json(tmp_path / "odd.json", [game]))))
    assert name in {entity.name for entity in table.entities}


def test_a_domain_of_ones_own_is_described_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER)
    file = tmp_path / "days.jsonl"
    station = {"name": "Rome", "kind": "station", "records": {"place": "Rome", "high": 31.5, "low": 20, "rain": None}}
    file.write_text(json.dumps({"domain": "weather", "entities": [station], "text": "It didn't rain in Rome."}))
    table = next(iter(read_tables(file)))
    assert table.id == "1"
    assert [(r.type, r.value) for r in table.records] == [("place", "Rome"), ("high", "31.5"), ("low", "20")]
    assert table.tokens == ("It", "did", "n't", "rain", "in", "Rome", ".")


HOURLY = {"type": "low", "value": 1, "features": {"huor": 1}}
BAD_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"domain": "curling"}, "no description of the domain 'curling': put curling.toml beside the tables"),
    ({"domain": 7}, "domain: must name the domain"),
    ({"entities": {}}, "entities: must be a list"),
    ({"entities": []}, "entities: is empty"),
    ({"entities": ["Rome"]}, "entities[0]: must be an object"),
    ({"entities": [{"name": "Rome"}]}, "entities[0].kind: is missing"),
    ({"entities": [{"name": " ", "kind": "station"}]}, "entities[0].name: is missing or empty"),
    ({"entities": [{"name": "Rome", "kind": "statoin"}]}, "unknown kind 'statoin'; did you mean 'station'?"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": {"hihg": "1"}}]}, "did you mean 'high'?"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": {"high": "hot"}}]}, "'hot' is not a number"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": {"high": True}}]}, "not True"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": {"high": {}}}]}, "not {}"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": 5}]}, "records: must be an object or a list"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": [{"type": "high"}]}]}, "records[0]: must be an"),
    ({"entities": [{"name": "Rome", "kind": "station", "features": ["hour"]}]}, "features: must be an object"),
    ({"entities": [{"name": "Rome", "kind": "station", "records": [HOURLY]}]}, "unknown feature 'huor'; did you mean"),
    ({"entities": [{"id": "a", "name": name, "kind": "station"} for name in "RS"]}, "two entities have the id 'a'"),
    ({"tokens": "Rain."}, "tokens: must be a list of words"),
    ({"text": ["Rain."]}, "text: must be a string"),
    ({"meta": 5}, "meta: must be an object"),
    ({"sumary": []}, "sumary: unknown key"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD_TABLES)
def test_bad_tables_of_ones_own_are_reported_by_field(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER)
    good = {"domain": "weather", "entities": [{"name": "Rome", "kind": "station", "records": {"high": 31}}]}
    file = write_json(tmp_path / "days.jsonl", good | change)
    found = problems_of(file)
    assert any(sentence in problem for problem in found), found


def test_a_description_must_fit_the_file(tmp_path: Path) -> None:
    file = write_json(tmp_path / "game.json", [GAME])
    (tmp_path / "weather.toml").write_text(WEATHER)
    with pytest.raises(InputError, match="the domain is 'rotowire', but --domain describes 'weather'"):
        list(read_tables(file, domain=str(tmp_path / "weather.toml")))
    (tmp_path / "rotowire.toml").write_text(WEATHER.replace('"weather"', '"rotowire"', 1))
    with pytest.raises(InputError, match="the description of 'rotowire' has no kind 'player'"):
        list(read_tables(file))


def test_standard_input_is_a_source_too() -> None:
    done = boxscribe("data", "check", "-", input=gzip.compress("\n".join(OWN).encode()))
    assert (done.returncode, done.stdout) == (0, b"3 good games, 0 errors, 0 warnings\n")


def test_an_open_file_is_a_source_that_stays_open(tmp_path: Path) -> None:
    text, path = "\n".join(OWN), tmp_path / "games.jsonl"
    path.write_text(text)
    with path.open("rb") as binary, path.open(encoding="utf-8") as for_text:
        for file in (binary, for_text, BytesIO(text.encode()), BytesIO(gzip.compress(text.encode())), StringIO(text)):
            tables = read_tables(file)
            assert [len(list(tables)), len(list(tables))] == [3, 3], "it is read from where it was"
            assert not file.closed
    listed = BytesIO(json.dumps([GAME, GAME]).encode())
    tables = read_tables(listed)
    assert next(iter(tables)) in list(tables), "one is taken, then all"
    assert not listed.closed


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
        assert cat.stdin and cat.stdout
        cat.stdin.write(gzip.compress("\n".join(OWN).encode()))
        cat.stdin.close()
        tables = read_tables(cat.stdout)
        assert (tables.repeatable, len(list(tables))) == (False, 3)
        with pytest.raises(InputError, match="can be read only once"):
            list(tables)


def test_some_games_of_a_file_are_read_and_the_problems_of_others_ignored(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([OWN[0], "nothing", OWN[1], OWN[2], "{}"]))
    tables = read_tables(path, games=[4, 1])
    assert [(tables.number, table.id) for table in tables] == [
        (number, json.loads(line)["id"]) for number, line in ((1, OWN[0]), (4, OWN[2]))
    ]
    with pytest.raises(InputError, match="game 2: is not JSON"):
        list(read_tables(path, games=[2]))
    with pytest.raises(InputError, match=r"games\.jsonl: has no game 6; it has 5"):
        list(read_tables(path, games=[6]))


# However a stream is cut into pieces, its values come out one by one.

json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(json_data, max_size=6), st.sampled_from([None, 1, 4]), st.integers(1, 64))
def test_a_list_is_streamed_value_by_value(values: list[Any], indent: int | None, chunk: int) -> None:
    from boxscribe.tables import json_stream

    before, json_stream.CHUNK = json_stream.CHUNK, chunk
    try:
        assert list(json_values(BufferedReader(BytesIO(json.dumps(values, indent=indent).encode())))) == values
    finally:
        json_stream.CHUNK = before


@given(st.binary(max_size=200))
def test_no_bytes_at_all_make_the_stream_fail(data: bytes) -> None:
    for value in json_values(BufferedReader(BytesIO(data))):
        assert isinstance(value, Problem | dict | list | str | int | float | None)


@given(st.data())
def test_a_list_cut_anywhere_is_reported(data: st.DataObject) -> None:
    whole = json.dumps([{"a": 1, "b": [True, "x"]}, {"c": "ü"}]).encode()
    cut = whole[: data.draw(st.integers(1, len(whole) - 1))]
    assert isinstance(list(json_values(BufferedReader(BytesIO(cut))))[-1], Problem)
