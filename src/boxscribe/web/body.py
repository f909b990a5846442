"""The JSON body of a request → a checked model."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from boxscribe.foreign import ForeignError, parse_json
from boxscribe.toml import sentence

B = TypeVar("B", bound=BaseModel)


class InvalidBody(Exception):
    """The body of a request is not what the server expects; the message is a sentence that says why."""


async def read_body(model: type[B], request: Request) -> B:
    """The body of a request, or an `InvalidBody` with the first problem."""
    try:
        return model.model_validate(parse_json(await request.body()))
    except ClientDisconnect:
        raise InvalidBody("The request is incomplete.") from None
    except ForeignError as error:
        raise InvalidBody(f"The request {error}.") from None
    except ValidationError as error:
        raise InvalidBody(f"The request is invalid: {sentence(error, model)}.") from None
