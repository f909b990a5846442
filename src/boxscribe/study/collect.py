"""Results of crowd platforms in, one merged set of answers out; what is missing or double, and who did not read."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.errors import Report
from boxscribe.study.answers import Answer, State, merged, read_answers, state, write_answers
from boxscribe.study.folder import ANSWERS, COLLECTED, StudyFolder
from boxscribe.study.platform import read_results
from boxscribe.study.store import page_answers


@dataclass(frozen=True)
class Collected:
    """What an import brought, and how far the study is."""

    imported: dict[str, int]  # file → answers in it
    again: list[Answer]  # left out, because that person has answered that question before
    state: State


def collect(folder: StudyFolder, files: Sequence[Path], report: Report) -> Collected:
    """Import files of results; those that were imported before change nothing."""
    found = {str(path): list(read_results(path, folder.study, folder.tasks, report)) for path in files}
    page = page_answers(folder.path / ANSWERS)
    known = read_answers(folder.path / COLLECTED)
    everything, again = merged(page + known, (answer for answers in found.values() for answer in answers))
    if files:
        write_answers(folder.path / COLLECTED, everything[len(page) :])
    imported = {path: len(answers) for path, answers in found.items()}
    return Collected(imported, again, _state(folder, everything))


def all_answers(folder: StudyFolder) -> State:
    """Every answer of a study, from the page and from platforms."""
    everything, _ = merged(page_answers(folder.path / ANSWERS), read_answers(folder.path / COLLECTED))
    return _state(folder, everything)


def _state(folder: StudyFolder, answers: list[Answer]) -> State:
    wanted = {kind: folder.study.form(kind).answers for kind in folder.study.forms}
    return state(answers, folder.tasks, wanted, folder.study.participants.failures)
