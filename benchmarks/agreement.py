"""`python -m benchmarks agreement`: the shipped extractor beside the published one, on the gold development texts.

Relations are compared as (entity, value, type) without repeats, and checked against the table. BOXSCRIBE_DATA names the
folder that holds `rotowire/`.
"""

import torch

from benchmarks.results import DATA
from boxscribe.facts.store import load_extractor
from boxscribe.scores.published import read_relations
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.text import find_numbers


def main() -> None:
    torch.set_num_threads(1)
    tables = list(read_tables(DATA / "valid.json.gz"))
    extractor = load_extractor("rotowire", published_names=True)
    found = extractor.extract([(table.tokens, table) for table in tables])
    types = {record.type for record in tables[0].records}
    published = read_relations(DATA / "gold_tuples_valid.txt.gz", types)
    ours, theirs = ([{relation[:3] for relation in text} for text in texts] for texts in (found, published))
    both = [one & other for one, other in zip(ours, theirs, strict=True)]
    f1 = 2 * sum(map(len, both)) / (sum(map(len, ours)) + sum(map(len, theirs)))
    print(f"micro F1 {f1:.3f}")
    alone = [one - other for one, other in zip(ours, theirs, strict=True)]
    others = [other - one for one, other in zip(ours, theirs, strict=True)]
    for label, texts in (("both", both), ("ours alone", alone), ("the published one alone", others)):
        right = [_confirmed(table, relation) for table, text in zip(tables, texts, strict=True) for relation in text]
        print(f"{label}: {len(right):,} relations, the table confirms {sum(right) / len(right):.0%}")


def _confirmed(table: Table, relation: tuple[str, str, str]) -> bool:
    name, value, type = relation
    number = next((str(found) for _, _, found in find_numbers(value.split())), value)
    named = (entity for entity in table.entities if set(name.split()) <= set(entity.name.split()))
    return any(entity.value(type) == number for entity in named)
