"""`python -m benchmarks checking`: the checker on texts whose errors people have marked, and on people's own texts.

Accuracy shared task (Thomson and Reiter 2021), `accuracy/train.jsonl.gz`: 60 texts of neural systems with 1,214 marked
errors. Every third text is for the report; the other 40 are for design. The marks that count are contradicted claims.
`--design` prints figures of the design texts, `--marks` each mark that is no error, `--missed` each error without a
mark, `--family NAME` restricts marks to families, `--no-season` leaves out the season around each game, `--other-game`
checks each text against the game of another one, a control: precision must fall to chance. BOXSCRIBE_DATA names the
folder that holds `accuracy/`, `rotowire/` and `nba/`. `--mlb FILE` measures the first 100 recaps of a file of baseball
tables instead: contradicted claims per text by family, and whether changed words are noticed (`--tries`). `--stories
FILE` counts the numbers, in digits or words, of stories about the development games by the status of their verdicts.
"""

import argparse
import gzip
import json
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.cached_table import ROOT
from boxscribe.checking.checker import Checker
from boxscribe.checking.verdict import Verdict
from boxscribe.checking.world import History
from boxscribe.season.enrich import Enricher
from boxscribe.tables import rotowire
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.text.numbers import find_numbers

DATA = Path(os.environ.get("BOXSCRIBE_DATA", ROOT.parent / "shared" / "data"))
REPORT_EVERY = 3  # texts
RECAPS = 100  # of baseball
PEOPLE_EVERY = 7  # development summaries


class Marked(NamedTuple):
    """A text and its errors, each with first and last token, counted from 1."""

    id: str
    table: Table
    history: History
    tokens: list[str]
    errors: list[dict[str, Any]]


