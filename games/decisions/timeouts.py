"""Say what happens when a player runs out of time: one telling for pages and mails."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.decisions.registry import DECISIONS
from games.models import Game, Player, Waiting
from games.models.game import MAX_MISSED_TURNS
from games.wording.seats import seat_label


def costs_the_seat(game: Game, player: Player, waiting: Waiting) -> bool:
    """Whether the caretaker takes the seat if nothing comes."""
    return waiting.pace == Waiting.Pace.TURN and (
        game.late_policy == Game.Late.CARETAKER or player.missed + 1 >= MAX_MISSED_TURNS
    )


def timeout_text(view: engine.PlayerView, game: Game, player: Player, waiting: Waiting) -> str:
    """Completes "If you do not answer, ..." for the player who is asked; ends with a full stop."""
    timeout = DECISIONS[waiting.kind].timeout
    if waiting.pace != Waiting.Pace.TURN:
        return str(timeout.owner)
    if game.late_policy == Game.Late.CARETAKER:
        return _("the caretaker takes your seat until you come back.")
    if player.missed + 1 >= MAX_MISSED_TURNS:
        return _(
            "the caretaker takes your seat, because you have missed a turn already. You can take it back at any time."
        )
    if timeout.turn is None:
        return str(timeout.owner)
    return _("%(done)s and the turn passes to %(next)s.") % {"done": timeout.turn(view), "next": next_seat(view)}


def public_timeout_text(game: Game, player: Player, waiting: Waiting) -> str:
    """Say the same to everybody else at the table, who may not know what a hand holds."""
    timeout = DECISIONS[waiting.kind].timeout
    if waiting.pace != Waiting.Pace.TURN or not game.round:
        return str(timeout.others)
    if game.late_policy == Game.Late.CARETAKER:
        return _("the caretaker takes the seat.")
    if player.missed + 1 >= MAX_MISSED_TURNS:
        return _("the caretaker takes the seat, because this is the second turn missed in a row.")
    if timeout.turn is None:
        return str(timeout.others)
    return _("the turn is skipped: new armies go to the weakest border and nobody is attacked.")


def organizer_timeout_text(kind: str) -> str:
    """Completes "Red's turn is skipped: ..." for organizers, who know what is asked and not what is held."""
    return str(DECISIONS[kind].timeout.organizer)


def next_seat(view: engine.PlayerView) -> str:
    """Who has the turn after the viewer's."""
    order = [seat for seat in view.order if not view.seats[seat].out] or [view.active]
    if view.active not in order:
        return _("the next player")
    return seat_label(view, order[(order.index(view.active) + 1) % len(order)])
