"""Errors per story: what a checker that reads like an editor finds in a text, see `boxscribe.checking`.

- Contradicted and unsupported claims, per text and per 100 words.
- Sentences without a fault: those that have neither a contradicted nor an unsupported claim.
- Linked numbers: numbers, in digits or words, that cells or games prove or refute. The rest was not checked.

The same figures of the gold texts (`errors_gold`) are the floor: people make slips, and the checker makes mistakes.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.checking.with_season import SeasonChecker
from boxscribe.scores.family import Array, Document, Family, Need, ratio
from boxscribe.season.enrich import SeasonSource
from boxscribe.tables.domain import Describe, load_domain
from boxscribe.tables.table import Table
from boxscribe.text import PARAGRAPH
from boxscribe.text.numbers import stated_numbers
from boxscribe.text.sentences import sentences

LABELS = {
    "contradicted": "contradicted / text",
    "unsupported": "unsupported / text",
    "contradicted_per_100_words": "contradicted / 100 words",
    "unsupported_per_100_words": "unsupported / 100 words",
    "faultless_sentences": "sentences without a fault %",
    "linked_numbers": "numbers linked to cells %",
}


class ErrorsPerStory(Family):
    """Counts: texts, words, contradicted claims, unsupported claims, sentences, those with a fault, numbers, linked."""

    name = "errors"
    labels: ClassVar = LABELS

    def __init__(self, describe: Describe = load_domain, season: SeasonSource | None = None) -> None:
        """`describe` finds the descriptions of tables, `season` is the season around their games."""
        self._season = season
        self._checker = SeasonChecker(describe, season)

    @property
    def signature(self) -> str:
        if self._season is None:
            return self.name
        return f"{self.name} with {Path(self._season).name if isinstance(self._season, str | Path) else 'a season'}"

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        return self.count(document.text.split(), table)

    def count(self, tokens: Sequence[str], table: Table) -> Sequence[float]:
        """What is counted in a text."""
        return _counted(tokens, self._checker.check(tokens, table))

    def figures(self, sums: Array) -> Sequence[Array]:
        """Claims per text, claims per 100 words, and two shares in percent."""
        texts, words, contradicted, unsupported, all_sentences, faulty, numbers, linked = np.moveaxis(sums, -1, 0)
        return (
            ratio(contradicted, texts),
            ratio(unsupported, texts),
            100 * ratio(contradicted, words),
            100 * ratio(unsupported, words),
            100 * ratio(all_sentences - faulty, all_sentences),
            100 * ratio(linked, numbers),
        )


class GoldErrorsPerStory(ErrorsPerStory):
    """The same of the gold texts."""

    name = "errors_gold"
    labels: ClassVar = {f"gold_{metric}": f"gold: {label}" for metric, label in LABELS.items()}
    needs = Need.GOLD_TEXT

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        return self.count(document.gold_text.split(), table)


def _counted(tokens: Sequence[str], verdicts: Sequence[Verdict]) -> Sequence[float]:
    ends = np.cumsum([len(sentence) for sentence in sentences(tokens)])
    faults = [verdict.start for verdict in verdicts if verdict.is_fault]
    faulty = len({*np.searchsorted(ends, faults, side="right").tolist()})
    linked = {at for verdict in verdicts if verdict.is_linked for at in range(verdict.start, verdict.end)}
    numbers = stated_numbers(tokens)
    statuses = [verdict.status for verdict in verdicts]
    return (
        1,
        sum(token != PARAGRAPH for token in tokens),
        statuses.count(VerdictStatus.CONTRADICTED),
        statuses.count(VerdictStatus.UNSUPPORTED),
        len(ends),
        faulty,
        len(numbers),
        sum(not linked.isdisjoint(range(number.start, number.end)) for number in numbers),
    )
