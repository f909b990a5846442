"""Forms for crowd platforms, which replace `${sum1}` by the column `sum1` of a row, and so on."""

from collections.abc import Mapping
from html import escape
from importlib import resources

SENTENCES = 4  # the fields of a form; a task may have fewer sentences


def ranking_form(title: str, instructions: str, criteria: Mapping[str, str]) -> str:
    """Two summaries and a choice for each criterion; the results are columns `Answer.<criterion>_better`."""
    questions = "".join(
        f"<fieldset><legend>{escape(words)}</legend>"
        + "".join(
            f'<label><input type="radio" name="{name}_better" value="{choice}" required> Summary {choice}</label>'
            for choice in "AB"
        )
        + "</fieldset>\n"
        for name, words in criteria.items()
    )
    pair = (
        '<div class="pair"><section><h2>Summary A</h2>${sum1}</section>'
        "<section><h2>Summary B</h2>${sum2}</section></div>"
    )
    return _page(title, instructions, f"{pair}\n{questions}")


def facts_form(title: str, instructions: str) -> str:
    """Four sentences with two counts each, and the tables; the results are `Answer.SupChoice1` … `ConChoice4`."""
    sentences = "".join(
        f"<fieldset><legend>Sentence {n}</legend><p>${{sentence{n}}}</p>"
        f'<label>Supporting facts <input type="number" name="SupChoice{n}" min="0" max="99"></label>'
        f'<label>Contradicting facts <input type="number" name="ConChoice{n}" min="0" max="99"></label></fieldset>\n'
        for n in range(1, SENTENCES + 1)
    )
    return _page(title, instructions, f"<p>Leave the fields of empty sentences empty.</p>{sentences}${{tables}}")


def _page(title: str, instructions: str, body: str) -> str:
    style = (resources.files("boxscribe.study.forms") / "style.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title><style>\n{style}</style>\n<h1>{escape(title)}</h1>\n{paragraphs(instructions)}\n"
        f'<form>\n{body}\n<p><button type="submit">Submit</button></p>\n</form>\n</html>\n'
    )


def paragraphs(text: str) -> str:
    """Plain text as HTML: a paragraph for each block between empty lines."""
    return "".join(f"<p>{escape(block.strip(), quote=False)}</p>" for block in text.split("\n\n") if block.strip())
