"""Who is named where: the names of a table's entities, found in its text by longest match.

In: a table and the sentences of a text, in order; out: mentions. Every run of words of a name can name its entity;
what several entities could be called means the one that the text has named before, or nobody.
"""

from collections.abc import Sequence
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table
from boxscribe.text import CONVENTIONS, Convention, tokenise

# Parts of a name that name nobody without the rest.
_SUFFIXES = frozenset("Jr Sr II III IV".split())
# Capitalised words that can follow a name without being part of one: "beat Utah Monday".
_DAYS = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())


class Mention(NamedTuple):
    """`sentence[start:end]` names an entity."""

    start: int
    end: int
    entity: int  # its number in `table.entities`
    words: tuple[tuple[int, str], ...]  # (position, word of the name as the table has it) for each of its words


class _Naming(NamedTuple):
    """A run of words of an entity's name, as tokens write it."""

    words: tuple[str | None, ...]  # for each token the word that begins there
    ends: bool  # whether the name ends here; if not, the next word can make it somebody else's


class Names:
    """The names of a table's entities, and which entities the text has named so far."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._runs: dict[tuple[str, ...], dict[int, _Naming]] = {}
        self._longest: dict[str, int] = {}  # the first key of a run → keys in the longest such run
        self._mentioned: set[int] = set()
        self._text = frozenset(table.tokens)
        convention = CONVENTIONS[domain.convention]
        for number, entity in enumerate(table.entities):
            name = name_words(entity, domain)
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

    def find(self, sentence: Sequence[str]) -> list[Mention]:
        """The mentions of a sentence, from left to right."""
        # A full stop within a sentence belongs to initials: `C.J . Miles` is "C.J. Miles".
        places = [at for at, token in enumerate(sentence) if token != "."]
        keys = [_key(sentence[at]) for at in places]
        mentions: list[Mention] = []
        end = 0
        for i, key in enumerate(keys):
            if i < end or key not in self._longest:
                continue
            run = self._longest_run(keys, i)
            end = i + len(run)
            entity = self._who(run, keys, i) if run else None
            if entity is not None:
                self._mentioned.add(entity)
                named = enumerate(self._runs[run][entity].words, start=i)
                words = tuple((places[k], word) for k, word in named if word is not None)
                mentions.append(Mention(places[i], places[end - 1] + 1, entity, words))
        return mentions

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


def name_types(entity: Entity, domain: Domain) -> tuple[str, ...]:
    return domain.kinds[entity.kind].name if entity.kind in domain.kinds else ()


def name_words(entity: Entity, domain: Domain) -> list[str]:
    """The words of an entity's name, in the order in which they are said; signs alone are no word."""
    values = (value for type in name_types(entity, domain) for value in entity.values(type))
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
