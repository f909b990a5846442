"""The files of a page that is more than one file: its template, its style sheet, the modules of its script."""

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import NamedTuple

from boxscribe.pages.render import render, static

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class StaticFile(NamedTuple):
    """What a server answers with."""

    media_type: str
    content: bytes


def static_files(
    package: str, template: str, *styles: str, modules: Mapping[str, Sequence[str]] | None = None
) -> dict[str, StaticFile]:
    """The files by their names: those of the folder `static` of a package and the modules that all pages share, the
    page as `index.html`, and `style.css` with the look of all pages and the `styles` of this one. `modules` are names
    of further ones, each with the scripts of pages that it is joined from."""
    folder = resources.files(package) / "static"
    contents = {file.name: file.read_bytes() for file in folder.iterdir()}
    contents["dom.js"] = static("module/dom.js").encode()
    contents |= {name: static(*scripts).encode() for name, scripts in (modules or {}).items()}
    contents["index.html"] = render(template).encode()
    contents["style.css"] = static("palette.css", "base.css", *styles).encode()
    types = {name: TYPES.get(name[name.rfind(".") :]) for name in contents}
    return {name: StaticFile(type, contents[name]) for name, type in types.items() if type is not None}
