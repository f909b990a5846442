"""How writers differ: the profile of each by his texts. Styles are chosen by it (`planning.styles`).

In: tables with texts, their plans (`planning.from_text`) and their writers; out: a `WriterProfile` of each.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from boxscribe.planning.plan import Plan
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
    pairs: float  # numbers of a text that are joined by a hyphen: scores, records, shots made and tried
    about_competitors: float  # share of the stating sentences whose first fact is of a kind with scores: teams
    without_facts: float  # share of sentences

    def as_dict(self) -> dict[str, float | str]:
        return asdict(self)


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
    numbers = [is_number(token) for token in table.tokens]
    joined = zip(numbers, table.tokens[1:], numbers[2:], strict=False)
    return {
        "texts": 1,
        "words": len(table.tokens),
        "sentences": len(sentences(table.tokens)),
        "numbers": sum(numbers),
        "pairs": sum(one and token == "-" and other for one, token, other in joined),
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
