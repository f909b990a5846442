"""The MLB dataset: recaps joined with tables of Retrosheet, cleaned, without outliers, in the official split."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from boxscribe.errors import Report, raise_first
from boxscribe.files import atomic_folder, atomic_write
from boxscribe.progress import Progress, no_progress
from boxscribe.recaps.agreement import measure
from boxscribe.recaps.clean import clean
from boxscribe.recaps.read import SPLITS, Recap, read_recaps
from boxscribe.retrosheet.tables import read_retrosheet
from boxscribe.tables.table import Table
from boxscribe.tables.write import json_line

REPORT = "report.json"
NO_TABLE = "no table: the game is not among the files, or cannot be converted"
NAMESAKES = "two players have one name"  # the official dataset leaves such games out
TEXT_NOTICE = "The text is copyright of its publisher: for research only, not to be redistributed."


@dataclass(slots=True)
class BuildReport:
    """What became of the recaps."""

    recaps: int
    written: Counter[str] = field(default_factory=Counter)  # file → games
    cleaned: Counter[str] = field(default_factory=Counter)  # rule → recaps in which it was used
    named: int = 0  # players who played and are named, over all games that were written
    scores: int = 0  # texts that give the final score
    records: int = 0  # win–loss records in texts
    right_records: int = 0  # those that the tables have, too
    dropped: list[dict[str, Any]] = field(default_factory=list)  # with the reason and the measures

    @property
    def reasons(self) -> Counter[str]:
        """Reason → how many recaps were dropped."""
        return Counter(one["reason"] for one in self.dropped)

    @property
    def as_json(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)} | {"reasons": self.reasons}


def build(
    recaps: str | Path,
    files: Iterable[str | Path],
    out: Path,
    rosters: Iterable[str | Path] = (),
    report: Report = raise_first,
    progress: Progress = no_progress,
) -> BuildReport:
    """Write train.jsonl.gz (recaps of the official training set and those outside it), valid.jsonl.gz and report.json.

    `files` are event files, folders or archives of Retrosheet that hold whole seasons.
    """
    texts = read_recaps(recaps)
    result = BuildReport(len(texts))
    with atomic_folder(out, REPORT) as folder:
        with ExitStack() as stack:
            streams = {
                split: stack.enter_context(atomic_write(folder / f"{split}.jsonl.gz"))
                for split in dict.fromkeys(SPLITS.values())
            }
            for split, table in _joined(texts, read_retrosheet(files, rosters, report, progress), result):
                streams[split].write(json_line(table))
        with atomic_write(folder / REPORT) as stream:
            json.dump(result.as_json, stream, indent=1, ensure_ascii=False)
    return result


def _joined(texts: dict[str, Recap], tables: Iterable[Table], result: BuildReport) -> Iterator[tuple[str, Table]]:
    """The tables that have a text, with their split; what is dropped and measured goes to `result`."""
    found = set()
    for table in tables:
        recap = texts.get(str(table.meta["retro_id"]))
        if recap is None:
            continue
        found.add(recap.retro_id)
        cleaned = clean(recap.paragraphs, str(table.meta.get("city", "")))
        result.cleaned.update(rule for rule, times in cleaned.used.items() if times)
        tokens = cleaned.tokens
        agreement = measure(table, tokens)
        fault = NAMESAKES if _has_namesakes(table) else agreement.fault
        if fault:
            _drop(result, recap, fault, asdict(agreement))
            continue
        result.named += agreement.players
        result.scores += agreement.score
        result.records += agreement.records
        result.right_records += agreement.right_records
        split = SPLITS[recap.split]
        result.written[split] += 1
        meta = {**table.meta, "split": recap.split, "key": recap.key, "text_notice": TEXT_NOTICE}
        yield split, replace(table, tokens=tokens, meta=meta)
    for retro_id in sorted(texts.keys() - found):
        _drop(result, texts[retro_id], NO_TABLE, {})


def _has_namesakes(table: Table) -> bool:
    names = [player.name for player in table.of_kind("player") if player.value("pos")]
    return len({*names}) < len(names)


def _drop(result: BuildReport, recap: Recap, reason: str, measures: dict[str, Any]) -> None:
    about = {"retro_id": recap.retro_id, "key": recap.key, "split": recap.split}
    result.dropped.append({**about, "reason": reason, **measures})
