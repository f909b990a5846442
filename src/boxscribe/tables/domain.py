"""The description of a domain: kinds of entities, their record types and names, and all else that depends on it.

The two benchmarks are described by `domains/rotowire.toml` and `domains/mlb.toml`, a user's own domain by a TOML file
of the same form. Further files beside it can hold some of its keys: `rotowire.cues.toml`. Code that depends on the
domain reads what it needs from the description.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from glob import escape
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator

from boxscribe.errors import InputError, did_you_mean
from boxscribe.foreign import parse_toml
from boxscribe.tables.csv.description import CsvDescription
from boxscribe.tables.cues import Cues
from boxscribe.tables.declarations import parse_declarations
from boxscribe.tables.derived_type import DerivedType
from boxscribe.tables.league import League
from boxscribe.tables.newsworthy import Arranged, Implied, Newsworthy, SomeEntities
from boxscribe.tables.phrasing import Phrasing, VerifiedWords
from boxscribe.tables.record_type import Description, RecordType
from boxscribe.tables.rules import Rule, parse_rule
from boxscribe.toml import read_toml, validated

MAX_BEAM, MAX_LENGTH = 200, 10_000  # hypotheses and words of a story: limits of decoding that memory allows


class Kind(Description):
    """One kind of entity: players, teams, plays."""

    label: str  # the heading of its part of a box score
    name: tuple[str, ...] = ()  # the types whose values make up the entity's name
    types: dict[str, RecordType]  # `inn#` stands for inn1, inn2, …
    sheets: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # of its box score: title → types
    slots: int = 0  # entities per side in the reference implementation's fixed layout; 0: it has none
    rules: tuple[str, ...] = ()  # what must add up, such as "REB = OREB + DREB"
    score: str = ""  # the type of a competitor's final score, for titles
    # What a complete table has; `data check` warns of an incomplete one, and models refuse it. See `tables.complete`.
    required: tuple[str, ...] = ()  # types that every entity has
    all_or_none: tuple[tuple[str, ...], ...] = ()  # groups: an entity that has a type of one has all types of it
    min_per_side: int = Field(default=0, ge=0)  # fewest entities of each side that have more than `required`
    has_winner: bool = False  # there is one entity on each side, and their scores differ

    def type(self, name: str) -> RecordType | None:
        """The description of a record type. `inn#` describes inn1, inn2 and so on."""
        return self.types.get(name) or self.types.get(numbered(name))

    def parsed_rules(self) -> tuple[Rule, ...]:
        return tuple(parse_rule(rule) for rule in self.rules)


def numbered(type: str) -> str:
    """`inn12` → `inn#`: the name under which a description lists a numbered series of types."""
    return type.rstrip("0123456789") + "#"


class Feature(Description):
    """A further feature of records, r_{j,4} … r_{j,L}."""

    label: str
    values: tuple[str, ...] = ()  # the allowed values; empty: any
    default: str = "-1"  # for records that do not have it
    derive: Literal["", "rank", "standing", "slot", "meta"] = ""  # how it is computed: see `batches.derived`
    of: tuple[str, ...] = ()  # the record types that it is computed from
    key: str = ""  # of `meta`: where it is read from
    meta_values: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # value → what `meta` says for it

    def from_meta(self, meta: Mapping[str, Any]) -> str | None:
        """The value that `meta` gives, `default` where it says nothing; None where what it says is not described."""
        given = str(meta.get(self.key, ""))
        for value, names in self.meta_values.items():
            if given in names:
                return value
        if not given:
            return self.default
        return given if given in self.values or not self.values else None


class Action(Description):
    """A fact that texts state without a number, "Ann homered", and that the table holds as an entity (a play)."""

    words: tuple[str, ...]  # its forms in texts; words of a form are separated by blanks
    where: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # which plays: record type → values
    roles: dict[str, str]  # a record type that holds an entity's full name → the type of the fact about that entity
    kind: str = ""  # the kind of these entities; empty: any


class FocusSubject(Description):
    """What a reader can ask for in a word: "defence"."""

    types: tuple[str, ...]  # record types in order of importance; `opponent.TYPE` is that of the other side
    words: tuple[str, ...] = ()  # other words for it: "defense"


class DecodingDefaults(Description):
    """The paper's settings of decoding for this domain; a model may have its own."""

    beam: int = Field(default=5, ge=1, le=MAX_BEAM)
    min_length: int = Field(default=0, ge=0)
    max_length: int = Field(default=1000, ge=1, le=MAX_LENGTH)

    @model_validator(mode="after")
    def _fits(self) -> "DecodingDefaults":
        if self.min_length > self.max_length:
            raise ValueError(f"min_length {self.min_length} is more than max_length {self.max_length}")
        return self


class Download(Description):
    """Where the official files are, and what they hold."""

    url: str
    files: dict[str, int]  # file of the archive → number of games
    digests: dict[str, str] = Field(default_factory=dict)  # file → SHA-256 of its games in canonical JSON


