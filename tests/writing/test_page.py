"""What the page of a story says, and how it is built; `test_page_browser.py` tries it in a browser."""

import base64
import json
import time
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.tables import Entity, Table
from boxscribe.text import PARAGRAPH, detokenise
from boxscribe.text.tokens import pieces
from boxscribe.writing.named import COLOURS
from boxscribe.writing.page import fragment, page
from boxscribe.writing.story import Source, Story, Word
from helpers import words
from writing.stories import NASTY, baseball, basketball, hostile, in_season, large, told, untraced, weather


class Reader(HTMLParser):
    """The text of a page, its words, its names and its data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.paragraphs: list[str] = []
        self.titles: list[str | None] = []  # what each word says about itself
        self.looks: dict[str, set[str]] = {}  # each part of a name with its tag → its classes
        self.tags: list[str] = []
        self._json = ""
        self._open: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "meta":
            return
        if tag == "p" and self._in_text():
            self.paragraphs.append("")
        if tag == "span" and self._in_text():
            self.titles.append(dict(attrs).get("title"))
        self._open.append({**dict(attrs), "tag": tag})

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()["tag"] == tag

    def handle_data(self, data: str) -> None:
        if self._in_text():
            self.paragraphs[-1] += data
        for known in self._open:
            if "data-entity" in known:
                look = (known.get("class") or "").removeprefix("name ")
                self.looks.setdefault(f"{known['tag']} {data}", set()).add(look)
            if known.get("type") == "application/json":
                self._json += data

    def _in_text(self) -> bool:
        return any(known.get("class") == "prose" for known in self._open)

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._json)
        return data


STORIES: list[Callable[[], Story]] = [basketball, baseball, large, weather, hostile]


@pytest.mark.parametrize("story", STORIES)
def test_page_and_fragment_read_like_the_text(story: Callable[[], Story]) -> None:
    for html in (page([story()]), fragment(story())):
        reader = Reader(html)
        assert "\n\n".join(reader.paragraphs) == story().text
        assert len(reader.titles) == len(story().tokens)


signs = st.sampled_from([PARAGRAPH, *". , - ' `` '' ( ) J. Jr. can not $ 23 Keller".split()])


@given(st.lists(signs | words))
def test_any_tokens_can_be_shown(tokens: list[str]) -> None:
    keller = Entity.of("0", "Brad Keller", "player", [("FIRST_NAME", "Brad"), ("SECOND_NAME", "Keller")])
    story = untraced(Table("rotowire", "1", (keller,), tuple(tokens)))
    reader = Reader(fragment(story))
    assert "\n\n".join(reader.paragraphs) == story.text == detokenise(tokens)
    assert len(reader.titles) == len(pieces(tokens)) == len(tokens)


def player(first: str, second: str) -> Entity:
    cells = [("PTS", "7"), ("FIRST_NAME", first), ("SECOND_NAME", second)]
    return Entity.of(second, f"{first} {second}", "player", cells, {"side": "home"})


def test_a_name_has_one_colour_wherever_it_stands_and_singletons_are_grey() -> None:
    entities = player("Brad", "Keller"), player("Whit", "Merrifield"), player("Ryan", "Dozier"), player("Cam", "Idle")
    tokens = tuple("Brad Keller won . Keller beat Whit Merrifield , and Merrifield beat Ryan Dozier .".split())
    looks = Reader(page([untraced(Table("rotowire", "1", entities, tokens))])).looks
    assert looks["bdi Brad"] == looks["bdi Keller"] == looks["th Brad Keller"] == {"e0"}
    assert looks["bdi Merrifield"] == looks["th Whit Merrifield"] == {"e1"}
    assert looks["bdi Dozier"] == looks["th Ryan Dozier"] == {"once"}
    assert looks["th Cam Idle"] == {""}


def test_the_thirteenth_colour_is_the_first_in_italics() -> None:
    surnames = [f"Name{chr(65 + n)}" for n in range(COLOURS + 1)]
    entities = tuple(player("Al", name) for name in surnames)
    tokens = tuple(word for name in surnames for word in (name, "met", name, "."))
    looks = Reader(page([untraced(Table("rotowire", "1", entities, tokens))])).looks
    assert looks[f"bdi {surnames[0]}"] == {"e0"}
    assert looks[f"bdi {surnames[-1]}"] == looks[f"th Al {surnames[-1]}"] == {"e0 again"}


def test_names_are_found_in_the_story_not_in_the_text_of_the_table() -> None:
    """The table's text says "early", which would make a sentence's first "Early" an adverb."""
    table = Table("rotowire", "1", (player("Cleanthony", "Early"),), ("it", "was", "early"))
    story = replace(untraced(table), tokens=("Early", "scored", "."))
    assert Reader(page([story])).looks["bdi Early"] == {"once"}


def test_a_copied_word_says_where_it_came_from() -> None:
    table = Table("rotowire", "1", (player("LeBron", "James"),), ("23", "7", "9", "hey"))
    sources = (Source(0, "PTS", 0.4), Source(0, "FIRST_NAME", 0.3), Source(0, "REB", 0.1), Source(0, "AST", 0.001))
    words = (
        Word(1, 0.97, (Source(0, "PTS", 0.97),)),
        Word(1, 0.8, sources),
        Word(0.2, 0.01, sources[3:]),
        Word(0, 0, ()),
    )
    story = replace(told(table), trace=replace(told(table).trace, words=words))
    assert Reader(page([story])).titles == [
        "copied from LeBron James, points, weight 0.97",
        "copied from LeBron James, points, weight 0.40; LeBron James, first name, weight 0.30; and 1 more",
        None,
        None,
    ]


def test_words_of_the_season_name_the_games_that_they_were_computed_from() -> None:
    story = in_season()
    read = Reader(page([story]))
    origins = dict(zip(story.tokens, read.titles, strict=True))
    assert origins["Kestrels"] == (
        "copied from Las Cruces Anchors, next opponent (from 2015-11-04 Kestrels - Anchors), weight 1.00"
    )
    streak = ["2015-10-30 Prospectors 112 - 119 Anchors", "2015-10-31 Anchors 122 - 112 Lumberjacks"]
    assert f"wins in a row (from {'; '.join(streak)}; Las Cruces Anchors, points" in (origins["Third"] or "")
    computed_from = {label: sources for _, _, label, sources in read.data["cells"]}
    assert computed_from["wins in a row"][:2] == streak
    assert computed_from["points"] == []


def test_every_value_of_the_matrices_survives_to_two_digits() -> None:
    data = Reader(page([large()])).data
    for stored, matrix in ((data["psi"], large().trace.entities), (data["update_rate"], large().trace.update_rate)):
        shades = np.frombuffer(base64.b64decode(stored["bytes"]), np.uint8).reshape(matrix.shape)
        assert np.abs(stored["max"] * (shades / 255.0) ** 2 - matrix).max() < 0.005


def test_a_large_story_is_small_and_quick() -> None:
    assert large().trace.entities.shape == (600, 70)
    assert len(page([large()]).encode()) < 300_000
    seconds = []
    for _ in range(5):
        start = time.process_time()
        page([large()])
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.1


def test_what_a_story_lacks_is_left_out() -> None:
    table = basketball().table
    bare = Reader(page([untraced(table)]))
    assert bare.data["psi"] is bare.data["update_rate"] is None
    assert bare.titles == [None] * len(table.tokens)
    assert Reader(page([untraced(replace(table, tokens=()))])).paragraphs == [""]
    assert Reader(page([untraced(Table("rotowire", "1", ()))])).data["entities"] == []
    assert "0 stories" in page([])


def test_the_title_has_the_teams_and_the_score_and_another_can_be_given() -> None:
    teams = sorted(basketball().table.of_kind("team"), key=lambda team: -int(team.value("TEAM-PTS") or 0))
    scores = "\u00a0– ".join(f"{team.name}\u00a0{team.value('TEAM-PTS')}" for team in teams)
    assert f"<title>{scores}</title>" in page([basketball()])
    assert "<title>monday</title>" in page([weather()])
    assert "<title>2 stories</title>" in page([basketball(), weather()])
    assert "<title>A &amp; B</title>" in page([basketball()], "A & B")


def test_nothing_in_a_table_or_a_text_becomes_markup() -> None:
    for html in (page([hostile()]), fragment(hostile())):
        reader = Reader(html)
        assert "img" not in reader.tags
        assert NASTY in reader.paragraphs[0]
    assert Reader(page([hostile()])).tags.count("script") == 2
    assert NASTY in {type for _, type, *_ in Reader(page([hostile()])).data["cells"]}


def test_the_fragment_runs_no_script_and_styles_nothing_but_itself() -> None:
    html = fragment(basketball())
    assert "<script" not in html
    style = html.split("<style>")[1].split("</style>")[0]
    depth = np.cumsum([{"{": 1, "}": -1}.get(sign, 0) for sign in style])
    outside = "".join(sign for sign, level in zip(style, depth, strict=True) if level == 0 and sign not in " }")
    assert set(outside.split(".")) == {"", "boxscribe"}, "all rules are nested in this class"
