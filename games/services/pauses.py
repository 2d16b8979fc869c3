"""Stop the clocks of a game, and let them go on."""

from __future__ import annotations

from games.models import Game
from games.play.outage import uncredited
from games.play.session import Session
from games.services.credit import apply_credit_if_due
from games.services.mail_policy import release_held


def stop_clocks(session: Session) -> None:
    """Pause a running game; delays of its mails are given back before."""
    for row in session.waiting.before.values():
        apply_credit_if_due(session, row)
    session.game.status, session.game.paused_at = Game.Status.PAUSED, session.now - uncredited(session.now)


def restart_clocks(session: Session) -> None:
    """Resume a paused game: every clock goes on with the open time that was left, and mail that waited goes out."""
    game = session.game
    since = game.paused_at or session.now
    game.status, game.paused_at, game.deserted, game.waits_until = Game.Status.RUNNING, None, False, None
    session.waiting.go_on(since)
    release_held(game, session.now, session.now - since)
