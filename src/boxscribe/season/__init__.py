"""SEASON: the other games around a table's game, and the derived records that follow from them."""

from boxscribe.season.season import Line, OmittedGame, Season, SeasonGame

__all__ = ["Line", "OmittedGame", "Season", "SeasonGame"]
