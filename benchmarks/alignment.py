"""`python -m benchmarks alignment`: how many numbers of people's summaries alignment links to a cell or derived record.

Over the first 100 development summaries: digits; number words, with "a", "an" and "pair" before a unit of a cell; and
ordinals. With the cells of the table alone, with the records derived from it, and with those of its season.
BOXSCRIBE_DATA names the folder that holds `rotowire/` and `nba/`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from benchmarks.data import DATA, line
from boxscribe.batches.align import align
from boxscribe.batches.derived import with_records
from boxscribe.batches.units import UnitWords
from boxscribe.season.enrich import enrich
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.text.numbers import find_numbers, from_ordinal

SUMMARIES = 100
DOMAIN = load_domain("rotowire")
OF_TABLE = [type for type, declared in DOMAIN.derived.items() if not declared.of_season]
KINDS = {"digits": "digits", "words": "number words, and a, an and pair before a unit", "ordinals": "ordinals"}


def main() -> None:
    if not (DATA / "nba").is_dir():
        line("real data", f"not at {DATA}: set BOXSCRIBE_DATA")
        return
    tables = list(islice(read_tables(DATA / "rotowire" / "valid.json.gz"), SUMMARIES))
    show("cells", tables, DOMAIN)
    show("cells and records derived from the table", tables, DOMAIN.extended(OF_TABLE))
    with_season = list(enrich(tables, DATA / "nba"))
    show("cells, records derived from the table and of its season", with_season, DOMAIN.extended([*DOMAIN.derived]))


def show(what: str, tables: Sequence[Table], domain: Domain) -> None:
    found: Counter[str] = Counter()
    linked: Counter[str] = Counter()
    for table in tables:
        extended = with_records(table, domain)
        facts = align(extended, domain)
        for at, kind in numbers(table.tokens):
            fact = facts[at]
            found[kind] += 1
            linked[kind] += fact is not None and any(character.isdigit() for character in fact.value)
    print(f"{what}:")
    for kind, label in KINDS.items():
        line(f"  {label}", f"{linked[kind]:,} of {found[kind]:,}, {linked[kind] / found[kind]:.1%}")


def numbers(tokens: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The places of numbers, each with its kind."""
    for number in find_numbers(tokens):
        yield number.start, "digits" if tokens[number.start][0].isdigit() else "words"
    for at, token in enumerate(tokens):
        if from_ordinal([token]) is not None:
            yield at, "ordinals"
        elif (token in ("a", "an") and UNITS.at(tokens, at + 1, singular=True)) or (
            token == "pair" and UNITS.at(tokens, at + 2, singular=False)
        ):
            yield at, "words"


def units() -> UnitWords:
    """The words for the units of cells."""
    words = UnitWords()
    for kind in DOMAIN.kinds.values():
        for described in kind.types.values():
            if described.unit:
                words.add(described)
    return words


UNITS = units()
