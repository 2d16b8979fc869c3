"""What the site stores about events and ratings. Fields and constraints only."""

from tournaments.models.events import Booking, Entrant, Round, Stage, Table, Tournament, TournamentKey
from tournaments.models.ratings import RatedGame, RatingChange, RatingScale

__all__ = [
    "Booking",
    "Entrant",
    "RatedGame",
    "RatingChange",
    "RatingScale",
    "Round",
    "Stage",
    "Table",
    "Tournament",
    "TournamentKey",
]
