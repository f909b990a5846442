"""Names as box scores write them: with a position, the family name first, or a team's abbreviation."""

import re
from collections.abc import Mapping, Sequence

from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.names import without_suffix

_MARKS = " *,;()[]\u2020\u2021"  # around a name or a position
_LONGEST_ABBREVIATION = 4
_NOTE = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")


def split_position(text: str, positions: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """A name without its marks, and the position that stands before or after it: "L. James", "F" for "L. James SF"."""
    spelling = {form: position for position, forms in positions.items() for form in forms}
    words = text.split()
    if len(words) > 1 and words[-1].strip(_MARKS) in spelling:
        return " ".join(words[:-1]).strip(_MARKS), spelling[words[-1].strip(_MARKS)]
    if len(words) > 2 and words[0].strip(_MARKS) in spelling:
        return " ".join(words[1:]).strip(_MARKS), spelling[words[0].strip(_MARKS)]
    return text.strip(_MARKS.replace(")", "").replace("]", "")), ""


def family_name_last(name: str) -> str:
    """ "LeBron James" for "James, LeBron"; a suffix after the comma stays there."""
    family, comma, first = (part.strip() for part in name.partition(","))
    if not comma or not first or not family or len(without_suffix(["x", *first.split()])) == 1:
        return name
    return f"{first} {family}"


def name_values(name: str, kind: Kind, domain: Domain) -> dict[str, str]:
    """The records of a name: first and second name of a person, city and name of a team."""
    words = name.split()
    if len(kind.name) < 2 or len(words) < 2:
        last = kind.name[-1:] if kind.score else kind.name[:1]
        return dict.fromkeys(last, name)
    if not kind.score:
        return {kind.name[0]: words[0], kind.name[-1]: " ".join(without_suffix(words)[1:] or words[1:])}
    teams = domain.league.teams.values() if domain.league else ()
    of_league = [team.name for names in teams for team in names]
    known = [one for one in (*domain.csv.team_names, *of_league) if name.endswith(f" {one}")]
    team_name = max(known, key=len, default=words[-1])
    return {kind.name[0]: name.removesuffix(team_name).strip(), kind.name[-1]: team_name}


def without_note(title: str) -> str:
    """A title without what stands in brackets at its end: "Atlanta Hawks" for "Atlanta Hawks (10-4)"."""
    return _NOTE.sub("", title) or title


def likeness(text: str, name: str) -> int:
    """How well a text names a team: 3 by the name, 2 by a part of it or within a title, 1 by an abbreviation, 0 not."""
    words, parts = text.casefold().split(), name.casefold().split()
    if not words or not parts:
        return 0
    if words == parts:
        return 3
    if words in (parts[: len(words)], parts[-len(words) :]) or _within(parts, words) or parts[-1] in words:
        return 2
    letters = iter("".join(parts))
    short = "".join(words)
    if len(short) > _LONGEST_ABBREVIATION or not short.isalnum() or short[0] != parts[0][0]:
        return 0
    return int(all(letter in letters for letter in short))


def _within(parts: list[str], words: list[str]) -> bool:
    return any(words[at : at + len(parts)] == parts for at in range(len(words) - len(parts) + 1))
