"""`python -m benchmarks stories`: whole stories of the shipped model, with the plan of each and the checker's verdicts,
as docs/stories.md shows them."""

from collections import Counter
from collections.abc import Iterator
from textwrap import fill

from benchmarks.cached_table import ROOT, put
from boxscribe import check, load, read
from boxscribe.tables.table import Table
from boxscribe.writing.outline import outline_of
from boxscribe.writing.story import Story

PAGE, GAMES = ROOT / "docs" / "stories.md", ROOT / "examples" / "games.jsonl"
BEGIN, END = "<!-- made by `python -m benchmarks stories` -->", "<!-- end of stories -->"
SHOWN, WIDTH = 4, 120


def main() -> None:
    tables = list(read(GAMES))[:SHOWN]
    stories = load(domain="rotowire").write_all(tables)
    parts = (part for number, (table, story) in enumerate(zip(tables, stories, strict=True), 1) for part in shown(
        number, table, story
    ))  # fmt: skip
    print(put(PAGE, BEGIN, END, parts))


def shown(number: int, table: Table, story: Story) -> Iterator[str]:
    """A story, what the checker says of it, and its plan."""
    yield from (f"## Game {number}: {table.id}", "", "```text")
    yield "\n\n".join(fill(paragraph, WIDTH) for paragraph in story.text.split("\n\n"))
    yield from ("```", "")
    statuses = Counter(verdict.status.value for verdict in check(story.text, table))
    yield f"`check`: {', '.join(f'{count} {status}' for status, count in sorted(statuses.items()))}."
    yield from ("", "| sentence | what it was to state |", "|---|---|")
    for sentence in outline_of(story):
        facts = "; ".join(
            f"{table.entities[about.entity].name}: {', '.join(f'{label} {value}' for label, value in about.facts)}"
            for about in sentence.facts
        )
        yield f"| {sentence.origin or 'free'} | {facts} |"
    yield ""
