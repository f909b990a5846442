"""How writers differ: the profile of each by his texts. Styles are chosen by it (`planning.styles`).

In: tables with texts, their plans (`planning.from_text`) and their writers; out: a `WriterProfile` of each.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from boxscribe.planning.plan import Plan
from boxscribe.planning.plan_files import plan_files
from boxscribe.planning.writers import writers_of
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import sentences
from boxscribe.text.numbers import is_number

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class WriterProfile:
    """Means over the texts of a writer."""

    writer: str  # or "unknown"
    texts: int
    words: float  # of a text, punctuation included
    numbers: float  # of a text: tokens that are numbers
    facts: float  # of a text
    facts_per_sentence: float  # of sentences that state some
    pairs: (
        float  # of a text: facts that follow each other, the first of which is a part of the second: shots made, tried
    )
    about_competitors: float  # share of the stating sentences whose first fact is of a kind with scores: teams
    without_facts: float  # share of sentences

    def as_dict(self) -> dict[str, float | str]:
        return asdict(self)


def profile_files(
    source: str | Path, writers: str | Path | None = None, by: str = "extractor", **reading: Any
) -> list[WriterProfile]:
    """The profiles of the writers of a file of tables (`plan_files` takes `reading`).

    writers: a file that says who wrote the texts (`planning.writers`); by default `meta.writer` of the tables
    """
    found = plan_files(source, by, **reading)
    return writer_profiles(found.plans, writers_of([table for table, _ in found.plans], writers, source), found.domain)


def writer_profiles(
    plans: Iterable[tuple[Table, Plan]], writers: Sequence[str | None], domain: Domain
) -> list[WriterProfile]:
    """The profile of each writer, those with most texts first; texts of unknown writers have one of their own."""
    counts: dict[str, Counter[str]] = {}
    for (table, plan), writer in zip(plans, writers, strict=True):
        counts.setdefault(writer or UNKNOWN, Counter()).update(_counted(table, plan, domain))
    profiles = [_profile(writer, own) for writer, own in counts.items()]
    return sorted(profiles, key=lambda profile: (-profile.texts, profile.writer))


def _counted(table: Table, plan: Plan, domain: Domain) -> Mapping[str, int]:
    kinds = {entity.id: entity.kind for entity in table.entities}
    stating = [facts for facts in plan.sentences if facts]
    parts = {tuple(rule.split(" <= ")) for kind in domain.kinds.values() for rule in kind.rules}
    follow = [pair for facts in stating for pair in pairwise(facts)]
    return {
        "texts": 1,
        "words": len(table.tokens),
        "sentences": len(sentences(table.tokens)),
        "numbers": sum(map(is_number, table.tokens)),
        "pairs": sum(one.entity == other.entity and (one.type, other.type) in parts for one, other in follow),
        "facts": len(plan.facts),
        "stating": len(stating),
        "competitors": sum(bool(domain.kinds[kinds[facts[0].entity]].score) for facts in stating),
    }


def _profile(writer: str, counts: Counter[str]) -> WriterProfile:
    texts, stating = counts["texts"], max(1, counts["stating"])
    return WriterProfile(
        writer,
        texts,
        words=counts["words"] / texts,
        numbers=counts["numbers"] / texts,
        facts=counts["facts"] / texts,
        facts_per_sentence=counts["facts"] / stating,
        pairs=counts["pairs"] / texts,
        about_competitors=counts["competitors"] / stating,
        without_facts=1 - counts["stating"] / max(1, counts["sentences"]),
    )
