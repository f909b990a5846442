"""TABLE: raw formats in, `Table` out. Only this folder knows what a RotoWire or MLB file looks like."""

from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.table import Entity, Record, Table

__all__ = ["Domain", "Entity", "Record", "Table", "load_domain"]
