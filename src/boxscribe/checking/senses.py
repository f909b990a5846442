"""Units that several record types share: which of them a count states, by the words before it ("allowed five hits")."""

from boxscribe.checking.bearers import Bearer
from boxscribe.checking.counting import Count, unit_tokens
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.tables.domain import Domain


class Senses:
    """The senses of units that the description declares as `cues.senses`. A sense is a first word of a unit: the types
    of ("allowed", "hits") and ("batted", "hits") differ."""

    def __init__(self, domain: Domain) -> None:
        senses = domain.cues.senses
        self._words = PhraseIndex({word: name for name, sense in senses.items() for word in sense.words})
        self.units: dict[str, dict[tuple[str, ...], str]] = {kind: {} for kind in domain.kinds}
        self._names: dict[tuple[str, ...], list[str]] = {}  # unit → its senses
        for name, sense in senses.items():
            for kind, types in sense.units.items():
                for unit, type in types.items():
                    for tokens in unit_tokens(unit.lower()):
                        self.units[kind][name, *tokens] = type
                        if name not in self._names.setdefault(tokens, []):
                            self._names[tokens].append(name)

    @property
    def words(self) -> dict[tuple[str, ...], str]:
        """The units without their senses."""
        return dict.fromkeys(self._names, "")

    def of(self, reading: Reading, count: Count, bearer: Bearer) -> Count:
        """A count with the sense of its unit: that of the last words between its bearer and the number, or else the one
        that fits, or else the one with the highest number."""
        names, reference = self._names.get(count.words, ()), bearer.reference
        units = self.units.get(reference.kind, {})
        possible = [name for name in names if (name, *count.words) in units]
        if not possible or reference.entity is None:
            return count
        text = reading.text
        start = max(text.sentence(count.start).start, reference.end if reference.end <= count.start else 0)
        stated = [found.value for found in self._words.find(text.lower, start, count.start)]
        stated = [name for name in stated if name in possible][-1:]
        true = {name: reading.world.number(reference.entity, units[name, *count.words]) for name in possible}
        name = (stated or sorted(possible, key=lambda name: (true[name] != count.number, -(true[name] or 0))))[0]
        return count._replace(words=(name, *count.words))