def marked_texts(design: bool, enricher: Enricher) -> Iterator[Marked]:
    """The texts for design, or those for the report."""
    with gzip.open(DATA / "accuracy" / "train.jsonl.gz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            data = json.loads(line)
            table = rotowire.parse(data["table"])
            if table is not None and (number % REPORT_EVERY == REPORT_EVERY - 1) != design:
                history = enricher.history(table)
                yield Marked(
                    data["id"], enricher(table), history, data["text"].split(), sorted(data["errors"], key=_start)
                )


def _start(error: dict[str, Any]) -> int:
    start: int = error["start"]
    return start


def matched(errors: Sequence[dict[str, Any]], marks: Sequence[Verdict]) -> list[int | None]:
    """For each error the first unused mark that overlaps it, by the task's scoring."""
    used: set[int] = set()
    found: list[int | None] = []
    for error in errors:
        overlapping = (
            number
            for number, mark in enumerate(marks)
            if number not in used and mark.start < error["end"] and mark.end >= error["start"]
        )
        number = next(overlapping, None)
        found.append(number)
        if number is not None:
            used.add(number)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--design", action="store_true")
    parser.add_argument("--marks", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--people", action="store_true", help="only people's texts")
    parser.add_argument("--every", type=int, default=PEOPLE_EVERY, metavar="N", help="every Nth of people's texts")
    parser.add_argument("--no-season", action="store_true", help="leave out the season around each game")
    parser.add_argument("--other-game", action="store_true", help="check each marked text against another game")
    parser.add_argument("--family", action="append", default=[])
    parser.add_argument("--mlb", type=Path, metavar="FILE", help="only the recaps of a file of baseball tables")
    parser.add_argument("--tries", type=int, default=1000, help="changed words of recaps")
    parser.add_argument("--stories", type=Path, metavar="FILE", help="only stories, gzipped, one a line")
    options, _ = parser.parse_known_args()
    if options.mlb:
        _baseball(options)
        return
    checker = Checker(load_domain("rotowire"))
    enricher = Enricher(None if options.no_season else DATA / "nba", load_domain)
    if options.stories:
        _stories(checker, enricher, options.stories)
        return
    if not options.people:
        _shared_task(checker, enricher, options)
    if options.people or not options.design:
        _people(checker, enricher, options)


def _contradicted(verdicts: Sequence[Verdict], families: Sequence[str]) -> list[Verdict]:
    return [v for v in verdicts if v.status == "contradicted" and (not families or v.family in families)]


def _shared_task(checker: Checker, enricher: Enricher, options: argparse.Namespace) -> None:
    right: Counter[str] = Counter()
    made: Counter[str] = Counter()
    by_type: dict[str, Counter[str]] = defaultdict(Counter)
    texts = list(marked_texts(options.design, enricher))
    if options.other_game:
        others = [*texts[1:], *texts[:1]]
        texts = [a._replace(table=b.table, history=b.history) for a, b in zip(texts, others, strict=True)]
    for text in texts:
        marks = _contradicted(checker.check(text.tokens, text.table, text.history), options.family)
        found = matched(text.errors, marks)
        made.update(mark.family for mark in marks)
        right.update(marks[number].family for number in found if number is not None)
        for type in {error["type"] for error in text.errors} | {mark.type.value for mark in marks}:
            errors = [error for error in text.errors if error["type"] == type]
            of_type = [mark for mark in marks if mark.type.value == type]
            hits = sum(number is not None for number in matched(errors, of_type))
            by_type[type].update(errors=len(errors), marks=len(of_type), right=hits)
        if options.marks:
            for number in {*range(len(marks))} - {*found}:
                print(f"{text.id} {described(marks[number], text.tokens)}")
        if options.missed:
            for error, number in zip(text.errors, found, strict=True):
                if number is None:
                    about = f"{error['type']} → {error['correction']} {error['comment']}"
                    print(f"{text.id} {about} | {_around(text.tokens, error['start'] - 1, error['end'])}")
        right["all errors"] += len(text.errors)
    total = right.pop("all errors")
    for family, count in made.most_common():
        print(f"{family}: {right[family]} of {count} marks are errors")
    for type, counts in sorted(by_type.items()):
        print(f"{type}: {counts['right']} right of {counts['marks']} marks, {counts['errors']} errors")
    recall, precision = right.total() / total, right.total() / max(1, made.total())
    print(
        f"recall {recall:.3f}, precision {precision:.3f} ({right.total()} right of {made.total()} marks, "
        f"{total} errors; {'design' if options.design else 'report'} texts)"
    )


def _people(checker: Checker, enricher: Enricher, options: argparse.Namespace) -> None:
    statuses: Counter[tuple[str, str]] = Counter()
    texts, seconds = 0, 0.0
    for number, table in enumerate(read_tables(DATA / "rotowire" / "valid.json.gz")):
        if number % options.every:
            continue
        texts += 1
        enriched, history = enricher(table), enricher.history(table)
        start = time.process_time()
        verdicts = checker.check(table.tokens, enriched, history)
        seconds += time.process_time() - start
        statuses.update((verdict.family, verdict.status.value) for verdict in verdicts)
        if options.marks:
            for mark in _contradicted(verdicts, options.family):
                print(f"{number + 1} {described(mark, table.tokens)}")
    _print_statuses(statuses, texts, "development summaries", seconds)


def _stories(checker: Checker, enricher: Enricher, file: Path) -> None:
    statuses: Counter[str] = Counter()
    with gzip.open(file, "rt", encoding="utf-8") as stories:
        for story, table in zip(stories, read_tables(DATA / "rotowire" / "valid.json.gz"), strict=True):
            tokens = story.split()
            verdicts = checker.check(tokens, enricher(table), enricher.history(table))
            claimed = {at: verdict for verdict in verdicts for at in range(verdict.start, verdict.end)}
            for number in find_numbers(tokens):
                verdict = next((claimed[at] for at in range(number.start, number.end) if at in claimed), None)
                linked = verdict is not None and bool(verdict.cells or verdict.games)
                statuses.update({verdict.status.value if verdict else "unknown": 1, "linked": int(linked)})
    with_source, total = statuses.pop("linked"), statuses.total()
    print(f"{total} numbers: {dict(statuses)}; {with_source} are linked to cells or games")
    print(f"{1 - statuses['unknown'] / total:.4f} have a verdict other than unknown")


def _baseball(options: argparse.Namespace) -> None:
    from benchmarks.perturbation import Summary, measure

    statuses: Counter[tuple[str, str]] = Counter()
    tables = read_tables(options.mlb)
    checker, summaries = Checker(load_domain("mlb")), []
    seconds = 0.0
    for table in islice(tables, RECAPS):
        start = time.process_time()
        verdicts = checker.check(table.tokens, table)
        seconds += time.process_time() - start
        summaries.append(Summary(table.tokens, table, None, verdicts))
        statuses.update((verdict.family, verdict.status.value) for verdict in verdicts)
        if options.marks:
            for mark in _contradicted(verdicts, options.family):
                print(f"{table.id} {described(mark, table.tokens)}")
    _print_statuses(statuses, len(summaries), "recaps", seconds)
    measure(checker, summaries, random.Random(1), options.tries, options.missed, misplaced=False)


def _print_statuses(statuses: Counter[tuple[str, str]], texts: int, name: str, seconds: float) -> None:
    for family in sorted({family for family, _ in statuses}):
        counts = {status: count for (name, status), count in sorted(statuses.items()) if name == family}
        print(f"{family}: {counts}")
    wrong = sum(count for (_, status), count in statuses.items() if status == "contradicted")
    each = 1000 * seconds / texts
    print(f"{wrong / texts:.2f} contradicted claims per text ({texts} {name}, {each:.1f} ms of CPU time each to check)")


def described(mark: Verdict, tokens: Sequence[str]) -> str:
    around = _around(tokens, mark.start, mark.end)
    return f"{mark.family} {mark.subject}: '{mark.said}', expected {mark.expected} | {around}"


def _around(tokens: Sequence[str], start: int, end: int) -> str:
    before, words, after = tokens[max(0, start - 14) : start], tokens[start:end], tokens[end : end + 7]
    return f"{' '.join(before)} [[{' '.join(words)}]] {' '.join(after)}"


if __name__ == "__main__":
    main()
