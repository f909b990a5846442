"""A story on a terminal: what it says stays the same, and an entity keeps its colour."""

import pytest

from boxscribe.writing.author import load
from boxscribe.writing.named import on_terminal
from helpers import games


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_colours_change_no_word_and_an_entity_keeps_its_own(domain: str) -> None:
    for table in games(3, domain):
        story = load("template").write(table)
        shown = on_terminal(story)
        assert shown.plain == story.text
        team = table.of_kind("team")[0].name.split()[-1]
        styles = {str(span.style) for span in shown.spans if shown.plain[span.start : span.end] == team}
        assert len(styles) == 1 and styles.pop().startswith("bold")
        if domain == "rotowire":  # the template of baseball may mention no entity twice
            assert len({str(span.style) for span in shown.spans}) > 1
