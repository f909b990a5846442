"""Texts and their tables in, verdicts out: `check` for one text in memory, `check_texts` for a file of texts."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from boxscribe.checking.verdict import Verdict
from boxscribe.checking.with_season import SeasonChecker
from boxscribe.checking.wording import in_form_of
from boxscribe.errors import InputError
from boxscribe.progress import Progress, no_progress
from boxscribe.season.enrich import SeasonSource
from boxscribe.tables.domain import Domain, load_domain, shipped_domains
from boxscribe.tables.read import Tables
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, PARAGRAPH, detokenise, tokenise
from boxscribe.text.offsets import offsets, plain_signs
from boxscribe.writing.outputs import BREAK, Outputs, are_tokens
from boxscribe.writing.story import Story


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text with the verdicts on its claims."""

    id: str  # of the game
    text: str  # as it was given
    tokens: Sequence[str]
    table: Table
    domain: Domain
    verdicts: tuple[Verdict, ...]


def check(
    text: str | Sequence[str] | Story,
    table: Table,
    season: SeasonSource | None = None,
    *,
    domain: str | Domain | None = None,
    tokenised: bool | None = None,
) -> list[Verdict]:
    """A verdict on every claim of a text, in the order of the text.

    text: plain English, tokens (a list, or a string with blanks between them), or a story.
    season: the season around the game, as `boxscribe.enrich` takes it; a table that was enriched needs none.
    domain: the description of the table's domain, if it is not a shipped one.
    tokenised: whether a string is tokens; by default its punctuation decides.

    `verdict.start` and `verdict.end` are positions of tokens, `verdict.char_start` and `verdict.char_end` positions in
    the string; those of a list of tokens are positions in the tokens joined by blanks.

    >>> table = next(boxscribe.simulate("rotowire", seed=1))
    >>> text = "The Surveyors (1-0) beat the Prospectors 96-91. J.T. Osborne scored 25 points."
    >>> for verdict in boxscribe.check(text, table):
    ...     print(text[verdict.char_start : verdict.char_end], verdict.status, verdict.repair)
    1 supported
    0 supported
    beat supported
    96 supported
    91 supported
    25 contradicted 27
    """
    given = load_domain(domain) if isinstance(domain, str) else domain
    if given is None and isinstance(text, Story):
        given = text.domain
    if isinstance(text, str):
        string, is_tokens = text, are_tokens([text]) if tokenised is None else tokenised
    else:
        string, is_tokens = " ".join(text.tokens if isinstance(text, Story) else text), True
    return list(checked_text(_checker(given or load_domain(table.domain), season), string, is_tokens, table).verdicts)


def check_texts(
    outputs: Outputs,
    source: Tables,
    season: SeasonSource | None = None,
    games: Sequence[int] = (),
    progress: Progress = no_progress,
) -> Iterator[CheckedText]:
    """The texts of a file with their verdicts, in the order of the games."""
    checker = SeasonChecker(source.domain, season)
    found = texts_of_games(outputs, source, games)
    for table, texts in progress(found.games, "checking", found.total):
        for text in texts:
            yield checked_text(checker, text, outputs.tokenised, table)


class GamesWithTexts(NamedTuple):
    """Each game with its texts, in the order of the games, and how many games there are."""

    games: Iterator[tuple[Table, list[str]]]
    total: int


def texts_of_games(outputs: Outputs, source: Tables, games: Sequence[int] = ()) -> GamesWithTexts:
    """The texts of a file by their games.

    Texts with ids belong to the games of these ids. Those without are in the order of the games: of all games, or of
    those that `games` numbers, counted from 1. Of more texts, `games` chooses some.
    """
    tables = source if source.repeatable else list(source)
    ids = [table.id for table in tables]
    positions = _positions(outputs, ids, games, source.name)
    found = ((table, [outputs.texts[at] for at in own]) for table, own in zip(tables, positions, strict=True))
    return GamesWithTexts(found, len(ids))


def _positions(outputs: Outputs, ids: Sequence[str], games: Sequence[int], tables: str) -> list[list[int]]:
    """The texts of each game, by their positions."""
    for game in games:
        if not 1 <= game <= len(ids):
            raise InputError(f"{tables}: has no game {game}; it has {len(ids):,}")
    found: list[list[int]] = [[] for _ in ids]
    chosen = {game - 1 for game in games} or {*range(len(ids))}
    if outputs.ids is not None:
        numbers = defaultdict[str, list[int]](list)
        for number, id in enumerate(ids):
            numbers[id].append(number)
        for position, id in enumerate(outputs.ids):
            if id not in numbers:
                raise InputError(f"{outputs.name}: text {position + 1}: {tables} has no game '{id}'")
            same = numbers[id]
            found[same.pop(0) if len(same) > 1 else same[0]].append(position)
        return [texts if number in chosen else [] for number, texts in enumerate(found)]
    if len(outputs) == len(games):
        order: Sequence[int] = [game - 1 for game in games]
    elif len(outputs) == len(ids):
        order = range(len(ids))
    else:
        several = f"{len(outputs):,} {'text' if len(outputs) == 1 else 'texts'}"
        wanted = f"{len(ids):,} {'game' if len(ids) == 1 else 'games'}"
        raise InputError(
            f"{outputs.name}: has {several}, but {tables} has {wanted}; write one text per line in the order of the "
            "games, name the game of a text with --game, or give JSON lines with the id of each text's game"
        )
    for position, number in enumerate(order):
        if number in chosen:
            found[number].append(position)
    return found


def checked_text(checker: SeasonChecker, text: str, tokenised: bool, table: Table) -> CheckedText:
    """A text with its verdicts; `tokenised`: whether it is tokens with blanks between them."""
    domain = checker.checker(table.domain).description
    if tokenised:
        tokens = text.replace(BREAK, f" {PARAGRAPH} ").split()
    else:
        tokens = tokenise(plain_signs(text), CONVENTIONS[domain.convention])
    places = offsets(text if tokenised else plain_signs(text), tokens)
    verdicts = []
    for verdict in checker.check(tokens, table):
        start, end = places[verdict.start].start, places[verdict.end - 1].end
        repair = in_form_of(tokens[verdict.start : verdict.end], verdict.repair) if verdict.repair else ""
        repair = repair if tokenised else detokenise(repair.split())
        verdicts.append(replace(verdict, char_start=start, char_end=end, repair=repair))
    return CheckedText(table.id, text, tokens, checker.known(table)[0], domain, tuple(verdicts))


def _checker(domain: Domain, season: SeasonSource | None) -> SeasonChecker:
    """A checker of one domain; those of shipped domains, and the files of their season, are read once."""
    shared = domain.name in shipped_domains() and domain is load_domain(domain.name)
    if shared and (season is None or isinstance(season, str | Path)):
        return _shared_checker(None if season is None else str(season))
    return SeasonChecker(lambda name: domain, season)


@lru_cache(4)
def _shared_checker(season: str | None) -> SeasonChecker:
    return SeasonChecker(load_domain, season)
