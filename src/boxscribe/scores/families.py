"""The families of metrics that are computed unless others are asked for. This is the only place that lists them."""

from collections.abc import Sequence

from boxscribe.errors import InputError, did_you_mean
from boxscribe.scores.bleu import Bleu
from boxscribe.scores.family import Family
from boxscribe.scores.relation_matching import Version
from boxscribe.scores.relations import ContentOrdering, ContentSelection, RelationGeneration


def standard_families(version: Version = "dedup", count_blank_document: bool = False) -> tuple[Family, ...]:
    """The metrics of the paper."""
    return (
        RelationGeneration(version),
        ContentSelection(version),
        ContentOrdering(version, count_blank_document),
        Bleu(),
    )


def choose(metrics: Sequence[str | Family], standard: Sequence[Family]) -> tuple[Family, ...]:
    """The families of `metrics`, which are given themselves or named among `standard`."""
    named = {family.name: family for family in standard}
    chosen: dict[str, Family] = {}
    for metric in metrics:
        family = named.get(metric.strip()) if isinstance(metric, str) else metric
        if family is None:
            raise InputError(f"--metrics: no metric '{metric}'; {did_you_mean(str(metric), named)}")
        if chosen.setdefault(family.name, family) != family:
            raise ValueError(f"two families of metrics are called '{family.name}'")
    return tuple(chosen.values())
