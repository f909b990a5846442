"""Results of crowd platforms → answers of the study, merged with those of the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.errors import InputError, Report
from boxscribe.study.answers import Answer, StudyStatus, merge_answers, read_answers, status_of, write_answers
from boxscribe.study.folder import ANSWERS, COLLECTED, StudyFolder
from boxscribe.study.platform import is_valid_answer, read_results
from boxscribe.study.store import page_answers


@dataclass(frozen=True)
class Collected:
    """What was imported, and the status of the study with it."""

    imported: dict[str, int]  # file → answers in it
    duplicates: list[Answer]  # left out: the participant has answered the question before
    status: StudyStatus

    def lines(self) -> Iterator[str]:
        """What was imported and the status, in sentences."""
        for name, count in self.imported.items():
            yield f"{name}: {count:,} answers"
        if self.duplicates:
            yield f"{len(self.duplicates):,} duplicates left out: the participant has answered the question before"
        yield from self.status.lines()


def collect(folder: StudyFolder, files: Sequence[Path], report: Report) -> Collected:
    """Import files of results into the study folder; importing a file again changes nothing."""
    results = {str(path): list(read_results(path, folder.study, folder.tasks, report)) for path in files}
    page, known = _known_answers(folder)
    merged, duplicates = merge_answers(page + known, (answer for answers in results.values() for answer in answers))
    if files:
        write_answers(folder.path / COLLECTED, merged[len(page) :])
    imported = {path: len(answers) for path, answers in results.items()}
    return Collected(imported, duplicates, _status(folder, merged))


def study_status(folder: StudyFolder) -> StudyStatus:
    """The answers of a study from the page and from platforms, and how complete it is."""
    merged, _ = merge_answers(*_known_answers(folder))
    return _status(folder, merged)


def _known_answers(folder: StudyFolder) -> tuple[list[Answer], list[Answer]]:
    """The answers in the folder: (from the page, from platforms)."""
    known = page_answers(folder.path / ANSWERS), read_answers(folder.path / COLLECTED)
    for name, answers in zip((ANSWERS, COLLECTED), known, strict=True):
        for answer in answers:
            task = folder.tasks.get(answer.code)
            if (
                task is None
                or answer.screen not in task.screens
                or answer.question not in folder.study.questions(task.form)
                or not is_valid_answer(task.form, answer.value)
            ):
                raise InputError(
                    f"{folder.path / name}: holds an answer to {answer.question} of task '{answer.code}' that does not "
                    "fit the study; restore the files of the folder as they were when the study was made"
                )
    return known


def _status(folder: StudyFolder, answers: list[Answer]) -> StudyStatus:
    per_task = {form: folder.study.form(form).answers_per_task for form in folder.study.forms}
    return status_of(answers, folder.tasks, per_task, folder.study.participants.failed_checks_allowed)
