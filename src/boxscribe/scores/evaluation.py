"""The result of an evaluation: figures with intervals, a signature, and what they were computed of."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from boxscribe.scores.family import Document
from boxscribe.scores.relation_matching import Version
from boxscribe.scores.score import Score, Signature
from boxscribe.scores.significance import (
    DEFAULT_RESAMPLING,
    Difference,
    Resampling,
    Test,
    compare,
)
from boxscribe.scores.statistics import Statistics
from boxscribe.tables.domain import Domain


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of one system."""

    name: str  # of its texts
    scores: dict[str, Score]  # metric → figure and interval
    signature: Signature
    statistics: Statistics = field(repr=False)  # the counts of each document
    documents: list[Document] = field(repr=False)  # texts and relations of each game; empty where they were not kept
    domain: Domain = field(repr=False)
    version: Version = "dedup"
    comparison: "Comparison | None" = None  # with another system

    @property
    def figures(self) -> dict[str, float]:
        """Metric → figure."""
        return {metric: score.value for metric, score in self.scores.items()}

    @property
    def labels(self) -> dict[str, str]:
        """Metric → label."""
        return self.statistics.labels

    def compare(
        self, other: "Evaluation", test: Test = "bootstrap", resampling: Resampling = DEFAULT_RESAMPLING
    ) -> "Comparison":
        """Test for every metric whether two systems differ on the same games."""
        return Comparison(other, test, compare(self.statistics, other.statistics, test, resampling))

    def rows(self) -> Iterator[list[str]]:
        """A table for people, head first: label, figure, interval, and the other system where there is one."""
        other = self.comparison
        head = ["", Path(self.name).name, "interval"]
        yield head + ([Path(other.other.name).name, "difference", "p"] if other else [])
        for metric, score in self.scores.items():
            row = [self.labels[metric], f"{score.value:.2f}", f"{score.low:.2f} – {score.high:.2f}"]
            if other:
                found = other.differences[metric]
                row += [f"{found.other:.2f}", f"{found.difference:+.2f}", f"{found.p:.3f}"]
            yield row

    def notes(self) -> Iterator[str]:
        """The lines below the table: how the figures were computed."""
        if self.comparison:
            yield f"p: of a paired {self.comparison.test} test, two-sided"
        signatures = [self.signature, *([self.comparison.other.signature] if self.comparison else [])]
        yield from dict.fromkeys(f"signature: {signature}" for signature in signatures)

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            **self.figures,
            "documents": self.signature.documents,
            "signature": str(self.signature),
            "intervals": {metric: [score.low, score.high] for metric, score in self.scores.items()},
        }
        if self.comparison:
            data["comparison"] = self.comparison.as_json()
        return data

    def __repr__(self) -> str:
        figures = ", ".join(f"{self.labels[metric]} {value:.2f}" for metric, value in self.figures.items())
        documents = self.signature.documents
        count = "1 document" if documents == 1 else f"{documents:,} documents"
        return f"<Evaluation of {Path(self.name).name}: {figures}; {count}>"

    def __str__(self) -> str:
        rows = list(self.rows())
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for label, *cells in rows:
            right = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
            lines.append("  ".join([label.ljust(widths[0]), *right]))
        return "\n".join([*lines, *self.notes()])

    def _repr_html_(self) -> str:
        """What a notebook shows: the table; `report` makes a page with all games."""
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.rows())
        return f"<table>{rows}</table>" + "".join(f"<p><small>{escape(note)}</small></p>" for note in self.notes())


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system beside another one on the same games."""

    other: Evaluation
    test: Test
    differences: dict[str, Difference]  # by metric

    def as_json(self) -> dict[str, Any]:
        return {
            "texts": self.other.name,
            "test": self.test,
            "metrics": {
                metric: {"value": one.value, "other": one.other, "difference": one.difference, "p": one.p}
                for metric, one in self.differences.items()
            },
            "other": self.other.as_json(),
        }
