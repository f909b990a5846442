"""The training examples of an extractor: candidate sentences of tables with texts, their words, names and labels."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from boxscribe.batches.vocab import Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.candidates import CandidateSentence, candidates
from boxscribe.facts.config import ExtractorDataConfig
from boxscribe.facts.labels import NONE, LabelSet
from boxscribe.facts.match_prior import MatchPrior
from boxscribe.facts.number_rules import NumberRules
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import Gazetteer
from boxscribe.tables.names import name_forms
from boxscribe.tables.read import Tables, read_tables
from boxscribe.tables.table import Table

HELD_OUT = 10  # without development tables, every tenth training table is one


@dataclass(frozen=True, slots=True)
class Examples:
    """Training and development sentences, and what was counted in the training games."""

    train: list[CandidateSentence]
    valid: list[CandidateSentence]
    vocabulary: Vocabulary
    labels: LabelSet
    names: dict[str, list[str]]  # kind → names
    prior: MatchPrior
    domain: Domain
    rules: NumberRules


def read_examples(config: ExtractorDataConfig, progress: Progress = no_progress) -> Examples:
    """The examples of all files. They are read twice: first to collect names, then to find mentions."""
    train = [read_tables(config.path(file)) for file in config.train]
    valid = [read_tables(config.path(file)) for file in config.valid]
    names: dict[str, set[str]] = {}
    words: Counter[str] = Counter()
    prior = MatchPrior()
    domain: Domain | None = None
    for tables, table in _training(train, bool(valid), progress, "reading names"):
        domain = domain or tables.domain(table.domain)
        if table.domain != domain.name:
            raise InputError(f"{tables.name}: holds '{table.domain}' tables, other files '{domain.name}' ones")
        for entity in table.entities:
            names.setdefault(entity.kind, set()).update(form.tokens for form in name_forms(entity, domain))
        words.update(table.tokens)
        prior.add(table, domain)
    if domain is None or not words:
        raise InputError(f"{', '.join(config.train)}: no texts to learn from; give tables with texts")
    rules = NumberRules(config.patterns, config.cues)
    rules.check([*dict.fromkeys(type for kind in domain.kinds.values() for type in kind.types)])
    sorted_names = {kind: sorted(found) for kind, found in sorted(names.items()) if found}
    gazetteer = Gazetteer(sorted_names)

    def sentences(games: Iterable[tuple[Tables, Table]]) -> list[CandidateSentence]:
        return [found for _, table in games for found in candidates(table.tokens, table, domain, gazetteer, rules)]

    training = sentences(_training(train, bool(valid), progress, "finding mentions"))
    development = sentences(_development(train, valid, progress))
    types = {type for sentence in training for pair in sentence.pairs for type in pair.types}
    if not types:
        raise InputError(f"{', '.join(config.train)}: no number of any text is in its table")
    labels = LabelSet((NONE, *sorted(types)), domain)
    vocabulary = Vocabulary(word for word, count in words.most_common() if count >= config.min_count)
    return Examples(training, development, vocabulary, labels, sorted_names, prior, domain, rules)


def _training(
    files: Sequence[Tables], all_games: bool, progress: Progress, label: str
) -> Iterator[tuple[Tables, Table]]:
    for tables in files:
        for number, table in enumerate(progress(tables, f"{label} in {tables.name}")):
            if all_games or number % HELD_OUT:
                yield tables, table


def _development(
    train: Sequence[Tables], valid: Sequence[Tables], progress: Progress
) -> Iterator[tuple[Tables, Table]]:
    for tables in valid or train:
        for number, table in enumerate(progress(tables, f"finding mentions in {tables.name}")):
            if valid or not number % HELD_OUT:
                yield tables, table
