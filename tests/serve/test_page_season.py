"""The page of a service with a season: the games behind a claim, and unusual facts for the plan."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from boxscribe.serve.server import StoryServer
from serve.pages import SeasonFiles, opened, running, sentences, write, write_season

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STREAK = "The Anchors have won three games in a row."
GAMES = ("2015-10-30 Prospectors 112 - 119 Anchors", "2015-10-31 Anchors 122 - 112 Lumberjacks")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> SeasonFiles:
    return write_season(tmp_path_factory.mktemp("season"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, season: SeasonFiles) -> Iterator[StoryServer]:
    with running(tmp_path_factory.mktemp("serve"), season=season.season) as made:
        yield made


@pytest.fixture
def page(server: StoryServer, browser: "Browser", season: SeasonFiles) -> "Iterator[Page]":
    """The page, with a story about the game in which the Anchors win for the third time in a row."""
    with opened(server, browser) as made:
        made.click("#choose")
        made.set_input_files("#file", season.game)
        made.locator("#heading", has_text="Anchors").wait_for()
        write(made)
        yield made


def test_the_games_that_prove_a_claim_are_shown(page: "Page") -> None:
    page.locator(".sentence").first.click()
    page.click("#edit")
    page.fill("#sentence-text", STREAK)
    page.click("#edited")
    page.locator("#proof summary").click()
    proof = page.locator("#proof").inner_text()
    assert all(game in proof for game in GAMES)


def test_unusual_facts_are_put_into_the_plan_with_one_click(page: "Page") -> None:
    page.click("#suggestions summary")
    first = page.locator("#suggestions > ul > li").first
    first.locator("button").wait_for()
    assert "Anchors, wins in a row: 3" in first.inner_text()
    first.locator("summary").click()
    assert all(game in first.inner_text() for game in GAMES)
    first.locator("button").click()
    page.locator(".card", has_text="wins in a row 3").wait_for()
    assert first.locator("button").is_disabled() and page.locator(".card").count() == 4
    page.click("#undo")
    assert first.locator("button").is_enabled() and page.locator(".card").count() == 3


def test_a_season_high_is_given_to_the_plan_as_a_sentence_and_stays_there(page: "Page") -> None:
    page.click("#suggestions summary")
    high = page.locator("#suggestions > ul > li", has_text="a season high").last
    high.locator("button").click()
    text = page.locator(".card q").inner_text()
    assert text.endswith("a season high.")
    for _ in range(2):
        page.click("#follow")
        page.locator("#publish button").first.wait_for()
        assert text in sentences(page)
    page.locator(".sentence", has_text=text).click()
    page.locator("#proof summary").click()
    assert "season high" in page.locator("#proof").inner_text()
    assert page.locator(".sentence.wrong").count() == 0


def test_a_game_is_chosen_by_its_day(page: "Page") -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page.click("#choose")
    page.click("#season-days summary")
    page.locator("#season-days .games button").first.wait_for()
    assert page.locator("#day").input_value() == "2015-11-02" and page.locator("#after").is_disabled()
    page.click("#before")
    expect(page.locator("#day")).to_have_value("2015-10-31")
    page.fill("#day", "2015-10-26")
    page.locator("#season-days .hint", has_text="No game was played").wait_for()
    page.click("#before")
    expect(page.locator("#day")).to_have_value("2015-10-25")
    game = page.locator("#season-days .games button").nth(1)
    game.wait_for()
    title = game.inner_text()
    game.click()
    page.locator("#heading", has_text=title).wait_for()
    assert "10_25_15" in page.locator("#about").inner_text() and page.locator(".sentence").count() == 0
