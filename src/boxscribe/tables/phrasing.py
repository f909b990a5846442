"""What verified writing goes by: which words need a proof, and how a domain words its facts in fixed sentences.

A fixed sentence says what an entity did, as a pattern with the cells that it states.

"shot {TEAM-FG_PCT} percent from the field [and {TEAM-FG3_PCT} percent from three - point range]": the subject comes
before it. `{TYPE}` is a value, `{TYPE:word}` the same as a word if it is below ten, `{TYPE:ordinal}` as an ordinal,
`{opponent.TYPE}` one of the other side, `{opponent}` its name. "run(s)" is in the singular after one. A part in
brackets is left out unless all its values are to be stated.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from pydantic import Field

from boxscribe.tables.newsworthy import SomeEntities
from boxscribe.tables.record_type import Description

OPPONENT = "opponent"
NUMBER, NAME = "#", "*"  # any number, and any word with a capital letter, in a phrase of VerifiedWords
_PART = re.compile(r"\[[^]]*\]|[^\[]+")
_PLACE = re.compile(r"\{([^}:]*)(:word|:ordinal)?\}")


class PatternPart(NamedTuple):
    """A part of a pattern, and the types whose values it states, such as "opponent.TEAM-PTS"."""

    text: str
    types: frozenset[str]
    optional: bool


class WordsOf(Description):
    """Words that only a sentence has which states a fact of one of these types; without types no sentence has them."""

    types: tuple[str, ...] = ()
    words: tuple[str, ...]


class WordsWhere(SomeEntities):
    """Words that only a sentence has whose facts are of entities of which the conditions hold, as far as they are of
    the kind: no player "chipped in" 30 points."""

    words: tuple[str, ...]


class VerifiedWords(Description):
    """Words by which verified writing refuses sentences beside the verdicts of the checker. Words of a phrase are
    separated by blanks, all in lower case; `#` stands for any number, `*` for any word with a capital letter."""

    unknowable: tuple[str, ...] = ()  # what they state is in no table and no season
    awkward: tuple[str, ...] = ()  # they do not read well, wherever they stand
    claims: tuple[str, ...] = ()  # they state something that a verdict must support
    claims_of: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # family of claims → words that it must support
    once: tuple[str, ...] = ()  # families of claims that a story makes once about an entity
    same_verb: int = Field(default=0, ge=0)  # sentences in a row that may have the same verb; 0: any number
    often: int = Field(default=0, ge=0)  # sentences of a story that may have the same verb; 0: any number
    once_a_sentence: tuple[str, ...] = ()  # verbs that a sentence does not have twice
    not_in_a_row: tuple[str, ...] = ()  # words that a sentence does not have if the one before has them
    repeated: int = Field(default=4, ge=1)  # words of a phrase that no story has twice
    names_all: bool = False  # a sentence names all whom its facts are about, and none of the wrong side
    whole_clauses: bool = False  # a sentence has a verb of its own and no name twice
    higher_first: bool = False  # scores have their higher number first
    same_subject: tuple[str, ...] = ()  # words of a sentence about whom the sentence before is about: "also"
    once_a_side: tuple[str, ...] = ()  # phrases about one of a side, of which a story has one for each side
    with_side: dict[str, str] = Field(default_factory=dict)  # where a text turns to another side: phrase → with {side}
    side_first: str = ""  # what a sentence begins with where none of these phrases fits, with {side}
    named_whole: tuple[str, ...] = ()  # kinds of entities that are first mentioned by all words of their names
    words_of: tuple[WordsOf, ...] = ()
    words_where: tuple[WordsWhere, ...] = ()

    @property
    def refused(self) -> tuple[str, ...]:
        """The phrases that no sentence may have."""
        return self.unknowable + self.awkward

    def avoided(self, types: Collection[str]) -> list[str]:
        """The phrases that no sentence may have which states facts of these types, but for those with # or *."""
        having = [given for given in self.words_of if {*given.types} & {*types}]
        own = {phrase for given in having for phrase in given.words}
        others = (phrase for given in self.words_of for phrase in given.words if phrase not in own)
        return [*(phrase for phrase in self.refused if not {NUMBER, NAME} & {*phrase.split()}), *others]


class Phrasing(Description):
    """A predicate of entities of a kind."""

    kind: str
    text: str
    subject: str = ""  # the type whose value the sentence begins with, where entities have no name; by default the name
    opens: bool = False  # whether it stands before the sentence and its other subjects: "BOSTON --"
    when: dict[str, str] = Field(default_factory=dict)  # records that the entity must have: type → value; stated, too

    def parts(self) -> list[PatternPart]:
        found = []
        for part in _PART.findall(self.text):
            types = {place.group(1) for place in _PLACE.finditer(part)} - {OPPONENT}
            found.append(PatternPart(part.strip("[]"), frozenset(types), part.startswith("[")))
        return found

    @property
    def types(self) -> set[str]:
        """All types that it names."""
        named = {type for part in self.parts() for type in part.types}
        return {type.removeprefix(f"{OPPONENT}.") for type in named} | {*self.when}
