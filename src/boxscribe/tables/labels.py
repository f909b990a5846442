"""Record types in words, as the description of a domain calls them."""

from boxscribe.tables.domain import Domain, Kind


def head_of(type: str, kind: Kind) -> tuple[tuple[str, str], bool]:
    """(the head of a column, its label), and whether the column holds text."""
    about = kind.type(type)
    if about is None:
        return (type, type), True
    number = type[len(type.rstrip("0123456789")) :]
    return ((about.short or type).replace("#", number), about.label.replace("#", number)), about.value == "text"


def label_of(type: str, kind: Kind | None) -> str:
    """A record type in words; its name, where the description has no words for it."""
    return head_of(type, kind)[0][1] if kind else type


def label_in(domain: Domain, kind: str, type: str) -> str:
    """A record type or derived type of a kind in words."""
    declared = domain.derived.get(type)
    return declared.label if declared is not None else label_of(type, domain.kinds.get(kind))
