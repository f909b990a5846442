"""`python -m benchmarks perturbation`: whether the checker notices one change in a true clause of a person's text.

Each try changes one number, name, weekday or winner that the checker supports in a development summary of RotoWire. It
is noticed if the changed sentence has a contradicted claim that the original does not have, and placed right if such a
claim overlaps the changed words. `--tries`, `--seed`; `--missed` prints the tries that are not noticed, `--misplaced`
those whose claim lies elsewhere. BOXSCRIBE_DATA names the folder that holds `rotowire/` and `nba/`.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.checking import DATA
from boxscribe.checking.checker import Checker
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.world import History
from boxscribe.season.enrich import Enricher
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Entity, Table
from boxscribe.text.numbers import to_number, to_words
from boxscribe.text.sentences import sentences

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
NUMBERS_OFF_BY = 6


class Summary(NamedTuple):
    """A person's text about a game, and the verdicts on it."""

    tokens: Sequence[str]
    table: Table
    history: History | None
    verdicts: list[Verdict]

    def supported(self) -> Iterator[Verdict]:
        return (verdict for verdict in self.verdicts if verdict.status is VerdictStatus.SUPPORTED)


class Change(NamedTuple):
    """`tokens[start:end]` of a text are replaced."""

    start: int
    end: int
    words: list[str]


def change_number(summary: Summary, chance: random.Random) -> Change | None:
    """Another number of about the same size, in digits or words as before."""
    numbers = [v for v in summary.supported() if v.type is ErrorType.NUMBER and v.end == v.start + 1]
    numbers = [v for v in numbers if to_number([summary.tokens[v.start].lower()]) is not None]
    if not numbers:
        return None
    verdict = chance.choice(numbers)
    word = summary.tokens[verdict.start]
    number = to_number([word.lower()]) or 0
    others = [n for n in range(max(1, number - NUMBERS_OFF_BY), number + NUMBERS_OFF_BY + 1) if n != number]
    other = chance.choice(others)
    return Change(verdict.start, verdict.end, [str(other) if word[0].isdigit() else to_words(other)])


def change_name(summary: Summary, chance: random.Random) -> Change | None:
    """Another player of the game, whose number differs from the one that the sentence gives."""
    ids = {entity.id: entity for entity in summary.table.entities}
    counts = [v for v in summary.supported() if v.family in ("count", "pair") and len(v.cells) == 1]
    chance.shuffle(counts)
    for verdict in counts:
        entity, type = ids.get(verdict.cells[0].entity), verdict.cells[0].type
        if entity is None or entity.kind != "player":
            continue
        found = _mention(summary.tokens, entity, verdict.start)
        others = [
            other
            for other in summary.table.of_kind("player")
            if other.value(type) not in (None, entity.value(type)) and last_name(other)
        ]
        lasts = Counter(last_name(other) for other in summary.table.of_kind("player"))
        others = [other for other in others if lasts[last_name(other)] == 1]
        if found and others:
            start, end = found
            other = chance.choice(others)
            full = end - start > len(last_name(entity).split())
            return Change(start, end, (other.name if full else last_name(other)).split())
    return None


def last_name(entity: Entity) -> str:
    return entity.value("SECOND_NAME") or entity.value("last_name") or ""


def _mention(tokens: Sequence[str], entity: Entity, before: int) -> tuple[int, int] | None:
    """Where a sentence names an entity, if it names no other between the name and a position."""
    start = 0
    for sentence in sentences(tokens):
        if start + len(sentence) > before:
            break
        start += len(sentence)
    for name in (entity.name.split(), last_name(entity).split()):
        for at in range(before - len(name), start - 1, -1):
            if name and list(tokens[at : at + len(name)]) == name:
                return at, at + len(name)
    return None


def change_weekday(summary: Summary, chance: random.Random) -> Change | None:
    days = [v for v in summary.supported() if v.family == "weekday"]
    if not days:
        return None
    verdict = chance.choice(days)
    others = [day for day in DAYS if day != summary.tokens[verdict.start]]
    return Change(verdict.start, verdict.end, [chance.choice(others)])


