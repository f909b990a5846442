"""The families of metrics: those of the paper, and those that must be named. This is the only place that lists them."""

from collections.abc import Sequence

from boxscribe.errors import InputError, did_you_mean
from boxscribe.scores.bleu import Bleu
from boxscribe.scores.errors import ErrorsPerStory, GoldErrorsPerStory
from boxscribe.scores.family import Family
from boxscribe.scores.relation_matching import Version
from boxscribe.scores.relations import ContentOrdering, ContentSelection, RelationGeneration
from boxscribe.season.enrich import SeasonSource
from boxscribe.tables.domain import Describe, load_domain


def standard_families(version: Version = "dedup", count_blank_document: bool = False) -> tuple[Family, ...]:
    """The metrics of the paper."""
    return (
        RelationGeneration(version),
        ContentSelection(version),
        ContentOrdering(version, count_blank_document),
        Bleu(),
    )


def further_families(describe: Describe = load_domain, season: SeasonSource | None = None) -> tuple[Family, ...]:
    """Metrics that are computed only where they are named; `describe` finds the descriptions of tables."""
    return ErrorsPerStory(describe, season), GoldErrorsPerStory(describe, season)


def choose(metrics: Sequence[str | Family], known: Sequence[Family]) -> tuple[Family, ...]:
    """The families of `metrics`, which are given themselves or named among `known`."""
    named = {family.name: family for family in known}
    chosen: dict[str, Family] = {}
    for metric in metrics:
        family = named.get(metric.strip()) if isinstance(metric, str) else metric
        if family is None:
            raise InputError(f"--metrics: no metric '{metric}'; {did_you_mean(str(metric), named)}")
        if chosen.setdefault(family.name, family) != family:
            raise ValueError(f"two families of metrics are called '{family.name}'")
    return tuple(chosen.values())
