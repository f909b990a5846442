"""Which entity and which value a token of the text tells, wherever matching names and values can know it.

In: a table with its text; out: a `Fact` or None for each token. The facts guide attention and copy gate in training.
They are found as the extraction of relations finds its training examples: names by longest match, and a number
belongs to an entity that has it and that the same sentence names. What stays doubtful is None.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table
from boxscribe.text import CONVENTIONS, Convention, find_numbers, sentences, tokenise

# Parts of a name that name nobody without the rest.
_SUFFIXES = frozenset("Jr Sr II III IV".split())
# Capitalised words that can follow a name without being part of one: "beat Utah Monday".
_DAYS = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())


class Fact(NamedTuple):
    """What a token tells."""

    entity: int  # its number in `table.entities`
    value: str  # a word of one of its values, as the table has it: "6" where the token is "six"


class _Mention(NamedTuple):
    """A sentence names an entity at a token."""

    at: int
    entity: int


def align(table: Table, domain: Domain) -> list[Fact | None]:
    """The fact that each token of the text tells, or None."""
    names, values = _Names(table, domain), _Values(table, domain)
    facts: list[Fact | None] = []
    for sentence in sentences(table.tokens):
        named, mentions = names.find(sentence)
        # A word of a name tells nothing else, so names overrule the rest.
        told = values.find_numbers(sentence, mentions) | values.find_texts(sentence, mentions) | named
        facts += map(told.get, range(len(sentence)))
    return facts


# --------------------------------------------------------------------------------------------------------- names


class _Naming(NamedTuple):
    """A run of words of an entity's name, as tokens write it."""

    words: tuple[str | None, ...]  # for each token the word that begins there
    ends: bool  # whether the name ends here; if not, the next word can make it somebody else's


class _Names:
    """The names of a table's entities, and which entities the text has named so far."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._runs: dict[tuple[str, ...], dict[int, _Naming]] = {}
        self._longest: dict[str, int] = {}  # the first key of a run → keys in the longest such run
        self._mentioned: set[int] = set()
        self._text = frozenset(table.tokens)
        convention = CONVENTIONS[domain.convention]
        for number, entity in enumerate(table.entities):
            name = _name(entity, domain)
            self._add(number, name, [(_key(word),) for word in name])
            if not all(map(str.isalnum, name)):
                self._add(number, name, [_written(word, convention) for word in name])

    def _add(self, number: int, name: list[str], written: list[tuple[str, ...]]) -> None:
        """Every run of the words of a name, each word given with its keys."""
        for start in range(len(name)):
            keys: tuple[str, ...] = ()
            words: tuple[str | None, ...] = ()
            for end in range(start + 1, len(name) + 1):
                keys += written[end - 1]
                words += (name[end - 1], *[None] * (len(written[end - 1]) - 1))
                if end - start > 1 or len(name) == 1 or _stands_alone(keys):
                    self._runs.setdefault(keys, {})[number] = _Naming(words, ends=end == len(name))
                    self._longest[keys[0]] = max(len(keys), self._longest.get(keys[0], 0))

    def find(self, sentence: Sequence[str]) -> tuple[dict[int, Fact], list[_Mention]]:
        """The facts that a sentence's names tell, by position, and its mentions from left to right."""
        # A full stop within a sentence belongs to initials: `C.J . Miles` is "C.J. Miles".
        places = [at for at, token in enumerate(sentence) if token != "."]
        keys = [_key(sentence[at]) for at in places]
        facts: dict[int, Fact] = {}
        mentions: list[_Mention] = []
        end = 0
        for i, key in enumerate(keys):
            if i < end or key not in self._longest:
                continue
            run = self._longest_run(keys, i)
            end = i + len(run)
            entity = self._who(run, keys, i) if run else None
            if entity is not None:
                self._mentioned.add(entity)
                mentions.append(_Mention(places[i], entity))
                words = self._runs[run][entity].words
                facts |= {places[i + k]: Fact(entity, word) for k, word in enumerate(words) if word is not None}
        return facts, mentions

    def _longest_run(self, keys: list[str], i: int) -> tuple[str, ...]:
        """The longest run of a name that begins at `i`; empty if none does."""
        for length in range(self._longest[keys[i]], 0, -1):
            run = tuple(keys[i : i + length])
            if run in self._runs:
                return run
        return ()

    def _who(self, run: tuple[str, ...], keys: list[str], i: int) -> int | None:
        """The one entity that a run at `i` can mean, or None."""
        if i == 0 and len(run) == 1 and run[0][:1].isupper() and run[0].lower() in self._text:
            return None  # "Early in the game" is not about Mr. Early
        candidates = self._runs[run]
        following = keys[i + len(run)] if i + len(run) < len(keys) else ""
        if self._is_strange(following):
            candidates = {entity: naming for entity, naming in candidates.items() if naming.ends}
        if len(candidates) == 1:
            return next(iter(candidates))
        known = self._mentioned & candidates.keys()
        return known.pop() if len(known) == 1 else None

    def _is_strange(self, key: str) -> bool:
        """Whether a word looks like part of a name that the table does not have: the "Durant" of "Kevin Durant"."""
        return key[:1].isupper() and key not in self._longest and key not in _DAYS


def _name_types(entity: Entity, domain: Domain) -> tuple[str, ...]:
    return domain.kinds[entity.kind].name if entity.kind in domain.kinds else ()


