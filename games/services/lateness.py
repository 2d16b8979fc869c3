"""What follows a row of missed turns: the seat falls free, and the game's choice says who or what plays on.

The turn itself is finished before, so no seat is lost in the middle of one.
"""

from __future__ import annotations

from games.clocks.lateness import BOT, CARETAKER, END
from games.models import Entry, Game, Player, TurnRecord
from games.play import lateness
from games.play.session import Session
from games.signals import end_game


def settle_lateness(session: Session) -> None:
    """Record the turns that have ended in this session, and free the seats that missed too many."""
    judged, session.judged = session.judged, []
    for player, outcome in judged:
        if player.user_id is None:
            continue
        TurnRecord.objects.create(
            user_id=player.user_id, game=session.game, round=session.round, outcome=outcome, at=session.now
        )
        if outcome != lateness.IN_TIME and is_too_late(session, player):
            free_seat(session, player)


def is_too_late(session: Session, player: Player) -> bool:
    """Check whether a seat falls free after a turn that was late or missed."""
    late = session.game.time.late
    records = TurnRecord.objects.filter(game=session.game, user=player.user_id)
    last = list(records.values_list("outcome", flat=True)[: late.of])
    total = sum(outcome != lateness.IN_TIME for outcome in last)
    return lateness.falls_free(late, player, session.round, total)


def free_seat(session: Session, player: Player) -> None:
    """Do what the game has chosen for a seat that falls free: the first that can be done."""
    if player.state != Player.State.PLAYING or session.game.has_ended:
        return
    player.state, player.held_by = Player.State.CARETAKER, ""
    session.touch(player)
    for remedy in session.game.time.late.then:
        if remedy == CARETAKER:
            break
        if remedy.startswith(BOT):
            player.held_by = remedy.removeprefix(BOT)
            break
        if remedy == END:
            session.log_host_event("ended_late", source=Entry.Source.DEADLINE, seat=player.seat)
            end_game(session.game, Game.Status.VOID, session.now)
            return
    session.log_host_event("caretaker", source=Entry.Source.DEADLINE, seat=player.seat, by=player.held_by)
