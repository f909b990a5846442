"""Numbers that no family makes a claim of: they are reported, so that it is known what was not checked."""

from collections.abc import Iterator

from boxscribe.checking.reading import Reading
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import stated_numbers


class UnreadNumbers:
    """The last of the readers: every number that is left, with the status unknown."""

    family = "number"

    def __init__(self, domain: Domain) -> None:
        pass

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        named = {
            at for reference in text.references if reference.is_name for at in range(reference.start, reference.end)
        }
        for start, end, _ in stated_numbers(text.tokens):
            if named.isdisjoint(range(start, end)):
                said = " ".join(text.tokens[start:end])
                yield Verdict(start, end, self.family, ErrorType.NUMBER, VerdictStatus.UNKNOWN, said=said)
