"""What clients are given, as JSON: stories with the facts and origin of each sentence, plans, verdicts, box scores."""

from collections.abc import Iterable, Iterator
from typing import Any

from boxscribe.checking.report import evidence, reason
from boxscribe.checking.report import to_json as checked_json
from boxscribe.checking.texts import CheckedText
from boxscribe.derived import derive
from boxscribe.errors import Problem
from boxscribe.planning.files import plan_json
from boxscribe.planning.plan import Plan, PlannedFact, records_of
from boxscribe.planning.suggestions import Suggestion
from boxscribe.serve.table_input import ReadGame
from boxscribe.tables import native_json
from boxscribe.tables.domain import Domain
from boxscribe.tables.labels import label_in
from boxscribe.tables.show import Sheet, derived_sheets, sheets
from boxscribe.tables.table import Table
from boxscribe.tables.title import subtitle, title
from boxscribe.text import PARAGRAPH
from boxscribe.text.sentences import STOPS
from boxscribe.text.tokens import detokenise
from boxscribe.writing.formats import to_json
from boxscribe.writing.named import entity_spans
from boxscribe.writing.outline import outline_of
from boxscribe.writing.story import Story


def story_answer(story: Story, model: str, trace: bool = False) -> dict[str, Any]:
    """A story as `boxscribe write --format jsonl` has it, with its sentences; with its trace the words that name
    entities, too."""
    answer = to_json(story, model, trace) | {"sentences": list(_sentences(story))}
    if trace:
        ids = [entity.id for entity in story.table.entities]
        answer["names"] = [(name.start, name.end, ids[name.entity]) for name in entity_spans(story)]
    return answer


def _sentences(story: Story) -> Iterator[dict[str, Any]]:
    """The sentences in order, also those that were left out: their words, facts and origin, whether they begin a
    paragraph, and where their tokens are."""
    outline = outline_of(story)
    if not outline:
        for start, end in _spans(story.tokens):
            yield _sentence(story, start, end, "", [])
        return
    labels = _FactLabels(derive(story.table, story.domain), story.domain)
    ids = [entity.id for entity in story.table.entities]
    for planned in outline:
        facts = [labels.of_cell(ids[entity], type) for entity, type in planned.cells]
        yield _sentence(story, planned.start, planned.end, planned.origin, facts)


def _sentence(story: Story, start: int, end: int, origin: str, facts: list[dict[str, str]]) -> dict[str, Any]:
    begins = start < end and start > 0 and story.tokens[start - 1] == PARAGRAPH
    text = detokenise(story.tokens[start:end])
    return {"text": text, "origin": origin, "facts": facts, "paragraph": begins, "tokens": [start, end]}


def _spans(tokens: Iterable[str]) -> Iterator[tuple[int, int]]:
    start = end = 0
    for end, token in enumerate(tokens, 1):
        if token == PARAGRAPH:
            start = end
        elif token in STOPS:
            yield start, end
            start = end
    if start < end:
        yield start, end


def plan_answer(table: Table, plan: Plan, domain: Domain) -> dict[str, Any]:
    """A plan, and its facts in words."""
    labels = _FactLabels(derive(table, domain), domain)
    return plan_json(table, plan) | {"facts": [[labels.of(fact) for fact in facts] for facts in plan.sentences]}


def suggestions_answer(table: Table, found: list[Suggestion], domain: Domain) -> dict[str, Any]:
    """What is unusual in a game, its facts in words."""
    labels = _FactLabels(table, domain)
    listed = [one._asdict() | {"facts": [labels.of(fact) for fact in one.facts]} for one in found]
    return {"suggestions": listed}


class _FactLabels:
    """The facts of a table in words."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._entities = {entity.id: entity for entity in table.entities}
        self._domain = domain

    def of(self, fact: PlannedFact) -> dict[str, str]:
        entity = self._entities[fact.entity]
        label = label_in(self._domain, entity.kind, fact.type)
        return {"entity": fact.entity, "name": entity.name, "type": fact.type, "label": label, "value": fact.value}

    def of_cell(self, id: str, type: str) -> dict[str, str]:
        values = {record.type: record.value for record in records_of(self._entities[id])}
        return self.of(PlannedFact(id, type, values.get(type, "")))


def check_answer(checked: CheckedText) -> dict[str, Any]:
    """Verdicts as `boxscribe check --format json` has them, each with its reason in words, and what
    proves it: cells and games."""
    data = checked_json(checked)
    for verdict, judged in zip(data["verdicts"], checked.verdicts, strict=True):
        verdict |= {"reason": reason(judged, checked), "evidence": evidence(judged, checked)}
    return data


def game_answer(game: ReadGame) -> dict[str, Any]:
    """A table with what is worth a look, and its box score."""
    table, domain = game.table, game.domain
    shown = derive(table, domain)
    return {
        "table": native_json.to_json(table),
        "title": title(table, domain),
        "about": subtitle(table, domain),
        "games": game.titles,
        "problems": [_problem(problem) for problem in game.problems],
        "entities": [{"id": entity.id, "name": entity.name, "kind": entity.kind} for entity in table.entities],
        "sheets": [_sheet(sheet, _adds(sheet, table, domain)) for sheet in sheets(shown, domain)]
        + [_sheet(sheet, None) for sheet in derived_sheets(shown, domain)],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {"field": problem.field, "message": problem.message, "warning": problem.warning}


def _adds(sheet: Sheet, table: Table, domain: Domain) -> tuple[str, ...]:
    """The types of the parts of a name that a further entity of a sheet has; none where there can be no further one."""
    kind = domain.kinds[table.entities[sheet.entities[0]].kind]
    return kind.name if sheet.columns and not kind.score else ()


def _sheet(sheet: Sheet, adds: tuple[str, ...] | None) -> dict[str, Any]:
    """A part of a box score: `entities` are the numbers of those whose rows these are. It is the table's `own`, or
    derived from it."""
    return {
        "title": sheet.title,
        "team": sheet.team,
        "columns": sheet.columns,
        "types": sheet.types,
        "text": sheet.left,
        "rows": sheet.rows,
        "entities": sheet.entities,
        "own": adds is not None,
        "adds": adds or (),
    }
