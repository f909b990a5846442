"""`make demo`: simulate a game, show its box score, write its story, and save the page that proves every number."""

from pathlib import Path

from rich.console import Console

import boxscribe
from boxscribe.tables.show import on_terminal
from boxscribe.writing.page import page

PAGE = Path("runs/demo.html")


def main() -> None:
    console = Console()
    table = next(boxscribe.simulate("rotowire", seed=7))
    story = boxscribe.load("template").write(table)
    console.print(on_terminal(table, story.domain, console.width))
    console.print(story.text, highlight=True)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page([story]), encoding="utf-8")
    console.print(f"\nOpen {PAGE} in a browser: hover a number to see the cell that it comes from.", highlight=False)


if __name__ == "__main__":
    main()
