"""The bodies of requests: what clients may ask for, with examples."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt

from boxscribe.tables.domain import MAX_LENGTH

MAX_TABLES = 200  # of one request for an evaluation
MAX_JOB = 10_000  # tables
EXAMPLE_TABLE: dict[str, Any] = {
    "domain": "rotowire",
    "id": "example",
    "entities": [
        {
            "id": side,
            "name": f"{city} {name}",
            "kind": "team",
            "features": {"side": side},
            "records": {"TEAM-CITY": city, "TEAM-NAME": name, "TEAM-PTS": points, "TEAM-WINS": "3", "TEAM-LOSSES": "2"},
        }
        for side, city, name, points in (("home", "Tucson", "Surveyors", "91"), ("away", "Lincoln", "Herons", "96"))
    ]
    + [
        {
            "id": str(number),
            "name": f"{first} {last}",
            "kind": "player",
            "features": {"side": side},
            "records": {"FIRST_NAME": first, "SECOND_NAME": last, "PTS": points, "REB": "8", "AST": "4"},
        }
        for number, (side, first, last, points) in enumerate(
            (("home", "Ann", "Lee", "27"), ("away", "Bea", "Moss", "31"))
        )
    ],
}
EXAMPLE_ROWS: dict[str, Any] = {
    "source": "Player,TEAM,PTS\nAnn Lee,Hawks,21\nBea Moss,Heat,12\n",
    "home": "Hawks",
    "away": "Heat",
}
EXAMPLE_TEXT = "The Herons beat the Surveyors 96-91. Ann Lee scored 27 points."

RawTable = Annotated[
    dict[str, Any],
    Field(description="A table as JSON: boxscribe's own layout, or a game of RotoWire or of the MLB dataset."),
]
Fact = Annotated[list[str], Field(min_length=3, max_length=3, description="entity id, record type, value")]


class _Body(BaseModel):
    """A body that is read as the document of the API says: "1" is no number, and 1 is not true."""

    model_config = ConfigDict(extra="forbid")


class PlanBody(_Body):
    """A plan: the facts of each sentence, in their order."""

    sentences: list[list[Fact]] = Field(max_length=200)
    paragraphs: list[StrictInt] = Field(default=[], max_length=200)
    """the sentences, counted from 0, that begin a further paragraph"""


class WishesBody(_Body):
    """What a story is to be like; every key may be left out."""

    model: str | None = Field(default=None, max_length=100, description="A name of `GET /v1/models`.")
    style: str | None = Field(default=None, max_length=100, description="A style of the model's planner.")
    focus: str | None = Field(default=None, max_length=500, description='What must be said: "Jokic, Nuggets defence".')
    words: StrictInt | None = Field(default=None, ge=1, le=MAX_LENGTH, description="The length to aim at.")
    season: StrictBool | None = Field(
        default=None, description="Whether the season of the server is used; by default where it has the game."
    )


class SettingsBody(WishesBody):
    """How stories are written."""

    keep: list[Annotated[str, Field(max_length=2000)]] = Field(default=[], max_length=50)
    """sentences that the story has as they are, if they are true"""
    free: StrictBool = Field(default=False, description="Write as the model likes, without verifying sentences.")
    decoding: dict[str, StrictBool | StrictInt | StrictFloat] = Field(
        default={}, max_length=30, description="Changes to the model's settings for decoding: `Decoding`."
    )


class StoryBody(SettingsBody):
    """A story that is to be written."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"table": EXAMPLE_TABLE, "model": "template", "stream": False}]}
    )

    table: RawTable
    plan: PlanBody | None = Field(default=None, description="A plan to follow; by default a planner makes it.")
    given: dict[int, Annotated[str, Field(max_length=2000)]] = Field(
        default={},
        max_length=200,
        description="Sentences of the plan that are written as they are, by their numbers.",
        json_schema_extra={"propertyNames": {"pattern": "^[0-9]{1,3}$"}},
    )
    avoid: list[Annotated[str, Field(max_length=2000)]] = Field(
        default=[], max_length=200, description="Sentences that are not written, where another one can be."
    )
    trace: StrictBool = Field(
        default=False, description="Answer with attention, memory and cells behind each word, too."
    )
    stream: StrictBool = Field(default=False, description="Send the story sentence by sentence, as server-sent events.")


class JobBody(SettingsBody):
    """Many stories that are to be written, all with the same settings."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"tables": [EXAMPLE_TABLE], "model": "template"}]})

    tables: list[RawTable] = Field(min_length=1, max_length=MAX_JOB)
    webhook: str | None = Field(default=None, max_length=1000, description="An address that is notified of its end.")


class SavedSentence(_Body):
    """A sentence of a saved story."""

    text: str = Field(max_length=2000)
    facts: list[dict[str, str]] = Field(default=[], max_length=200)
    origin: str = Field(default="", max_length=20)
    paragraph: StrictBool = False
    keep: StrictBool = False
    struck: StrictBool = False


class SavedBody(_Body):
    """A story with all that it was made from."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"title": "Herons 96 – Surveyors 91", "table": EXAMPLE_TABLE, "sentences": [{"text": EXAMPLE_TEXT}]}
            ]
        }
    )

    title: str = Field(min_length=1, max_length=300)
    table: RawTable
    settings: SettingsBody = Field(default_factory=SettingsBody)
    plan: PlanBody | None = None
    sentences: list[SavedSentence] = Field(max_length=500)


class PlansBody(WishesBody):
    """A plan that is to be made."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": EXAMPLE_TABLE, "style": "brief"}]})

    table: RawTable


class SuggestionsBody(_Body):
    """A game whose unusual facts are wanted."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": EXAMPLE_TABLE}]})

    table: RawTable
    season: StrictBool | None = None


class CheckBody(_Body):
    """A text that is to be compared with its table."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": EXAMPLE_TABLE, "text": EXAMPLE_TEXT}]})

    table: RawTable
    text: str = Field(max_length=50_000)
    season: StrictBool | None = None


class EvaluateBody(_Body):
    """Texts that are to be scored; the tables have the gold texts."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"tables": [EXAMPLE_TABLE], "texts": [EXAMPLE_TEXT], "metrics": "errors"}]}
    )

    tables: list[RawTable] = Field(min_length=1, max_length=MAX_TABLES)
    texts: list[Annotated[str, Field(max_length=50_000)]] = Field(min_length=1, max_length=MAX_TABLES)
    metrics: str = Field(default="", max_length=200, description='Names with commas, "rg,bleu"; all that can be had.')


class TablesBody(_Body):
    """Tables that are to be read and looked at."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"source": EXAMPLE_TABLE}, EXAMPLE_ROWS]})

    source: str | dict[str, Any] = Field(
        description="A table as JSON, or the text of a file: JSON of any known layout, JSON lines, CSV, pasted rows."
    )
    game: StrictInt = Field(default=1, ge=1, le=100_000, description="Which game of the file, counted from 1.")
    home: str = Field(default="", max_length=100, description="The home team of pasted rows that do not say it.")
    away: str = Field(default="", max_length=100, description="The away team.")
    score: str = Field(default="", max_length=20, description='The final score of pasted rows, home first: "112-97".')
    date: str = Field(default="", max_length=40, description='The day of pasted rows: "2019-01-05".')
