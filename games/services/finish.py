"""The common end of everything that changes a running game: settle, save, tell."""

from __future__ import annotations

from games.play.autoplay import settle
from games.play.session import Session
from games.services.locks import after_commit
from games.services.notifications import mails_of_session


def save_and_tell(session: Session, *, source: str, seat: int | None = None) -> None:
    """Let automatic answers come, write everything down, queue the mails and wake the workers.

    `seat` is who acted, by `source`: nobody gets a mail about what they have just done on a page.
    """
    settle(session)
    session.save()
    if mails_of_session(session, source=source, seat=seat):
        after_commit("games.tasks.outbox")
    if session.unfinished:
        after_commit("games.tasks.game_continue", session.game.pk)
