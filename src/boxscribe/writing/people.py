"""Whom the entities of a table name: themselves, and those whose names their records hold, as plays have batters."""

import torch
from torch import Tensor

from boxscribe.batches.encode import words_of
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types, repeats_itself
from boxscribe.tables.table import Table


def people_of(table: Table, domain: Domain, split_values: bool) -> tuple[Tensor, Tensor]:
    """Which entities each entity names (k, k), itself among them, and which rows (j) are words of such names."""
    number = {entity.name: k for k, entity in enumerate(table.entities)}
    named = torch.eye(len(table.entities), dtype=torch.bool)
    naming: list[bool] = []
    for k, entity in enumerate(table.entities):
        own = name_types(entity, domain)
        if repeats_itself(entity, domain):
            own = own[-1:]  # "NY" of "NY Mets Mets" is no name of readers
        for record in entity.records:
            other = number.get(record.value)
            is_name = record.type in own or (other is not None and other != k)
            if is_name and other is not None:
                named[k, other] = True
            naming += [is_name] * len(words_of(record.value, split_values))
    return named, torch.tensor(naming, dtype=torch.bool)
