"""Who plays a seat while its owner is away: begins and ends with a note in the journal, under the lock of the game."""

from __future__ import annotations

from datetime import date

from games.models import Entry, Player, StandIn, Waiting
from games.models.game import Substitute, scope_answers
from games.play.session import Session

BACK, ORDERED, SEAT, ORGANIZER = "back", "order", "seat", "organizer"
"""Why a stand-in ends: the absence is over, its owner gave an order, the seat is not theirs any more, an organizer."""


def begin(session: Session, player: Player, row: StandIn, until: date) -> None:
    """Let a stand-in play from now on. What is open and theirs to answer is asked anew."""
    was = answerer(session, player)
    name = row.by.username if row.by else ""
    begun = Substitute(row.pk, player.user_id or 0, row.by_id, name, row.bot, row.scope, until.isoformat())
    player.stand_in = begun._asdict()
    session.touch(player)
    facts = {"by": name, "bot": row.bot, "scope": row.scope, "until": until.isoformat()}
    session.log_host_event("stand_in", seat=player.seat, **facts)
    if answerer(session, player) != was:
        ask_anew(session, player, is_whole=not has_changed(session, player))


def end(session: Session, player: Player, why: str, source: str = Entry.Source.SYSTEM, reason: str = "") -> None:
    """End what runs for a seat, if anything does. Its owner is asked anew unless they have just ordered."""
    found = player.substitute
    if found is None:
        return
    was = answerer(session, player)
    player.stand_in = None
    session.touch(player)
    StandIn.objects.filter(pk=found.pk, ended_at=None).update(ended_at=session.now)
    facts = {"reason": reason} if reason else {}
    event = {"by": found.name, "bot": found.bot, "scope": found.scope, "why": why, **facts}
    session.log_host_event("stand_in_ended", source=source, seat=player.seat, **event)
    if why == ORGANIZER:
        ask_anew(session, player)
    elif why == BACK and answerer(session, player) != was:
        ask_anew(session, player, is_whole=not has_changed(session, player))


def answerer(session: Session, player: Player) -> tuple[str, int | None] | None:
    """Return which bot or person answers the open question of a seat; None without one."""
    row = open_row(session, player)
    return None if row is None else (player.bot_for(row.pace), player.person_for(row.pace))


def open_row(session: Session, player: Player) -> Waiting | None:
    return session.waiting.before.get(-1 if player.seat is None else player.seat)


def has_changed(session: Session, player: Player) -> bool:
    """Check whether somebody has begun or ceased to answer the open question of a seat since the running turn began:
    whole time is given once a turn, or two people could hold it for ever."""
    row = open_row(session, player)
    notes = Entry.objects.filter(game=session.game, seat=player.seat, kind=Entry.Kind.NOTE, events__0__type__in=CHANGES)
    since = notes.filter(seq__gt=session.turn_began_after())
    return row is not None and any(scope_answers(note.events[0].get("scope", "both"), row.pace) for note in since)


CHANGES = ("host.stand_in", "host.stand_in_ended")


def ask_anew(session: Session, player: Player, *, is_whole: bool = True) -> None:
    """Ask the open question of a seat again, of whoever answers it now: with its whole time, or with what is left."""
    if (row := open_row(session, player)) is None:
        return
    session.waiting.ask_again(row.seat, is_whole=is_whole)
    if row.pace == Waiting.Pace.TURN and is_whole:
        session.clock.start_turn(session.turn)


def end_where_lost(session: Session) -> None:
    """End what runs for seats that their owners hold no more: resigned, out, taken over, held by the caretaker; and
    where the friend who stands in has got a seat in the game."""
    owners = {player.user_id for player in session.players.values() if player.user_id}
    for player in session.players.values():
        found = player.substitute
        if found and (player.state != Player.State.PLAYING or player.user_id != found.owner or found.by in owners):
            end(session, player, SEAT)
