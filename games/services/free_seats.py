"""Seats that fall free: offer one to somebody new, withdraw the offer, let the game wait for a player.

All of it works on a session; whoever calls it commits.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from games.errors import NotAllowed
from games.models import Entry, Game, Player
from games.play.session import Session
from games.services.pauses import restart_clocks, stop_clocks

WAIT = timedelta(hours=48)
"""How long a game waits for one seat, once."""

HELD = (Player.State.CARETAKER, Player.State.RESIGNED)
"""The states of seats that nobody plays who could."""


def offer_seat(
    session: Session,
    seat: int,
    agreed: Sequence[int] = (),
    *,
    source: str = Entry.Source.SYSTEM,
    reason: str = "",
) -> None:
    """Offer a seat that the caretaker or a bot holds to somebody new; `agreed` are the seats that voted for it. Raises
    NotAllowed for any other seat. Does nothing if it is offered already."""
    player = session.players.get(seat)
    if player is None or player.state not in HELD or session.view(None).seats[seat].out:
        raise NotAllowed(_("The caretaker does not hold this seat."))
    if player.offered_at is None:
        player.offered_at = session.now
        session.touch(player)
        why = {"reason": reason.strip()} if reason else {}
        session.log_host_event("seat_offered", source=source, seat=seat, agreed=list(agreed), **why)


def withdraw_seat(session: Session, seat: int, reason: str) -> None:
    """Take back the offer of a seat, as an organizer. Raises NotAllowed if it is not offered."""
    player = session.players.get(seat)
    if player is None or player.offered_at is None:
        raise NotAllowed(_("This seat is not offered to anybody."))
    player.offered_at = None
    session.touch(player)
    session.log_host_event("seat_kept", source=Entry.Source.ORGANIZER, seat=seat, reason=reason.strip())


# ---- waiting


def wait_for_seat(session: Session, player: Player) -> bool:
    """Pause a running game until a seat is taken, or for `WAIT`. False if it has waited for this seat before."""
    game = session.game
    is_waiting = game.status == Game.Status.PAUSED and game.waits_until is not None
    if player.wait_until is not None or not (game.is_running or is_waiting):
        return False
    if game.is_running:
        stop_clocks(session)
        game.waits_until = session.now + WAIT
    player.wait_until = game.waits_until
    session.touch(player)
    hours = WAIT // timedelta(hours=1)
    session.log_host_event("awaited", source=Entry.Source.DEADLINE, seat=player.seat, hours=hours)
    return True


def awaited_players(session: Session) -> list[Player]:
    """List the seats for which the game waits now, in the order of seats."""
    game = session.game
    if game.waits_until is None or game.status != Game.Status.PAUSED:
        return []
    return [
        player
        for _seat, player in sorted(session.players.items())
        if player.wait_until == game.waits_until and (player.state == Player.State.CARETAKER or player.offered_at)
    ]


def go_on_if_taken(session: Session) -> None:
    """Resume a game that waits for seats once each of them is taken, or given up for good."""
    game = session.game
    if game.waits_until is not None and game.status == Game.Status.PAUSED and not awaited_players(session):
        restart_clocks(session)
        session.log_host_event("resumed")
