"""The page on which people make stories: its files, the example games, and what it publishes."""

from dataclasses import replace
from typing import Any

from boxscribe.extras import needs_extra
from boxscribe.serve.answers import game_answer
from boxscribe.serve.app import ServerState
from boxscribe.serve.bodies import CheckBody
from boxscribe.serve.examples import example_games
from boxscribe.tables.domain import Domain
from boxscribe.tables.show import as_html
from boxscribe.tables.table import Table
from boxscribe.tables.title import title
from boxscribe.text import CONVENTIONS, tokenise
from boxscribe.text.tokens import straighten
from boxscribe.web.static_files import static_files
from boxscribe.writing.document import MEDIA_TYPE, as_docx

with needs_extra("serve", "boxscribe serve"):
    from fastapi import FastAPI, Response
    from fastapi.responses import HTMLResponse

    from boxscribe.serve.api import MISSING, PROBLEMS
    from boxscribe.serve.problems import problem

DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {"description": "The document.", "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}
HEAT = "dom.js", "story/matrix.js", "story/draw.js", "story/heat.js", "story/module.js"  # the map of pages of stories
_ASSETS = "/assets/"


def add_page(app: FastAPI, state: ServerState) -> None:
    """Add the page and what it alone needs."""
    styles = "sheets.css", "check/check.css", "story/heat.css", "serve/serve.css"
    files = static_files("boxscribe.serve", "serve.html", *styles, modules={"heat.js": HEAT})

    @app.get("/", include_in_schema=False)
    @app.get("/story/{id}", include_in_schema=False)
    async def index(id: str = "") -> Response:
        return Response(files["index.html"].content, media_type=files["index.html"].media_type)

    @app.get(_ASSETS + "{name}", include_in_schema=False)
    async def asset(name: str) -> Response:
        if name not in files:
            return problem(404, "There is no such file.")
        return Response(files[name].content, media_type=files[name].media_type)

    @app.get("/v1/examples", tags=["tables"])
    def list_examples() -> dict[str, Any]:
        """The titles of example games: simulated ones, whose numbers add up."""
        return {"examples": [title(game.table, game.domain) for game in example_games()]}

    @app.get("/v1/examples/{number}", responses=PROBLEMS | MISSING, tags=["tables"])
    def show_example(number: int) -> Any:
        """An example game, counted from 0, as `POST /v1/tables` answers."""
        if not 0 <= number < len(example_games()):
            return problem(404, f"There are {len(example_games())} examples, counted from 0.")
        return game_answer(example_games()[number])

    @app.post("/v1/pages", response_class=HTMLResponse, responses=PROBLEMS, tags=["texts"])
    def make_page(body: CheckBody) -> Response:
        """A text and its box score as one HTML file."""
        table, domain = described(body)
        tokens = tokenise(straighten(body.text), CONVENTIONS[domain.convention])
        return HTMLResponse(as_html(replace(table, tokens=tuple(tokens)), domain))

    @app.post("/v1/documents", response_class=Response, responses=PROBLEMS | DOCUMENT, tags=["texts"])
    def make_document(body: CheckBody) -> Response:
        """A text and its box score as a Word document."""
        return Response(as_docx(body.text, *described(body)), media_type=MEDIA_TYPE)

    def described(body: CheckBody) -> tuple[Table, Domain]:
        table = state.service.input.table(body.table)
        return table, state.service.input.describe(table.domain)
