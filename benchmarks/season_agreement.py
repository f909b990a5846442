"""`python -m benchmarks season_agreement`: how far people's summaries agree with the records of the season.

Over the development summaries: of the claims that name a next opponent, the weekday of the next game, home or away, a
streak, the arena or the weekday of the game, the share that equals the derived record. `--disagreements` prints the
others. BOXSCRIBE_DATA names the folder that holds `rotowire/` and `nba/`.
"""

import argparse
from collections import Counter

from benchmarks.checking import DATA, described
from boxscribe.checking.checker import Checker
from boxscribe.checking.schedule import DAYS
from boxscribe.checking.verdict import Verdict
from boxscribe.season.enrich import Enricher
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables

FAMILIES = {"next game", "streak", "venue", "weekday"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--disagreements", action="store_true")
    options, _ = parser.parse_known_args()
    checker, enricher = Checker(load_domain("rotowire")), Enricher(DATA / "nba", load_domain)
    claims: Counter[str] = Counter()
    agreeing: Counter[str] = Counter()
    for number, table in enumerate(read_tables(DATA / "rotowire" / "valid.json.gz"), start=1):
        for verdict in checker.check(table.tokens, enricher(table)):
            if verdict.family not in FAMILIES:
                continue
            claim = _claim(verdict)
            claims[claim] += 1
            agreeing[claim] += verdict.status == "supported"
            if options.disagreements and verdict.status != "supported":
                print(f"{number} {described(verdict, table.tokens)}")
    for claim, count in claims.most_common():
        print(f"{claim}: {agreeing[claim]:,} of {count:,} agree, {agreeing[claim] / count:.1%}")


def _claim(verdict: Verdict) -> str:
    if verdict.family != "next game":
        return verdict.family
    if verdict.said.lower() in DAYS:
        return "weekday of the next game"
    return "next opponent" if verdict.type == "NAME" else "next game at home or away"


if __name__ == "__main__":
    main()
