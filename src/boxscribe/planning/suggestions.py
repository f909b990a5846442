"""What is unusual in a game, as suggestions for its plan: news, what is rare in the season, season highs, streaks.

In: a table with its derived records and, where its season is known, the ranks of the season's values; out: facts for
a sentence each, with why they are unusual and what they were computed from, the most important ones first. What is
news is declared by the description of the domain (`planning.newsworthy`). Season highs and streaks of players come with
a sentence that states them: models read few of these records.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from boxscribe.foreign import whole_number
from boxscribe.planning.newsworthy import newsworthy
from boxscribe.planning.plan import PlannedFact, PlannedSentence, all_cells
from boxscribe.season.ranks import SeasonRanks
from boxscribe.tables.cells import to_number
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import parse_sum
from boxscribe.tables.labels import label_in
from boxscribe.tables.show_context import sources_of
from boxscribe.tables.table import Entity, Record, Table
from boxscribe.tables.title import date_of
from boxscribe.text.numbers import to_words

MOST = 20  # suggestions
RARE = 1 / 200  # of the values before
WORDS_BELOW = 10  # smaller numbers are words
STREAK = 3  # games; a shorter one is not unusual
FEWEST = 200  # values before, without which nothing is rare


class Suggestion(NamedTuple):
    """What is worth a sentence."""

    about: str  # the id of an entity
    facts: PlannedSentence
    why: str  # unless the facts say it
    sources: tuple[str, ...] = ()  # games and cells that a derived record was computed from, in words
    text: str = ""  # the sentence, where it is to be given


def suggestions(table: Table, domain: Domain, ranks: SeasonRanks | None = None) -> list[Suggestion]:
    """What is unusual in a game, each fact once."""
    found: list[Suggestion] = []
    seen: set[PlannedFact] = set()
    for one in chain(_news(table, domain), _rare(table, domain, ranks), _highs_and_streaks(table, domain)):
        if not seen & {*one.facts}:
            found.append(one)
            seen.update(one.facts)
    return found[:MOST]


def _news(table: Table, domain: Domain) -> Iterator[Suggestion]:
    """What the description declares to be news, with what its conditions are about."""
    entities = {entity.id: entity for entity in table.entities}
    for news in newsworthy(all_cells(table, domain), domain):
        if news.joins:
            continue  # no sentence of its own
        reasons = [
            f"{label_in(domain, entities[id].kind, type)}: {value}"
            for id, type, value in news.because
            if (id, type, value) not in news.facts
        ]
        derived = [_derived(entities[fact.entity], fact.type) for fact in news.facts]
        sources = (one for record in derived if record is not None for one in sources_of(record, table, domain))
        yield Suggestion(news.facts[0].entity, news.facts, "; ".join(reasons), tuple(dict.fromkeys(sources)))


def _derived(entity: Entity, type: str) -> Record | None:
    return next((record for record in entity.derived if record.type == type), None)


def _rare(table: Table, domain: Domain, ranks: SeasonRanks | None) -> Iterator[Suggestion]:
    """Values that few entities have reached in a game of the season before, the rarest first."""
    day = date_of(table)
    if ranks is None or day is None:
        return
    found = []
    for entity in table.entities:
        types = _measured(domain, entity.kind)
        for record in entity.records:
            number = to_number(record.value) if record.type in types else None
            if number is None:
                continue
            reached, total = ranks.rank(entity.kind, record.type, number, day)
            if total >= FEWEST and reached <= RARE * total:
                times = f"reached in {reached} of" if reached else "more than in any of"
                kind = domain.kinds[entity.kind].label.lower()
                why = f"{times} the {total:,} games of {kind} in the season before"
                found.append(
                    (reached / total, Suggestion(entity.id, (PlannedFact(entity.id, record.type, record.value),), why))
                )
    yield from (one for _, one in sorted(found, key=lambda pair: pair[0]))


def _measured(domain: Domain, kind: str) -> set[str]:
    """The types whose values the description compares: in averages and highs of a season, or as news."""
    declared = (one for one in domain.derived.values() if one.kind == kind and one.of_season)
    sums = (parse_sum(one.of[0]) for one in declared if one.compute in ("mean", "highest"))
    news = (type for one in domain.newsworthy if one.kind == kind for type in one.types)
    return {term.type for summed in sums for term in summed.terms} | {*news}


def _highs_and_streaks(table: Table, domain: Domain) -> Iterator[Suggestion]:
    """Season highs, with the cell that is one, and streaks that are not news already."""
    news = {type for one in domain.newsworthy for type in one.types}
    for entity in table.entities:
        for record in entity.derived:
            declared = domain.derived.get(record.type)
            if declared is None or not declared.of_season or record.type in news:
                continue
            is_high = declared.compute == "highest" and declared.games == "this"
            is_streak = declared.compute == "streak" and declared.games == "with"
            if not is_high and not (is_streak and (to_number(record.value) or 0) >= STREAK):
                continue
            number = whole_number(record.value)
            amount = to_words(number) if number is not None and number < WORDS_BELOW else record.value
            cell = entity.value(declared.of[0]) if is_high else None
            facts = () if cell is None else (PlannedFact(entity.id, declared.of[0], cell),)
            sources = sources_of(record, table, domain)
            yield Suggestion(entity.id, facts, "", sources, f"{entity.name} had {amount} {declared.label}.")
