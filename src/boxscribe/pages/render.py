"""A template and its values in, one self-contained HTML file out.

Escaping is done here and nowhere else: Jinja2 escapes every value that a template prints, and `embedded` makes JSON
safe inside a script element. The layout writes the style and the script into the page, and a content-security policy
with their digests, so that a browser runs and loads nothing else.
"""

import base64
import hashlib
import json
import re
from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from boxscribe import __version__


def render(template: str, **values: object) -> str:
    """Fill a template of `templates/`; a name that it uses and that has no value is an error."""
    return _environment().get_template(template).render(values)


@cache
def static(*names: str) -> Markup:
    """Files of `static/`, one after the other; style sheets without comments and spaces that mean nothing."""
    folder = resources.files("boxscribe.pages") / "static"
    texts = (folder.joinpath(*name.split("/")).read_text(encoding="utf-8") for name in names)
    return Markup("").join(
        Markup(_squeezed(text) if name.endswith(".css") else text) for name, text in zip(names, texts, strict=True)
    )


def _squeezed(css: str) -> str:
    css = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    return re.sub(r" ?([{};,]) ?|(?<=:) ", r"\1", css)


def digest(source: str) -> Markup:
    """What a browser compares a style or a script with before it applies it."""
    hashed = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
    return Markup(f"'sha256-{hashed}'")


def embedded(data: object) -> Markup:
    """JSON for a script element: without "<" nothing in it can end the element or open a comment."""
    return Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("boxscribe.pages"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    environment.globals |= {"static": static, "digest": digest, "zip": zip, "version": __version__}
    environment.filters["embedded"] = embedded
    return environment
