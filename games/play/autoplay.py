"""Autoplay: bots, caretakers and standing orders answer until a person is asked."""

from __future__ import annotations

import logging
from functools import partial

import engine
from games.errors import AutoplayStuck, PartiallyPlayed
from games.models import Entry, Game, Player
from games.models.absence import OWN_ORDERS
from games.play import auto_actions, lateness
from games.play.auto_actions import Wish
from games.play.session import Session
from games.signals import end_game

log = logging.getLogger(__name__)

BUDGET = 400
"""Automatic answers in one transaction. Beyond it, the next sweep resumes a game of bots."""

LONGEST_ABANDONED = 300
"""The round after which a game that every person has left is called off."""


def run_until_human(session: Session) -> None:
    """Play all automatic answers until a person is asked.

    Stops when a person is asked, the game is over or its time has come, nobody is left to play it, or when `BUDGET` is
    spent (`session.unfinished` is then set). Raises AutoplayStuck if an answer does not move the game.
    """
    if session.is_past_end:
        return  # the game is adjudicated as it stands
    resume_if_no_longer_deserted(session)
    for _ in range(BUDGET):
        pause_if_deserted(session)
        asked = session.asked
        found = next_answer(session, asked) if asked and session.game.is_running else None
        if asked is None or found is None:
            return
        play_automatic_answer(session, asked, *found)
    asked = session.asked
    session.unfinished = asked is not None and next_answer(session, asked) is not None


MAY_RETURN = (Player.State.PLAYING, Player.State.CARETAKER)


def is_deserted(session: Session) -> bool:
    """Check whether no person plays although one may come back: from the caretaker, or from a vacation."""
    people = [player for player in session.players.values() if player.user_id]
    return not any(player.is_present for player in people) and any(player.state in MAY_RETURN for player in people)


def pause_if_deserted(session: Session) -> None:
    """Pause a game in which only bots play and a person may come back. If all people have left for good the bots finish
    it; it is voided if only caretakers are left or it does not end."""
    game = session.game
    people = [player for player in session.players.values() if player.user_id]
    if not game.is_running or any(player.is_present for player in people):
        return
    if is_deserted(session):
        session.log_host_event("deserted")
        game.status, game.paused_at, game.deserted = Game.Status.PAUSED, session.now, True
    elif session.round > LONGEST_ABANDONED or not any_bot_alive(session):
        session.log_host_event("abandoned")
        end_game(game, Game.Status.VOID, session.now)


def any_bot_alive(session: Session) -> bool:
    """Check whether a bot still plays for a seat."""
    seats = session.view(None).seats
    return any(player.bot and not seats[seat].out for seat, player in session.players.items())


def resume_deserted(session: Session, player: Player) -> None:
    """Resume a deserted game because `player` has come back, with a whole turn's time for the seat to move."""
    game = session.game
    if game.deserted and player.seat is not None:
        resume(session)
        session.waiting.before.pop(player.seat, None)


def resume_if_no_longer_deserted(session: Session) -> None:
    """Resume a deserted game once a person plays again, and once no person may come back."""
    if session.game.deserted and not is_deserted(session):
        resume(session)


def resume(session: Session) -> None:
    """Resume a deserted game, with a whole turn's time for the seat to move."""
    game = session.game
    game.status, game.paused_at, game.deserted = Game.Status.RUNNING, None, False
    session.clock.start_turn(session.turn)


def next_answer(session: Session, asked: engine.PendingDecision) -> tuple[int, str] | None:
    """Find the first seat that answers automatically, and the source of its answer.

    A person who was asked already is waited for, whatever standing orders say since; one answer to an attack order
    counts for all of it, and who lets windows pass is not asked about the next.
    """
    for seat in asked.seats:
        player = session.players[seat]
        source = auto_actions.auto_player(player, asked, session.standing, partial(session.view, seat), session.now)
        if not source and not session.has_been_asked(seat) and session.answer_given(seat):
            source = Entry.Source.STANDING
        waits = source == Entry.Source.STANDING and session.has_been_asked(seat) and not player.bot_for(asked.pace)
        if source and not waits:
            return seat, source
    return None


def play_automatic_answer(session: Session, asked: engine.PendingDecision, seat: int, source: str) -> None:
    """Play the automatic answer of `seat`. Raises AutoplayStuck if the same decision is still open to it afterwards."""
    player = session.players[seat]
    given = session.answer_given(seat) if source == Entry.Source.STANDING else None
    if given is None and player.bot_for(asked.pace) == OWN_ORDERS:
        given = session.standing_answer(seat)
    wish = given or auto_actions.auto_wish(player, session.view(seat), session.standing, source)
    play_or_default(session, seat, wish, source)
    now = session.asked
    if now is not None and now.ref == asked.ref and seat in now.seats:
        raise AutoplayStuck(f"game {session.game.pk}: {asked.kind} {asked.ref} is still asked of seat {seat}")


def play_or_default(session: Session, seat: int, wish: Wish, source: str) -> None:
    """Play the wished action of a seat; the rule set's default without one, or if it is refused. The line of standing
    orders that has said so is kept beside the entry."""
    if wish.action is not None:
        if source == Entry.Source.DEADLINE:
            session.note_lapse(seat, lateness.LINE)
        try:
            made = session.play(wish.action, source)
            if wish.rule is not None:
                session.standing.note(session.players[seat], made[-1], wish.rule)
            return
        except PartiallyPlayed:
            return
        except engine.OrderError as exc:  # of a standing order to be expected, of a bot a fault
            level = logging.ERROR if source == Entry.Source.BOT else logging.INFO
            log.log(level, "game %s: answer of seat %s by %s refused: %s", session.game.pk, seat, source, exc)
    session.play_default(seat, source)
