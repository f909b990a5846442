"""Scores of plans alone: their facts against the relations of the gold texts, with the matching of CS and CO.

So it can be seen what planning loses and what writing loses: a text that states its plan exactly has these figures.
"""

from collections.abc import Sequence

from boxscribe.facts.relations import Relation
from boxscribe.planning.plan import Plan
from boxscribe.progress import Progress, no_progress
from boxscribe.scores.evaluate import DEFAULTS, ExtractorSource, Options, evaluate
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.games import RelationSource
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table


def plan_relations(plan: Plan, table: Table, domain: Domain) -> list[Relation]:
    """The facts of a plan as relations, within a sentence entity by entity as extraction finds them, but for those of
    types that are not extracted from texts."""
    entities = {entity.id: entity for entity in table.entities}
    relations = []
    facts = []
    for sentence in plan.sentences:
        place = {fact.entity: at for at, fact in reversed([*enumerate(sentence)])}
        facts += sorted(sentence, key=lambda fact: place[fact.entity])
    for fact in facts:
        entity = entities[fact.entity]
        described = domain.kinds[entity.kind].type(fact.type)
        if described is not None and described.extract and fact.type not in domain.derived:
            relations.append(Relation(entity.name, fact.value, fact.type, correct=True))
    return relations


def score_plans(
    plans: Sequence[Plan],
    tables: Sequence[Table],
    domain: Domain,
    extractor: ExtractorSource = None,
    *,
    gold_relations: RelationSource | None = None,
    options: Options = DEFAULTS,
    progress: Progress = no_progress,
) -> Evaluation:
    """CS and CO of plans: against the relations of the tables' texts, or against given ones.

    extractor: finds the relations of the gold texts; by default the shipped one of the domain
    gold_relations: relations that need not be extracted, such as the published ones

    >>> from boxscribe.planning.from_text import plans_of
    >>> from boxscribe.planning.score import score_plans
    >>> games = list(boxscribe.simulate("rotowire", seed=1, texts=True, games=5))
    >>> plans = [plan for _, plan in plans_of(games, boxscribe.load_domain)]
    >>> score_plans(plans, games, boxscribe.load_domain("rotowire")).figures["cs_f1"] > 80
    True
    """
    return evaluate(
        [table.tokens for table in tables],
        tables,
        extractor,
        ["cs", "co"],
        relations=[plan_relations(plan, table, domain) for plan, table in zip(plans, tables, strict=True)],
        gold_relations=gold_relations,
        domain=domain,
        options=options,
        progress=progress,
    )
