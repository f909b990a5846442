"""The entity linker: which spans of a text name which entities of its table.

In: a table and the sentences of a text in order; out: `Mention`s. Names are found by longest match and resolved by how
well the form identifies an entity, then by what the text has mentioned before. A `Gazetteer` adds names that are not in
the table (of other games), so that they are not mistaken for parts of the table's names.

The linker holds no state of a text: `Discourse` does, and is passed from sentence to sentence.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.names import NameForm, NamePart, key_of, name_forms, name_key, without_suffix
from boxscribe.tables.table import Table

# Capitalised words that can follow a name without being part of one: "beat Utah Monday".
_DAYS = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_MOST = 100  # entities that are considered for an ambiguous name, so that time is linear in the length of the text


class Certainty(IntEnum):
    """How sure it is that a mention names the first of its entities."""

    UNKNOWN = 0  # there is no entity, or no reason to prefer the first
    LIKELY = 1  # it is the likeliest
    CERTAIN = 2  # it is the only one


class Mention(NamedTuple):
    """`sentence[start:end]` names an entity."""

    start: int
    end: int
    name: str  # tokens joined by blanks; in the table's spelling, except for names of the gazetteer and as published
    entities: tuple[int, ...]  # positions in `table.entities`: one, several if ambiguous (likeliest first), or none
    kinds: frozenset[str]  # the kinds of entity that it can be
    certainty: Certainty
    words: tuple[tuple[int, str], ...] = ()  # (position, word of the name as the table has it), if it is certain

    @property
    def entity(self) -> int | None:
        """The entity if it is certain."""
        return self.entities[0] if self.certainty == Certainty.CERTAIN else None

    @property
    def likeliest(self) -> int | None:
        """The entity if it is certain, or the likeliest of several."""
        return self.entities[0] if self.certainty >= Certainty.LIKELY else None


@dataclass(slots=True)
class Discourse:
    """The state of a text that is being linked: what is known beyond the sentence at hand."""

    words: frozenset[str]  # all words of the text
    mentioned: dict[int, None] = field(default_factory=dict)  # entities, in the order of their latest mention

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]]) -> "Discourse":
        return cls(frozenset[str]().union(*sentences))

    def add(self, entity: int) -> None:
        """An entity is mentioned."""
        self.mentioned.pop(entity, None)
        self.mentioned[entity] = None

    def recent(self, entities: Container[int]) -> tuple[int, ...]:
        """Those of some entities that were mentioned lately, the latest first."""
        return tuple(entity for entity in islice(reversed(self.mentioned), _MOST) if entity in entities)


class _NameIndex:
    """Where names can begin, for longest match."""

    def __init__(self) -> None:
        self.longest: dict[str, int] = {}  # the first word of a name → number of words of the longest such name
        self.with_apostrophe: set[str] = set()  # words of names

    def add(self, keys: Sequence[str], key: str) -> None:
        if len(keys) > self.longest.get(keys[0], 0):
            self.longest[keys[0]] = len(keys)
        if "'" in key:
            self.with_apostrophe.update(word for word in keys if "'" in word)


class Gazetteer:
    """Names that texts can mention beside those of their table, with the kinds of entity that bear them."""

    def __init__(self, names: Mapping[str, Iterable[str]], published: bool = False) -> None:
        """`names`: kind → names. `published`: match as the published extraction does. It knows no names of the table
        at hand, compares tokens as they are, and extends a match word by word, so a name is found only if all its
        beginnings are names: "Portland Trail Blazers" gives "Portland" and "Trail Blazers"."""
        self.published = published
        found: dict[str, set[str]] = {}
        for kind, of_kind in names.items():
            for name in of_kind:
                found.setdefault(name if published else key_of(name.split()), set()).add(kind)
        self.kinds = {key: frozenset(kinds) for key, kinds in found.items() if not published or _grows(key, found)}
        self.index = _NameIndex()
        for key in self.kinds:
            self.index.add(key.split(), key)


def _grows(key: str, known: Container[str]) -> bool:
    words = key.split()
    return all(" ".join(words[:length]) in known for length in range(1, len(words)))


NO_NAMES = Gazetteer({})


class _Bearers(NamedTuple):
    """The entities that a name identifies best."""

    rank: tuple[bool, int, NamePart]  # how well; the smaller, the better
    forms: dict[int, NameForm]  # entity → the form of its name


class EntityLinker:
    """Finds and resolves the mentions of a table's entities."""

    def __init__(self, table: Table, domain: Domain, gazetteer: Gazetteer = NO_NAMES) -> None:
        self._gazetteer = gazetteer
        self._kinds = [entity.kind for entity in table.entities]
        self._bearers: dict[str, _Bearers] = {}  # by key
        self._table_index = _NameIndex()
        # A full name identifies best; otherwise a kind of few entities: "Washington" is a team rather than a player.
        size = Counter(self._kinds)
        ranks = {kind: [(part > NamePart.FULL, size[kind], part) for part in NamePart] for kind in size}
        for number, entity in enumerate(table.entities):
            for form in name_forms(entity, domain):
                rank = ranks[entity.kind][form.part]
                bearers = self._bearers.get(form.key)
                if bearers is None:
                    self._table_index.add(form.keys, form.key)
                if bearers is None or rank < bearers.rank:
                    self._bearers[form.key] = _Bearers(rank, {number: form})
                elif rank == bearers.rank:
                    bearers.forms[number] = form
        self._searched = [gazetteer.index] if gazetteer.published else [self._table_index, gazetteer.index]

    def link(self, sentences: Sequence[Sequence[str]]) -> list[list[Mention]]:
        """The mentions of each sentence of a text."""
        discourse = Discourse.of(sentences)
        return [self.link_sentence(sentence, discourse) for sentence in sentences]

    def link_sentence(self, sentence: Sequence[str], discourse: Discourse) -> list[Mention]:
        """The mentions of the next sentence of a text, left to right; `discourse` is updated."""
        if self._gazetteer.published:
            places, keys = list(range(len(sentence))), list(sentence)
        else:  # a full stop within a sentence belongs to initials: `C.J . Miles` is "C.J. Miles"
            places = [at for at, token in enumerate(sentence) if token != "."]
            keys = [token if token.isalnum() else self._key(token) for token in sentence if token != "."]
        mentions: list[Mention] = []
        end = 0
        for start in self._starts(keys):
            if start >= end and (length := self._longest_name(keys, start)):
                end = start + length
                following = keys[end] if end < len(keys) else ""
                name = " ".join(keys[start:end])
                mentions.append(self._resolve(name, sentence, places[start:end], following, discourse))
        return mentions

    def _key(self, token: str) -> str:
        """The key of a token, without a possessive ending unless the ending belongs to a name ("A's")."""
        key = name_key(token)
        if "'" in key and not any(key in index.with_apostrophe for index in self._searched):
            return _without_possessive(key)
        return key

    def _starts(self, keys: list[str]) -> list[int]:
        """The positions at which a name can begin."""
        own, others = self._searched[0].longest, self._searched[-1].longest
        return [start for start, key in enumerate(keys) if key in own or key in others]

    def _longest_name(self, keys: list[str], start: int) -> int:
        """The number of words of the longest name that begins at a position, or 0."""
        longest = max(index.longest.get(keys[start], 0) for index in self._searched)
        for length in range(min(longest, len(keys) - start), 0, -1):
            name = " ".join(keys[start : start + length])
            if name in self._gazetteer.kinds or (name in self._bearers and not self._gazetteer.published):
                return length
        return 0

    def _resolve(
        self, name: str, sentence: Sequence[str], places: list[int], following: str, discourse: Discourse
    ) -> Mention:
        """The mention of the name at `places`; `following` is the key of the next word."""
        start, end = places[0], places[-1] + 1
        text = " ".join(sentence[start:end])
        key = key_of(name.split()) if self._gazetteer.published else name
        bearers = self._bearers.get(key) or self._bearers.get(key_of(without_suffix(key.split())))
        if bearers is None:
            if not key.endswith(name_key(sentence[end - 1])):
                text = _without_possessive(text)
            return Mention(start, end, text, (), self._gazetteer.kinds[name], Certainty.UNKNOWN)
        recent = discourse.recent(bearers.forms) if len(bearers.forms) > 1 else ()
        entities = recent or tuple(islice(bearers.forms, _MOST))
        form, part = bearers.forms[entities[0]], bearers.rank[-1]
        certainty = Certainty.CERTAIN
        words: tuple[tuple[int, str], ...] = ()
        if len(entities) > 1:
            certainty = Certainty.LIKELY if recent or part < NamePart.OTHER else Certainty.UNKNOWN
        elif part == NamePart.OTHER and self._is_strange(following):
            certainty = Certainty.LIKELY
        elif end == 1 and name[:1].isupper() and name.lower() in discourse.words:
            certainty = Certainty.LIKELY  # "Early in the game" need not be about a player called Early
        else:
            discourse.add(entities[0])
            words = tuple((at, word) for at, word in zip(places, form.words, strict=False) if word is not None)
        kinds = frozenset(self._kinds[entity] for entity in entities)
        text = text if self._gazetteer.published else form.tokens
        return Mention(start, end, text, entities, kinds, certainty, words)

    def _is_strange(self, key: str) -> bool:
        """Whether a word looks like part of a name that the table does not have: the "Durant" of "Kevin Durant"."""
        return key[:1].isupper() and key not in self._table_index.longest and key not in _DAYS


def _without_possessive(word: str) -> str:
    for ending in ("'s", "’s", "'", "’"):
        if word.endswith(ending) and word != ending:
            return word.removesuffix(ending)
    return word
