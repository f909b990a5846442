"""boxscribe's own JSON layout of a table, for any domain: one object per line of a JSONL file.

    {"domain": "rotowire", "id": "…", "meta": {…},
     "entities": [{"id": "0", "name": "Ann Lee", "kind": "player", "features": {"side": "home"},
                   "records": {"PTS": "21", "AST": "4"}}],
     "tokens": ["Ann", "Lee", "scored", "21", "points", "."]}

`records` maps a type to its value or to a list of values; records with features of their own are a list of
`{"type": …, "value": …, "features": {…}}`. The text about the table, if there is one, is `tokens`, or `text` in plain
English. `id`, `meta` and an entity's `id` and `features` may be left out. Numbers may be JSON numbers; null means
"not known" and makes no record. Derived records are an entity's `derived`, each with what it was computed
from: `{"type": …, "value": …, "cells": [["home", "TEAM-PTS"]], "games": "0-3,5"}`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from boxscribe.errors import Problem, Report, raise_first
from boxscribe.tables import sources_json
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.json_format import JsonLayout, JsonObject
from boxscribe.tables.table import Entity, Record, Table
from boxscribe.tables.validate import MAX_ENTITIES, MAX_RECORDS, too_many
from boxscribe.text.tokens import CONVENTIONS, straighten, tokenise

DOMAIN_NAME = re.compile(r"\w[\w .+-]{0,99}(?<!\.toml)")  # no path: only a file beside the tables can describe it
TABLE_KEYS = {"domain", "id", "meta", "entities", "tokens", "text"}


def recognises(raw: JsonObject) -> bool:
    return "entities" in raw


def to_json(table: Table) -> dict[str, Any]:
    """Plain data for `json.dumps`; `parse` gives an equal table back."""
    data: dict[str, Any] = {"domain": table.domain, "id": table.id}
    if table.meta:
        data["meta"] = table.meta
    data["entities"] = [_entity_to_json(entity) for entity in table.entities]
    if table.tokens:
        data["tokens"] = table.tokens
    return data


def _entity_to_json(entity: Entity) -> dict[str, Any]:
    data: dict[str, Any] = {"id": entity.id, "name": entity.name, "kind": entity.kind}
    if entity.features:
        data["features"] = entity.features
    mapping = _as_mapping(entity)
    data["records"] = mapping if mapping is not None else [_record_to_json(r, entity) for r in entity.records]
    if entity.derived:
        data["derived"] = [_record_to_json(r, entity) | sources_json.to_json(r.sources) for r in entity.derived]
    return data


def _as_mapping(entity: Entity) -> dict[str, Any] | None:
    """Records as {type: value or values}; None if that would lose a feature or the order."""
    mapping: dict[str, Any] = {}
    for type, group in groupby(entity.records, key=lambda record: record.type):
        records = list(group)
        if type in mapping or any(record.features != entity.features for record in records):
            return None
        mapping[type] = records[0].value if len(records) == 1 else [record.value for record in records]
    return mapping


def _record_to_json(record: Record, entity: Entity) -> dict[str, Any]:
    own = {name: value for name, value in record.features.items() if entity.features.get(name) != value}
    return {"type": record.type, "value": record.value} | ({"features": own} if own else {})


def parse(raw: JsonObject, report: Report = raise_first, describe: Describe = load_domain) -> Table | None:
    """The table of a JSON object; problems go to `report`; None if too little is left to make a table."""
    for key in raw.keys() - TABLE_KEYS:
        report(Problem(f"unknown key; a table has {', '.join(sorted(TABLE_KEYS))}", field=str(key)))
    domain = raw.get("domain")
    if not isinstance(domain, str) or not DOMAIN_NAME.fullmatch(domain):
        report(Problem("must name the domain of the table in letters, digits, - and _, such as 'rotowire'", "domain"))
        return None
    if not isinstance(raw.get("entities"), list):
        report(Problem("must be a list of entities", field="entities"))
        return None
    if not _few_enough(raw["entities"], report):
        return None
    meta = raw.get("meta", {})
    if not isinstance(meta, Mapping):
        report(Problem("must be an object", field="meta"))
        meta = {}
    entities = [_entity(entity, number, report) for number, entity in enumerate(raw["entities"])]
    made = tuple(entity for entity in entities if entity is not None)
    id = _id(raw.get("id"), "", "id", report)
    return Table(domain, id, made, _tokens(raw, describe(domain), report), meta)


def _few_enough(entities: list[Any], report: Report) -> bool:
    """Whether there are so few entities and records that it is safe to make them; `validate` has the same limits."""
    records = [entity.get("records") for entity in entities if isinstance(entity, Mapping)]
    lists = (cells.values() if isinstance(cells, Mapping) else (cells,) for cells in records)
    count = sum(len(values) if isinstance(values, list) else 1 for cells in lists for values in cells)
    problems = [
        *too_many("entities", "entities", len(entities), MAX_ENTITIES),
        *too_many("entities", "records", count, MAX_RECORDS),
    ]
    for problem in problems[:1]:
        report(problem)
    return not problems


def _tokens(raw: Mapping[str, Any], domain: Domain, report: Report) -> tuple[str, ...]:
    for key, wanted in (("tokens", "a list of words"), ("text", "a string")):
        given = raw.get(key)
        if given is None:
            continue
        words = tokenise(straighten(given), CONVENTIONS[domain.convention]) if isinstance(given, str) else given
        if isinstance(given, str) != (key == "text") or not _are_words(words):
            report(Problem(f"must be {wanted}", field=key))
            return ()
        if not words:
            report(Problem("is empty", field=key, warning=True))
        return tuple(words)
    return ()


def _are_words(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(word, str) for word in given)


def _entity(raw: Any, number: int, report: Report) -> Entity | None:
    where = f"entities[{number}]"
    if not isinstance(raw, Mapping):
        report(Problem("must be an object with name, kind and records", field=where))
        return None
    for key in ("name", "kind"):
        if not isinstance(raw.get(key), str) or not raw[key].strip():
            report(Problem("is missing or empty; write it as a string", field=f"{where}.{key}"))
            return None
    name: str = raw["name"]
    features = _features(raw.get("features", {}), where, report)
    records = raw.get("records", {})
    cells: Iterable[tuple[str, Any, Any]]
    if isinstance(records, Mapping):
        cells = ((type, value, None) for type, values in records.items() for value in _listed(values))
    elif isinstance(records, list):
        cells = _listed_records(records, where, report)
    else:
        report(Problem("must be an object or a list", field=f"{where}.records"))
        return None
    made = []
    for type, value, own in cells:
        text = _value(value)
        if text is None:
            report(Problem(f"the value must be a string or a number, not {value!r:.60}", field=f"{where}.{type}"))
        elif text:
            extra = _features(own, f"{where}.{type}", report) if own else None
            made.append(Record(text, name, type, FrozenDict({**features, **extra}) if extra else features))
    id = _id(raw.get("id"), str(number), f"{where}.id", report)
    derived = sources_json.parse_derived(raw.get("derived", []), f"{where}.derived", name, features, report)
    return Entity(id, name, raw["kind"], tuple(made), features, derived)


def _id(given: Any, default: str, field: str, report: Report) -> str:
    if given is None:
        return default
    if isinstance(given, bool) or not isinstance(given, str | int):
        report(Problem(f"must be a string or a whole number, not {given!r:.60}", field=field))
        return default
    return str(given)


def _listed(values: Any) -> Sequence[Any]:
    return values if isinstance(values, list) else (values,)


def _listed_records(records: list[Any], where: str, report: Report) -> Iterator[tuple[str, Any, Any]]:
    for number, record in enumerate(records):
        if isinstance(record, Mapping) and isinstance(record.get("type"), str) and "value" in record:
            yield record["type"], record["value"], record.get("features")
        else:
            report(Problem("must be an object with type and value", field=f"{where}.records[{number}]"))


def _value(value: Any) -> str | None:
    """A cell as text: "" for "not known", None for what is not a value."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value).strip()


def _features(raw: Any, where: str, report: Report) -> FrozenDict[str, str]:
    if isinstance(raw, Mapping) and all(isinstance(value, str | int) for value in raw.values()):
        return FrozenDict({name: str(value) for name, value in raw.items()})
    report(Problem("must be an object of strings", field=f"{where}.features"))
    return FrozenDict()


LAYOUT = JsonLayout("native", recognises, parse)
