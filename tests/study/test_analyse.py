"""The report: the figures of Table 5 from the answers of a study."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from boxscribe.cli.study import study as cli
from boxscribe.errors import InputError
from boxscribe.study.analyse import Analysis, analyse
from boxscribe.study.answers import Answer, read_answers, write_answers
from boxscribe.study.folder import COLLECTED, StudyFolder
from boxscribe.study.page import as_html
from boxscribe.study.report import as_data, on_terminal
from boxscribe.study.settings import Form
from study.studies import made_study, random_answers

WANTED: dict[Form, float] = {"facts": 0.5, "quality": 10.0}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> StudyFolder:
    """A study in which TEMPL has more supporting facts than the others, and ENT is always preferred to Gold."""
    made = made_study(tmp_path_factory.mktemp("analyse"), 10)
    answers = []
    for answer in random_answers(made, seed=1, source="platform"):
        systems = made.tasks[answer.code].systems
        if made.tasks[answer.code].is_check:
            pass
        elif answer.question == "supporting" and systems == ("TEMPL",):
            answer = answer._replace(value=str(int(answer.value) + 4))
        elif answer.question == "coherence" and set(systems) == {"ENT", "Gold"}:
            answer = answer._replace(value="AB"[systems.index("ENT")])
        answers.append(answer)
    write_answers(made.path / COLLECTED, answers)
    return made


@pytest.fixture(scope="module")
def result(made: StudyFolder) -> Analysis:
    return analyse(made, None, "summary", WANTED)


def plain(made: StudyFolder, answers: list[Answer], question: str, system: str) -> float:
    """A mean, worked out one answer at a time."""
    values = []
    for answer in answers:
        task = made.tasks[answer.code]
        if answer.question == question and system in task.systems and not task.is_check:
            if task.form == "facts":
                values.append(float(answer.value))
            else:
                values.append(100.0 if task.systems["AB".index(answer.value)] == system else -100.0)
    return float(np.mean(values))


def test_means_are_those_of_the_answers(made: StudyFolder, result: Analysis) -> None:
    answers = read_answers(made.path / COLLECTED)
    for measure in result.measures:
        for at, system in enumerate(result.systems):
            assert measure.mean[at] == pytest.approx(plain(made, answers, measure.name, system))
            low, high = measure.interval[at]
            assert low <= measure.mean[at] <= high
        if measure.form == "quality":
            assert measure.mean.sum() == pytest.approx(0, abs=1e-9)


def test_true_differences_get_an_asterisk(result: Analysis) -> None:
    measures = {measure.name: measure for measure in result.measures}
    assert measures["supporting"].significant == (False, True, False, False)
    assert result.against == "ENT"
    coherence = measures["coherence"]
    assert coherence.bradley_terry is not None and coherence.bradley_terry[3] > coherence.bradley_terry[0]
    assert measures["supporting"].bradley_terry is None


def test_another_system_to_compare_with(made: StudyFolder) -> None:
    found = analyse(made, "TEMPL", "summary", WANTED)
    assert next(each for each in found.measures if each.name == "supporting").significant == (True, False, True, True)
    with pytest.raises(InputError, match="--against EMT: no such system; did you mean 'ENT'"):
        analyse(made, "EMT", "summary", WANTED)


def test_answers_as_units_are_the_published_analysis(made: StudyFolder) -> None:
    """An observation is the mean of a participant's answers about a summary: 10 summaries × 5 participants a system."""
    found = analyse(made, None, "answer", WANTED)
    measures = {measure.name: measure for measure in found.measures}
    assert measures["supporting"].anova.df_within == 4 * 50 - 4
    assert measures["coherence"].anova.df_within == 4 * 90 - 4
    assert {measure.anova.method for measure in found.measures} == {"one-way ANOVA"}


def test_the_terminal_shows_table_5(result: Analysis) -> None:
    console = Console(width=80, record=True, file=StringIO())
    console.print(on_terminal(result))
    text = console.export_text()
    assert "…\n" not in text
    for measure in result.measures:
        assert measure.name in text
        for at in range(4):
            star = "*" if measure.significant[at] else ""
            assert f"{measure.mean[at]:.2f}{star}".replace("-", "−") in text
    assert "* differs from ENT" in text


def test_the_page_is_self_contained_and_escapes(result: Analysis) -> None:
    page = as_html(replace(result, title="<b>&", systems=("Gold", "<script>x</script>", "NCP", "ENT")))
    assert "<script" not in page and "&lt;script&gt;" in page and "<b>&" not in page
    assert page.count("<svg") == 5 and page.count("<circle") == 20
    assert "://" not in page, "the page needs no network"


def test_json_holds_everything(made: StudyFolder, result: Analysis) -> None:
    done = CliRunner().invoke(cli, ["analyse", str(made.path), "--json", "--html", str(made.path / "report.html")])
    assert done.exit_code == 0
    data = json.loads(done.output)
    assert data == json.loads(json.dumps(as_data(result)))
    supporting = data["measures"]["supporting"]
    assert supporting["systems"]["TEMPL"]["differs"] is True
    assert supporting["power"]["summaries_needed"] > 0
    assert data["missing_answers"] == 0
    assert (made.path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_study_without_answers_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no answers yet"):
        analyse(made_study(tmp_path, 2), None, "summary", WANTED)


def test_an_incomplete_study_is_analysed_and_marked_as_such(tmp_path: Path) -> None:
    made = made_study(tmp_path, 3)
    answers = random_answers(made, source="platform")
    write_answers(made.path / COLLECTED, answers[: len(answers) // 7])
    found = analyse(made, None, "summary", WANTED)
    assert found.n_missing > 0
    assert json.dumps(as_data(found), allow_nan=False)
    assert "not final" in as_html(found)
    write_answers(made.path / COLLECTED, answers[:1])  # with one answer nothing is significant
    assert not any(star for measure in analyse(made, None, "summary", WANTED).measures for star in measure.significant)
