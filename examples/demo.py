"""`make demo`: the box score of a simulated game, a story by the shipped model, and a page that shows both."""

from pathlib import Path

from rich.console import Console

import boxscribe
from boxscribe.tables import show
from boxscribe.writing import named
from boxscribe.writing.page import page

GAMES, PAGE = Path(__file__).parent / "games.jsonl", Path("runs/demo.html")


def main() -> None:
    console = Console()
    table = next(iter(boxscribe.read(GAMES)))
    story = next(boxscribe.write(table))
    console.print(show.on_terminal(table, story.domain, console.width))
    console.print(named.on_terminal(story))
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page([story]), encoding="utf-8")
    console.print(
        f"\nOpen {PAGE} in a browser: hover over a copied word to see the cell it comes from.", highlight=False
    )


if __name__ == "__main__":
    main()
