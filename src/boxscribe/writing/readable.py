"""The facts of a plan that a model reads. Others are stated by fixed sentences, or not at all."""

from boxscribe.models.store import Model
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables.table import Table


def readable(plan: Plan, table: Table, model: Model) -> Plan:
    """The plan without facts that the model does not read."""
    read = readable_facts(table, model)
    return Plan(tuple(tuple(fact for fact in facts if fact in read) for facts in plan.sentences), plan.paragraphs)


def readable_facts(table: Table, model: Model) -> frozenset[PlannedFact]:
    """The facts of a table that a model reads."""
    arranged = model.layout.arranged(table, model.domain)
    return frozenset(
        PlannedFact(entity.id, record.type, record.value) for entity in arranged.entities for record in entity.records
    )
