"""Dates as files of games write them."""

from datetime import date, datetime

FORMS = ("%m_%d_%y", "%Y-%m-%d", "%m/%d/%y", "%m/%d/%Y")


def to_date(text: str) -> date | None:
    """The date that `text` says in one of the `FORMS`; None where it says none."""
    for form in FORMS:
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def weekday(text: str) -> str:
    """The day of the week of a date; "" for what is no date."""
    day = to_date(text)
    return f"{day:%A}" if day else ""
