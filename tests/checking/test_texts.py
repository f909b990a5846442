"""Texts in, verdicts out: positions, assignment to games, and texts that nothing was made for."""

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boxscribe
from boxscribe.checking.texts import check_texts
from boxscribe.errors import InputError
from boxscribe.tables.read import read_tables
from boxscribe.tables.write import write_tables
from boxscribe.text import detokenise
from boxscribe.writing.outputs import Outputs, outputs_of
from checking.small_game import WRONG, best, false_text, game
from helpers import WEATHER, games


def test_positions_are_those_of_the_string_that_was_given() -> None:
    table = game()
    text = false_text(table)
    tokens = boxscribe.tokenise(text)
    wrong, right, unread = boxscribe.check(text, table)
    points = int(best(table).value("PTS") or 0)
    assert text[wrong.char_start : wrong.char_end] == tokens[wrong.start] == str(points + WRONG)
    assert (wrong.status, wrong.repair, right.status, unread.status) == (
        "contradicted", str(points), "supported", "unknown",
    )  # fmt: skip
    assert text[unread.char_start : unread.char_end] == "12"


def test_english_and_tokens_get_the_same_verdicts() -> None:
    for table in games(3):
        english = boxscribe.check(detokenise(table.tokens), table)
        tokens = boxscribe.check(list(table.tokens), table)
        assert [(v.start, v.status, v.expected) for v in english] == [(v.start, v.status, v.expected) for v in tokens]
        assert [v.status for v in boxscribe.check(" ".join(table.tokens), table)] == [v.status for v in tokens]


def test_typographic_signs_move_nothing() -> None:
    table = game()
    team = table.of_kind("team")[0]
    text = f"“Nice” — the {team.name} ({team.value('TEAM-WINS')}–{team.value('TEAM-LOSSES')}) played."
    found = [(text[v.char_start : v.char_end], v.status) for v in boxscribe.check(text, table)]
    assert found == [(team.value("TEAM-WINS"), "supported"), (team.value("TEAM-LOSSES"), "supported")]


def test_stories_are_checked_with_the_table_that_they_have() -> None:
    table = game()
    story = boxscribe.load("template").write(table)
    verdicts = boxscribe.check(story, table)
    assert verdicts and all(verdict.status == "supported" for verdict in verdicts)


@pytest.mark.parametrize(
    "text",
    ["", " ", ".", "\n\n", "*NEWPARAGRAPH*", "He", "The 98 -", "( 3 - ", "彼は 20 得点 、 5 。", "ال 20 نقطة",
     "1" * 3000, "Die Hawks gewannen mit 20 Punkten.", "points points points", "- of - 5", "' 's ' 20 points",
     "his 8 - of -"],
)  # fmt: skip
@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_any_text_gets_an_answer(text: str, domain: str) -> None:
    table = games(1, domain)[0]
    for given_text in (text, text.split(), f"{table.entities[0].name} {text}"):
        for verdict in boxscribe.check(given_text, table):
            assert 0 <= verdict.start < verdict.end
    assert boxscribe.check(text, games(2, domain)[1]) is not None


WORDS = """he the Hawks 20 points , . - of and 's a rebounds ( ) three straight percent led bench Friday won lost by
second quarter next double who"""


@given(st.lists(st.sampled_from(WORDS.split()), max_size=60))
def test_any_order_of_words_gets_an_answer(words: list[str]) -> None:
    table = TABLE
    names = [entity.name for entity in table.entities[:3]]
    tokens = [token for word in words for token in (names[len(word) % 3].split() if word == "Hawks" else [word])]
    verdicts = boxscribe.check(tokens, table)
    spans = [range(verdict.start, verdict.end) for verdict in verdicts]
    assert all(before.stop <= after.start for before, after in pairwise(spans))


TABLE = game()


STORY = " ".join(TABLE.tokens)
NAME, SIDE = TABLE.of_kind("player")[0].name, TABLE.of_kind("team")[0].name


@pytest.mark.parametrize("text", [STORY, f"{NAME} and", f"the {SIDE} won 98 - 90", f"{NAME} was next with 3 points ."])
def test_the_cost_is_linear_in_words(text: str) -> None:
    """With sentences without an end, too."""
    boxscribe.check(text, TABLE)

    def seconds(words: int) -> float:
        tokens = (text.split() * words)[:words]
        start = time.process_time()
        boxscribe.check(tokens, TABLE)
        return time.process_time() - start

    assert seconds(24_000) < 16 * (min(seconds(3_000), seconds(3_000)) + 0.02)


def test_a_domain_of_your_own_and_a_table_without_sides(tmp_path: Path) -> None:
    storms = 'storms = { label = "storms", unit = "storms" }\n'
    (tmp_path / "weather.toml").write_text(WEATHER + storms, encoding="utf-8")
    domain = boxscribe.load_domain(str(tmp_path / "weather.toml"))
    rome = boxscribe.Entity.of("0", "Rome", "station", [("place", "Rome"), ("high", "31"), ("storms", "5")])
    table = boxscribe.Table("weather", "1", (rome,))
    found = boxscribe.check("Rome had 5 storms. Rome had six storms.", table, domain=domain)
    assert [(verdict.status, verdict.repair) for verdict in found] == [("supported", ""), ("contradicted", "five")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with (tmp_path / "games.jsonl").open("w", encoding="utf-8") as stream:
        write_tables(games(3), stream)
    return tmp_path / "games.jsonl"


def test_texts_are_assigned_by_order_by_number_or_by_id(file: Path) -> None:
    one, two, three = games(3)
    texts = [detokenise(table.tokens) for table in (one, two, three)]
    by_order = [checked.id for checked in check_texts(outputs_of(texts), read_tables(file))]
    assert by_order == [one.id, two.id, three.id]
    (numbered,) = check_texts(outputs_of(texts[2:]), read_tables(file), games=[3])
    assert (numbered.id, numbered.text) == (three.id, texts[2])
    (chosen,) = check_texts(outputs_of(texts), read_tables(file), games=[2])
    assert (chosen.id, chosen.text) == (two.id, texts[1])
    named = Outputs("texts", [texts[2], "He won.", texts[1]], [three.id, three.id, two.id], False)
    assert [checked.text for checked in check_texts(named, read_tables(file))] == [texts[1], texts[2], "He won."]


@pytest.mark.parametrize(
    ("outputs", "numbers", "message"),
    [
        (outputs_of(["a", "b"]), [], "has 2 texts, but .* has 3 games"),
        (outputs_of(["a"]), [4], "has no game 4; it has 3"),
        (Outputs("texts", ["a"], ["nowhere"], True), [], "text 1: .* has no game 'nowhere'"),
    ],
)
def test_texts_without_a_game_are_refused(file: Path, outputs: Outputs, numbers: list[int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(check_texts(outputs, read_tables(file), games=numbers))


def test_a_season_is_asked_for_what_the_table_cannot_know() -> None:
    season = list(boxscribe.simulate("rotowire", seed=1, games=120))
    table = season[60]
    name = table.of_kind("team")[0].name
    text = f"The {name} have now won 19 straight games."
    assert "contradicted" not in [verdict.status for verdict in boxscribe.check(text, table)]
    with_season = boxscribe.check(text, table, season)
    assert [verdict.status for verdict in with_season] == ["contradicted"]
