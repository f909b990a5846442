"""Every page is one file that runs and loads nothing but what it brings, and prints no value as markup."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from jinja2 import UndefinedError

from boxscribe.pages.render import _environment, digest, embedded, render, static
from pages.examples import PAGES

TOY = """{% extends "layout.html" %}
{% block title %}{{ title }}{% endblock %}
{% block subject %}Toy{% endblock %}
{% block style %}.boxscribe { & .toy { color: red } }{% endblock %}
{% block script %}document.title = 'ran'{% endblock %}
{% block content %}<p class="toy">{{ text }}</p>{% endblock %}
"""


class Parts(HTMLParser):
    """The styles and scripts of a page, its policy, and whether its tags are balanced."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self.policy = ""
        self.links: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "meta":
            if found.get("http-equiv") == "Content-Security-Policy":
                self.policy = found["content"] or ""
            return
        if tag in ("input",):
            return
        assert "style" not in found, "the policy would ignore it"
        assert not any(name.startswith("on") for name in found)
        self.links += [found[name] or "" for name in ("src", "href") if name in found]
        self._open.append("data" if found.get("type") == "application/json" else tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("line", "circle", "polyline"), "only in a chart"

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() in (tag, "data")

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("style", "script"):
            (self.styles if self._open[-1] == "style" else self.scripts).append(data)


@pytest.mark.parametrize("name", PAGES)
def test_the_policy_allows_the_styles_and_scripts_of_the_page_alone(name: str) -> None:
    parts = Parts(PAGES[name]())
    rules = dict(rule.split(" ", 1) for rule in parts.policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for rule, sources in (("style-src", parts.styles), ("script-src", parts.scripts)):
        digests = [base64.b64encode(hashlib.sha256(source.encode()).digest()).decode() for source in sources]
        assert rules.get(rule, "").split() == [f"'sha256-{one}'" for one in digests]
    assert all(link.startswith("#") for link in parts.links)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_the_one_stylesheet_and_names_itself(name: str) -> None:
    page = PAGES[name]()
    assert static("palette.css", "base.css", "chart.css") in page
    assert page.startswith('<!doctype html>\n<html lang="en">\n')
    assert page.count("<h1") >= 1 and "<title></title>" not in page
    assert '<span class="brand">boxscribe</span>' in page
    assert "://" not in page


def test_a_page_takes_one_template() -> None:
    page = _environment().from_string(TOY).render(title="<Toy>", text="a & b")
    parts = Parts(page)
    assert parts.scripts == ["document.title = 'ran'"]
    assert str(digest(parts.scripts[0])) in parts.policy
    assert "<title>&lt;Toy&gt;</title>" in page and '<p class="toy">a &amp; b</p>' in page


def test_a_value_that_is_missing_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(UndefinedError, match="title"):
        render("charts.html", subject="s", about="a", charts={}, samples=[])


@pytest.mark.parametrize("text", ["</script><script>x", "<!--", "a & b", '"quoted"', "חיפה"])
def test_embedded_data_cannot_end_its_element(text: str) -> None:
    import json

    written = embedded({"text": text})
    assert "<" not in written
    assert json.loads(written) == {"text": text}


def test_style_sheets_are_embedded_without_comments() -> None:
    css = static("palette.css", "base.css", "chart.css")
    assert "/*" not in css and "\n" not in css and "  " not in css
    assert "& :focus-visible{outline:2px solid var(--edge);" in css, "spaces that mean something are kept"
    assert not re.search(r"</|<!", css)
