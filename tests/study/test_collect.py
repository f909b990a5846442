"""Results of platforms are read, checked and merged; missing answers are reported."""

import csv
import gzip
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boxscribe.cli.study import study as cli
from boxscribe.errors import InputError, Problem
from boxscribe.study.answers import Answer, read_answers
from boxscribe.study.collect import collect, study_status
from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from study.studies import made_study, random_answers, set_ids, write_study

Row = dict[str, str]


@pytest.fixture
def made(tmp_path: Path) -> StudyFolder:
    return made_study(tmp_path, 2)


def results(made: StudyFolder, form: str, answers: Iterable[Answer]) -> list[Row]:
    """Answers as a platform returns them: a row for each participant and task."""
    found: dict[tuple[str, str], Row] = {}
    for answer in answers:
        if made.tasks[answer.code].form == form:
            row = found.setdefault(
                (answer.participant, answer.code), {"WorkerId": answer.participant, "Input.code": answer.code}
            )
            short = {"supporting": "SupChoice", "contradicting": "ConChoice"}.get(answer.question)
            row[f"Answer.{short}{answer.screen + 1}" if short else f"Answer.{answer.question}_better"] = answer.value
    return list(found.values())


def write(path: Path, rows: list[Row]) -> Path:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


HEAD = "Input.code,Answer.grammaticality_better,Answer.coherence_better,Answer.conciseness_better\n"
ZIPPED = gzip.compress(f"{HEAD}1,A,A,A\n".encode() * 50)


def never(problem: Problem) -> None:
    raise AssertionError(problem)


def test_imported_answers_are_those_of_the_participants(made: StudyFolder, tmp_path: Path) -> None:
    answers = random_answers(made, source="platform")
    files = [write(tmp_path / f"{form}.csv", results(made, form, answers)) for form in ("facts", "quality")]
    done = collect(made, files, never)
    assert sum(done.imported.values()) == len(answers)
    assert (
        done.duplicates == [] and done.status.missing == {} and done.status.surplus == {} and done.status.excluded == {}
    )
    real = [answer for answer in answers if not made.tasks[answer.code].is_check]
    assert sorted(done.status.answers) == sorted(real)
    assert sorted(study_status(made).answers) == sorted(real)


def test_ids_of_any_printable_characters_survive_all_files(tmp_path: Path) -> None:
    ids = ["a,b", 'a"b', '"', " a ", "a#b", "'", ";\\", "=1+1", "Zoë 😀"]
    settings = write_study(tmp_path / "source", len(ids))
    set_ids(tmp_path / "source" / "games.jsonl", ids)
    made = make_study(settings, tmp_path / "study")
    assert {made.tasks[code].game for codes in made.assignments["facts"] for code in codes} == set(ids)
    answers = random_answers(made, source="platform")
    files = [write(tmp_path / f"{form}.csv", results(made, form, answers)) for form in ("facts", "quality")]
    collect(made, files, never)
    assert sorted(read_answers(made.path / "collected.csv")) == sorted(answers)


def test_only_the_owner_can_read_collected_answers(made: StudyFolder, tmp_path: Path) -> None:
    file = write(tmp_path / "quality.csv", results(made, "quality", random_answers(made)))
    for _ in range(2):
        collect(made, [file], never)
        assert stat.S_IMODE((made.path / "collected.csv").stat().st_mode) == 0o600
        (made.path / "collected.csv").chmod(0o644)  # as an older version left it


def test_collecting_twice_changes_nothing_and_reports_duplicates(made: StudyFolder, tmp_path: Path) -> None:
    rows = results(made, "quality", random_answers(made))
    file = write(tmp_path / "quality.csv", rows)
    first = collect(made, [file], never)
    again = collect(made, [file], never)
    assert again.status == first.status
    assert len(again.duplicates) == first.imported[str(file)]
    # The first answer of a participant counts, not a second one in another file.
    flipped = [{**row, "Answer.coherence_better": "AB"[row["Answer.coherence_better"] == "A"]} for row in rows]
    assert collect(made, [write(tmp_path / "second.csv", flipped)], never).status == first.status


def test_participants_without_an_id_are_distinguished_by_their_rows(made: StudyFolder, tmp_path: Path) -> None:
    rows = results(made, "quality", random_answers(made))
    for row in rows:
        del row["WorkerId"]
    file = write(tmp_path / "quality.csv", rows)
    first = collect(made, [file], never)
    assert first.status.n_participants == len(rows)
    assert collect(made, [file], never).status == first.status


def test_missing_answers_and_failed_checks_are_reported(made: StudyFolder, tmp_path: Path) -> None:
    rows = results(made, "quality", random_answers(made))
    cheat = rows[0]["WorkerId"]
    for row in rows:
        if row["WorkerId"] == cheat and row["Input.code"].startswith("#check"):
            row["Answer.coherence_better"] = "AB"[row["Answer.coherence_better"] == "A"]
    done = collect(made, [write(tmp_path / "quality.csv", rows)], never)
    assert done.status.excluded == {cheat: 1}
    assert not any(answer.participant == cheat for answer in done.status.answers)
    theirs = [r["Input.code"] for r in rows if r["WorkerId"] == cheat and not r["Input.code"].startswith("#check")]
    assert dict.fromkeys(theirs, 1).items() <= done.status.missing.items()
    assert all(count == 5 for code, count in done.status.missing.items() if code not in theirs)  # no facts yet


def spoil(column: str, value: str) -> Callable[[Row], Row]:
    return lambda row: {**row, column: value}


