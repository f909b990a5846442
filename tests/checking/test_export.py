"""Verdicts for other programs: JSON, annotation tools, and the accuracy shared task."""

import csv
import json
from dataclasses import replace

from boxscribe.checking.export import COLUMNS, factgenie, label_studio, shared_task
from boxscribe.checking.report import report_lines, to_json
from boxscribe.checking.texts import CheckedText
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from checking.small_game import WRONG, best, checked_texts, game

TEXTS = checked_texts()
PLAYER = best(game())
POINTS = int(PLAYER.value("PTS") or 0)


def test_json_counts_tokens_from_one_and_names_the_cells() -> None:
    data = to_json(TEXTS[0])
    wrong = data["verdicts"][0]
    assert data["tokens"][wrong["start"] - 1 : wrong["end"]] == [str(POINTS + WRONG)]
    assert {
        "type": "NUMBER",
        "status": "contradicted",
        "family": "count",
        "repair": str(POINTS),
    }.items() <= wrong.items()
    assert wrong["cells"] == [{"entity": PLAYER.id, "name": PLAYER.name, "type": "PTS", "value": str(POINTS)}]
    assert wrong["subject"] == PLAYER.name and wrong["expected"] == str(POINTS) and wrong["games"] == []
    assert data["text"][wrong["char_start"] : wrong["char_end"]] == str(POINTS + WRONG)


def test_the_report_says_what_is_wrong_and_why() -> None:
    head, wrong, summary = report_lines(TEXTS[0])
    assert TEXTS[0].id in head
    assert f"contradicted: {POINTS + WRONG} → {POINTS}" in wrong and f"{PLAYER.name}, points: {POINTS}" in wrong
    assert summary.strip() == "1 supported, 1 contradicted, 0 unsupported, 1 unknown"


def test_factgenie_annotations_stand_in_the_output() -> None:
    first, second = (json.loads(line) for line in factgenie(TEXTS, "template"))
    (annotation,) = first["annotations"]
    start = annotation["start"]
    assert first["output"][start : start + len(annotation["text"])] == annotation["text"] == str(POINTS + WRONG)
    assert first["metadata"]["annotation_span_categories"][annotation["type"]]["name"] == "NUMBER"
    assert annotation["reason"].startswith("contradicted: ")
    assert (first["setup_id"], first["example_idx"], second["example_idx"]) == ("template", 0, 1)
    assert second["annotations"] == []


def test_label_studio_tasks_have_regions() -> None:
    first, second = json.loads("\n".join(label_studio(TEXTS)))
    (region,) = first["predictions"][0]["result"]
    value = region["value"]
    assert first["data"]["text"][value["start"] : value["end"]] == value["text"] == str(POINTS + WRONG)
    assert (value["labels"], region["type"], region["from_name"], region["to_name"]) == (
        ["NUMBER"], "labels", "label", "text",
    )  # fmt: skip
    assert second["predictions"][0]["result"] == []
    assert json.loads("\n".join(label_studio([]))) == []


def test_the_shared_task_counts_what_blanks_separate() -> None:
    (row,) = csv.DictReader(shared_task(TEXTS))
    assert tuple(row) == COLUMNS
    words = TEXTS[0].text.split()
    start, end = int(row["DOC_TOKEN_START"]), int(row["DOC_TOKEN_END"])
    assert " ".join(words[start - 1 : end]) == row["TOKENS"] == str(POINTS + WRONG)
    assert (row["TYPE"], row["CORRECTION"], row["TEXT_ID"]) == ("NUMBER", str(POINTS), TEXTS[0].id)


def test_the_shared_task_allows_one_mark_on_a_token() -> None:
    text = "The Hawks (3-2) won"
    marks = tuple(
        Verdict(0, 1, "record", ErrorType.NUMBER, VerdictStatus.CONTRADICTED, char_start=at, char_end=at + 1)
        for at in (11, 13, 16)
    )
    checked: CheckedText = replace(TEXTS[0], text=text, verdicts=marks)
    rows = list(csv.DictReader(shared_task([checked])))
    assert [(row["TOKENS"], row["DOC_TOKEN_START"]) for row in rows] == [("(3-2)", "3"), ("won", "4")]
