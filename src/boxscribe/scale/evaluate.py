"""`boxscribe evaluate --engine ray`: what an evaluation counts in its documents is counted on many machines.

    boxscribe.evaluate("texts.txt", "games.jsonl", count=ShardedCount(Sharding("10.0.0.1:6379")))

Figures, intervals and tests are computed of sums of these counts, so they are those of one machine.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from boxscribe.errors import raise_first
from boxscribe.progress import Progress
from boxscribe.scale.run import DEFAULT_SHARDING, ShardedRun, Sharding
from boxscribe.scale.shards import ShardResult, WorkItem
from boxscribe.scale.worker import Do
from boxscribe.scores.documents import BATCH, Extractors, GameTexts, RelationInputs, documents, game_texts
from boxscribe.scores.evaluate import SystemCounts
from boxscribe.scores.family import Family
from boxscribe.scores.games import GameIndex
from boxscribe.scores.relation_matching import RelationMatcher
from boxscribe.tables.domain import Domain


@dataclass(frozen=True)
class CountWork:
    """Counts what the families count, in the texts of each system."""

    domain: Domain
    families: Sequence[Family]
    extractors: Extractors
    matcher: RelationMatcher  # which knows the teams of all games

    def describe(self, name: str) -> Domain:
        return self.domain

    def start(self) -> Do:

        def count(games: Sequence[WorkItem]) -> ShardResult:
            texts = ((table, GameTexts(*of_game)) for table, of_game in games)
            found = documents(texts, self.domain, self.matcher, self.extractors)
            counts = (
                [[list(family.counts(document, table)) for family in self.families] for document in of_systems]
                for table, of_systems in found
            )
            return ShardResult("".join(f"{json.dumps(one)}\n" for one in counts), len(games), [])

        return count


@dataclass(frozen=True)
class ShardedCount:
    """Counts in the documents of an evaluation, whose texts and relations are not kept."""

    sharding: Sharding = DEFAULT_SHARDING

    def __call__(
        self, index: GameIndex, inputs: RelationInputs, families: Sequence[Family], progress: Progress
    ) -> list[SystemCounts]:
        found = [SystemCounts({family.name: [] for family in families}) for _ in index.texts]
        work = CountWork(index.domain, families, inputs.extractors, index.matcher)
        extractors = [extractor and extractor.id for extractor in inputs.extractors]
        settings = [index.matcher.teams, [family.signature for family in families], extractors]
        games = (WorkItem(table, texts) for table, texts in game_texts(index, inputs))
        batches = -(-self.sharding.shard_size // BATCH)  # whole ones, so that extraction sees the same batches
        sharding = replace(self.sharding, shard_size=batches * BATCH)
        run = ShardedRun(work, settings, games, "scoring", raise_first, sum(index.chosen))
        with run.finished(sharding, None, progress) as folder:
            for line in folder.lines():
                for system, counts in zip(found, json.loads(line), strict=True):
                    for family, own in zip(families, counts, strict=True):
                        system.counts[family.name].append(own)
        return found
