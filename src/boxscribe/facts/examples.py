"""What an extractor learns from: the candidates of tables with texts, and the words, names and labels in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from boxscribe.batches.vocab import Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.candidates import Candidates, candidates
from boxscribe.facts.config import DataConfig
from boxscribe.facts.extractor import NONE
from boxscribe.facts.match_prior import MatchPrior
from boxscribe.facts.mentions import Gazetteer, names_of
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import Tables, read_tables
from boxscribe.tables.table import Table

HELD_OUT = 10  # one game in so many, where no development tables are given


@dataclass(frozen=True, slots=True)
class Examples:
    """What is learned from, and what it is tried on."""

    train: list[Candidates]
    valid: list[Candidates]
    vocabulary: Vocabulary
    labels: tuple[str, ...]
    names: tuple[str, ...]
    chances: MatchPrior
    domain: Domain


def read_examples(config: DataConfig, progress: Progress = no_progress) -> Examples:
    """The candidates of all texts. The files are read twice: names are gathered first, then mentions are found."""
    train = [read_tables(file) for file in config.train]
    valid = [read_tables(file) for file in config.valid]
    names: set[str] = set()
    words: Counter[str] = Counter()
    chances = MatchPrior()
    domain: Domain | None = None
    for tables, table in _learned(train, bool(valid), progress, "reading names"):
        domain = domain or tables.domain(table.domain)
        if table.domain != domain.name:
            raise InputError(f"{tables.name}: holds '{table.domain}' tables, other files '{domain.name}' ones")
        names |= names_of(table, domain)
        words.update(table.tokens)
        chances.add(table, domain)
    if domain is None or not words:
        raise InputError(f"{', '.join(config.train)}: no texts to learn from; give tables with texts")
    known = Gazetteer(names)

    def sentences(games: Iterable[tuple[Tables, Table]]) -> list[Candidates]:
        return [found for _, table in games for found in candidates(table.tokens, table, domain, known)]

    learned = sentences(_learned(train, bool(valid), progress, "finding mentions"))
    tried = sentences(_tried(train, valid, progress))
    types = Counter(type for found in learned for pair in found.pairs for type in pair.types)
    if not types:
        raise InputError(f"{', '.join(config.train)}: no number of any text is in its table")
    vocabulary = Vocabulary(word for word, count in words.most_common() if count >= config.min_count)
    return Examples(learned, tried, vocabulary, (NONE, *sorted(types)), tuple(sorted(names)), chances, domain)


def _learned(
    files: Sequence[Tables], all_games: bool, progress: Progress, label: str
) -> Iterator[tuple[Tables, Table]]:
    for tables in files:
        for number, table in enumerate(progress(tables, f"{label} in {tables.name}")):
            if all_games or number % HELD_OUT:
                yield tables, table


def _tried(train: Sequence[Tables], valid: Sequence[Tables], progress: Progress) -> Iterator[tuple[Tables, Table]]:
    for tables in valid or train:
        for number, table in enumerate(progress(tables, f"finding mentions in {tables.name}")):
            if valid or not number % HELD_OUT:
                yield tables, table
