"""The part of the API about the season of the server: its games by date."""

from datetime import date
from typing import Any

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.season.days import Day, SeasonDays
from boxscribe.serve.answers import game_answer
from boxscribe.serve.app import ServerState
from boxscribe.serve.table_input import ReadGame
from boxscribe.tables.check import review
from boxscribe.tables.dates import to_date
from boxscribe.tables.domain import Describe
from boxscribe.tables.title import title

with needs_extra("serve", "boxscribe serve"):
    from fastapi import FastAPI
    from starlette.exceptions import HTTPException

    from boxscribe.serve.api import PROBLEMS
    from boxscribe.serve.problems import MEDIA_TYPE, ProblemDocument

MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": ProblemDocument, "description": "There is no such game.", "content": {MEDIA_TYPE: {}}}
}


def add_season(app: FastAPI, state: ServerState) -> None:
    """Add the routes of the games of a season."""
    days, describe = state.service.days, state.service.input.describe

    @app.get("/v1/games", responses=PROBLEMS | MISSING, tags=["tables"])
    def list_games(date: str = "") -> dict[str, Any]:
        """The games of a day of the server's season, by default of its last one, and the nearest days with games."""
        return _day_answer(_require(days).on(_day(date) if date else None), describe)

    @app.get("/v1/games/{date}/{number}", responses=PROBLEMS | MISSING, tags=["tables"])
    def show_game(date: str, number: int) -> dict[str, Any]:
        """A game of a day, counted from 1, as `POST /v1/tables` answers."""
        tables = _require(days).on(_day(date)).tables
        if not 1 <= number <= len(tables):
            raise HTTPException(404, f"There are {len(tables)} games on this day, counted from 1.")
        table = tables[number - 1]
        domain = describe(table.domain)
        return game_answer(ReadGame(table, domain, (title(table, domain),), tuple(review(table, domain))))


def _require(days: SeasonDays | None) -> SeasonDays:
    if days is None:
        raise HTTPException(404, "This server has no season; start it with --season.")
    return days


def _day(text: str) -> date:
    day = to_date(text)
    if day is None:
        raise InputError(f"date: '{text:.40}' is no date; write it as 2016-11-05")
    return day


def _day_answer(day: Day, describe: Describe) -> dict[str, Any]:
    titles = [title(table, describe(table.domain)) for table in day.tables]
    return {"date": day.day, "before": day.before, "after": day.after, "games": titles}
