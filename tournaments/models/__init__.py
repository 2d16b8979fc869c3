"""What the site stores about events and ratings. Fields and constraints only."""

from tournaments.models.entrants import Apart, Block, Invitation, SeatChange, Trophy
from tournaments.models.events import Booking, Entrant, EventTemplate, Round, Stage, Table, Tournament, TournamentKey
from tournaments.models.ratings import RatedGame, RatingChange, RatingScale

__all__ = [
    "Apart",
    "Block",
    "Booking",
    "Entrant",
    "EventTemplate",
    "Invitation",
    "RatedGame",
    "RatingChange",
    "RatingScale",
    "Round",
    "SeatChange",
    "Stage",
    "Table",
    "Tournament",
    "TournamentKey",
    "Trophy",
]
