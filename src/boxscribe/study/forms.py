"""Forms for crowd platforms, and the HTML that platforms insert into them."""

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from boxscribe.pages.render import render
from boxscribe.study.tasks import Part

SENTENCES = 4  # the fields of a form; a task may have fewer sentences


def ranking_form(title: str, instructions: str, criteria: Mapping[str, str]) -> str:
    """Two summaries and a choice for each criterion; the results are columns `Answer.<criterion>_better`."""
    return render("form.html", title=title, instructions=Markup(paragraphs(instructions)), criteria=criteria)


def facts_form(title: str, instructions: str) -> str:
    """Four sentences with two counts each, and the tables; the results are `Answer.SupChoice1` … `ConChoice4`."""
    shown = Markup(paragraphs(instructions))
    return render("form.html", title=title, instructions=shown, criteria={}, sentences=SENTENCES)


def paragraphs(text: str) -> str:
    """Plain text as HTML: a paragraph for each block between empty lines."""
    blocks = [[(block.strip(), None)] for block in text.split("\n\n") if block.strip()]
    return render("paragraphs.html", blocks=blocks, inline=False)


def sentence(parts: Iterable[Part]) -> str:
    """A sentence as HTML, the names of entities in bold."""
    return render("paragraphs.html", blocks=[parts], inline=True)