class Domain(Description):
    """The description of a domain."""

    name: str
    title: str
    missing: tuple[str, ...] = ("N/A",)  # what raw files write for "no value"; the first is written, too
    side: str = ""  # the feature that says to which of two teams an entity belongs, if there are two
    convention: Literal["rotowire", "mlb"] = "rotowire"  # the tokenisation of its texts: see `text.tokens`
    encoder: Literal["mean", "bilstm"] = "mean"  # of the records of an entity, in the paper's model
    min_count: int = Field(default=1, ge=1)  # rarer target words are unknown words
    features: dict[str, Feature] = Field(default_factory=dict)
    derived_features: dict[str, Feature] = Field(default_factory=dict)  # which `data prepare --derive` can add
    derived: dict[str, DerivedType] = Field(default_factory=dict)  # records that are computed
    kinds: dict[str, Kind]
    aliases: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # a part of a name → other forms of it in texts
    actions: tuple[Action, ...] = ()
    subjects: dict[str, FocusSubject] = Field(default_factory=dict)  # by their names; see `planning.focus`
    phrases: tuple[Phrasing, ...] = ()  # fixed sentences: see `writing.template.facts`
    verified: VerifiedWords = VerifiedWords()  # see `writing.acceptance`
    newsworthy: tuple[Newsworthy, ...] = ()  # facts to plan, the most important ones first: see `planning.newsworthy`
    implied: tuple[Implied, ...] = ()  # facts not to plan
    arranged: tuple[Arranged, ...] = ()  # the sentences of plans, in their order: see `planning.arranged`
    cues: Cues = Cues()  # by which words a text makes which claims
    league: League | None = None  # of a sport: teams, conferences, venues, with their names at a time
    csv: CsvDescription = CsvDescription()  # the layout of box scores in CSV files: see `tables.csv_format`
    decoding: DecodingDefaults = DecodingDefaults()
    download: Download | None = None

    @property
    def has_decimals(self) -> bool:
        return any(type.value == "decimal" for kind in self.kinds.values() for type in kind.types.values())

    @property
    def text_types(self) -> set[str]:
        """The types whose values are texts, and the features."""
        types = [*self.derived.items(), *(item for kind in self.kinds.values() for item in kind.types.items())]
        return {type for type, described in types if described.value == "text"} | {*self.features}

    def without_cues(self) -> "Domain":
        """The description as models and datasets keep it: the words by which texts are checked, and those of fixed
        sentences, decide nothing there, nor what is newsworthy."""
        empty: dict[str, Any] = dict.fromkeys(("phrases", "newsworthy", "implied", "arranged"), ())
        return self.model_copy(update=empty | {"cues": Cues(), "verified": VerifiedWords()})

    def extended(self, names: Iterable[str]) -> "Domain":
        """The domain with some of its `derived_features` and `derived` types among the inputs of models."""
        features, kinds = dict(self.features), dict(self.kinds)
        for name in names:
            if name in self.derived_features:
                features[name] = self.derived_features[name]
            elif name in self.derived:
                kind = self.derived[name].kind
                types = kinds[kind].types | {name: self.derived[name].as_record_type()}
                kinds[kind] = kinds[kind].model_copy(update={"types": types})
            else:
                hint = did_you_mean(name, [*self.derived_features, *self.derived])
                raise InputError(
                    f"--derive {name}: the description of '{self.name}' derives nothing of this name; {hint}"
                )
        return self.model_copy(update={"features": features, "kinds": kinds})

    @model_validator(mode="after")
    def _names_are_known(self) -> "Domain":
        if self.side and self.side not in self.features:
            raise ValueError(f"side: no feature '{self.side}'; {did_you_mean(self.side, self.features)}")
        for kind_name, kind in self.kinds.items():
            named = {"name": kind.name, "score": (kind.score,) if kind.score else (), "required": kind.required}
            named |= {f"all_or_none[{number}]": types for number, types in enumerate(kind.all_or_none)}
            named |= {f"sheets.{title}": types for title, types in kind.sheets.items()}
            for key, types in named.items():
                for type in types:
                    if type not in kind.types:
                        hint = did_you_mean(type, kind.types)
                        raise ValueError(f"kinds.{kind_name}.{key}: no type '{type}'; {hint}")
            if kind.has_winner and not kind.score:
                raise ValueError(f"kinds.{kind_name}.has_winner: needs a score; set kinds.{kind_name}.score")
            if (kind.has_winner or kind.min_per_side) and not self.side:
                raise ValueError(f"kinds.{kind_name}: has_winner and min_per_side need a side; set side")
            for rule in kind.parsed_rules():
                for term in rule.terms():
                    owned = self.kinds.get(term.kind or kind_name)
                    if owned is None or term.type not in owned.types:
                        raise ValueError(f"kinds.{kind_name}.rules: '{rule}' names an unknown type '{term.type}'")
        parse_declarations(self.derived, self.kinds, self.features)
        all_types = {type for kind in self.kinds.values() for type in kind.types}
        sides = self.features[self.side].values if self.side else ()
        for key, name in self.csv.unknown_names(all_types, {*self.kinds, *sides, self.side}):
            raise ValueError(f"csv.{key}: no type '{name}'; {did_you_mean(name, all_types)}")
        for name, subject in self.subjects.items():
            for type in (type.removeprefix("opponent.") for type in subject.types):
                if type not in all_types and type not in self.derived:
                    hint = did_you_mean(type, all_types | {*self.derived})
                    raise ValueError(f"subjects.{name}.types: no type '{type}'; {hint}")
        for number, phrase in enumerate(self.phrases):
            if phrase.kind not in self.kinds:
                raise ValueError(f"phrases[{number}]: no kind '{phrase.kind}'; {did_you_mean(phrase.kind, self.kinds)}")
            for type in phrase.types:
                if not {type, numbered(type)} & all_types and type not in self.derived:
                    hint = did_you_mean(type, all_types | {*self.derived})
                    raise ValueError(f"phrases[{number}]: no type '{type}'; {hint}")
        lists: dict[str, Sequence[SomeEntities]] = {"newsworthy": self.newsworthy, "implied": self.implied}
        lists |= {"arranged": self.arranged, "verified.words_where": self.verified.words_where}
        for key, listed in lists.items():
            for number, facts in enumerate(listed):
                if facts.kind not in self.kinds:
                    hint = did_you_mean(facts.kind, self.kinds)
                    raise ValueError(f"{key}[{number}]: no kind '{facts.kind}'; {hint}")
                for type in facts.all_types(self.text_types) - self.features.keys():
                    if not {type, numbered(type)} & all_types and type not in self.derived:
                        hint = did_you_mean(type, all_types | {*self.derived})
                        raise ValueError(f"{key}[{number}]: no type '{type}'; {hint}")
        for number, action in enumerate(self.actions):
            if action.kind and action.kind not in self.kinds:
                raise ValueError(f"actions[{number}]: no kind '{action.kind}'; {did_you_mean(action.kind, self.kinds)}")
            for type in (*action.where, *action.roles):
                if type not in all_types:
                    raise ValueError(f"actions[{number}]: no type '{type}'; {did_you_mean(type, all_types)}")
        return self


