"""The API answers as its OpenAPI document says, whatever is sent; `serve.schema_requests` sends more."""

import pytest

pytest.importorskip("schemathesis", reason="schemathesis is not installed: it makes requests from the document")

from serve.schema_requests import Answers, ask, served


def test_every_operation_answers_as_the_document_says() -> None:
    answers = Answers()
    with served(answers) as url:
        ask(url, examples=8, seed=1, answers=answers)
    assert not answers.faults, "\n".join(answers.faults.values())
    assert not [status for _, status in answers.statuses if status >= 500 or not status]
    operations = {name for name, _ in answers.statuses}
    assert {"POST /v1/stories", "POST /v1/jobs", "PUT /v1/saved/{id}", "GET /v1/jobs/{id}/results"} <= operations
    for operation in operations:
        assert any(200 <= status < 300 for status in answers.of(operation)), f"{operation} was never accepted"
