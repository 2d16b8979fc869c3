"""What the site stores about events and ratings. Fields and constraints only."""

from tournaments.models.ratings import RatedGame, RatingChange, RatingScale

__all__ = ["RatedGame", "RatingChange", "RatingScale"]