_SHIPPED = resources.files("boxscribe.tables") / "domains"

Describe = Callable[[str], Domain]
"""Finds the description of a domain by its name."""


def load_domain(name: str, beside: Path | None = None) -> Domain:
    """The description called `name`: a TOML file, `name.toml` in the folder `beside`, or a shipped one.

    >>> domain = boxscribe.load_domain("rotowire")
    >>> list(domain.kinds), domain.kinds["player"].types["FG3M"].label
    (['player', 'team'], 'three-pointers made')
    """
    if name.endswith(".toml"):
        return _read(Path(name))
    if beside is not None and (beside / f"{name}.toml").is_file():
        return _read(beside / f"{name}.toml")
    if name in shipped_domains():
        return _shipped(name)
    raise InputError(
        f"no description of the domain '{name}': put {name}.toml beside the tables, or pass --domain FILE.toml "
        f"({did_you_mean(name, shipped_domains())})"
    )


def shipped_domains() -> list[str]:
    """The domains that boxscribe ships."""
    names = (entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))
    return sorted(name for name in names if "." not in name)


@cache
def _shipped(name: str) -> Domain:
    parts = sorted(entry.name for entry in _SHIPPED.iterdir() if entry.name.startswith(f"{name}."))
    described: dict[str, Any] = {}
    for part in parts:
        _join(described, parse_toml((_SHIPPED / part).read_text(encoding="utf-8")), part)
    return Domain.model_validate(described)


def _read(path: Path) -> Domain:
    """The description in a file, and in those beside it whose names add a part: `weather.derived.toml`."""
    described = read_toml(path, "description of a domain")
    for part in sorted(path.parent.glob(f"{escape(path.stem)}.*.toml")):
        _join(described, read_toml(part, "description of a domain"), part)
    return validated(Domain, described, path)


def _join(described: dict[str, Any], more: dict[str, Any], part: Path | str) -> None:
    """Add what another file describes: keys of its own, or further entries of a section such as `derived`."""
    for key, value in more.items():
        section = described.setdefault(key, {}) if isinstance(value, dict) else None
        if isinstance(section, dict):
            twice = [f"{key}.{name}" for name in value if name in section]
            section |= value
        else:
            twice = [key] if key in described else []
            described[key] = value
        if twice:
            raise InputError(f"{part}: '{twice[0]}' is described in another file of the domain; keep one of them")
