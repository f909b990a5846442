"""The templates of both sports, on simulated, incomplete and impossible games."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.errors import InputError
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.writing.template import TEMPLATES, write_template
from helpers import games, tables
from writing.template.checks import assert_sources_hold_their_words


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("teams", [0, 1, 3])
def test_a_game_has_two_teams(name: str, teams: int) -> None:
    table = Table(name, "a game", tuple(Entity.of(str(n), f"T{n}", "team", []) for n in range(teams)))
    with pytest.raises(InputError, match=f"table 'a game': the template of '{name}' needs two teams, not {teams}"):
        write_template(table, load_domain(name))


@pytest.mark.parametrize("name", TEMPLATES)
def test_simulated_games(name: str) -> None:
    for table in games(20, name, texts=False):
        story = write_template(table, load_domain(name))
        assert_sources_hold_their_words(story)
        assert "N/A" not in story.tokens
        numbers = [word for token, word in zip(story.tokens, story.trace.words, strict=True) if token.isdigit()]
        assert all(word.sources for word in numbers)


@st.composite
def odd_games(draw: st.DrawFn) -> Table:
    """Any table, with its first entities as teams and players of a sport that lack most of their cells."""
    table = draw(tables())
    domain = load_domain(table.domain)
    made = []
    for entity, kind in zip(table.entities, ["team", "team", "player", "play"], strict=False):
        kind = kind if kind in domain.kinds else "player"
        types = st.sampled_from(list(domain.kinds[kind].types))
        records = tuple(record._replace(type=draw(types)) for record in entity.records)
        made.append(replace(entity, kind=kind, records=records))
    return replace(table, entities=tuple(made))


@given(odd_games())
def test_incomplete_games_have_a_story(table: Table) -> None:
    domain = load_domain(table.domain)
    if len(table.entities) >= 2:
        story = write_template(table, domain)
        assert_sources_hold_their_words(story)
        assert "N/A" not in story.tokens
    else:
        with pytest.raises(InputError):
            write_template(table, domain)
