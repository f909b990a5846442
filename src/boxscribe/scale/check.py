"""`boxscribe check --engine ray`: texts and tables in, a file of verdicts out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.checking.report import LINE_FORMS, lines
from boxscribe.checking.texts import checked_text, texts_of_games
from boxscribe.checking.with_season import SeasonChecker
from boxscribe.errors import InputError, did_you_mean, raise_first
from boxscribe.files import atomic_write
from boxscribe.progress import Progress, no_progress
from boxscribe.scale.run import DEFAULT_SHARDING, ShardedRun, Sharding
from boxscribe.scale.shards import ShardResult, WorkItem
from boxscribe.scale.worker import Do
from boxscribe.tables.domain import Describe
from boxscribe.tables.read import Tables
from boxscribe.writing.outputs import Outputs


@dataclass(frozen=True)
class CheckWork:
    """Checks the texts of games."""

    describe: Describe
    form: str
    tokenised: bool
    season: Path | None

    def start(self) -> Do:
        checker = SeasonChecker(self.describe, self.season)

        def check(games: Sequence[WorkItem]) -> ShardResult:
            checked = [checked_text(checker, text, self.tokenised, table) for table, texts in games for text in texts]
            text = "".join(f"{line}\n" for one in checked for line in lines(one, self.form))
            return ShardResult(text, len(checked), [])

        return check


def check_file(
    outputs: Outputs,
    tables: Tables,
    out: str | Path,
    season: str | Path | None = None,
    games: Sequence[int] = (),
    *,
    form: str = "json",
    sharding: Sharding = DEFAULT_SHARDING,
    progress: Progress = no_progress,
) -> int:
    """Write the verdicts on texts into a file, on many machines, and return the number of texts.

    The file is the same as that of one machine. `outputs` are read by `writing.outputs.read_outputs`, `tables` by
    `boxscribe.read`; `form` is text or json. The season must have the same path on all machines.
    """
    if form not in LINE_FORMS:
        raise InputError(f"--format {form}: cannot be written with --engine ray; {did_you_mean(form, LINE_FORMS)}")
    place = None if season is None else Path(season).resolve()
    found = texts_of_games(outputs, tables, games)
    with_texts = (WorkItem(table, texts) for table, texts in found.games if texts)
    settings = [form, outputs.tokenised, str(season)]
    work = CheckWork(tables.domain, form, outputs.tokenised, place)
    run = ShardedRun(work, settings, with_texts, "checking", raise_first, found.total)
    with run.finished(sharding, out, progress) as folder:
        with atomic_write(out) as file:
            folder.write_to(file)
        return folder.documents
