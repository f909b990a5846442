"""Figures that take hours: each is measured once, kept in results/rotowire, and shown in a table of docs/results.md."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from boxscribe.files import atomic_write

ROOT = Path(__file__).parent.parent
SAVED, PAGE = ROOT / "results" / "rotowire", ROOT / "docs" / "results.md"
Figures = dict[str, float]


class CachedTable:
    """The figures of a benchmark, by what was measured."""

    def __init__(self, benchmark: str, names: Sequence[str]) -> None:
        self.benchmark, self.names, self.path = benchmark, names, SAVED / f"{benchmark}.json"

    def figures(self) -> dict[str, Figures]:
        found = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        return {name: found[name] for name in self.names if name in found}

    def measure(self, measure: Callable[[str], Figures]) -> None:
        """What has not been measured yet."""
        for name in self.names:
            if name not in self.figures():
                figures = measure(name)
                with atomic_write(self.path) as file:
                    json.dump(self.figures() | {name: figures}, file, indent=1)
                    file.write("\n")

    def show(self, columns: Mapping[str, tuple[str, str]]) -> None:
        """The table in the page and on standard output; a column has a heading, a figure and its format."""
        begin, end = f"<!-- made by `python -m benchmarks {self.benchmark}` -->", f"<!-- end of {self.benchmark} -->"
        print(put(PAGE, begin, end, self._rows(columns)))

    def _rows(self, columns: Mapping[str, tuple[str, str]]) -> Iterator[str]:
        yield f"| | {' | '.join(columns)} |"
        yield "|---" * (len(columns) + 1) + "|"
        for name, found in self.figures().items():
            yield f"| {name} | {' | '.join(format(found[key], form) for key, form in columns.values())} |"


def put(page: Path, begin: str, end: str, lines: Iterable[str]) -> str:
    """Put lines between two marks of a page; at its end, if it has no such marks yet."""
    made = "\n".join(lines)
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, _, behind = rest.partition(end)
    with atomic_write(page) as file:
        file.write(f"{before}{begin}\n\n{made}\n\n{end}{behind}")
    return made
