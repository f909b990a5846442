"""Results of crowd platforms → answers of the study, merged with those of the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.errors import Report
from boxscribe.study.answers import Answer, StudyStatus, merge_answers, read_answers, status_of, write_answers
from boxscribe.study.folder import ANSWERS, COLLECTED, StudyFolder
from boxscribe.study.platform import read_results
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
    page = page_answers(folder.path / ANSWERS)
    known = read_answers(folder.path / COLLECTED)
    merged, duplicates = merge_answers(page + known, (answer for answers in results.values() for answer in answers))
    if files:
        write_answers(folder.path / COLLECTED, merged[len(page) :])
    imported = {path: len(answers) for path, answers in results.items()}
    return Collected(imported, duplicates, _status(folder, merged))


def study_status(folder: StudyFolder) -> StudyStatus:
    """The answers of a study from the page and from platforms, and how complete it is."""
    merged, _ = merge_answers(page_answers(folder.path / ANSWERS), read_answers(folder.path / COLLECTED))
    return _status(folder, merged)


def _status(folder: StudyFolder, answers: list[Answer]) -> StudyStatus:
    per_task = {form: folder.study.form(form).answers_per_task for form in folder.study.forms}
    return status_of(answers, folder.tasks, per_task, folder.study.participants.failed_checks_allowed)
