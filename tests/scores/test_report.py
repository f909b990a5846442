"""The page that shows where figures come from."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boxscribe.facts.relations import Relation
from boxscribe.scores.evaluate import evaluate
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.relation_matching import align_relations
from boxscribe.scores.report import report
from boxscribe.scores.report_data import align, report_data
from browser import browser as browser
from scores import brute, fake

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def evaluated(texts: list[str] = fake.TEXTS, metrics: tuple[str, ...] = (), compare: bool = False) -> Evaluation:
    return evaluate(texts, fake.games(), fake.Reader(), metrics, compare=fake.GOLD if compare else None)


def embedded(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_page_holds_the_scores_and_every_relation_with_its_status() -> None:
    result = evaluated()
    page = report(result)
    assert f"{result.scores['cs_f1'].value:.2f}<small>" in page
    assert str(result.signature) in page
    games = embedded(page)["games"]
    assert [game["id"] for game in games] == ["a", "b", "c"]
    assert [fact[3] for fact in games[1]["relations"]] == ["gold", "wrong"]
    assert [fact[3] for fact in games[1]["gold_relations"]] == ["gold", "missed"]
    assert games[2]["relations"][2] == ["Utah", "4", "TEAM-WINS", "only"]
    assert games[2]["text"] == "Kyle Lowry 25 PTS. Utah 101 TEAM-PTS. Utah 4 TEAM-WINS."
    assert embedded(page)["types"]["PTS"] == "points"


def test_facts_at_the_same_place_stand_side_by_side() -> None:
    def facts(letters: str) -> list[Relation]:
        return [Relation(letter, "7", "PTS", True) for letter in letters]

    rows = align(align_relations(facts("abxd"), facts("acbd"), brute.matcher_of_teams(), "dedup"))
    assert rows == [(0, 0), (1, -1), (2, 1), (-1, 2), (3, 3)]


def test_nothing_in_a_text_can_break_the_page() -> None:
    bad = '</script><script>alert("x")</script><!--data--> 25 PTS .'
    page = report(evaluated([bad] * 3))
    assert page.count("<script") == 2
    assert "alert" in embedded(page)["games"][0]["text"]
    assert "://" not in page, "the page needs no network"


def test_without_relations_of_the_gold_texts_a_relation_is_correct_or_wrong() -> None:
    assert list(report_data(evaluated())["statuses"]) == ["gold", "only", "wrong", "missed"]
    data = report_data(evaluated(metrics=("rg",)))
    assert {status: label for status, (label, _) in data["statuses"].items()} == {"only": "correct", "wrong": "wrong"}
    assert {relation[3] for game in data["games"] for relation in game["relations"]} == {"only", "wrong"}


def test_texts_without_facts_are_shown_too() -> None:
    data = embedded(report(evaluated(metrics=("bleu",))))
    assert [metric["key"] for metric in data["metrics"]] == ["bleu"]
    assert data["games"][0]["relations"] == []


def test_a_comparison_is_in_the_page() -> None:
    assert report_data(evaluated())["comparison"] is None
    result = evaluated(compare=True)
    data = embedded(report(result))
    assert data["comparison"]["title"] == "other texts"
    assert data["comparison"]["test"] == "bootstrap"
    found = next(metric for metric in data["metrics"] if metric["key"] == "cs_f1")
    assert found["other"] == 100
    assert found["difference"] == round(result.figures["cs_f1"] - 100, 12)
    assert 0 < found["p"] <= 1
    game = data["games"][1]
    assert game["other_text"] == game["gold_text"]
    assert game["other_figures"][data["metrics"].index(found)] == 100


def test_a_reader_walks_from_the_worst_game_to_the_best(tmp_path: Path, browser: "Browser") -> None:
    (tmp_path / "report.html").write_text(report(evaluated()), encoding="utf-8")
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((tmp_path / "report.html").as_uri())

    def game() -> str:
        return page.inner_text("#game .about").partition(" · ")[0]

    assert page.inner_text("#game h2") == "Toronto Raptors\u00a0101\u00a0– Utah Jazz\u00a0101"
    assert game() == "b"
    assert page.locator("#game td .wrong").all_inner_texts() == ["Lowry 24 points"]
    page.keyboard.press("j")
    assert game() == "c"
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert game() == "b"
    page.select_option("#having", "only")
    assert page.locator("#list li").count() == 1
    page.select_option("#having", "")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("lebron")
    assert game() == "a"
    assert errors == []


def test_a_reader_compares_two_systems(tmp_path: Path, browser: "Browser") -> None:
    result = evaluated(compare=True)
    (tmp_path / "report.html").write_text(report(result), encoding="utf-8")
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((tmp_path / "report.html").as_uri())
    table = page.get_by_role("region", name="Comparison")
    heads = table.locator("thead th").all_inner_texts()
    rows = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()
    }
    at = heads.index("CS F1 %")
    assert rows["texts"][at] == f"{result.figures['cs_f1']:.2f}" and rows["other texts"][at] == "100.00"
    assert rows["difference"][at] == f"−{100 - result.figures['cs_f1']:.2f}"
    assert 0 < float(rows["p"][at]) <= 1
    assert page.locator("figure svg").count() == len(heads)
    assert page.evaluate("scrollY") == 0, "the list scrolls to its first game, not the page"
    assert page.locator("#game .columns h3").all_inner_texts() == ["Gold text", "texts", "other texts"]
    page.select_option("#sort", label="CS F1 %: most behind other texts first")
    first = page.locator("#list li span:last-child").all_inner_texts()
    page.select_option("#sort", label="CS F1 %: most ahead of other texts first")
    assert page.locator("#list li span:last-child").all_inner_texts() == first[::-1]
    assert errors == []
