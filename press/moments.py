"""When messages are shown: at once, at a quarter of an hour, or when nobody answers in secret any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Game, Waiting
from games.models.press_time import QUIET_WINDOWS

GREY_EVERY = timedelta(minutes=15)
GREY_AT_LEAST = timedelta(minutes=2)
SECRET_PACES = (Waiting.Pace.SEALED, Waiting.Pace.WINDOW)


def grey_moment(now: datetime) -> datetime:
    """Return when an unsigned message is shown: at a full quarter of an hour, at least two minutes from now."""
    step = GREY_EVERY.total_seconds()
    least = (now + GREY_AT_LEAST).timestamp()
    return datetime.fromtimestamp(-(-least // step) * step, tz=now.tzinfo)


def turn_of(game: Game) -> str:
    """Name the turn of a game in which a message is shown."""
    return game.clock_key or "-"


def active_seat(game: Game) -> int | None:
    """Return the seat whose turn runs; None in a set-up that all plan at once."""
    seat = game.clock_key.rpartition(":")[2]
    return int(seat) if seat.isdigit() and not game.has_ended else None


def is_secret_time(game: Game) -> bool:
    """Return whether messages wait because somebody answers in secret."""
    if game.press_when != QUIET_WINDOWS or game.has_ended:
        return False
    return Waiting.objects.filter(game=game, pace__in=SECRET_PACES).exists()
