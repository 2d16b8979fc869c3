"""What follows a row of missed turns: the seat falls free, and the game's choice says who or what plays on.

The turn itself is finished before, so no seat is lost in the middle of one.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import Facts
from games.clocks.calendar import MINUTE
from games.clocks.lateness import BOT, CARETAKER, END, PAUSE, SUBSTITUTE
from games.models import Entry, Game, Player, TurnRecord
from games.play import lateness
from games.play.session import Session
from games.services.free_seats import awaited_players, offer_seat, wait_for_seat
from games.services.pauses import restart_clocks
from games.signals import end_game


def settle_lateness(session: Session) -> None:
    """Record the turns that have ended in this session, and free the seats that missed too many."""
    judged, session.judged = session.judged, []
    for player, round, outcome, since in judged:
        if player.user_id is None:
            continue
        took = None if since is None else max(0, (session.now - since) // MINUTE)
        TurnRecord.objects.create(
            user_id=player.user_id, game=session.game, round=round, outcome=outcome, took=took, at=session.now
        )
        if outcome != lateness.IN_TIME and is_too_late(session, player, round):
            free_seat(session, player)


def is_too_late(session: Session, player: Player, round: int) -> bool:
    """Check whether a seat falls free after a turn of this round that was late or missed."""
    late = session.game.time.late
    records = TurnRecord.objects.filter(game=session.game, user=player.user_id)
    last = list(records.values_list("outcome", flat=True)[: late.of])
    total = sum(outcome != lateness.IN_TIME for outcome in last)
    return lateness.falls_free(late, player, round, total)


def free_seat(session: Session, player: Player) -> None:
    """Do what the game has chosen for a seat that falls free: the first that can be done."""
    if player.state != Player.State.PLAYING or session.game.has_ended:
        return
    player.state, player.held_by = Player.State.CARETAKER, ""
    session.touch(player)
    follow(session, player, session.game.time.late.then)


def follow(session: Session, player: Player, remedies: Sequence[str]) -> None:
    """Try these remedies in turn for a seat that is free: offer it, wait for it, and then let somebody hold it."""
    assert player.seat is not None
    for remedy in remedies:
        if remedy == SUBSTITUTE:
            offer_seat(session, player.seat, source=Entry.Source.DEADLINE)
        if remedy == PAUSE and wait_for_seat(session, player):
            return
        if remedy == CARETAKER:
            break
        if remedy.startswith(BOT):
            player.held_by = remedy.removeprefix(BOT)
            session.touch(player)
            break
        if remedy == END:
            session.log_host_event("ended_late", source=Entry.Source.DEADLINE, seat=player.seat)
            end_game(session.game, Game.Status.VOID, session.now)
            return
    session.log_host_event("caretaker", source=Entry.Source.DEADLINE, seat=player.seat, by=player.held_by)


def end_wait(session: Session, *, source: str = Entry.Source.SYSTEM, reason: str = "") -> None:
    """End the time for which a game waits for seats that nobody has taken: what comes next in the game's choice is done
    for each, and the game goes on."""
    then = session.game.time.late.then
    left = awaited_players(session)
    restart_clocks(session)
    why: Facts = {"reason": reason} if reason else {}
    session.log_host_event("resumed", source=source, **why)
    for player in left:
        if not session.game.has_ended:
            follow(session, player, then[then.index(PAUSE) + 1 :] if PAUSE in then else ())
