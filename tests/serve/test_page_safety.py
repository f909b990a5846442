"""Names and texts that look like a script are text, wherever the page shows them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helpers import ROOT
from serve.pages import page as page
from serve.pages import server as server

if TYPE_CHECKING:
    from playwright.sync_api import Page

IMAGE = "<img src=x onerror=hacked=1>"
SCRIPT = "</script></style><script>hacked=1</script>"


def game() -> dict[str, Any]:
    """An example whose best scorer, teams and ids are such texts."""
    found: dict[str, Any] = json.loads((ROOT / "examples" / "games.jsonl").read_text().splitlines()[0])
    players = [one for one in found["entities"] if one["kind"] == "player"]
    best = max(players, key=lambda one: int(one["records"].get("PTS", 0)))
    best["name"], best["id"] = IMAGE, "'\"><svg onload=hacked=1>"
    for team in (one for one in found["entities"] if one["kind"] == "team"):
        team["name"] = f"{SCRIPT} {team['name']}"
    return found


def assert_harmless(page: "Page") -> None:
    assert page.locator("img, svg, iframe, script:not([src])").count() == 0
    assert page.evaluate("typeof hacked") == "undefined"


def test_names_and_texts_that_look_like_a_script_are_text(page: "Page", tmp_path: Path) -> None:
    """In the box score, the story, the plan, messages, dialogs, the saved story and the published page."""
    (tmp_path / "game.json").write_text(json.dumps(game()))
    page.click("#choose")
    page.set_input_files("#file", tmp_path / "game.json")
    page.locator("#sheets", has_text=IMAGE).wait_for()
    assert SCRIPT in page.locator("#heading").inner_text() or SCRIPT in page.locator("#sheets").inner_text()
    page.click("#write")
    page.locator(".sentence", has_text=IMAGE).first.click()
    assert IMAGE in page.locator("#plan").inner_text()
    page.locator("#sheets td.lit").first.click()
    assert IMAGE in page.locator("#beside").inner_text()
    page.fill("#cell-value", IMAGE)
    page.click("#change-cell")
    page.locator("#notice").wait_for()
    page.locator(".sentence").first.click()
    page.click("#edit")
    page.fill("#sentence-text", f"{SCRIPT} scored 1 point.")
    page.click("#edited")
    page.locator(".sentence", has_text=SCRIPT).wait_for()
    assert_harmless(page)
    with page.expect_download() as download:
        page.click("#as-html")
    page.click("#save")
    page.wait_for_url("**/story/*")
    page.reload()
    page.locator(".sentence", has_text=SCRIPT).wait_for()
    page.click("#recent")
    page.locator("#dialog a").first.wait_for()
    assert_harmless(page)
    page.keyboard.press("Escape")
    page.click("#choose")
    page.fill("#rows", f"Player,TEAM,PTS\n{IMAGE},{SCRIPT},21\nBea Moss,Heat,12\n")
    page.click("#read-rows")
    page.locator("#dialog .wrong").wait_for()
    assert_harmless(page)
    published = tmp_path / "page.html"
    published.write_bytes(Path(download.value.path()).read_bytes())
    page.goto(published.as_uri())
    assert SCRIPT in page.locator("body").inner_text() and IMAGE in page.locator("body").inner_text()
    assert_harmless(page)
