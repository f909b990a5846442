"""The paper's Table 1 for any dataset, and what its splits share: names, and games told twice."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from boxscribe.tables.domain import Domain
from boxscribe.tables.fixed_layout import slot_count
from boxscribe.tables.table import Table


@dataclass(slots=True)
class Split:
    """What has been counted over the tables of one split."""

    name: str
    slots: int = 0  # records per game in the reference implementation's fixed layout; 0: there is none
    instances: int = 0
    told: int = 0  # instances with a text
    tokens: int = 0
    records: int = 0
    entities: int = 0
    copies: int = 0  # tokens that equal a word of some record's value
    words: Counter[str] = field(default_factory=Counter)
    types: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    games: Counter[str] = field(default_factory=Counter)

    def add(self, table: Table, domain: Domain) -> None:
        self.slots = slot_count(domain)
        self.instances += 1
        self.told += bool(table.tokens)
        self.tokens += len(table.tokens)
        self.words.update(table.tokens)
        self.entities += len(table.entities)
        values: set[str] = set()
        for record in table.records:
            self.records += 1
            self.types.add(record.type)
            values.update(record.value.split())
        self.copies += sum(token in values for token in table.tokens)
        named = (entity.name for entity in table.entities if domain.kinds[entity.kind].name)
        self.names.update(named)
        self.games[table.id] += 1

    def summary(self) -> dict[str, Any]:
        """Table 1, with a few lines more."""
        games = max(self.instances, 1)
        return {
            "vocabulary": len(self.words),
            "tokens": self.tokens,
            "instances": self.instances,
            "average_length": self.tokens / max(self.told, 1),
            "record_types": len(self.types),
            "average_records": self.records / games,
            "records_in_fixed_slots": self.slots,
            "average_entities": self.entities / games,
            "copyable_tokens": self.copies / max(self.tokens, 1),
            "distinct_games": len(self.games),
            "names": len(self.names),
        }


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much of `split` the other split has seen already."""

    split: str
    other: str
    instances_of_shared_games: int  # in `split`: their game occurs in `other` too, told by somebody else
    instances: int
    shared_names: int
    names: int


def statistics(splits: Iterable[Split]) -> dict[str, Any]:
    """Plain data: the summary of every split, of all together, and the overlap of each pair."""
    listed = list(splits)
    result: dict[str, Any] = {"splits": {split.name: split.summary() for split in listed}}
    if len(listed) > 1:
        result["all"] = _together(listed).summary()
        result["overlap"] = [
            asdict(_overlap(split, other)) for at, other in enumerate(listed) for split in listed[at + 1 :]
        ]
    return result


def _together(splits: list[Split]) -> Split:
    whole = Split("all")
    for split in splits:
        for count in ("instances", "told", "tokens", "records", "entities", "copies"):
            setattr(whole, count, getattr(whole, count) + getattr(split, count))
        whole.words.update(split.words)
        whole.slots = split.slots
        whole.types |= split.types
        whole.names |= split.names
        whole.games.update(split.games)
    return whole


def _overlap(split: Split, other: Split) -> Overlap:
    shared = sum(count for game, count in split.games.items() if game in other.games)
    return Overlap(split.name, other.name, shared, split.instances, len(split.names & other.names), len(split.names))
