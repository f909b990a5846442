"""Choosing tables by what their `meta` says, as `--where source=official` does."""

from collections.abc import Callable, Sequence

from boxscribe.errors import InputError
from boxscribe.tables.domain import Describe, load_domain
from boxscribe.tables.table import Table


def where(conditions: Sequence[str], describe: Describe = load_domain) -> Callable[[Table], bool]:
    """Whether a table fulfils all `conditions`, each written `key=value`; several values of a key are alternatives.

    A value is what `meta` says under the key, or the name that the domain's description gives it.
    """
    wanted: dict[str, set[str]] = {}
    for condition in conditions:
        key, equals, value = condition.partition("=")
        if not equals:
            raise InputError(f"--where {condition}: write key=value, such as source=official")
        wanted.setdefault(key, set()).add(value)
    return lambda table: all(not values.isdisjoint(_values(table, key, describe)) for key, values in wanted.items())


def _values(table: Table, key: str, describe: Describe) -> set[str]:
    domain = describe(table.domain)
    features = (domain.features | domain.derived_features).values()
    named = {feature.from_meta(table.meta) for feature in features if feature.derive == "meta" and feature.key == key}
    given = {str(table.meta[key])} if key in table.meta else set()
    return given | {value for value in named if value is not None}
