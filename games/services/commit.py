"""Commit a session: autoplay, save, queue notifications."""

from __future__ import annotations

from games.play import plan_runner, stand_in
from games.play.autoplay import run_until_human
from games.play.session import Session
from games.services.estimates import expect_turns
from games.services.free_seats import go_on_if_taken
from games.services.lateness import settle_lateness
from games.services.locks import after_commit
from games.services.notifications import notify_session


def commit_session(session: Session, *, source: str, seat: int | None = None) -> None:
    """Autoplay, save the session, queue its mails and wake the workers.

    `seat` is who acted, by `source`: nobody gets a mail about what they have just done on a page.
    """
    settle_lateness(session)
    go_on_if_taken(session)
    run_until_human(session)
    plan_runner.begin_turns(session)
    settle_lateness(session)
    stand_in.end_where_lost(session)
    expect_turns(session)
    session.save()
    plan_runner.settle(session)
    if notify_session(session, source=source, seat=seat):
        after_commit("games.tasks.outbox")
    if session.unfinished:
        after_commit("games.tasks.game_continue", session.game.pk)
