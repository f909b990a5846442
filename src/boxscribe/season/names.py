"""Whether two names are of the same person: tables and files of seasons differ in accents, full stops and suffixes."""

import unicodedata
from functools import lru_cache

from boxscribe.tables.league import League

_SUFFIXES = frozenset("jr sr ii iii iv v".split())
_DROPPED = str.maketrans("", "", ".,'’`")


@lru_cache(maxsize=8_192)  # the same players are in many games
def person_key(name: str) -> str:
    """What the spellings of a name share: "pj tucker" for "P.J. Tucker", "otto porter" for "Otto Porter Jr."."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    first, *others = plain.translate(_DROPPED).replace("-", " ").casefold().split() or [""]
    while others and others[-1] in _SUFFIXES:
        others.pop()
    return " ".join([first, *others])


class PersonNames:
    """The keys of persons in a league, which also lists the persons who have two different names."""

    def __init__(self, league: League | None = None) -> None:
        renamed = league.player_names if league is not None else {}
        self._renamed = {person_key(other): person_key(name) for other, name in renamed.items()}

    def key(self, name: str) -> str:
        """Equal for all names of one person: "enes kanter" for "Enes Freedom", too."""
        key = person_key(name)
        return self._renamed.get(key, key)

    def same_person(self, name: str, other: str) -> bool:
        return self.key(name) == self.key(other)
