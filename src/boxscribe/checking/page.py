"""Checked texts as people read them: claims in the colours of their verdicts, beside the box score that proves them.

In: checked texts; out: one self-contained HTML page. A claim that is pointed at or has the focus lights up its cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from boxscribe.checking.report import evidence, reason, summary
from boxscribe.checking.texts import CheckedText
from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.pages.render import render
from boxscribe.tables.show import sheets
from boxscribe.tables.title import subtitle, title
from boxscribe.text import PARAGRAPH
from boxscribe.text.offsets import Offset
from boxscribe.text.tokens import pieces

MEANINGS = {
    VerdictStatus.SUPPORTED: "the table or its season states it",
    VerdictStatus.CONTRADICTED: "they state something else; the repair follows the arrow",
    VerdictStatus.UNSUPPORTED: "they should state it, and do not",
    VerdictStatus.UNKNOWN: "they cannot know it, or it was not understood",
}


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim of a text."""

    number: int
    words: str
    status: str
    family: str
    repair: str
    reason: str

    @property
    def label(self) -> str:
        """What a screen reader says after the words."""
        repair = f", write {self.repair}" if self.repair else ""
        return f"{self.status}{repair}: {self.reason}"


def page(texts: Sequence[CheckedText], title: str = "") -> str:
    """One self-contained page; by default its title says what the texts are about."""
    views = [_TextView(checked) for checked in texts]
    shown = title or (views[0].title if len(views) == 1 else f"{len(views)} checked texts")
    return render("check.html", title=shown, texts=views)


class _TextView:
    """What is shown of a checked text."""

    def __init__(self, checked: CheckedText) -> None:
        self.checked = checked
        self.title = title(checked.table, checked.domain, full=True)
        self.about = "\u00a0· ".join([subtitle(checked.table, checked.domain), summary(checked)])
        self.legend = [(status.value, meaning) for status, meaning in MEANINGS.items()]
        self.text, self._places = _in_english(checked)
        self.sheets = sheets(checked.table, checked.domain)

    @cached_property
    def claims(self) -> list[ShownClaim]:
        return [self._claim(number, verdict) for number, verdict in enumerate(self.checked.verdicts)]

    def _claim(self, number: int, verdict: Verdict) -> ShownClaim:
        start, end = self._places[number]
        because = reason(verdict, self.checked)
        return ShownClaim(number, self.text[start:end], verdict.status, verdict.family, verdict.repair, because)

    @property
    def faults(self) -> list[ShownClaim]:
        return [claim for claim, verdict in zip(self.claims, self.checked.verdicts, strict=True) if verdict.is_fault]

    @property
    def runs(self) -> Iterator[tuple[str, ShownClaim | None]]:
        """The text in parts, each with the claim that it makes."""
        at = 0
        for claim, (start, end) in zip(self.claims, self._places, strict=True):
            yield self.text[at:start], None
            yield self.text[start:end], claim
            at = end
        yield self.text[at:], None

    @property
    def data(self) -> dict[str, Any]:
        """What the script reads: for each claim its cells as [number of the entity, type], and what the panel shows."""
        numbers = {entity.id: number for number, entity in enumerate(self.checked.table.entities)}
        return {
            "claims": [
                {
                    "words": claim.words,
                    "status": claim.status,
                    "family": claim.family,
                    "repair": claim.repair,
                    "subject": verdict.subject,
                    "stated": verdict.said,
                    "expected": verdict.expected,
                    "evidence": evidence(verdict, self.checked),
                    "cells": [(numbers[id], type) for id, type in verdict.cells if id in numbers],
                }
                for claim, verdict in zip(self.claims, self.checked.verdicts, strict=True)
            ]
        }


def _in_english(checked: CheckedText) -> tuple[str, list[Offset]]:
    """The text as people read it, and the place of each claim: English as given, or else made from the tokens."""
    if checked.text.split() != [token for token in checked.tokens if token != PARAGRAPH]:
        return checked.text, [Offset(verdict.char_start, verdict.char_end) for verdict in checked.verdicts]
    shown = pieces(checked.tokens)
    starts = [
        Offset(end - len(piece.lstrip(" ")), end)
        for piece, (_, end) in zip(shown, pairwise(accumulate(map(len, shown), initial=0)), strict=True)
    ]
    places = [Offset(starts[verdict.start].start, starts[verdict.end - 1].end) for verdict in checked.verdicts]
    return "".join(shown), places
