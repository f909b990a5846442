"""The size of a dataset (the paper's Table 1), and the overlap of its splits: shared games and names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from boxscribe.progress import Progress, no_progress
from boxscribe.tables.domain import Domain
from boxscribe.tables.fixed_layout import fixed_records
from boxscribe.tables.read import describe_of
from boxscribe.tables.table import Table


@dataclass(slots=True)
class SplitCounts:
    """What is counted over the tables of one split."""

    fixed_records: int = 0  # records per game in the reference implementation's fixed layout; 0: it has none
    instances: int = 0
    texts: int = 0  # instances that have one
    tokens: int = 0
    records: int = 0
    entities: int = 0
    copyable: int = 0  # tokens that equal a word of some record's value
    words: Counter[str] = field(default_factory=Counter)
    types: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    games: Counter[str] = field(default_factory=Counter)

    def add(self, table: Table, domain: Domain) -> None:
        """Count a table."""
        self.fixed_records = fixed_records(domain)
        self.instances += 1
        self.texts += bool(table.tokens)
        self.tokens += len(table.tokens)
        self.words.update(table.tokens)
        self.entities += len(table.entities)
        values: set[str] = set()
        for record in table.records:
            self.records += 1
            self.types.add(record.type)
            values.update(record.value.split())
        self.copyable += sum(token in values for token in table.tokens)
        self.names.update(entity.name for entity in table.entities if domain.kinds[entity.kind].name)
        self.games[table.id] += 1

    def __or__(self, other: "SplitCounts") -> "SplitCounts":
        """Both splits together."""
        return SplitCounts(
            self.fixed_records or other.fixed_records,
            self.instances + other.instances,
            self.texts + other.texts,
            self.tokens + other.tokens,
            self.records + other.records,
            self.entities + other.entities,
            self.copyable + other.copyable,
            self.words + other.words,
            self.types | other.types,
            self.names | other.names,
            self.games + other.games,
        )

    def summary(self) -> dict[str, Any]:
        """The lines of Table 1, and a few more."""
        instances = max(self.instances, 1)
        return {
            "vocabulary": len(self.words),
            "tokens": self.tokens,
            "instances": self.instances,
            "average_length": self.tokens / max(self.texts, 1),
            "record_types": len(self.types),
            "average_records": self.records / instances,
            "records_in_fixed_layout": self.fixed_records,
            "average_entities": self.entities / instances,
            "copyable_tokens": self.copyable / max(self.tokens, 1),
            "distinct_games": len(self.games),
            "names": len(self.names),
        }


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much of `split` also occurs in the split `other`."""

    split: str
    other: str
    instances_of_shared_games: int  # of `split`: `other` has a text about the same game
    instances: int
    shared_names: int
    names: int


def statistics(splits: Mapping[str, Iterable[Table]], progress: Progress = no_progress) -> dict[str, Any]:
    """The summary of every split, of all together, and the overlap of each pair, as plain data.

    boxscribe.tables.stats.statistics({"train": boxscribe.read("train.json"), "valid": boxscribe.read("valid.json")})
    """
    counted: dict[str, SplitCounts] = {}
    for name, tables in splits.items():
        counted[name], describe = SplitCounts(), describe_of(tables)
        for table in progress(tables, f"counting {name}"):
            counted[name].add(table, describe(table.domain))
    result: dict[str, Any] = {"splits": {name: split.summary() for name, split in counted.items()}}
    if len(counted) > 1:
        together = SplitCounts()
        for split in counted.values():
            together |= split
        result["all"] = together.summary()
        names = list(counted)
        pairs = [(split, other) for at, other in enumerate(names) for split in names[at + 1 :]]
        result["overlap"] = [asdict(_overlap(split, other, counted)) for split, other in pairs]
    return result


def _overlap(split: str, other: str, counted: Mapping[str, SplitCounts]) -> Overlap:
    one, two = counted[split], counted[other]
    shared = sum(count for game, count in one.games.items() if game in two.games)
    return Overlap(split, other, shared, one.instances, len(one.names & two.names), len(one.names))
