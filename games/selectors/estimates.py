"""Read when a seat is likely to have its next turn, from what the game's row keeps of that."""

from __future__ import annotations

from datetime import datetime, tzinfo

from games.clocks.estimates import Estimate, look_up
from games.models import Game
from games.wording.estimates import tell_estimate


def estimate_of(game: Game, seat: int | None, now: datetime) -> Estimate | None:
    """Return when a seat is asked again in its turn; None where nothing is known of that: in games that stand still
    or hide names, and for the seat whose turn it is or that is yet to bid."""
    kept = game.expected
    if not kept or not game.is_running or game.hides_names or kept["turn"] != game.clock_key:
        return None
    place = kept["places"].get(str(seat))
    asked = datetime.fromisoformat(kept["asked"])
    return None if place is None else look_up(kept["looks"], place, asked, now)


def expected_words(game: Game, seat: int | None, now: datetime, zone: tzinfo, *, in_mail: bool = False) -> str:
    """Tell the same: "about Tuesday evening"; empty where nothing is known."""
    estimate = estimate_of(game, seat, now)
    return tell_estimate(estimate, now, zone, in_mail=in_mail) if estimate else ""
