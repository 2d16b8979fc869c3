"""Everything that a person is asked, in one mail: for a day on which there were many."""

from __future__ import annotations

from django.urls import reverse

import engine
from games.likely import likely_orders
from games.links import Link, absolute, link_path
from games.mail.asking import question
from games.mail.notes import Button, news
from games.mail.reader import Reader
from games.mail.turn import Context
from games.models import OutboxMail, Waiting
from games.selectors.access import view_of
from games.services.outbox_wishes import A_DAY, questions_to

MOST = 20
"""Questions that one mail tells in full; the rest stand on the page."""


def summary(mail: OutboxMail, reader: Reader) -> Context:
    """Each open question with its deadline and a link that shows the answers."""
    rows = questions_to(mail.user_id)
    games = f"{len(rows)} games" if len(rows) > 1 else "a game"
    lead = f"You have had {A_DAY} mails in a day without an order of yours, so these questions come together."
    told = [told_question(row, reader) for row in rows[:MOST]]
    left = [f"And {len(rows) - MOST} more."] if len(rows) > MOST else []
    frame: Context = {"game": None, "place": "Your games", "links": {}}
    return frame | news(
        f"You are asked in {games}", f"You are asked in {games}", [lead],
        button=Button("See all your games", absolute(reverse("home"))), after=[*told, *left],
    )  # fmt: skip


def told_question(row: Waiting, reader: Reader) -> Button:
    """ "Long Winter: place 3 armies and attack, until Tuesday 24 November, 20:00", a link to the answers."""
    view = view_of(row.game, row.seat)
    until = f", until {reader.long(row.deadline_at)}" if row.deadline_at else ""
    return Button(f"{row.game.name}: {question(view).subject}{until}", address_of(row, view))


def address_of(row: Waiting, view: engine.PlayerView) -> str:
    """Where to answer without logging in; the game's page if nothing is likely."""
    for likely in likely_orders(view):
        return absolute(link_path(Link(row.game_id, row.seat, view.ref, likely.order, row.player.user_id or 0)))
    return absolute(reverse("game", args=[row.game.slug]))
