"""Who plays a seat while its owner is away: begins and ends with a note in the journal, under the lock of the game."""

from __future__ import annotations

from datetime import date

from games.models import Entry, Player, StandIn
from games.models.game import Substitute
from games.play.session import Session

BACK, ORDERED, SEAT, ORGANIZER = "back", "order", "seat", "organizer"
"""Why a stand-in ends: the absence is over, its owner gave an order, the seat is not theirs any more, an organizer."""


def begin(session: Session, player: Player, row: StandIn, until: date) -> None:
    """Let a stand-in play from now on, with a whole turn if it is this seat's and theirs to answer."""
    name = row.by.username if row.by else ""
    begun = Substitute(row.pk, player.user_id or 0, row.by_id, name, row.bot, row.scope, until.isoformat())
    player.stand_in = begun._asdict()
    session.touch(player)
    facts = {"by": name, "bot": row.bot, "scope": row.scope, "until": until.isoformat()}
    session.log_host_event("stand_in", seat=player.seat, **facts)
    ask_anew(session, player, begun)


def end(session: Session, player: Player, why: str, source: str = Entry.Source.SYSTEM, reason: str = "") -> None:
    """End what runs for a seat, if anything does. Its owner is asked anew unless they have just ordered."""
    found = player.substitute
    if found is None:
        return
    player.stand_in = None
    session.touch(player)
    StandIn.objects.filter(pk=found.pk, ended_at=None).update(ended_at=session.now)
    facts = {"reason": reason} if reason else {}
    event = {"by": found.name, "bot": found.bot, "why": why, **facts}
    session.log_host_event("stand_in_ended", source=source, seat=player.seat, **event)
    if why in (BACK, ORGANIZER):
        ask_anew(session, player, found if why == BACK else None)


def ask_anew(session: Session, player: Player, changed: Substitute | None = None) -> None:
    """Ask the open question of a seat again, of whoever answers it now; a turn gets its whole time. One that is not for
    the stand-in who has `changed` keeps its clock."""
    row = session.waiting.before.get(-1 if player.seat is None else player.seat)
    if row is None or (changed is not None and not changed.answers(row.pace)):
        return
    del session.waiting.before[row.seat]
    if row.pace == "turn":
        session.clock.start_turn(session.turn)


def end_where_lost(session: Session) -> None:
    """End what runs for seats that their owners hold no more: resigned, out, taken over, held by the caretaker; and
    where the friend who stands in has got a seat in the game."""
    owners = {player.user_id for player in session.players.values() if player.user_id}
    for player in session.players.values():
        found = player.substitute
        if found and (player.state != Player.State.PLAYING or player.user_id != found.owner or found.by in owners):
            end(session, player, SEAT)
