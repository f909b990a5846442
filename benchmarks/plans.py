"""Plans alone: facts and order of plans against the relations of the gold texts, without any text written.

`python -m benchmarks plans`: the development games of RotoWire, planned by a rule, by the shipped planner and by one
that is trained anew on the training texts; without and with the writer of each text.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.data import DATA, line
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.relations import Relation
from boxscribe.facts.store import load_extractor
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.planner import LogisticPlanner
from boxscribe.planning.score import score_plans
from boxscribe.planning.store import load_planner
from boxscribe.planning.train import train_planner_file
from boxscribe.planning.writers import writers_of
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Entity, Table

FOLDER = DATA / "rotowire"
PLAYERS, REBOUNDS, ASSISTS = 3, 5, 4  # of the rule: players a side, and from where on these are stated


def main() -> None:
    if not FOLDER.is_dir():
        line("real data", f"not at {DATA}: set BOXSCRIBE_DATA")
        return
    valid = FOLDER / "valid.json.gz"
    tables = list(read_tables(valid))
    writers = writers_of(tables, FOLDER / "writers.json", valid)
    extractor = load_extractor("rotowire")
    gold = [relations for _, relations in extractor.stream((table.tokens, table) for table in tables)]
    own = [plan for _, plan in plans_of(tables, load_domain, "extractor", extractor)]
    row("the plans of the gold texts", own, tables, extractor, gold)
    row("rule", [rule(table) for table in tables], tables, extractor, gold)
    with TemporaryDirectory(prefix="boxscribe-bench-") as folder:
        trained = train_planner_file(
            FOLDER / "train.json.gz", Path(folder) / "planner", writers=FOLDER / "writers.json"
        )
    for name, planner in (("shipped planner", load_planner("rotowire")), ("trained anew", trained)):
        row(name, planned(planner, tables), tables, extractor, gold)
        row(f"{name}, with writer", planned(planner, tables, writers), tables, extractor, gold)
        known = [number for number, writer in enumerate(writers) if writer in planner.selector.space.writers]
        chosen = [tables[number] for number in known]
        plans = planned(planner, chosen, [writers[number] for number in known])
        row(f"{name}, {len(known)} known writers", plans, chosen, extractor, [gold[number] for number in known])


def planned(
    planner: LogisticPlanner, tables: Sequence[Table], writers: Sequence[str | None] | None = None
) -> list[Plan]:
    known = planner.selector.space.writers
    given = [writer if writer in known else None for writer in writers or [None] * len(tables)]
    return [planner.plan(table, writer) for table, writer in zip(tables, given, strict=True)]


def row(
    name: str, plans: Sequence[Plan], tables: Sequence[Table], extractor: Extractor, gold: Sequence[Sequence[Relation]]
) -> None:
    figures = score_plans(plans, tables, extractor.domain, extractor, gold_relations=gold).figures
    sizes = Counter(len(sentence) for plan in plans for sentence in plan.sentences if sentence)
    facts, sentences = sum(size * count for size, count in sizes.items()), sizes.total()
    selection = " / ".join(f"{figures[f'cs_{key}']:.1f}" for key in ("precision", "recall", "f1"))
    size = f"{facts / len(plans):5.1f} facts, {facts / sentences:.2f} a sentence"
    line(name, f"{size}; CS {selection}; CO {figures['co']:.1f}")


def rule(table: Table) -> Plan:
    """The result, the winner first; then the best scorers of either side with points, rebounds and assists."""
    teams = sorted(table.of_kind("team"), key=lambda team: -number(team, "TEAM-PTS"))
    sentences = [[fact(team, type) for team in teams for type in ("TEAM-WINS", "TEAM-LOSSES", "TEAM-PTS")]]
    for team in teams:
        own = [player for player in table.of_kind("player") if player.features["side"] == team.features["side"]]
        for player in sorted(own, key=lambda player: -number(player, "PTS"))[:PLAYERS]:
            least = {"PTS": 0, "REB": REBOUNDS, "AST": ASSISTS}
            sentences.append([fact(player, type) for type in least if number(player, type) >= least[type]])
    return Plan(tuple(tuple(facts) for facts in sentences))


def number(entity: Entity, type: str) -> int:
    value = entity.value(type) or ""
    return int(value) if value.isdigit() else -1


def fact(entity: Entity, type: str) -> PlannedFact:
    return PlannedFact(entity.id, type, entity.value(type) or "")
