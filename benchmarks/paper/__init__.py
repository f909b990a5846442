"""`make paper`: the tables of the paper, ours beside the published figures; nothing is trained, scored or written.

Figures of systems are those that `make results` has saved in results/; the size of the data is counted where
BOXSCRIBE_DATA names a folder that holds `rotowire/`. Cells that cannot be made are empty, with the reason below.

`python -m benchmarks paper [--table N] [--json]`
"""

import argparse
import json
from collections.abc import Callable

from benchmarks.paper import other_tables, system_tables
from benchmarks.paper.paper_table import EMPTY, PaperTable

TABLES: dict[int, Callable[[], PaperTable]] = {
    1: other_tables.statistics,
    2: system_tables.results_on_test_splits,
    3: system_tables.ablations,
    4: system_tables.recurring_entities,
    5: other_tables.human_evaluation,
    6: other_tables.hyperparameters,
    7: system_tables.results_on_development_splits,
    8: system_tables.examples,
}
NOT_MADE = {9: "texts about a game of MLB: no texts are saved under results/mlb"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks paper")
    parser.add_argument(
        "--table", type=int, choices=[*TABLES, *NOT_MADE], action="append", help="only this; repeatable"
    )
    parser.add_argument("--json", action="store_true", help="print nothing but JSON")
    options, _ = parser.parse_known_args()
    numbers = options.table or [*TABLES, *NOT_MADE]
    made = [TABLES[number]() for number in numbers if number in TABLES]
    missing = {number: NOT_MADE[number] for number in numbers if number in NOT_MADE}
    if options.json:
        print(json.dumps({"tables": [table.as_json() for table in made], "missing": missing}, indent=1))
        return
    for table in made:
        print("\n".join(table.lines()) + "\n")
    for number, reason in missing.items():
        print(f"{EMPTY} Table {number}, {reason}")