def _name(entity: Entity, domain: Domain) -> list[str]:
    """The words of an entity's name, in the order in which they are said; signs alone are no word."""
    values = (value for type in _name_types(entity, domain) for value in entity.values(type))
    return [word for value in values for word in value.split() if any(map(str.isalnum, word))]


def _written(word: str, convention: Convention) -> tuple[str, ...]:
    """The keys of a word of a name as a corpus writes it: "J.D." is `J. D.` in one of them."""
    *tokens, _ = tokenise(f"{word} x", convention)  # with a word behind it, or its full stop would end a sentence
    return tuple(_key(token) for token in tokens if token.strip("'’.,")) or (word,)


def _key(token: str) -> str:
    """Tokens with the same key are the same word of a name: "C.J", "C.J." and "CJ", "Ann" and "Ann’s"."""
    if token.isalnum():
        return token
    return token.replace(".", "").replace("’", "'").removesuffix("'s").removesuffix("'") or token


def _stands_alone(keys: tuple[str, ...]) -> bool:
    """Whether one word can mean an entity whose name has other words too."""
    return sum(map(len, keys)) > 1 and keys[0] not in _SUFFIXES


# -------------------------------------------------------------------------------------------------------- values


class _Number(NamedTuple):
    at: int
    value: str
    unit: str  # the unit that follows, if it is one of the description's: "points"


class _Values:
    """The values of a table's entities that are no names: who has them, and in which unit."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._units: dict[str, dict[int, set[str]]] = {}  # value → the entities that have it → in these units
        unit_of: dict[str, dict[str, str]] = {}  # kind → type → unit
        for number, entity in enumerate(table.entities):
            names = _name_types(entity, domain)
            units = unit_of.setdefault(entity.kind, {})
            for value, _, type, _ in entity.records:
                if type in names:
                    continue
                if type not in units:
                    units[type] = _unit(entity.kind, type, domain)
                owners = self._units.setdefault(value, {})
                if number in owners:
                    owners[number].add(units[type])
                else:
                    owners[number] = {units[type]}
        self._unit_words = {unit for units in unit_of.values() for unit in units.values() if unit}
        self._texts: dict[str, list[str]] = {}  # first word → the values that begin with it and are no numbers
        for value in self._units:
            if not _has_digit(value) and (words := value.split()):
                self._texts.setdefault(words[0], []).append(value)

    def find_numbers(self, sentence: Sequence[str], mentions: list[_Mention]) -> dict[int, Fact]:
        """Numbers that an entity of the sentence has, by position."""
        facts: dict[int, Fact] = {}
        numbers = self._numbers(sentence) if mentions else []
        bounds = [0, *(mention.at for mention in mentions[1:]), len(sentence)]
        for k, (start, end) in enumerate(pairwise(bounds)):
            group = [number for number in numbers if start <= number.at < end]
            if not group:
                continue
            # What stands between two mentions is mostly about one entity, which need not be the nearest:
            # "Ann led the Bulls with 20 points and nine assists". `sorted` leaves equals in order of nearness.
            nearest = _unique(mentions[k::-1] + mentions[k + 1 :])
            share = {entity: sum(self._has(entity, number) for number in group) for entity in nearest}
            likely = sorted(nearest, key=lambda entity: -share[entity])
            for number in group:
                entity = next((entity for entity in likely if self._has(entity, number)), None)
                if entity is not None:
                    facts[number.at] = Fact(entity, number.value)
        return facts

    def _numbers(self, sentence: Sequence[str]) -> list[_Number]:
        """What a sentence says in numbers: integers in digits or words, and values such as ".304" as they stand."""
        said = {at: (at + 1, token) for at, token in enumerate(sentence) if token in self._units and _has_digit(token)}
        said |= {start: (end, str(value)) for start, end, value in find_numbers(sentence)}
        found = []
        for at, (end, value) in said.items():
            following = sentence[end] if end < len(sentence) else ""
            if value == "1" and following == "of":  # "one of his best games"
                continue
            unit = f"{following}s" if value == "1" else following
            found.append(_Number(at, value, unit if unit in self._unit_words else ""))
        return found

    def _has(self, entity: int, number: _Number) -> bool:
        """Whether an entity has a number; where the text gives a unit, in this unit or in a type without one."""
        units = self._units.get(number.value, {}).get(entity)
        return units is not None and (not number.unit or number.unit in units or "" in units)

    def find_texts(self, sentence: Sequence[str], mentions: list[_Mention]) -> dict[int, Fact]:
        """Values in words, by position: those that an entity of the sentence has, or only one of the table."""
        facts: dict[int, Fact] = {}
        for at, token in enumerate(sentence):
            for value in self._texts.get(token, ()):
                words = value.split()
                entity = self._owner(value, at, mentions) if list(sentence[at : at + len(words)]) == words else None
                if entity is not None:
                    facts |= {i: Fact(entity, word) for i, word in enumerate(words, start=at)}
        return facts

    def _owner(self, value: str, at: int, mentions: list[_Mention]) -> int | None:
        owners = self._units[value]
        k = sum(mention.at < at for mention in mentions)
        named = [entity for entity in _unique(mentions[:k][::-1] + mentions[k:]) if entity in owners]
        if named:
            return named[0]
        return next(iter(owners)) if len(owners) == 1 and len(value) > 1 else None  # "C" is more often an initial


def _unit(kind: str, type: str, domain: Domain) -> str:
    described = domain.kinds[kind].type(type) if kind in domain.kinds else None
    return described.unit if described else ""


def _unique(mentions: list[_Mention]) -> list[int]:
    return list(dict.fromkeys(mention.entity for mention in mentions))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