def change_winner(summary: Summary, chance: random.Random) -> Change | None:
    """The winner loses: "defeated" and "lost to" change places."""
    results = [v for v in summary.supported() if v.family == "result"]
    results = [v for v in results if summary.tokens[v.end - 1] not in ("over", "against")]
    if not results:
        return None
    verdict = chance.choice(results)
    lost = summary.tokens[verdict.end - 1].lower() in ("to", "by", "of")
    return Change(verdict.start, verdict.end, ["defeated"] if lost else ["lost", "to"])


CHANGES: dict[str, Callable[[Summary, random.Random], Change | None]] = {
    "number": change_number, "name": change_name, "weekday": change_weekday, "winner": change_winner,
}  # fmt: skip


def new_marks(checker: Checker, summary: Summary, change: Change) -> tuple[list[str], list[Verdict]]:
    """The changed text, and the contradicted claims of the changed sentence that the original does not have."""
    tokens = [*summary.tokens[: change.start], *change.words, *summary.tokens[change.end :]]
    shift = len(tokens) - len(summary.tokens)
    old = {
        (v.start if v.start < change.start else v.start + shift) for v in summary.verdicts if v.status == "contradicted"
    }
    marks = [v for v in checker.check(tokens, summary.table, summary.history) if v.status == "contradicted"]
    start = 0
    for sentence in sentences(tokens):
        end = start + len(sentence)
        if start <= change.start < end:
            return tokens, [v for v in marks if start <= v.start < end and v.start not in old]
        start = end
    return tokens, []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--misplaced", action="store_true")
    options, _ = parser.parse_known_args()
    chance, checker = random.Random(options.seed), Checker(load_domain("rotowire"))
    enricher = Enricher(DATA / "nba", load_domain)
    summaries = []
    for table in read_tables(DATA / "rotowire" / "valid.json.gz"):
        enriched, history = enricher(table), enricher.history(table)
        summaries.append(Summary(table.tokens, enriched, history, checker.check(table.tokens, enriched, history)))
    measure(checker, summaries, chance, options.tries, options.missed, options.misplaced)


def measure(
    checker: Checker, summaries: Sequence[Summary], chance: random.Random, tries: int, missed: bool, misplaced: bool
) -> None:
    """Print how many changes of each kind are noticed, and how many are placed right."""
    counts: Counter[tuple[str, str]] = Counter()
    while sum(n for (_, what), n in counts.items() if what == "tries") < tries:
        kind = list(CHANGES)[sum(n for (_, what), n in counts.items() if what == "tries") % len(CHANGES)]
        summary = chance.choice(summaries)
        change = CHANGES[kind](summary, chance)
        if change is None:
            continue
        tokens, marks = new_marks(checker, summary, change)
        end = change.start + len(change.words)
        placed = any(mark.start < end and mark.end > change.start for mark in marks)
        counts.update({(kind, "tries"): 1, (kind, "noticed"): bool(marks), (kind, "placed"): placed})
        around = " ".join([*tokens[max(0, change.start - 16) : change.start], "[[", *change.words, "]]"])
        if (missed and not marks) or (misplaced and marks and not placed):
            was = " ".join(summary.tokens[change.start : change.end])
            found = ", ".join(f"{mark.family} '{' '.join(tokens[mark.start : mark.end])}'" for mark in marks)
            print(f"{kind} (was {was}; {found or 'no mark'}) | {around} {' '.join(tokens[end : end + 16])}")
    for kind in (*CHANGES, "all"):
        n = {w: sum(c for (k, what), c in counts.items() if what == w and kind in (k, "all")) for w in WHAT}
        print(f"{kind}: noticed {n['noticed'] / n['tries']:.3f}, placed {n['placed'] / n['tries']:.3f} of {n['tries']}")


WHAT = ("tries", "noticed", "placed")


if __name__ == "__main__":
    main()
