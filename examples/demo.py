"""`make demo`: simulate a season's opening games, show one of them, and make batches of them all."""

import tempfile
from itertools import islice

from rich.console import Console

import boxscribe
from boxscribe.batches import chunks
from boxscribe.tables.show import on_terminal

GAMES = 200


def main() -> None:
    console = Console()
    domain = boxscribe.load_domain("rotowire")
    tables = list(islice(boxscribe.simulate("rotowire", seed=7, texts=True), GAMES))
    console.print(on_terminal(tables[0], domain, console.width))

    with tempfile.TemporaryDirectory() as folder:
        dataset = boxscribe.prepare(tables, domain, f"{folder}/set")
        words = steps = padded = copyable = rows = 0
        for batch in boxscribe.Batches(dataset, size=16).epoch(0):
            padded += batch.target_mask.size
            rows += int(batch.row_mask.sum())
            for chunk in chunks(batch, 100):
                steps += 1
                words += int(chunk.mask.sum())
                copyable += int(chunk.copyable.any(axis=2).sum())
    console.print(
        f"\n{GAMES} such games in batches of 16: {words:,} target words in {steps} chunks of at most 100 steps, "
        f"{words / padded:.1%} of them not padding; {rows / GAMES:.0f} record rows a game; "
        f"{copyable / words:.1%} of the words can be copied from the table.",
        highlight=False,
    )


if __name__ == "__main__":
    main()
