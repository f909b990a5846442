"""Which entity and which value each token of a text states, where names and values match.

In: a table with its text; out: a `Fact` or None for each token. In training, the facts supervise attention and copy
gate. Claims that the checker finds to be true say what they state (`batches.claims`). Elsewhere facts are found as the
extraction of relations finds its training examples: mentions come from the entity linker, pronouns from the discourse
model, and a number belongs to an entity that has it and is mentioned in the same sentence. Ambiguous tokens have no
fact.

A number may stand in any surface form. Tokens that mostly state no value ("a steal", "a pair of assists", "12th win")
need the unit of a type that has the value.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from boxscribe.batches.claims import stated_claims
from boxscribe.batches.plays import StatedPlays
from boxscribe.batches.units import UnitWords, content_words, counts_no_cell, is_selection
from boxscribe.checking.discourse import DiscourseModel, Role
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import EntityLinker
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.text import sentences, stated_numbers
from boxscribe.text.forms import ONLY_ALIGNED, SurfaceForm, declared_forms, value_of
from boxscribe.text.numbers import is_number

_FRACTION = re.compile(r"\d/\d")


class Fact(NamedTuple):
    """What a token states."""

    entity: int  # its position in `table.entities`
    value: str  # a word of one of its values, as the table has it: "6" where the token is "six"
    type: str = ""  # the record type, where the text names its unit: "six rebounds" are no field goals


class _EntityAt(NamedTuple):
    """A mention that is certain."""

    start: int
    entity: int


class _Number(NamedTuple):
    at: int
    value: str
    form: SurfaceForm
    unit: str  # the unit that follows, if it is one of the description's: "points"
    sentence: Collection[str]  # its tokens
    exact: bool = True  # whether the unit follows at once: "six rebounds", but not "six offensive rebounds"


class _Cell(NamedTuple):
    """What is known about the type of a cell."""

    unit: str  # empty if it has none
    forms: frozenset[SurfaceForm]  # in which texts state it
    named_by_unit: bool  # whether its unit alone names it: REB, but not OREB
    derived: bool  # then a text must give its unit, for a table has many derived numbers
    cues: frozenset[str] | None = None  # one of these words must stand in the sentence; None: no word


def align(table: Table, domain: Domain) -> list[Fact | None]:
    """The fact that each token of the text states, or None."""
    domain = domain.model_copy(update={"aliases": domain.aliases | domain.cues.aliases})
    values = _TableValues(table, domain)
    facts: list[Fact | None] = []
    named: set[int] = set()  # tokens of names of the table's entities
    text = sentences(table.tokens)
    model = DiscourseModel(table.tokens, table, domain)
    pronouns = _pronouns(model)
    plays = StatedPlays(table, domain)
    of_plays: set[int] = set()  # tokens that state records of plays
    for sentence, found in zip(text, EntityLinker(table, domain).link(text), strict=True):
        start = len(facts)
        mentions = [_EntityAt(mention.start, mention.entity) for mention in found if mention.entity is not None]
        mentions += [_EntityAt(at - start, entity) for at, entity in pronouns if 0 <= at - start < len(sentence)]
        mentions.sort()
        names = {at: Fact(mention.entities[0], word) for mention in found for at, word in mention.words}
        # A word of a name is no other value, so names take precedence.
        stated = values.find_numbers(sentence, mentions) | values.find_texts(sentence, mentions) | names
        named |= {start + at for at in names}
        for fact in plays.find(sentence, mentions):
            if fact.at not in names:
                stated[fact.at] = Fact(fact.entity, fact.value, fact.type)
                of_plays.add(start + fact.at)
        facts += map(stated.get, range(len(sentence)))
    for at, entity, value, type in stated_claims(table, domain):
        if at not in named and at not in of_plays:
            facts[at] = Fact(entity, value, type)
    return facts


def _pronouns(model: DiscourseModel) -> list[_EntityAt]:
    """The pronouns and nouns of a text that refer to an entity of the table, by position in the text."""
    return [
        _EntityAt(reference.start, reference.entity)
        for reference in model.references
        if reference.entity is not None and not reference.is_name and reference.role is not Role.OBJECT
    ]


class _TableValues:
    """The values of a table that are no names: which entities have them, under which types and in which units."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._cells: dict[str, dict[int, dict[str, _Cell]]] = {}  # value → entity → type → the cell
        self._units = UnitWords()
        self._texts: dict[str, list[str]] = {}  # first word → the values in words that begin with it
        of_kind: dict[str, dict[str, _Cell | None]] = {}
        self._average = frozenset(domain.cues.average)
        self._bare = domain.cues.bare_numbers
        plays = "" if domain.cues.plays is None else domain.cues.plays.kind
        self._run = "" if domain.cues.plays is None else domain.cues.plays.unit
        types = [type for kind in domain.kinds.values() for type in kind.types.items()]
        for _, described in types:
            if described.unit:
                self._units.add(described)
        self._base_units = {described.unit for type, described in types if type not in domain.derived}
        for number, entity in enumerate(table.entities):
            cells = of_kind.setdefault(entity.kind, {})
            for value, _, type, *_ in entity.records:
                if type not in cells:
                    cells[type] = self._cell(type, entity, domain)
                if (cell := cells[type]) is not None and (entity.kind != plays or _has_digit(value)):
                    self._cells.setdefault(value, {}).setdefault(number, {})[type] = cell  # words: see `batches.plays`
        for value in self._cells:
            if not _has_digit(value) and (words := value.split()):
                self._texts.setdefault(words[0], []).append(value)

    def _cell(self, type: str, entity: Entity, domain: Domain) -> _Cell | None:
        """What is known about a type; None for the types of names and those that no text states by itself."""
        if type in name_types(entity, domain):
            return None
        described = domain.kinds[entity.kind].type(type) if entity.kind in domain.kinds else None
        if described is not None and not described.extract:
            return None  # only claims state it
        derived = domain.derived.get(type)
        forms = declared_forms(None if derived is None else derived.forms)
        cues = frozenset(described.cues) if described is not None and described.cues else None
        if described is None or not described.unit:
            return _Cell("", forms, False, derived is not None, cues)
        named_by_unit = described.label in (described.unit, f"{described.unit} made")
        if derived is None or named_by_unit:
            return _Cell(described.unit, forms, named_by_unit, derived is not None, cues)
        needs_cue = derived.of_season or described.unit in self._base_units
        return _Cell(described.unit, forms, False, True, content_words(described) if needs_cue else None)

    def find_numbers(self, sentence: Sequence[str], mentions: Sequence[_EntityAt]) -> dict[int, Fact]:
        """The numbers that a mentioned entity has, by position."""
        facts: dict[int, Fact] = {}
        numbers = self._numbers(sentence) if mentions else []
        bounds = [0, *(mention.start for mention in mentions[1:]), len(sentence)]
        for k, (start, end) in enumerate(pairwise(bounds)):
            averages = next((at for at in range(start, end) if sentence[at] in self._average), end)
            group = [number for number in numbers if start <= number.at < averages]
            if not group:
                continue
            # The numbers between two mentions mostly belong to one entity, which need not be the nearest:
            # "Ann led the Bulls with 20 points and nine assists". `sorted` is stable, so the nearer one wins a tie.
            nearest = _distinct([*mentions[k::-1], *mentions[k + 1 :]])
            matches = {entity: sum(self._has(entity, number) for number in group) for entity in nearest}
            likeliest = sorted(nearest, key=lambda entity: -matches[entity])
            for number in group:
                entity = next((entity for entity in likeliest if self._has(entity, number)), None)
                if entity is not None:
                    facts[number.at] = Fact(entity, number.value, self._type(entity, number))
        return facts

    def _numbers(self, sentence: Sequence[str]) -> list[_Number]:
        """The numbers of a sentence: integers in any form, and values such as ".304" as the table has them."""
        spans = {
            at: (at + 1, token)
            for at, token in enumerate(sentence)
            if _has_digit(token) and token in self._cells and not is_number(token)
        }
        spans |= {start: (end, str(value)) for start, end, value in stated_numbers(sentence)}
        found = []
        for at, (end, value) in spans.items():
            form = SurfaceForm.SAME if _has_digit(sentence[at]) else SurfaceForm.WORD
            hyphen = sentence[end : end + 1] == ["-"]
            if hyphen and sentence[end + 1 : end + 2] == [self._run]:
                continue  # "two - run": see `batches.plays`
            end += bool(_FRACTION.fullmatch(sentence[end])) if end < len(sentence) else 0  # "2 1/3 scoreless innings"
            singular = hyphen or value == "1" or form is SurfaceForm.WORD  # "a 110 - 91 win" are no 91 wins
            unit = self._units.at(sentence, end + hyphen, singular)
            exact, noun = bool(unit), sentence[end : end + 1]
            if not unit and noun and noun[0].isalpha() and not is_number(noun[0]):
                unit = self._units.at(sentence, end + 1, singular=False)
            if unit:
                stated = unit in self._base_units or not is_selection(sentence, at)
            else:
                stated = not counts_no_cell(sentence, at, end) and not (value == "1" and form is SurfaceForm.WORD)
                stated &= self._bare or not is_number(value)
            if stated:
                found.append(_Number(at, value, form, unit, sentence, exact))
        return found + self._other_forms(sentence)

    def _other_forms(self, sentence: Sequence[str]) -> list[_Number]:
        """The tokens that state a number only with a unit: "a steal", "pair of steals", "third steal"."""
        found = []
        for at, token in enumerate(sentence):
            value, form = value_of(token) or ("", SurfaceForm.SAME)
            if form in ONLY_ALIGNED:
                of = form is SurfaceForm.PAIR and sentence[at + 1 : at + 2] == ["of"]
                if unit := self._units.at(sentence, at + 1 + of, singular=True):
                    found.append(_Number(at, value, form, unit, sentence))
        return found

    def _has(self, entity: int, number: _Number) -> bool:
        """Whether an entity has a number; if the text gives a unit, in this unit or under a type without one."""
        if number.form in ONLY_ALIGNED:
            return bool(self._type(entity, number))
        units = {cell.unit for cell in self._stated(entity, number).values()}
        return number.unit in units or "" in units if number.unit else bool(units)

    def _stated(self, entity: int, number: _Number) -> dict[str, _Cell]:
        """The cells of an entity that a number may state, by type."""
        return {
            type: cell
            for type, cell in self._cells.get(number.value, {}).get(entity, {}).items()
            if number.form in cell.forms
            and not (cell.derived and (not number.unit or cell.unit != number.unit))
            and not (cell.cues is not None and cell.cues.isdisjoint(number.sentence))
        }

    def _type(self, entity: int, number: _Number) -> str:
        """The type that the unit names.

        An ordinal may state any derived type of this unit, "third double-double", and the only type of it: "32nd save".
        """
        ordinal = number.form in (SurfaceForm.ORDINAL, SurfaceForm.ORDINAL_DIGITS)
        stated = self._stated(entity, number) if number.exact else {}
        in_unit = {type: cell for type, cell in stated.items() if cell.unit == number.unit}
        for type, cell in in_unit.items():
            if cell.named_by_unit or (ordinal and cell.derived):
                return type
        return next(iter(in_unit)) if ordinal and len(in_unit) == 1 else ""

    def find_texts(self, sentence: Sequence[str], mentions: Sequence[_EntityAt]) -> dict[int, Fact]:
        """The values in words, by position: those of a mentioned entity, or of only one entity of the table."""
        facts: dict[int, Fact] = {}
        for at, token in enumerate(sentence):
            for value in self._texts.get(token, ()):
                words = value.split()
                entity = self._owner(value, at, mentions) if list(sentence[at : at + len(words)]) == words else None
                if entity is not None:
                    facts |= {i: Fact(entity, word) for i, word in enumerate(words, start=at)}
        return facts

    def _owner(self, value: str, at: int, mentions: Sequence[_EntityAt]) -> int | None:
        owners = self._cells[value]
        k = sum(mention.start < at for mention in mentions)
        mentioned = [entity for entity in _distinct([*mentions[:k][::-1], *mentions[k:]]) if entity in owners]
        if mentioned:
            return mentioned[0]
        return next(iter(owners)) if len(owners) == 1 and len(value) > 1 else None  # "C" is more often an initial


def _distinct(mentions: Sequence[_EntityAt]) -> list[int]:
    return list(dict.fromkeys(mention.entity for mention in mentions))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
