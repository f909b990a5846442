"""The names of entities, and the forms in which a text can use them.

In: an entity and the description of its domain; out: `NameForm`s: the full name, its parts (first name, city) and the
words of these. Texts and tables differ in full stops and apostrophes ("T.J.", "TJ"), so words are compared by their
`name_key`.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity
from boxscribe.text import CONVENTIONS, tokenise

_SUFFIXES = frozenset("Jr Sr II III IV".split())  # as keys
_LONGEST = 12  # words of a form; longer names are found in pieces, so that matching stays linear in the text
_MOST_WORDS = 20  # of a part of a name; the runs of further words are not looked for
_MOST_PARTS = 8  # of a name: values of the types that make it up
_MOST_SPELLINGS = 64  # of a full name; with aliases for each part their number is exponential in that of the parts


class NamePart(IntEnum):
    """How much of a name a form has; the smaller, the better it identifies the entity."""

    FULL = 0  # the full name
    LAST = 1  # the end of the name: a player's last name, a team's name without its city
    OTHER = 2  # a first name, a city, an inner word


class NameForm(NamedTuple):
    """A form in which a text can name an entity."""

    keys: tuple[str, ...]  # of its tokens
    key: str  # the same, joined by blanks
    tokens: str  # joined by blanks
    words: tuple[str | None, ...]  # for each token, the word of the table's name that begins there
    part: NamePart


def name_types(entity: Entity, domain: Domain) -> tuple[str, ...]:
    """The record types whose values are the entity's name."""
    return domain.kinds[entity.kind].name if entity.kind in domain.kinds else ()


def repeats_itself(entity: Entity, domain: Domain) -> bool:
    """Whether the last part of a name ends the part before it, too: the city "NY Mets" and the name "Mets"."""
    parts = _values(entity, domain)
    return len(parts) > 1 and parts[-2].endswith(parts[-1])


def name_words(entity: Entity, domain: Domain) -> list[str]:
    """The words of an entity's name in reading order, without punctuation that stands alone."""
    return [word for value in _values(entity, domain) for word in value.split() if any(map(str.isalnum, word))]


def name_key(token: str) -> str:
    """What different spellings of a word of a name share: "CJ" for "C.J." and "C.J"."""
    return token if token.isalnum() else token.replace(".", "").replace("’", "'") or token


def key_of(tokens: Iterable[str]) -> str:
    """The key of a name."""
    return " ".join(map(name_key, tokens))


def name_forms(entity: Entity, domain: Domain) -> tuple[NameForm, ...]:
    """All forms of an entity's name; entities without a name in the domain's description have none."""
    parts = _values(entity, domain)[:_MOST_PARTS]
    if not parts:
        return ()
    variants = tuple((part, *domain.aliases.get(part, ())) for part in parts)
    return _forms(entity.name, variants, domain.convention)


@lru_cache(maxsize=4_096)  # the same players are in many games
def _forms(name: str, variants: tuple[tuple[str, ...], ...], convention: str) -> tuple[NameForm, ...]:
    """The forms of a name whose parts have these spellings, the table's own first."""
    table_words = {word for spelling, *_ in variants for word in _words(spelling)}
    forms: dict[str, NameForm] = {}
    for words, part in _spellings(name, variants):
        for tokenised in _tokenisations(words, convention):
            tokens: list[str] = []
            aligned: list[str | None] = []
            for word, of_word in zip(words, tokenised, strict=True):
                tokens += of_word
                aligned += [word if word in table_words else None, *[None] * (len(of_word) - 1)]
            keys = tuple(map(name_key, tokens))
            key = " ".join(keys)
            forms.setdefault(key, NameForm(keys, key, " ".join(tokens), tuple(aligned), part))
    return tuple(forms.values())


def _values(entity: Entity, domain: Domain) -> list[str]:
    return [value for type in name_types(entity, domain) for value in entity.values(type)]


def _spellings(name: str, variants: Sequence[Sequence[str]]) -> Iterator[tuple[list[str], NamePart]]:
    """The words of each form, the most complete forms first."""
    for full in (name, *map(" ".join, islice(product(*variants), _MOST_SPELLINGS))):
        if words := _words(full):
            yield words[:_LONGEST], NamePart.FULL
            yield without_suffix(words)[:_LONGEST], NamePart.FULL
    for number, same in reversed(list(enumerate(variants))):
        for spelling in same:
            yield from _runs(_words(spelling)[:_MOST_WORDS], last=number == len(variants) - 1)
    for word in _words(name)[:_MOST_WORDS]:
        if _stands_alone(word):
            yield [word], NamePart.OTHER


def _runs(words: list[str], last: bool) -> Iterator[tuple[list[str], NamePart]]:
    """A part of a name, and the runs of its words that name the entity without the rest."""
    end_of_name = len(without_suffix(words))
    for start in range(len(words)):
        for end in range(min(len(words), start + _LONGEST), start, -1):
            whole = end - start == len(words)
            if whole or (_stands_alone(words[start]) and _stands_alone(words[end - 1])):
                yield words[start:end], NamePart.LAST if last and end >= end_of_name else NamePart.OTHER


def without_suffix(words: Sequence[str]) -> list[str]:
    """The words of a name without its generational suffix: `Otto Porter` for `Otto Porter Jr.`."""
    end = len(words)
    while end > 1 and name_key(words[end - 1]) in _SUFFIXES:
        end -= 1
    return list(words[:end])


def _words(name: str) -> list[str]:
    return [word for word in name.split() if any(map(str.isalnum, word))]


def _stands_alone(word: str) -> bool:
    """Whether a word of a longer name can name its entity: not the "a" of "Luc Mbah a Moute", nor "Jr."."""
    return len(word) > 1 and not word.islower() and name_key(word) not in _SUFFIXES


def _tokenisations(words: Sequence[str], convention: str) -> list[list[list[str]]]:
    """The tokens of each word: as it is, and as the corpus tokenises it ("J.D." is `J. D.` in one of them)."""
    whole = [[word] for word in words]
    if all(map(str.isalnum, words)):
        return [whole]
    return [whole, [_tokenised(word, convention) for word in words]]


def _tokenised(word: str, convention: str) -> list[str]:
    *tokens, _ = tokenise(f"{word} x", CONVENTIONS[convention])  # at the end of the text its full stop would be cut off
    return [token for token in tokens if token.strip("'’.,")] or [word]