@pytest.mark.parametrize(
    ("form", "change", "message"),
    [
        ("quality", spoil("Answer.coherence_better", "C"), "Answer.coherence_better: must be A or B, not 'C'"),
        ("quality", spoil("Input.code", "x#A#B"), "Input.code: this study has no task 'x#A#B'"),
        ("facts", spoil("Answer.SupChoice1", "many"), "Answer.SupChoice1: must be a number from 0 to 99, not 'many'"),
        ("facts", spoil("Answer.ConChoice2", "-1"), "Answer.ConChoice2: must be a number"),
        ("facts", spoil("Answer.ConChoice2", "100"), "Answer.ConChoice2: must be a number"),
        ("facts", spoil("Answer.ConChoice2", ""), "Answer.ConChoice2: must be a number"),
        ("facts", spoil("Answer.ConChoice2", "1" * 5000), "must be a number from 0 to 99, not '11111"),
        ("facts", spoil("Answer.ConChoice2", "²"), "Answer.ConChoice2: must be a number"),
        ("quality", spoil("Input.code", "x" * 5000), "this study has no task 'xxxxx"),
        ("quality", spoil("WorkerId", "a\tb"), "WorkerId: must be up to 200 printable characters, not 'a b'"),
        ("quality", spoil("WorkerId", "x" * 201), "WorkerId: must be up to 200 printable characters"),
    ],
)
def test_an_invalid_row_is_reported_and_skipped(
    made: StudyFolder, tmp_path: Path, form: str, change: Callable[[Row], Row], message: str
) -> None:
    rows = [row for row in results(made, form, random_answers(made)) if not row["Input.code"].startswith("#check")]
    problems: list[Problem] = []
    file = write(tmp_path / "results.csv", [rows[0], change(rows[1]), *rows[2:]])
    done = collect(made, [file], problems.append)
    (problem,) = map(str, problems)
    assert message in problem and f"{file}: line 3" in problem and len(problem.removeprefix(str(file))) < 200
    answers = 3 if form == "quality" else 8
    assert done.imported[str(file)] == answers * (len(rows) - 1)


def test_results_may_repeat_large_tables(made: StudyFolder, tmp_path: Path) -> None:
    rows = [{**row, "Input.tables": "x" * 200_000} for row in results(made, "quality", random_answers(made))[:2]]
    assert sum(collect(made, [write(tmp_path / "q.csv", rows)], never).imported.values()) == 6


def test_rejected_assignments_do_not_count(made: StudyFolder, tmp_path: Path) -> None:
    rows = [{**row, "AssignmentStatus": "Rejected"} for row in results(made, "quality", random_answers(made))]
    assert sum(collect(made, [write(tmp_path / "q.csv", rows)], never).imported.values()) == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a,b\n1,2\n", "has no column 'Input.code'"),
        ("Input.code,Answer.coherence_better\n1,A\n", "has no column 'Answer.grammaticality_better'"),
        ("", "has no column"),
        (b"\xff\xfe\x00", "line 1: is not UTF-8"),
        (ZIPPED[:-4], "the gzip data is cut off or damaged"),
        (ZIPPED[:12] + b"\xff\xff\xff" + ZIPPED[15:], "the gzip data is cut off or damaged"),
        (HEAD + '1,"A"B,A,A\n', "line 2: not valid CSV"),
        ('Input.code,Answer.x\n"open', "has no column|not valid CSV"),
    ],
)
def test_a_file_that_is_no_result_is_refused(
    made: StudyFolder, tmp_path: Path, content: str | bytes, message: str
) -> None:
    file = tmp_path / "bad.csv"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError, match=message):
        collect(made, [file], never)
    assert not (made.path / "collected.csv").exists()


def test_gzipped_results_are_read(made: StudyFolder, tmp_path: Path) -> None:
    file = write(tmp_path / "quality.csv", results(made, "quality", random_answers(made)))
    zipped = tmp_path / "quality.csv.gz"
    zipped.write_bytes(gzip.compress(file.read_bytes()))
    assert collect(made, [zipped], never).status == collect(made, [file], never).status


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("participant,source", "participant,sauce", "line 1: the first line must name the columns"),
        (",platform,", ",", "line 2: not an answer"),
        (",0,", ",zero,", "line 2: not an answer"),
        (",0,", f",{'9' * 5000},", "line 2: not an answer"),
        (",0,", ",7,", "does not fit the study"),
        ("#", "##", "does not fit the study"),
        (",coherence,", ",beauty,", "does not fit the study"),
        (",A\n", ",C\n", "does not fit the study"),
        (",A\n", ',"A\n', "unexpected end of data"),
        ("participant", "\udcff", "is not UTF-8"),
    ],
)
def test_damaged_collected_answers_are_refused(
    made: StudyFolder, tmp_path: Path, before: str, after: str, message: str
) -> None:
    rows = [{**row, "Answer.coherence_better": "A"} for row in results(made, "quality", random_answers(made))]
    file = write(tmp_path / "quality.csv", rows)
    collect(made, [file], never)
    collected = made.path / "collected.csv"
    damaged = collected.read_text(encoding="utf-8").replace(before, after, 1)
    collected.write_bytes(damaged.encode(errors="surrogateescape"))
    for attempt in (lambda: collect(made, [file], never), lambda: study_status(made)):
        with pytest.raises(InputError, match=message):
            attempt()


def test_the_command_reports(made: StudyFolder, tmp_path: Path) -> None:
    rows = results(made, "quality", random_answers(made))
    rows[0]["Answer.coherence_better"] = "?"
    done = CliRunner().invoke(cli, ["collect", str(made.path), str(write(tmp_path / "q.csv", rows))])
    assert done.exit_code == 0
    assert "must be A or B, not '?'" in done.output
    assert "answers missing at" in done.output
    assert "answers by" in done.output
