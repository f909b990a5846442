"""Numbers that no family makes a claim of: they are reported, so that it is known what was not checked.

Those within the name of a part of the game ("after three quarters") count nothing.
"""

from collections.abc import Iterator

from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import is_number, stated_numbers


class UnreadNumbers:
    """The last of the readers: every number that is left, with the status unknown."""

    family = "number"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues
        phrases = (phrase for group in (cues.parts, cues.periods.until) for own in group.values() for phrase in own)
        # "after three" alone may go on as "after three straight wins".
        self._parts = PhraseIndex.of(phrase for phrase in phrases if not is_number(phrase.split()[-1]))

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        named = {
            at for reference in text.references if reference.is_name for at in range(reference.start, reference.end)
        }
        named |= {at for part in self._parts.find(text.lower, 0, len(text.lower)) for at in range(part.start, part.end)}
        for start, end, _ in stated_numbers(text.tokens):
            if named.isdisjoint(range(start, end)):
                said = " ".join(text.tokens[start:end])
                yield Verdict(start, end, self.family, ErrorType.NUMBER, VerdictStatus.UNKNOWN, said=said)
