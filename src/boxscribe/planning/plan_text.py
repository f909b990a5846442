"""The text form of a plan, which people read and edit: `print_plan` and `parse_plan` are inverses.

A line is a sentence: "Stephen Curry: PTS 32, FG3M 6 | Draymond Green: REB 12, AST 9"; "-" is a sentence without facts,
and a blank line begins a paragraph. An entity is called by its name, or, where several have it, by "#" and its id. The
value may be left out: it is the table's. What contains one of , | : " is quoted as in JSON.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from boxscribe.errors import InputError, did_you_mean
from boxscribe.foreign import parse_json
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence, check_size, records_of
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import key_of, name_forms
from boxscribe.tables.table import Entity, Table

NO_FACTS = "-"
MARKS = ',|:"'


def print_plan(plan: Plan, table: Table) -> str:
    """The text form of a plan, a line for each sentence, without a line end after the last."""
    names = _Names(table)
    lines: list[str] = []
    for number, sentence in enumerate(plan.sentences):
        if number in plan.paragraphs:
            lines.append("")
        groups = groupby(sentence, key=lambda fact: fact.entity)
        parts = (f"{names.written(id)}: {', '.join(map(_print_fact, facts))}" for id, facts in groups)
        lines.append(" | ".join(parts) or NO_FACTS)
    return "\n".join(lines)


def parse_plan(text: str, table: Table, domain: Domain, source: str = "plan", first_line: int = 1) -> Plan:
    """The plan that a text form describes; messages name `source` and the line, of which the first is `first_line`.

    Raises an InputError for an entity, a type or a fact that the table does not have, a fact that stands twice, a plan
    without facts, and one with more facts than are allowed.
    """
    names = _Names(table, domain)
    sentences: list[PlannedSentence] = []
    paragraphs = set()
    lines_of: dict[PlannedFact, int] = {}
    blank = False
    for number, line in enumerate(text.split("\n"), first_line):
        if not line.strip():
            blank = bool(sentences)
            continue
        try:
            sentence = tuple(_parse_sentence(line.strip(), names))
        except InputError as error:
            raise InputError(f"{source}: line {number}: {error}") from None
        for fact in sentence:
            if fact in lines_of:
                entity, again = names.shown(fact.entity), lines_of[fact]
                where = f"line {again}" if again != number else "this line"
                raise InputError(
                    f"{source}: line {number}: {entity}: {_print_fact(fact)} stands in {where} already; delete one"
                )
            lines_of[fact] = number
        if blank:
            paragraphs.add(len(sentences))
        blank = False
        sentences.append(sentence)
    if not lines_of:
        raise InputError(f'{source}: is empty; write a line for each sentence, such as "{_example(table, names)}"')
    check_size(len(lines_of), source)
    return Plan(tuple(sentences), frozenset(paragraphs))


def _parse_sentence(line: str, names: "_Names") -> Iterator[PlannedFact]:
    for part in _split(line, "|") if line != NO_FACTS else ():
        called, *facts = map(str.strip, _split(part, ":"))
        if len(facts) != 1:
            raise InputError(f'write "ENTITY: TYPE VALUE, TYPE VALUE", not {part!r:.60}')
        entity = names.find(called)
        for fact in _split(facts[0], ","):
            yield _parse_fact(fact.strip(), entity)


def _parse_fact(text: str, entity: Entity) -> PlannedFact:
    quoted_type, *rest = _split(text, " ")
    type, given = _unquoted(quoted_type), " ".join(rest).strip()
    if not type:
        raise InputError(f"{entity.name}: a fact is missing; write TYPE VALUE")
    values = [record.value for record in records_of(entity) if record.type == type]
    if not values:
        hint = did_you_mean(type, {record.type for record in records_of(entity)})
        raise InputError(f"{entity.name}: the table has no {type!r:.40} of this {entity.kind}; {hint}")
    value = _unquoted(given) if given else values[0]
    if value not in values:
        raise InputError(f"{entity.name}: the table has {type} {' and '.join(values)}, not {value:.40}; correct it")
    return PlannedFact(entity.id, type, value)


def _print_fact(fact: PlannedFact) -> str:
    return f"{_quoted(fact.type, no_blanks=True)} {_quoted(fact.value)}"


def _quoted(text: str, no_blanks: bool = False) -> str:
    plain = text.isprintable() and text == text.strip() and text not in ("", NO_FACTS) and text[0] != "#"
    if plain and not any(mark in text for mark in MARKS) and not (no_blanks and " " in text):
        return text
    return json.dumps(text, ensure_ascii=False)


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        value = parse_json(text)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise InputError(f"a quotation mark is missing or one too many at {text:.40}")
    return value


def _split(text: str, mark: str) -> list[str]:
    """The parts between marks; a mark within quotes is none."""
    parts = [""]
    quoted = escaped = False
    for char in text:
        if char == mark and not quoted:
            parts.append("")
            continue
        parts[-1] += char
        quoted ^= char == '"' and not escaped
        escaped = char == "\\" and not escaped
    return parts


class _Names:
    """What a plan calls the entities of a table."""

    def __init__(self, table: Table, domain: Domain | None = None) -> None:
        self._entities = {entity.id: entity for entity in table.entities}
        self._times = Counter(entity.name for entity in table.entities)
        self._by_name = {entity.name: entity for entity in table.entities}
        self._by_form: dict[str, list[Entity]] = {}  # of texts: "Curry"
        for entity in table.entities if domain else ():
            for form in name_forms(entity, domain):  # type: ignore[arg-type]
                self._by_form.setdefault(form.key, []).append(entity)

    def written(self, id: str) -> str:
        """The name of an entity, or its id where others have the same name."""
        name = self._entities[id].name
        return _quoted(name) if self._times[name] == 1 else f"#{_quoted(id)}"

    def shown(self, id: str) -> str:
        return self._entities[id].name or f"#{id}"

    def find(self, called: str) -> Entity:
        """The entity of a name, of a part of a name that no other entity has, or of an id."""
        if called.startswith("#"):
            id = _unquoted(called[1:])
            if id not in self._entities:
                raise InputError(f"the table has no entity with the id '{id:.40}'; {did_you_mean(id, self._entities)}")
            return self._entities[id]
        name = _unquoted(called)
        found = [entity for entity in self._entities.values() if entity.name == name]
        found = found or self._by_form.get(key_of(name.split()), [])
        if len(found) == 1:
            return found[0]
        if found:
            ids = " or ".join(f"#{_quoted(entity.id)} ({entity.kind} {entity.name})" for entity in found)
            raise InputError(f"'{name:.40}' names several entities; write {ids}")
        raise InputError(f"the table has no '{name:.40}'; {did_you_mean(name, self._by_name)}")


def _example(table: Table, names: _Names) -> str:
    facts = ((entity.id, record) for entity in table.entities for record in entity.records)
    id, record = next(facts, ("", None))
    return "ENTITY: TYPE VALUE" if record is None else f"{names.written(id)}: {_quoted(record.type)} {record.value}"
