"""Figures that take hours to measure: measured once, saved in results/rotowire, shown in a table of docs/results.md."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from boxscribe.files import atomic_write

ROOT = Path(__file__).parent.parent
SAVED, PAGE = ROOT / "results" / "rotowire", ROOT / "docs" / "results.md"
Figures = dict[str, float]


class CachedTable:
    """The figures of a benchmark, a row for each name."""

    def __init__(self, benchmark: str, names: Sequence[str]) -> None:
        self.benchmark, self.names, self.path = benchmark, names, SAVED / f"{benchmark}.json"

    def figures(self) -> dict[str, Figures]:
        saved = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        return {name: saved[name] for name in self.names if name in saved}

    def measure(self, measure: Callable[[str], Figures]) -> None:
        """Measure the rows that are missing; each is saved when it is there."""
        for name in self.names:
            if name not in self.figures():
                figures = measure(name)
                with atomic_write(self.path) as file:
                    json.dump(self.figures() | {name: figures}, file, indent=1)
                    file.write("\n")

    def show(self, columns: Mapping[str, tuple[str, str]]) -> None:
        """Put the table into the page and print it; `columns` are heading → (figure, format)."""
        begin, end = f"<!-- made by `python -m benchmarks {self.benchmark}` -->", f"<!-- end of {self.benchmark} -->"
        print(put(PAGE, begin, end, self._rows(columns)))

    def _rows(self, columns: Mapping[str, tuple[str, str]]) -> Iterator[str]:
        yield f"| | {' | '.join(columns)} |"
        yield "|---" * (len(columns) + 1) + "|"
        for name, figures in self.figures().items():
            yield f"| {name} | {' | '.join(format(figures[key], form) for key, form in columns.values())} |"


def put(page: Path, begin: str, end: str, lines: Iterable[str]) -> str:
    """Replace what stands between two markers of a page; a page without them gets both at its end."""
    content = "\n".join(lines)
    before, begun, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ended, after = rest.partition(end)
    if begun and not ended:
        raise ValueError(f"{page}: has the marker '{begin}' without '{end}'")
    with atomic_write(page) as file:
        file.write(f"{before}{begin}\n\n{content}\n\n{end}{after}")
    return content
