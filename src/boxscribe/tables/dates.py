"""Dates as the files of games write them."""

from datetime import datetime

FORMS = ("%m_%d_%y", "%Y-%m-%d", "%m/%d/%y", "%m/%d/%Y")


def weekday(date: str) -> str:
    """The day of the week of a date, "" for what is no date."""
    for form in FORMS:
        try:
            return f"{datetime.strptime(date, form):%A}"
        except ValueError:
            continue
    return ""
